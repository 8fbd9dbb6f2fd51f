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
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;

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
            "how often KEDA looks whether to be active",
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
            "how long nothing is active before scaling to zero",
            s -> OptionalInt.of(s.intervals().cooldownS()),
            (s, v) ->
                s.withIntervals(
                    new Intervals(
                        s.intervals().polling(),
                        OptionalInt.of(v),
                        s.intervals().initialCooldown()))));
    fallback(scaler, knobs);
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

  private static void fallback(ScaledObject scaler, List<Knob<ScaledObject>> knobs) {
    if (scaler.fallback().isEmpty()) {
      return;
    }
    knobs.add(
        count(
            "fallback.failureThreshold",
            "",
            Range.linear(0, 20),
            "more failures in a row than this engage the fallback",
            s -> s.fallback().orElseThrow().failureThreshold(),
            (s, v) -> s.withFallback(s.fallback().orElseThrow().withFailureThreshold(v))));
    knobs.add(
        count(
            "fallback.replicas",
            "replicas",
            Range.linear(0, 100),
            "how many replicas a failing metric stands for",
            s -> s.fallback().orElseThrow().replicas(),
            (s, v) -> s.withFallback(s.fallback().orElseThrow().withReplicas(v))));
  }

  private static void behavior(ScaledObject scaler, List<Knob<ScaledObject>> knobs) {
    Optional<Behavior> behavior = scaler.advanced().hpa().behavior();
    behavior
        .flatMap(Behavior::up)
        .ifPresent(rules -> rules("scaleUp", rules, Behavior::up, Behavior::withUp, knobs));
    behavior
        .flatMap(Behavior::down)
        .ifPresent(rules -> rules("scaleDown", rules, Behavior::down, Behavior::withDown, knobs));
  }

  private static void rules(
      String direction,
      ScalingRules rules,
      Function<Behavior, Optional<ScalingRules>> get,
      BiFunction<Behavior, ScalingRules, Behavior> with,
      List<Knob<ScaledObject>> knobs) {
    String at = "behavior." + direction + ".";
    Function<ScaledObject, ScalingRules> now =
        s -> s.advanced().hpa().behavior().flatMap(get).orElse(ScalingRules.UNSET);
    BiFunction<ScaledObject, ScalingRules, ScaledObject> set =
        (s, r) ->
            s.withAdvanced(
                s.advanced()
                    .withBehavior(
                        with.apply(s.advanced().hpa().behavior().orElse(Behavior.EMPTY), r)));
    if (rules.stabilizationWindowS().isPresent()) {
      knobs.add(
          count(
              at + "stabilizationWindowSeconds",
              "s",
              Range.linear(0, 3600),
              "how long recommendations are remembered in this direction",
              s -> now.apply(s).stabilizationWindowS(),
              (s, v) -> set.apply(s, now.apply(s).withStabilizationWindowS(v))));
    }
    if (rules.tolerance().isPresent()) {
      knobs.add(
          new Knob<>(
              at + "tolerance",
              "",
              Range.linear(0, 1),
              "how far a metric may be off in this direction without effect",
              s -> now.apply(s).tolerance().map(Quantity::approximate).orElse(Double.NaN),
              (s, v) -> set.apply(s, now.apply(s).withTolerance(Quantity.of(v)))));
    }
    List<ScalingPolicy> policies = rules.policies().orElse(List.of());
    for (int i = 0; i < policies.size(); i++) {
      int index = i;
      boolean percent = policies.get(i).type() == ScalingPolicy.Type.PERCENT;
      knobs.add(
          count(
              at + "policies." + i + ".value",
              percent ? "%" : "pods",
              percent ? Range.linear(1, 400) : Range.linear(1, 100),
              "how much may change within the period",
              s -> OptionalInt.of(policy(now.apply(s), index).value()),
              (s, v) ->
                  set.apply(
                      s, with(now.apply(s), index, policy(now.apply(s), index).withValue(v)))));
      knobs.add(
          count(
              at + "policies." + i + ".periodSeconds",
              "s",
              Range.linear(1, 1800),
              "the period in which so much may change",
              s -> OptionalInt.of(policy(now.apply(s), index).periodS()),
              (s, v) ->
                  set.apply(
                      s, with(now.apply(s), index, policy(now.apply(s), index).withPeriodS(v)))));
    }
  }

  private static ScalingPolicy policy(ScalingRules rules, int index) {
    return rules.policies().orElseThrow().get(index);
  }

  private static ScalingRules with(ScalingRules rules, int index, ScalingPolicy policy) {
    List<ScalingPolicy> next = new ArrayList<>(rules.policies().orElseThrow());
    next.set(index, policy);
    return rules.withPolicies(next);
  }
}
