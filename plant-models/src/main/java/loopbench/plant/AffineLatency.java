// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import loopbench.knob.Knob;
import loopbench.knob.Range;

/**
 * The seed's plant, which answers at once: {@code latency = floor + rate / capacity * slope}. (The
 * flow controller guide of performance-helpers, {@code flowloop}: 5 ms + rate / capacity * 90 ms.)
 *
 * @param floorMs latency at rate 0, ms, finite and at least 0
 * @param slopeMs what using all of the capacity adds, ms, finite and at least 0; 0 is a plant whose
 *     latency says nothing about the rate
 * @param capacityPerSecond operations per second, above 0
 * @param sensor what a window gets to see
 */
public record AffineLatency(
    double floorMs, double slopeMs, Schedule capacityPerSecond, Sensor sensor)
    implements PlantModel {

  /** The published experiment: 5 ms + 90 ms, capacity 400/s until 30 s and 150/s from then on. */
  public static final AffineLatency SEED =
      new AffineLatency(5, 90, Schedule.step(400, 30, 150), Sensor.EXACT);

  public AffineLatency {
    refuseUnless(
        floorMs >= 0 && Double.isFinite(floorMs),
        "floor",
        "a finite time of at least 0 ms",
        floorMs);
    refuseUnless(
        slopeMs >= 0 && Double.isFinite(slopeMs),
        "slope",
        "a finite time of at least 0 ms",
        slopeMs);
    if (capacityPerSecond == null || sensor == null) {
      throw new IllegalArgumentException("capacity and sensor are required, one was null.");
    }
    for (Schedule.Step step : capacityPerSecond.steps()) {
      refuseUnless(step.value() > 0, "capacity", "above 0/s at every time", step.value());
    }
  }

  private static void refuseUnless(boolean holds, String field, String allowed, double was) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + allowed + ", was " + was + ".");
    }
  }

  public AffineLatency withFloorMs(double newFloorMs) {
    return new AffineLatency(newFloorMs, slopeMs, capacityPerSecond, sensor);
  }

  public AffineLatency withSlopeMs(double newSlopeMs) {
    return new AffineLatency(floorMs, newSlopeMs, capacityPerSecond, sensor);
  }

  public AffineLatency withCapacity(Schedule newCapacityPerSecond) {
    return new AffineLatency(floorMs, slopeMs, newCapacityPerSecond, sensor);
  }

  public AffineLatency withSensor(Sensor newSensor) {
    return new AffineLatency(floorMs, slopeMs, capacityPerSecond, newSensor);
  }

  @Override
  public PlantModel quiet() {
    return withSensor(Sensor.EXACT);
  }

  @Override
  public String model() {
    return "affine-latency";
  }

  /** The latency at a rate and a capacity, ms. Kept finite: beyond a double's range is its end. */
  public static double latencyMs(
      double floorMs, double slopeMs, double capacityPerSecond, double ratePerSecond) {
    double latencyMs = floorMs + ratePerSecond / capacityPerSecond * slopeMs;
    return latencyMs == Double.POSITIVE_INFINITY ? Double.MAX_VALUE : latencyMs;
  }

  @Override
  public double settledLatencyMs(double ratePerSecond, double tS) {
    return latencyMs(floorMs, slopeMs, capacityPerSecond.valueAt(tS), ratePerSecond);
  }

  @Override
  public double latencyAtCapacityMs(double tS) {
    return floorMs + slopeMs;
  }

  @Override
  public double equilibriumRate(double latencyMs, double tS) {
    return latencyMs > floorMs && slopeMs > 0
        ? (latencyMs - floorMs) / slopeMs * capacityPerSecond.valueAt(tS)
        : Double.NaN;
  }

  @Override
  public double slope(double tS) {
    return slopeMs / capacityPerSecond.valueAt(tS);
  }

  @Override
  public double[] eventTimesS() {
    List<Schedule.Step> steps = capacityPerSecond.steps();
    double[] times = new double[steps.size() - 1];
    int count = 0;
    for (int i = 1; i < steps.size(); i++) {
      if (steps.get(i).value() != steps.get(i - 1).value()) {
        times[count++] = steps.get(i).fromS();
      }
    }
    return Arrays.copyOf(times, count);
  }

  @Override
  public List<Event> events() {
    return capacityPerSecond.changes().stream()
        .map(
            change ->
                new Event(
                    change.atS(),
                    "capacity " + plain(change.from()) + " -> " + plain(change.to()) + " /s"))
        .toList();
  }

  /** {@code capacity} for a constant; else one knob per step, {@code capacity.30s} and so on. */
  @Override
  public List<Knob<PlantModel>> knobs() {
    List<Knob<PlantModel>> knobs = new ArrayList<>();
    knobs.add(
        knob(
            "floor",
            "ms",
            Range.linear(0, 1_000),
            "The latency of an idle plant.",
            AffineLatency::floorMs,
            AffineLatency::withFloorMs));
    knobs.add(
        knob(
            "slope",
            "ms",
            Range.linear(0, 10_000),
            "What using all of the capacity adds to the latency.",
            AffineLatency::slopeMs,
            AffineLatency::withSlopeMs));
    List<Schedule.Step> steps = capacityPerSecond.steps();
    for (int i = 0; i < steps.size(); i++) {
      int index = i;
      knobs.add(
          knob(
              steps.size() == 1 ? "capacity" : "capacity." + plain(steps.get(i).fromS()) + "s",
              "1/s",
              Range.log(1, 100_000),
              "Operations per second the plant can finish; halving it doubles the loop's gain.",
              plant -> plant.capacityPerSecond.steps().get(index).value(),
              (plant, value) -> plant.withCapacity(plant.capacityPerSecond.with(index, value))));
    }
    if (sensor.samples().counting() == Sensor.Counting.COUNT) {
      knobs.add(
          knob(
              "sensor.samples",
              "",
              Range.log(1, Sensor.MOST_SAMPLES),
              "Latencies in a window: few make a quantile that scatters.",
              plant -> plant.sensor.samples().count(),
              (plant, value) ->
                  plant.withSensor(
                      plant.sensor.withSamples(Sensor.Samples.count((int) Math.round(value))))));
    }
    return List.copyOf(knobs);
  }

  private static Knob<PlantModel> knob(
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<AffineLatency> get,
      BiFunction<AffineLatency, Double, AffineLatency> with) {
    return new Knob<>(
        name,
        unit,
        range,
        about,
        plant -> get.applyAsDouble((AffineLatency) plant),
        (plant, value) -> with.apply((AffineLatency) plant, value));
  }

  private static String plain(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }

  @Override
  public Plant start(long seed, double quantile) {
    if (!(quantile > 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "quantile must be above 0 and at most 1, was " + quantile + ".");
    }
    return new Running(this, seed, quantile);
  }

  private static final class Running implements Plant {
    private final AffineLatency model;
    private final double floorMs;
    private final double slopeMs;
    private final boolean exact;
    private final SensorDraws draws;
    private double timeS;
    private double latencyMs = Double.NaN;
    private double capacity;
    private int step;
    private double nextStepS;

    Running(AffineLatency model, long seed, double quantile) {
      this.model = model;
      this.floorMs = model.floorMs;
      this.slopeMs = model.slopeMs;
      this.exact =
          model.sensor.samples().counting() == Sensor.Counting.EXACT
              && model.sensor.buckets() == Sensor.Buckets.NONE;
      this.draws = new SensorDraws(model.sensor, floorMs, quantile, seed);
      hold(0);
    }

    private void hold(int index) {
      List<Schedule.Step> steps = model.capacityPerSecond.steps();
      step = index;
      capacity = steps.get(index).value();
      nextStepS =
          index + 1 < steps.size() ? steps.get(index + 1).fromS() : Double.POSITIVE_INFINITY;
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
      while (timeS >= nextStepS) {
        hold(step + 1);
      }
      latencyMs = AffineLatency.latencyMs(floorMs, slopeMs, capacity, ratePerSecond);
      if (exact) {
        latencies.record(latencyMs, 1);
      } else {
        draws.record(latencyMs, ratePerSecond * (tS - timeS), latencies);
      }
      timeS = tS;
    }
  }
}
