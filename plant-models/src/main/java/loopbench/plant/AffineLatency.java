// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.ArrayList;
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
    AtOnce.refuseUnless(
        floorMs >= 0 && Double.isFinite(floorMs),
        "floor",
        "a finite time of at least 0 ms",
        floorMs);
    AtOnce.refuseUnless(
        slopeMs >= 0 && Double.isFinite(slopeMs),
        "slope",
        "a finite time of at least 0 ms",
        slopeMs);
    if (capacityPerSecond == null || sensor == null) {
      throw new IllegalArgumentException("capacity and sensor are required, one was null.");
    }
    AtOnce.refuseNotAboveZero(capacityPerSecond);
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
    return AtOnce.timesS(capacityPerSecond);
  }

  @Override
  public List<Event> events() {
    return AtOnce.events(capacityPerSecond);
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
    knobs.addAll(
        AtOnce.knobs(
            AffineLatency.class,
            "Operations per second the plant can finish; halving it doubles the loop's gain.",
            this,
            AffineLatency::capacityPerSecond,
            AffineLatency::withCapacity));
    knobs.addAll(AtOnce.sensorKnobs(AffineLatency.class, this, AffineLatency::withSensor));
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

  @Override
  public Plant start(long seed, double quantile) {
    return new AtOnce(
        this,
        capacityPerSecond,
        seed,
        quantile,
        (capacity, rate) -> latencyMs(floorMs, slopeMs, capacity, rate));
  }
}
