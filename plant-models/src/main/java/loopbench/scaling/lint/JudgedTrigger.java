// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import loopbench.scaling.hpa.Milli;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.scaling.keda.PrometheusTrigger;
import loopbench.scaling.keda.Trigger;
import loopbench.signal.Expr;
import loopbench.signal.Query;
import loopbench.signal.Shape;
import loopbench.signal.Signal;

/**
 * A Prometheus trigger with its query read.
 *
 * @param index its position among all triggers
 * @param name what it is called
 * @param path where it stands in the manifest
 * @param trigger the trigger
 * @param query its query
 * @param shape what the query's text tells of its answer
 */
record JudgedTrigger(
    int index, String name, String path, Trigger trigger, Query query, Shape shape) {

  static JudgedTrigger of(int index, String name, String path, Trigger trigger) {
    Query query = Query.read(trigger.metadata().getOrDefault("query", ""));
    return new JudgedTrigger(index, name, path, trigger, query, query.shape());
  }

  /** A metadata field as KEDA reads it; empty when absent. */
  String field(String key) {
    return trigger.metadata().getOrDefault(key, "").strip();
  }

  String fieldPath(String key) {
    return path + ".metadata." + key;
  }

  String queryPath() {
    return fieldPath("query");
  }

  /** The target as the HPA gets it; empty where KEDA refuses it. */
  OptionalLong thresholdMilli() {
    OptionalDouble threshold = KedaNumbers.number(field("threshold"));
    long milli = threshold.isPresent() ? KedaNumbers.milli(threshold.getAsDouble()) : 0;
    return milli > 0 ? OptionalLong.of(milli) : OptionalLong.empty();
  }

  String thresholdText() {
    return Milli.text(thresholdMilli().orElse(0));
  }

  /** Above it the trigger is active. */
  double activationThreshold() {
    return KedaNumbers.number(field("activationThreshold")).orElse(0);
  }

  /** Whether nothing, NaN and infinities count as 0. */
  boolean absentIsZero() {
    return Truth.read(field("ignoreNullValues")).orElse(true);
  }

  /** The trigger's fields, where KEDA accepts them. */
  Optional<PrometheusTrigger> accepted() {
    return PrometheusTrigger.problems(trigger.metadata(), "metadata").isEmpty()
        ? Optional.of(PrometheusTrigger.of(trigger.metadata()))
        : Optional.empty();
  }

  boolean comparedAs(TargetType type) {
    return trigger.targetType().filter(t -> t == type).isPresent();
  }

  /** The known metrics it reads. */
  List<Signal> signals() {
    return query.selectors().stream().flatMap(s -> s.signal().stream()).distinct().toList();
  }

  boolean reads(Signal signal) {
    return signals().contains(signal);
  }

  /** Whether every metric it reads is known, and there is one. */
  boolean readsKnownOnly() {
    List<Expr.Selector> selectors = query.selectors();
    return !selectors.isEmpty()
        && query.unread().isEmpty()
        && selectors.stream().allMatch(s -> s.signal().isPresent());
  }
}
