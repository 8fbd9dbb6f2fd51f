// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.List;
import java.util.Optional;
import loopbench.knob.Knob;

/** A plant as a value: what it is made of, and what can be said of it without running it. */
public interface PlantModel {

  /** One of each model, with the numbers of its first example; the order is that of a menu. */
  static List<PlantModel> standard() {
    return List.of(AffineLatency.SEED, KneeLatency.EXAMPLE, FirstOrder.EXAMPLE, Queueing.EXAMPLE);
  }

  /** The word for it in a cell. */
  String model();

  /**
   * A fresh plant at 0 s.
   *
   * @param seed of all its chance
   * @param quantile which quantile of a window its latency stands for, above 0 and at most 1
   */
  Plant start(long seed, double quantile);

  default Plant start(long seed) {
    return start(seed, 0.99);
  }

  Sensor sensor();

  /** What may be turned; the names are those of the cell's fields. */
  List<Knob<PlantModel>> knobs();

  /** When something happens to it, seconds, ascending; the times of {@link #events}. */
  double[] eventTimesS();

  /** What happens to it, by time. */
  List<Event> events();

  /**
   * The rate at which its latency stays at a target, operations per second; NaN where there is no
   * such rate or no formula for it.
   */
  double equilibriumRate(double latencyMs, double tS);

  /**
   * How much its latency rises with the rate at equilibrium, ms per (operation per second): the
   * linear loop's gain g. NaN where there is no formula, or where it depends on the target: then
   * see {@link #slopeAt}.
   */
  double slope(double tS);

  /** The same where its latency stays at a target; NaN where it cannot, or for no formula. */
  default double slopeAt(double latencyMs, double tS) {
    return slope(tS);
  }

  /** What no latency is below, ms: what a sensor's tail stands on. */
  double floorMs();

  /** Its latency at a rate once settled, ms; NaN where there is no formula. */
  double settledLatencyMs(double ratePerSecond, double tS);

  /**
   * The latency when all of its capacity is asked for, ms: the one late window that {@code rebound}
   * tries. NaN where there is no formula.
   */
  double latencyAtCapacityMs(double tS);

  /**
   * Whether a window's latency is that of the window's rate, whatever came before. Only then is the
   * linear loop that {@link #slope} makes the whole loop.
   */
  default boolean answersAtOnce() {
    return true;
  }

  /** The same plant with a sensor that tells its latency without chance; itself if it has none. */
  default PlantModel quiet() {
    return this;
  }

  /** Windows between a rate and the first latency that shows it, beyond the first. */
  default int extraDelayTicks() {
    return 0;
  }

  /**
   * How its windows answer a small change at equilibrium; empty where there is no formula for that,
   * or where a change shows later than {@link LinearPlant#LONGEST_DELAY} windows.
   *
   * @param dtMs how long a window is, above 0
   */
  default Optional<LinearPlant> linear(double dtMs, double tS) {
    return answersAtOnce() && slope(tS) >= 0
        ? Optional.of(LinearPlant.atOnce(slope(tS), extraDelayTicks()))
        : Optional.empty();
  }

  /** The same where its latency stays at a target. */
  default Optional<LinearPlant> linearAt(double latencyMs, double dtMs, double tS) {
    return linear(dtMs, tS);
  }

  /**
   * The steepest of its schedule where its latency stays at a target: what gains must hold on.
   * Empty where there is no formula.
   *
   * @param beforeS what happens from then on does not count
   */
  default Optional<LinearPlant> steepestAt(double latencyMs, double dtMs, double beforeS) {
    Optional<LinearPlant> steepest = linearAt(latencyMs, dtMs, 0);
    for (double timeS : eventTimesS()) {
      Optional<LinearPlant> then = linearAt(latencyMs, dtMs, timeS);
      if (timeS < beforeS
          && then.isPresent()
          && (steepest.isEmpty() || then.get().slope() > steepest.get().slope())) {
        steepest = then;
      }
    }
    return steepest;
  }
}
