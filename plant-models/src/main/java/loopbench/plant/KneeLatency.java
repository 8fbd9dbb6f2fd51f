// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import loopbench.knob.Knob;
import loopbench.knob.Range;

/**
 * A plant that answers at once and bends upwards towards its capacity, as a queue does: {@code
 * latency = floor + rise / (1 - rate / capacity)}, the mean sojourn time of an M/M/1 queue with
 * {@code rise} for the time of service. From the rate on at which that would exceed the ceiling,
 * and from the capacity on, the latency is the ceiling: what a client waits at most. It has no
 * memory: a window above the capacity leaves no queue behind.
 *
 * <p>Its slope grows with the latency it is held at, so that {@link #slope} is not known and {@link
 * #slopeAt} is.
 *
 * @param floorMs what the latency has on top of the queue's, ms, finite and at least 0
 * @param riseMs what the queue adds at rate 0, ms, finite and above 0; twice that at half of the
 *     capacity, ten times at nine tenths
 * @param capacityPerSecond operations per second, above 0
 * @param ceilingMs the latency at and above the capacity, ms, finite and above 0; one below what an
 *     idle plant takes hides the knee, and none takes the latency below the floor
 * @param sensor what a window gets to see
 */
public record KneeLatency(
    double floorMs, double riseMs, Schedule capacityPerSecond, double ceilingMs, Sensor sensor)
    implements PlantModel {

  /** The ceiling where none is written: what many a client waits at most. */
  public static final double USUAL_CEILING_MS = 10_000;

  /** At the seed's capacity, with the seed's latency of 50 ms at nine tenths of it. */
  public static final KneeLatency EXAMPLE =
      new KneeLatency(5, 4.5, Schedule.constant(400), USUAL_CEILING_MS, Sensor.EXACT);

  public KneeLatency {
    AtOnce.refuseUnless(
        floorMs >= 0 && Double.isFinite(floorMs),
        "floor",
        "a finite time of at least 0 ms",
        floorMs);
    AtOnce.refuseUnless(
        riseMs > 0 && Double.isFinite(riseMs), "rise", "a finite time above 0 ms", riseMs);
    AtOnce.refuseUnless(
        ceilingMs > 0 && Double.isFinite(ceilingMs),
        "ceiling",
        "a finite time above 0 ms",
        ceilingMs);
    if (capacityPerSecond == null || sensor == null) {
      throw new IllegalArgumentException("capacity and sensor are required, one was null.");
    }
    AtOnce.refuseNotAboveZero(capacityPerSecond);
  }

  public KneeLatency withFloorMs(double newFloorMs) {
    return new KneeLatency(newFloorMs, riseMs, capacityPerSecond, ceilingMs, sensor);
  }

  public KneeLatency withRiseMs(double newRiseMs) {
    return new KneeLatency(floorMs, newRiseMs, capacityPerSecond, ceilingMs, sensor);
  }

  public KneeLatency withCapacity(Schedule newCapacityPerSecond) {
    return new KneeLatency(floorMs, riseMs, newCapacityPerSecond, ceilingMs, sensor);
  }

  public KneeLatency withCeilingMs(double newCeilingMs) {
    return new KneeLatency(floorMs, riseMs, capacityPerSecond, newCeilingMs, sensor);
  }

  public KneeLatency withSensor(Sensor newSensor) {
    return new KneeLatency(floorMs, riseMs, capacityPerSecond, ceilingMs, newSensor);
  }

  @Override
  public PlantModel quiet() {
    return withSensor(Sensor.EXACT);
  }

  @Override
  public String model() {
    return "knee-latency";
  }

  private double latencyMs(double capacity, double ratePerSecond) {
    double left = 1 - ratePerSecond / capacity;
    double waitedMs = left > 0 ? floorMs + riseMs / left : ceilingMs;
    return Math.max(floorMs, Math.min(ceilingMs, waitedMs));
  }

  @Override
  public double settledLatencyMs(double ratePerSecond, double tS) {
    return latencyMs(capacityPerSecond.valueAt(tS), ratePerSecond);
  }

  /** The ceiling. */
  @Override
  public double latencyAtCapacityMs(double tS) {
    return Math.max(floorMs, ceilingMs);
  }

  /** NaN at the ceiling and above, which many rates and no rate hold. */
  @Override
  public double equilibriumRate(double latencyMs, double tS) {
    return latencyMs > floorMs + riseMs && latencyMs < ceilingMs
        ? capacityPerSecond.valueAt(tS) * (1 - riseMs / (latencyMs - floorMs))
        : Double.NaN;
  }

  /** NaN: it depends on the latency. */
  @Override
  public double slope(double tS) {
    return Double.NaN;
  }

  /** {@code (latency - floor)^2 / (rise capacity)}. */
  @Override
  public double slopeAt(double latencyMs, double tS) {
    double over = latencyMs - floorMs;
    return latencyMs >= floorMs + riseMs && latencyMs < ceilingMs
        ? over * over / (riseMs * capacityPerSecond.valueAt(tS))
        : Double.NaN;
  }

  @Override
  public Optional<LinearPlant> linearAt(double latencyMs, double dtMs, double tS) {
    double slope = slopeAt(latencyMs, tS);
    return slope >= 0
        ? Optional.of(LinearPlant.atOnce(slope, extraDelayTicks()))
        : Optional.empty();
  }

  @Override
  public double[] eventTimesS() {
    return AtOnce.timesS(capacityPerSecond);
  }

  @Override
  public List<Event> events() {
    return AtOnce.events(capacityPerSecond);
  }

  @Override
  public List<Knob<PlantModel>> knobs() {
    List<Knob<PlantModel>> knobs = new ArrayList<>();
    knobs.add(
        knob(
            "floor",
            Range.linear(0, 1_000),
            "What the latency has on top of the queue's.",
            KneeLatency::floorMs,
            KneeLatency::withFloorMs));
    knobs.add(
        knob(
            "rise",
            Range.log(0.01, 1_000),
            "What the queue adds to an idle plant; ten times that at nine tenths of the capacity.",
            KneeLatency::riseMs,
            KneeLatency::withRiseMs));
    knobs.addAll(
        AtOnce.knobs(
            KneeLatency.class,
            "Operations per second at which the latency has no end.",
            this,
            KneeLatency::capacityPerSecond,
            KneeLatency::withCapacity));
    knobs.add(
        knob(
            "ceiling",
            Range.log(1, 600_000),
            "The latency at the capacity and above it.",
            KneeLatency::ceilingMs,
            KneeLatency::withCeilingMs));
    knobs.addAll(AtOnce.sensorKnobs(KneeLatency.class, this, KneeLatency::withSensor));
    return List.copyOf(knobs);
  }

  private static Knob<PlantModel> knob(
      String name,
      Range range,
      String about,
      ToDoubleFunction<KneeLatency> get,
      BiFunction<KneeLatency, Double, KneeLatency> with) {
    return new Knob<>(
        name,
        "ms",
        range,
        about,
        plant -> get.applyAsDouble((KneeLatency) plant),
        (plant, value) -> with.apply((KneeLatency) plant, value));
  }

  @Override
  public Plant start(long seed, double quantile) {
    return new AtOnce(this, capacityPerSecond, seed, quantile, this::latencyMs);
  }
}
