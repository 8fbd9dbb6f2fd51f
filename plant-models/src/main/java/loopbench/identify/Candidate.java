// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.Arrays;
import java.util.Optional;
import loopbench.plant.FirstOrder;
import loopbench.plant.KneeLatency;
import loopbench.plant.PlantModel;
import loopbench.plant.Schedule;
import loopbench.plant.Sensor;

/**
 * A model of one shape, fitted to a recording.
 *
 * @param shape which
 * @param floorMs latency at no rate, with how far it may be off; of a knee without its rise
 * @param slopeMs ms per (1/s) once settled
 * @param lagS the lag; of two the longer; 0 for a plant that answers at once
 * @param secondLagS the shorter of two lags, else 0
 * @param deadTimeS whole windows before anything is seen
 * @param usedFitPercent how well it does on what it was fitted to: 100 at best
 * @param unseenFitPercent the same on what it was not shown
 * @param unseenErrorMs the root of the mean square of its errors there, ms
 * @param knee how it bends upwards, where its shape does; {@code slopeMs} is then that of its
 *     operating point
 */
public record Candidate(
    Shape shape,
    Banded floorMs,
    Banded slopeMs,
    Banded lagS,
    double secondLagS,
    double deadTimeS,
    double usedFitPercent,
    double unseenFitPercent,
    double unseenErrorMs,
    Optional<Knee> knee) {

  /**
   * A latency that bends upwards: {@code floor + rise / (1 - rate / capacity)}.
   *
   * @param riseMs ms
   * @param capacityPerSecond where it has no end, 1/s; rates below its band are usable
   * @param operatingRate the median of the recorded rates, 1/s
   * @param worstRate the highest recorded rate below the capacity, 1/s
   * @param worstSlopeMs the slope there, ms per (1/s): what a loop must be stable with
   */
  public record Knee(
      Banded riseMs,
      Banded capacityPerSecond,
      double operatingRate,
      double worstRate,
      double worstSlopeMs) {
    /** The rate up to which the capacity is surely not reached, 1/s. */
    public double usableTo() {
      return capacityPerSecond.value() - capacityPerSecond.half();
    }
  }

  /**
   * A number and how far it may be off.
   *
   * @param half half of the 95 % band, at least 0; NaN where it is not known
   */
  public record Banded(double value, double half) {
    public boolean holds(double truth) {
      return Math.abs(truth - value) <= half;
    }
  }

  /** The shapes that are tried, the simplest first. */
  public enum Shape {
    STATIC("static", "answers at once"),
    KNEE("knee", "answers at once, and bends upwards towards a capacity"),
    FOPDT("fopdt", "one lag after a dead time"),
    SOPDT("sopdt", "two lags after a dead time"),
    ARX("arx", "each window from the one before");

    private final String word;
    private final String about;

    Shape(String word, String about) {
      this.word = word;
      this.about = about;
    }

    public String word() {
      return word;
    }

    public String about() {
      return about;
    }

    public static Optional<Shape> of(String word) {
      return Arrays.stream(values()).filter(s -> s.word.equals(word)).findFirst();
    }
  }

  Candidate judged(double usedPercent, double unseenPercent, double errorMs) {
    return new Candidate(
        shape,
        floorMs,
        slopeMs,
        lagS,
        secondLagS,
        deadTimeS,
        usedPercent,
        unseenPercent,
        errorMs,
        knee);
  }

  /**
   * The plant to run on; empty for two lags, which no plant here has, and for a falling latency.
   */
  public Optional<PlantModel> plant() {
    if (shape == Shape.SOPDT || !(slopeMs.value() >= 0)) {
      return Optional.empty();
    }
    double floor = Math.max(0, floorMs.value());
    return Optional.of(
        knee.isPresent()
            ? new KneeLatency(
                floor,
                knee.get().riseMs().value(),
                Schedule.constant(knee.get().capacityPerSecond().value()),
                KneeLatency.USUAL_CEILING_MS,
                Sensor.EXACT)
            : new FirstOrder(slopeMs.value(), lagS.value(), deadTimeS, floor, Sensor.EXACT));
  }
}
