// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loopbench.scaling.formula.FormulaProblem;

/**
 * What keeps a ScaledObject from doing its work: the schema (keda.sh_scaledobjects.yaml), KEDA's
 * webhook (scaledobject_webhook.go, scaledobject_types.go, scaletriggers_types.go), its scalers'
 * own checks, and the API server where it validates the HPA that KEDA makes.
 */
final class Admission {
  private static final int NAME_LIMIT = 63;
  private static final List<String> AUTHENTICATIONS =
      List.of("", "TriggerAuthentication", "ClusterTriggerAuthentication");

  private final ScaledObject scaler;
  private final List<SpecProblem> problems = new ArrayList<>();

  private Admission(ScaledObject scaler) {
    this.scaler = scaler;
  }

  /** In the order of the fields; empty when nothing. */
  static List<SpecProblem> problems(ScaledObject scaler) {
    Admission admission = new Admission(scaler);
    admission.object();
    admission.counts();
    admission.advanced();
    admission.fallback();
    admission.triggers();
    return admission.problems;
  }

  private void add(String path, String message) {
    problems.add(new SpecProblem(path, message));
  }

  private void object() {
    named("metadata.name", "A ScaledObject", scaler.metadata().name());
    problems.addAll(Pauses.problems(scaler.metadata().annotations()));
    if (scaler.target().name().isEmpty()) {
      add("scaleTargetRef.name", "scaleTargetRef needs the name of what is to be scaled.");
    }
  }

  private void counts() {
    Intervals intervals = scaler.intervals();
    ReplicaCounts replicas = scaler.replicas();
    atLeast("pollingInterval", 1, intervals.polling());
    atLeast("cooldownPeriod", 0, intervals.cooldown());
    atLeast("initialCooldownPeriod", 0, intervals.initialCooldown());
    atLeast("minReplicaCount", 0, replicas.min());
    atLeast("maxReplicaCount", 1, replicas.max());
    atLeast("idleReplicaCount", 0, replicas.idle());
    replicas.boundsProblem().ifPresent(problems::add);
  }

  private void advanced() {
    String hpa = "advanced.horizontalPodAutoscalerConfig.";
    named(hpa + "name", "The HorizontalPodAutoscaler", scaler.hpaName());
    scaler
        .advanced()
        .hpa()
        .behavior()
        .ifPresent(
            behavior ->
                // Whether a cluster has the gate for tolerances is not the object's business.
                behavior
                    .problems(true)
                    .forEach(
                        problem -> add(hpa + "behavior." + problem.path(), problem.message())));
    modifiers("advanced.scalingModifiers.", scaler.advanced().modifiers());
  }

  private void modifiers(String at, ScalingModifiers modifiers) {
    if (!modifiers.isMentioned()) {
      return;
    }
    if (modifiers.formula().isEmpty()) {
      add(at + "formula", "scalingModifiers need a formula; write one or remove them.");
    } else {
      for (FormulaProblem problem : scaler.formula().problems()) {
        add(
            at + "formula",
            "Line " + problem.line() + ", column " + problem.column() + ": " + problem.message());
      }
    }
    OptionalDouble target = modifiers.targetNumber();
    if (modifiers.target().isEmpty()) {
      add(at + "target", "A formula needs a target, a number above 0 as text, such as \"10\".");
    } else if (target.isEmpty() || !(KedaNumbers.truncatedMilli(target.getAsDouble()) > 0)) {
      add(
          at + "target",
          "target must be a number of at least 0.001 as text, such as \"10\", was \""
              + modifiers.target()
              + "\".");
    }
    if (modifiers.targetType().isEmpty()) {
      add(
          at + "metricType",
          "metricType must be AverageValue or Value, was " + modifiers.metricType() + ".");
    }
  }

  private void fallback() {
    if (scaler.fallback().isEmpty()) {
      return;
    }
    Fallback fallback = scaler.fallback().get();
    required("fallback.failureThreshold", fallback.failureThreshold());
    required("fallback.replicas", fallback.replicas());
    Optional<Fallback.Kind> kind = fallback.kind();
    if (kind.isEmpty()) {
      add(
          "fallback.behavior",
          "behavior must be static, currentReplicas, currentReplicasIfHigher,"
              + " currentReplicasIfLower or scalingModifiers, was "
              + fallback.behavior()
              + ".");
    } else if (kind.get() == Fallback.Kind.SCALING_MODIFIERS
        && scaler.advanced().modifiers().formula().isEmpty()) {
      add(
          "fallback.behavior",
          "behavior scalingModifiers hands failed triggers to a formula as nil, and there is no"
              + " formula.");
    }
    if (!scaler.hasModifiers()
        && !scaler.triggers().isEmpty()
        && scaler.triggers().stream().allMatch(Trigger::isResource)) {
      add(
          "fallback",
          "A fallback needs a trigger other than cpu and memory, whose metrics do not pass"
              + " through KEDA.");
    }
  }

  private void triggers() {
    List<Trigger> triggers = scaler.triggers();
    if (triggers.isEmpty()) {
      add("triggers", "A ScaledObject needs at least one trigger.");
      return;
    }
    boolean onlyResources = triggers.stream().allMatch(Trigger::isResource);
    if (onlyResources && scaler.replicas().min().orElse(0) == 0) {
      add(
          "minReplicaCount",
          "minReplicaCount must be at least 1 when all triggers are cpu or memory, since those"
              + " cannot start a replica from none.");
    }
    for (int i = 0; i < triggers.size(); i++) {
      Trigger trigger = triggers.get(i);
      // A second trigger of one name can be pointed at by position only.
      boolean again =
          !trigger.name().isEmpty()
              && triggers.subList(0, i).stream().anyMatch(t -> t.name().equals(trigger.name()));
      String path = again ? "triggers." + i : scaler.triggerPath(i);
      if (again) {
        add(
            path + ".name",
            "Trigger names must be unique, and \""
                + trigger.name()
                + "\" is used twice; rename one.");
      }
      if (trigger.type().isEmpty()) {
        add(path + ".type", "A trigger needs a type, such as prometheus.");
      }
      if (trigger.useCachedMetrics() && (trigger.isResource() || trigger.type().equals("cron"))) {
        add(
            path + ".useCachedMetrics",
            "useCachedMetrics does not go with " + trigger.type() + " triggers; remove it.");
      }
      boolean utilization = trigger.metricType().equals("Utilization") && trigger.isResource();
      if (trigger.targetType().isEmpty() && !utilization) {
        add(
            path + ".metricType",
            "metricType must be AverageValue or Value"
                + (trigger.isResource() ? " or Utilization" : "")
                + ", was "
                + trigger.metricType()
                + ".");
      }
      trigger
          .authentication()
          .ifPresent(reference -> authentication(path + ".authenticationRef", reference));
      if (trigger.isPrometheus()) {
        problems.addAll(PrometheusTrigger.problems(trigger.metadata(), path + ".metadata"));
      }
    }
  }

  private void authentication(String path, AuthenticationRef reference) {
    if (reference.name().isEmpty()) {
      add(path + ".name", "authenticationRef needs a name.");
    }
    if (!AUTHENTICATIONS.contains(reference.kind())) {
      add(
          path + ".kind",
          "kind must be TriggerAuthentication or ClusterTriggerAuthentication, was "
              + reference.kind()
              + ".");
    }
  }

  private void named(String path, String what, String name) {
    if (name.isEmpty()) {
      add(path, what + " needs a name.");
    } else if (name.length() > NAME_LIMIT) {
      add(
          path,
          what
              + "'s name may have up to "
              + NAME_LIMIT
              + " characters; \""
              + name
              + "\" has "
              + name.length()
              + ".");
    }
  }

  private void required(String path, OptionalInt value) {
    if (value.orElse(-1) < 0) {
      add(
          path,
          "A fallback needs "
              + path.substring(path.indexOf('.') + 1)
              + ", a whole number of 0 or more.");
    }
  }

  private void atLeast(String field, int least, OptionalInt value) {
    if (value.isPresent() && value.getAsInt() < least) {
      add(field, field + " must be at least " + least + ", was " + value.getAsInt() + ".");
    }
  }
}
