// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import loopbench.knob.Knob;
import loopbench.knob.Range;

/**
 * A running plant whose latency is that of the window's rate and of the capacity at the window's
 * start, and what such plants say of a capacity that changes in steps.
 */
final class AtOnce implements Plant {
  private final Schedule capacityPerSecond;
  private final DoubleBinaryOperator latencyOfCapacityAndRate;
  private final boolean exact;
  private final SensorDraws draws;
  private double timeS;
  private double latencyMs = Double.NaN;
  private double capacity;
  private int step;
  private double nextStepS;

  /**
   * @param quantile above 0 and at most 1
   * @param latencyOfCapacityAndRate ms; finite and at least 0 for every rate
   */
  AtOnce(
      PlantModel model,
      Schedule capacityPerSecond,
      long seed,
      double quantile,
      DoubleBinaryOperator latencyOfCapacityAndRate) {
    if (!(quantile > 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "quantile must be above 0 and at most 1, was " + quantile + ".");
    }
    this.capacityPerSecond = capacityPerSecond;
    this.latencyOfCapacityAndRate = latencyOfCapacityAndRate;
    this.exact =
        model.sensor().samples().counting() == Sensor.Counting.EXACT
            && model.sensor().buckets() == Sensor.Buckets.NONE;
    this.draws = new SensorDraws(model.sensor(), model.floorMs(), quantile, seed);
    hold(0);
  }

  private void hold(int index) {
    List<Schedule.Step> steps = capacityPerSecond.steps();
    step = index;
    capacity = steps.get(index).value();
    nextStepS = index + 1 < steps.size() ? steps.get(index + 1).fromS() : Double.POSITIVE_INFINITY;
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
    latencyMs = latencyOfCapacityAndRate.applyAsDouble(capacity, ratePerSecond);
    if (exact) {
      latencies.record(latencyMs, 1);
    } else {
      draws.record(latencyMs, ratePerSecond * (tS - timeS), latencies);
    }
    timeS = tS;
  }

  // ---- capacities --------------------------------------------------------------------------

  static void refuseUnless(boolean holds, String field, String allowed, double was) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + allowed + ", was " + was + ".");
    }
  }

  static void refuseNotAboveZero(Schedule capacityPerSecond) {
    for (Schedule.Step step : capacityPerSecond.steps()) {
      refuseUnless(step.value() > 0, "capacity", "above 0/s at every time", step.value());
    }
  }

  static double[] timesS(Schedule capacityPerSecond) {
    return capacityPerSecond.changes().stream().mapToDouble(Schedule.Change::atS).toArray();
  }

  static List<Event> events(Schedule capacityPerSecond) {
    return capacityPerSecond.changes().stream()
        .map(
            change ->
                new Event(
                    change.atS(),
                    "capacity " + plain(change.from()) + " -> " + plain(change.to()) + " /s"))
        .toList();
  }

  /** {@code capacity} for a constant; else one knob per step, {@code capacity.30s} and so on. */
  static <P extends PlantModel> List<Knob<PlantModel>> knobs(
      Class<P> type,
      String about,
      P model,
      Function<P, Schedule> get,
      BiFunction<P, Schedule, P> with) {
    List<Knob<PlantModel>> knobs = new ArrayList<>();
    List<Schedule.Step> steps = get.apply(model).steps();
    for (int i = 0; i < steps.size(); i++) {
      int index = i;
      knobs.add(
          new Knob<>(
              steps.size() == 1 ? "capacity" : "capacity." + plain(steps.get(i).fromS()) + "s",
              "1/s",
              Range.log(1, 100_000),
              about,
              plant -> get.apply(type.cast(plant)).steps().get(index).value(),
              (plant, value) ->
                  with.apply(type.cast(plant), get.apply(type.cast(plant)).with(index, value))));
    }
    return knobs;
  }

  /** A sensor's knob, where it draws a number of samples that was written. */
  static <P extends PlantModel> List<Knob<PlantModel>> sensorKnobs(
      Class<P> type, P model, BiFunction<P, Sensor, P> with) {
    return model.sensor().samples().counting() != Sensor.Counting.COUNT
        ? List.of()
        : List.of(
            new Knob<>(
                "sensor.samples",
                "",
                Range.log(1, Sensor.MOST_SAMPLES),
                "Latencies in a window: few make a quantile that scatters.",
                plant -> plant.sensor().samples().count(),
                (plant, value) ->
                    with.apply(
                        type.cast(plant),
                        plant
                            .sensor()
                            .withSamples(Sensor.Samples.count((int) Math.round(value))))));
  }

  private static String plain(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }
}
