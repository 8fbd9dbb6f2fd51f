// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import loopbench.knob.Knob;
import loopbench.knob.Range;

/**
 * What an operator may turn in a ScaledObject: the numbers it holds, named by their paths below
 * {@code spec} ({@code behavior.} short for {@code
 * advanced.horizontalPodAutoscalerConfig.behavior.}). Counts and seconds are whole: they take the
 * nearest whole number.
 */
public final class ScalerKnobs {
  private ScalerKnobs() {}

  /** The knobs of a ScaledObject, in the order a form shows them. */
  public static List<Knob<ScaledObject>> of(ScaledObject scaler) {
    List<Knob<ScaledObject>> knobs = new ArrayList<>();
    for (int i = 0; i < scaler.triggers().size(); i++) {
      Trigger trigger = scaler.triggers().get(i);
      if (trigger.isPrometheus()) {
        number(scaler, i, "threshold", "replicas = value / this, before bounds")
            .ifPresent(knobs::add);
        number(scaler, i, "activationThreshold", "above it the trigger counts as active")
            .ifPresent(knobs::add);
      }
    }
    knobs.add(
        count(
            "minReplicaCount",
            "replicas",
            Range.linear(0, 100),
            "never fewer replicas",
            s -> OptionalInt.of(s.replicas().min().orElse(0)),
            (s, v) ->
                s.withReplicas(
                    new ReplicaCounts(
                        OptionalInt.of(v), s.replicas().max(), s.replicas().idle()))));
    knobs.add(
        count(
            "maxReplicaCount",
            "replicas",
            Range.linear(1, 100),
            "never more replicas",
            s -> OptionalInt.of(s.replicas().hpaMax()),
            (s, v) ->
                s.withReplicas(
                    new ReplicaCounts(
                        s.replicas().min(), OptionalInt.of(v), s.replicas().idle()))));
    knobs.add(
        count(
            "pollingInterval",
            "s",
            Range.linear(1, 300),
            "how often activation is looked at; kept, not replayed",
            s -> OptionalInt.of(s.intervals().pollingS()),
            (s, v) ->
                s.withIntervals(
                    new Intervals(
                        OptionalInt.of(v),
                        s.intervals().cooldown(),
                        s.intervals().initialCooldown()))));
    knobs.add(
        count(
            "cooldownPeriod",
            "s",
            Range.linear(0, 3600),
            "how long nothing is active before scaling to zero; kept, not replayed",
            s -> OptionalInt.of(s.intervals().cooldownS()),
            (s, v) ->
                s.withIntervals(
                    new Intervals(
                        s.intervals().polling(),
                        OptionalInt.of(v),
                        s.intervals().initialCooldown()))));
    behavior(scaler, knobs);
    return List.copyOf(knobs);
  }

  /** The knob of a path, if the ScaledObject holds such a number. */
  public static Optional<Knob<ScaledObject>> at(ScaledObject scaler, String path) {
    return of(scaler).stream().filter(knob -> knob.name().equals(path)).findFirst();
  }

  private static Optional<Knob<ScaledObject>> number(
      ScaledObject scaler, int index, String field, String about) {
    Optional<Double> now = value(scaler, index, field);
    String name = scaler.triggerPath(index) + "." + field;
    return now.map(
        value ->
            new Knob<>(
                name,
                "",
                around(value),
                about,
                s -> value(s, index, field).orElse(Double.NaN),
                (s, v) ->
                    s.withTrigger(
                        index, s.triggers().get(index).withMetadata(field, KedaNumbers.text(v)))));
  }

  private static Optional<Double> value(ScaledObject scaler, int index, String field) {
    String text = scaler.triggers().get(index).metadata().get(field);
    if (text == null) {
      return Optional.empty();
    }
    var number = KedaNumbers.number(text);
    return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
  }

  /** Three decades around a value; a threshold's own scale is all that is known of its unit. */
  private static Range around(double value) {
    if (!(value > 0)) {
      return Range.log(0.01, 100).withZero();
    }
    int decade = (int) Math.floor(StrictMath.log10(value));
    return Range.log(
        Math.max(0.001, Double.parseDouble("1e" + (decade - 1))),
        Double.parseDouble("1e" + (decade + 2)));
  }

  private static Knob<ScaledObject> count(
      String name,
      String unit,
      Range range,
      String about,
      Function<ScaledObject, OptionalInt> get,
      BiFunction<ScaledObject, Integer, ScaledObject> with) {
    return new Knob<>(
        name,
        unit,
        range,
        about,
        s -> get.apply(s).orElseThrow(),
        (s, v) -> with.apply(s, whole(name, v)));
  }

  private static int whole(String name, double value) {
    double nearest = Math.rint(value);
    if (!(nearest >= 0 && nearest <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(name + " must be a whole number, 0 or more, was " + value);
    }
    return (int) nearest;
  }

  private static void behavior(ScaledObject scaler, List<Knob<ScaledObject>> knobs) {
    for (String direction : List.of("scaleUp", "scaleDown")) {
      String at = "behavior." + direction + ".";
      kept(scaler, at + "stabilizationWindowSeconds", "s", Range.linear(0, 3600), knobs);
      int policies =
          scaler
              .advanced()
              .at("horizontalPodAutoscalerConfig", "behavior", direction, "policies")
              .filter(List.class::isInstance)
              .map(p -> ((List<?>) p).size())
              .orElse(0);
      for (int i = 0; i < policies; i++) {
        kept(scaler, at + "policies." + i + ".value", "", Range.linear(1, 1000), knobs);
        kept(scaler, at + "policies." + i + ".periodSeconds", "s", Range.linear(1, 1800), knobs);
      }
    }
  }

  private static void kept(
      ScaledObject scaler, String name, String unit, Range range, List<Knob<ScaledObject>> knobs) {
    String[] path = ("horizontalPodAutoscalerConfig." + name).split("\\.");
    if (scaler.advanced().at(path).filter(Long.class::isInstance).isPresent()) {
      knobs.add(
          new Knob<>(
              name,
              unit,
              range,
              "kept, not replayed",
              s -> s.advanced().at(path).map(v -> ((Long) v).doubleValue()).orElse(Double.NaN),
              (s, v) -> s.withAdvanced(s.advanced().with((long) whole(name, v), path))));
    }
  }
}
