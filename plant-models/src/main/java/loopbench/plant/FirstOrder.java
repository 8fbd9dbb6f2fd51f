// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import loopbench.knob.Knob;
import loopbench.knob.Range;

/**
 * A plant that takes its time: after a dead time, its latency goes towards {@code floor + gain *
 * rate} as {@code 1 - exp(-t / time constant)}. Before 0 s nothing was admitted. A window's latency
 * is that at the window's end, computed without a step size.
 *
 * @param gainMs what one operation per second more adds once settled, ms, finite and at least 0
 * @param timeConstantS seconds, finite and at least 0; 0 follows at once
 * @param deadTimeS seconds, from 0 to {@link #LONGEST_DEAD_TIME_S}
 * @param floorMs latency at rate 0, ms, finite and at least 0
 * @param sensor what a window gets to see
 */
public record FirstOrder(
    double gainMs, double timeConstantS, double deadTimeS, double floorMs, Sensor sensor)
    implements PlantModel {
  /** A day: what was admitted must be kept for as long. */
  public static final double LONGEST_DEAD_TIME_S = 86_400;

  /** The seed's steepness after its drop, with 5 s of lag and 2 s of dead time. */
  public static final FirstOrder EXAMPLE = new FirstOrder(0.6, 5, 2, 5, Sensor.EXACT);

  public FirstOrder {
    refuseUnless(
        gainMs >= 0 && Double.isFinite(gainMs), "gain", "finite and at least 0 ms", gainMs);
    refuseUnless(
        timeConstantS >= 0 && Double.isFinite(timeConstantS),
        "time-constant",
        "a finite time of at least 0 s",
        timeConstantS);
    refuseUnless(
        deadTimeS >= 0 && deadTimeS <= LONGEST_DEAD_TIME_S,
        "dead-time",
        "from 0 to 86400 s",
        deadTimeS);
    refuseUnless(
        floorMs >= 0 && Double.isFinite(floorMs),
        "floor",
        "a finite time of at least 0 ms",
        floorMs);
    if (sensor == null) {
      throw new IllegalArgumentException("sensor is required, was null.");
    }
  }

  private static void refuseUnless(boolean holds, String field, String allowed, double was) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + allowed + ", was " + was + ".");
    }
  }

  public FirstOrder withGainMs(double newGainMs) {
    return new FirstOrder(newGainMs, timeConstantS, deadTimeS, floorMs, sensor);
  }

  public FirstOrder withTimeConstantS(double newTimeConstantS) {
    return new FirstOrder(gainMs, newTimeConstantS, deadTimeS, floorMs, sensor);
  }

  public FirstOrder withDeadTimeS(double newDeadTimeS) {
    return new FirstOrder(gainMs, timeConstantS, newDeadTimeS, floorMs, sensor);
  }

  public FirstOrder withFloorMs(double newFloorMs) {
    return new FirstOrder(gainMs, timeConstantS, deadTimeS, newFloorMs, sensor);
  }

  public FirstOrder withSensor(Sensor newSensor) {
    return new FirstOrder(gainMs, timeConstantS, deadTimeS, floorMs, newSensor);
  }

  @Override
  public PlantModel quiet() {
    return withSensor(Sensor.EXACT);
  }

  @Override
  public String model() {
    return "first-order";
  }

  @Override
  public double[] eventTimesS() {
    return new double[0];
  }

  @Override
  public List<Event> events() {
    return List.of();
  }

  @Override
  public double settledLatencyMs(double ratePerSecond, double tS) {
    return Math.min(floorMs + gainMs * ratePerSecond, Double.MAX_VALUE);
  }

  @Override
  public double equilibriumRate(double latencyMs, double tS) {
    return latencyMs > floorMs && gainMs > 0 ? (latencyMs - floorMs) / gainMs : Double.NaN;
  }

  @Override
  public double slope(double tS) {
    return gainMs;
  }

  @Override
  public boolean answersAtOnce() {
    return timeConstantS == 0 && deadTimeS == 0;
  }

  /**
   * The dead time's whole windows are delay; what is left of it splits a change between the first
   * window that shows it and the next.
   */
  @Override
  public Optional<LinearPlant> linear(double dtMs, double tS) {
    double dtS = dtMs / 1000;
    double whole = Math.floor(deadTimeS / dtS + 1e-9);
    if (whole > LinearPlant.LONGEST_DELAY) {
      return Optional.empty();
    }
    double rest = Math.max(0, deadTimeS - whole * dtS);
    if (timeConstantS == 0 && rest == 0 && whole > 0) {
      whole--; // a change that shows just when a window ends is seen in it, in full
    }
    double pole = timeConstantS == 0 ? 0 : StrictMath.exp(-dtS / timeConstantS);
    double lead = timeConstantS == 0 ? 1 : 1 - StrictMath.exp(-(dtS - rest) / timeConstantS);
    return pole < 1
        ? Optional.of(new LinearPlant(gainMs, pole, Math.min(lead, 1 - pole), (int) whole))
        : Optional.empty();
  }

  /** It has no capacity. */
  @Override
  public double latencyAtCapacityMs(double tS) {
    return Double.NaN;
  }

  @Override
  public List<Knob<PlantModel>> knobs() {
    return List.of(
        knob(
            "gain",
            "ms per 1/s",
            Range.log(0.001, 1_000).withZero(),
            "What one operation per second more adds to the latency in the end.",
            FirstOrder::gainMs,
            FirstOrder::withGainMs),
        knob(
            "time-constant",
            "s",
            Range.log(0.01, 3_600).withZero(),
            "How slowly the latency follows: two thirds of the way in this time.",
            FirstOrder::timeConstantS,
            FirstOrder::withTimeConstantS),
        knob(
            "dead-time",
            "s",
            Range.linear(0, 600),
            "How long nothing is seen of a change.",
            FirstOrder::deadTimeS,
            FirstOrder::withDeadTimeS),
        knob(
            "floor",
            "ms",
            Range.linear(0, 1_000),
            "The latency of an idle plant.",
            FirstOrder::floorMs,
            FirstOrder::withFloorMs));
  }

  private static Knob<PlantModel> knob(
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<FirstOrder> get,
      BiFunction<FirstOrder, Double, FirstOrder> with) {
    return new Knob<>(
        name,
        unit,
        range,
        about,
        plant -> get.applyAsDouble((FirstOrder) plant),
        (plant, value) -> with.apply((FirstOrder) plant, value));
  }

  @Override
  public Plant start(long seed, double quantile) {
    if (!(quantile > 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "quantile must be above 0 and at most 1, was " + quantile + ".");
    }
    return new Running(this, new SensorDraws(sensor, floorMs, quantile, seed));
  }

  private static final class Running implements Plant {
    /** What the latency goes towards from a time on, the dead time included. */
    private record Aim(double fromS, double latencyMs) {}

    private final FirstOrder model;
    private final SensorDraws draws;
    private final Deque<Aim> coming = new ArrayDeque<>();
    private double aimMs;
    private double lastRate;
    private double levelMs;
    private double timeS;
    private double latencyMs = Double.NaN;

    Running(FirstOrder model, SensorDraws draws) {
      this.model = model;
      this.draws = draws;
      aimMs = model.floorMs;
      levelMs = model.floorMs;
    }

    @Override
    public double timeS() {
      return timeS;
    }

    @Override
    public double latencyMs() {
      return latencyMs;
    }

    @Override
    public void advance(double tS, double ratePerSecond, Latencies latencies) {
      if (!(tS >= timeS)) {
        throw new IllegalArgumentException(
            "time must not run backwards: " + tS + " s after " + timeS + " s");
      }
      if (ratePerSecond != lastRate) {
        coming.add(new Aim(timeS + model.deadTimeS, model.settledLatencyMs(ratePerSecond, timeS)));
        lastRate = ratePerSecond;
      }
      double nowS = timeS;
      while (!coming.isEmpty() && coming.peek().fromS() <= tS) {
        Aim next = coming.remove();
        follow(next.fromS() - nowS);
        nowS = next.fromS();
        aimMs = next.latencyMs();
      }
      follow(tS - nowS);
      latencyMs = levelMs;
      draws.record(latencyMs, ratePerSecond * (tS - timeS), latencies);
      timeS = tS;
    }

    private void follow(double dtS) {
      if (model.timeConstantS == 0) {
        levelMs = aimMs;
      } else if (dtS > 0) {
        levelMs = aimMs + (levelMs - aimMs) * StrictMath.exp(-dtS / model.timeConstantS);
      }
    }
  }
}
