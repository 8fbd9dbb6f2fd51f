// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.formula.Formula;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.Tolerance;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;

/** What rules look at: the ScaledObject, what is known beside it, and its queries read once. */
public final class Subject {
  /** From this minor version on the API server takes a tolerance per direction by default. */
  private static final int CONFIGURABLE_TOLERANCE = 35;

  private final ScaledObject scaler;
  private final LintContext context;
  private final List<JudgedTrigger> prometheus;
  private final Optional<Formula> formula;
  private final Optional<Probe> probe;

  Subject(ScaledObject scaler, LintContext context) {
    this.scaler = scaler;
    this.context = context;
    List<JudgedTrigger> judged = new ArrayList<>();
    for (int i = 0; i < scaler.triggers().size(); i++) {
      Trigger trigger = scaler.triggers().get(i);
      if (trigger.isPrometheus()) {
        judged.add(JudgedTrigger.of(i, scaler.triggerName(i), scaler.triggerPath(i), trigger));
      }
    }
    prometheus = List.copyOf(judged);
    formula = readFormula(scaler);
    probe = formula.map(f -> Probe.of(f, this));
  }

  private static Optional<Formula> readFormula(ScaledObject scaler) {
    String text = scaler.advanced().modifiers().formula();
    List<String> names = new ArrayList<>();
    Map<String, String> unavailable = new LinkedHashMap<>();
    for (Trigger trigger : scaler.triggers()) {
      if (trigger.isResource() && !trigger.name().isEmpty()) {
        unavailable.put(trigger.name(), "cpu and memory triggers are not in a formula");
      } else if (!trigger.name().isEmpty() && !names.contains(trigger.name())) {
        names.add(trigger.name());
      }
    }
    return text.isBlank() ? Optional.empty() : Formula.read(text, names, unavailable).formula();
  }

  public ScaledObject scaler() {
    return scaler;
  }

  public LintContext context() {
    return context;
  }

  List<JudgedTrigger> prometheus() {
    return prometheus;
  }

  /** The triggers whose own targets count; none under a formula. */
  List<JudgedTrigger> withOwnTarget() {
    return scaler.hasModifiers()
        ? List.of()
        : prometheus.stream().filter(t -> t.thresholdMilli().isPresent()).toList();
  }

  /** The formula, where there is one that KEDA accepts. */
  Optional<Formula> formula() {
    return formula;
  }

  /** The formula tried with values that are to be expected. */
  Optional<Probe> probe() {
    return probe;
  }

  int min() {
    return scaler.replicas().hpaMin();
  }

  int max() {
    return scaler.replicas().hpaMax();
  }

  /** What is known of the pool. */
  PoolFacts pool() {
    return context.pool();
  }

  /** Whether KEDA takes the target to zero while nothing is active. */
  boolean restsAtZero() {
    return scaler.replicas().idle().orElse(scaler.replicas().min().orElse(0)) == 0;
  }

  /** Whether KEDA takes the target to zero or to its idle count. */
  boolean sleeps() {
    return scaler.replicas().min().orElse(0) == 0 || scaler.replicas().idle().isPresent();
  }

  Optional<Behavior> behavior() {
    return scaler.advanced().hpa().behavior();
  }

  Optional<ScalingRules> upRules() {
    return behavior().flatMap(Behavior::up);
  }

  Optional<ScalingRules> downRules() {
    return behavior().flatMap(Behavior::down);
  }

  int upWindowS() {
    return upRules().map(r -> r.stabilizationWindowS().orElse(0)).orElse(0);
  }

  double downWindowS() {
    double controllers = context.hpa().downscaleStabilizationS();
    return downRules()
        .map(
            r ->
                r.stabilizationWindowS().isPresent()
                    ? (double) r.stabilizationWindowS().getAsInt()
                    : controllers)
        .orElse(controllers);
  }

  boolean tolerancePerDirection() {
    return context.hpa().kubernetes().minor() >= CONFIGURABLE_TOLERANCE;
  }

  /**
   * The band in which a metric changes nothing, with the behavior's tolerances where they count.
   */
  Tolerance tolerance() {
    Tolerance band = context.hpa().band();
    if (!tolerancePerDirection()) {
      return band;
    }
    return new Tolerance(
        given(downRules(), band.down()), given(upRules(), band.up()), band.model());
  }

  private static double given(Optional<ScalingRules> rules, double otherwise) {
    return rules
        .flatMap(ScalingRules::tolerance)
        .map(t -> t.approximate())
        .filter(t -> t >= 0)
        .orElse(otherwise);
  }
}
