// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import loopbench.scaling.hpa.ReplicaBounds;

/**
 * A KEDA ScaledObject.
 *
 * @param metadata name, place, labels
 * @param target what is scaled
 * @param intervals KEDA's own times
 * @param replicas between which counts
 * @param triggers the metrics, in order
 * @param advanced {@code spec.advanced}, kept as data
 * @param fallback {@code spec.fallback}, kept as data
 */
public record ScaledObject(
    ObjectMeta metadata,
    ScaleTarget target,
    Intervals intervals,
    ReplicaCounts replicas,
    List<Trigger> triggers,
    Advanced advanced,
    Optional<Fallback> fallback) {
  private static final int NAME_LIMIT = 63;
  private static final List<String> AUTHENTICATIONS =
      List.of("", "TriggerAuthentication", "ClusterTriggerAuthentication");
  private static final List<String> PAUSES =
      List.of(
          "autoscaling.keda.sh/paused",
          "autoscaling.keda.sh/paused-replicas",
          "autoscaling.keda.sh/paused-scale-in",
          "autoscaling.keda.sh/paused-scale-out",
          "autoscaling.keda.sh/force-activation");

  public ScaledObject {
    triggers = List.copyOf(triggers);
  }

  /** A ScaledObject for a Deployment, with nothing set but bounds and triggers. */
  public static ScaledObject of(
      String name, String deployment, int min, int max, List<Trigger> triggers) {
    return new ScaledObject(
        ObjectMeta.of(name),
        ScaleTarget.of(deployment),
        Intervals.UNSET,
        ReplicaCounts.of(min, max),
        triggers,
        Advanced.UNSET,
        Optional.empty());
  }

  /** What a trigger is called: its name or, without one, the metric's name in the HPA. */
  public String triggerName(int index) {
    Trigger trigger = triggers.get(index);
    return trigger.name().isEmpty() ? "s" + index + "-" + trigger.type() : trigger.name();
  }

  /** Where a trigger stands in paths. */
  public String triggerPath(int index) {
    Trigger trigger = triggers.get(index);
    return "triggers." + (trigger.name().isEmpty() ? String.valueOf(index) : trigger.name());
  }

  /** A trigger's position by what it is called, if there is one. */
  public OptionalInt indexOf(String triggerName) {
    return IntStream.range(0, triggers.size())
        .filter(i -> triggerName(i).equals(triggerName))
        .findFirst();
  }

  /** The name of the HPA that KEDA generates. */
  public String hpaName() {
    String name = advanced.hpa().name();
    return name.isEmpty() ? "keda-hpa-" + metadata.name() : name;
  }

  /** The bounds of the HPA that KEDA generates. Throws where {@link #problems} names the bounds. */
  public ReplicaBounds hpaBounds() {
    return new ReplicaBounds(replicas.hpaMin(), replicas.hpaMax());
  }

  /** Whether a formula takes the place of the triggers' own targets. */
  public boolean hasModifiers() {
    return advanced.modifiers().isUsed();
  }

  /** What KEDA or the API server would refuse, in the order of the fields; empty when nothing. */
  public List<SpecProblem> problems() {
    List<SpecProblem> problems = new ArrayList<>();
    named(problems, "metadata.name", "A ScaledObject", metadata.name());
    if (target.name().isEmpty()) {
      problems.add(
          new SpecProblem(
              "scaleTargetRef.name", "scaleTargetRef needs the name of what is to be scaled."));
    }
    atLeast(problems, "pollingInterval", 1, intervals.polling());
    atLeast(problems, "cooldownPeriod", 0, intervals.cooldown());
    atLeast(problems, "initialCooldownPeriod", 0, intervals.initialCooldown());
    atLeast(problems, "minReplicaCount", 0, replicas.min());
    atLeast(problems, "maxReplicaCount", 1, replicas.max());
    atLeast(problems, "idleReplicaCount", 0, replicas.idle());
    replicas.boundsProblem().ifPresent(problems::add);
    named(
        problems,
        "advanced.horizontalPodAutoscalerConfig.name",
        "The HorizontalPodAutoscaler",
        hpaName());
    fallback.ifPresent(
        given -> {
          required(problems, "fallback.failureThreshold", given.failureThreshold());
          required(problems, "fallback.replicas", given.replicas());
        });
    triggers(problems);
    return problems;
  }

  private void triggers(List<SpecProblem> problems) {
    if (triggers.isEmpty()) {
      problems.add(new SpecProblem("triggers", "A ScaledObject needs at least one trigger."));
      return;
    }
    boolean onlyResources = triggers.stream().allMatch(Trigger::isResource);
    if (onlyResources && replicas.min().orElse(0) == 0) {
      problems.add(
          new SpecProblem(
              "minReplicaCount",
              "minReplicaCount must be at least 1 when all triggers are cpu or memory, since those"
                  + " cannot start a replica from none."));
    }
    for (int i = 0; i < triggers.size(); i++) {
      Trigger trigger = triggers.get(i);
      // A second trigger of one name can be pointed at by position only.
      boolean again =
          !trigger.name().isEmpty()
              && triggers.subList(0, i).stream().anyMatch(t -> t.name().equals(trigger.name()));
      String path = again ? "triggers." + i : triggerPath(i);
      if (again) {
        problems.add(
            new SpecProblem(
                path + ".name",
                "Trigger names must be unique, and \""
                    + trigger.name()
                    + "\" is used twice; rename one."));
      }
      if (trigger.type().isEmpty()) {
        problems.add(
            new SpecProblem(path + ".type", "A trigger needs a type, such as prometheus."));
      }
      if (trigger.useCachedMetrics() && (trigger.isResource() || trigger.type().equals("cron"))) {
        problems.add(
            new SpecProblem(
                path + ".useCachedMetrics",
                "useCachedMetrics does not go with " + trigger.type() + " triggers; remove it."));
      }
      boolean utilization = trigger.metricType().equals("Utilization") && trigger.isResource();
      if (trigger.targetType().isEmpty() && !utilization) {
        problems.add(
            new SpecProblem(
                path + ".metricType",
                "metricType must be AverageValue or Value"
                    + (trigger.isResource() ? " or Utilization" : "")
                    + ", was "
                    + trigger.metricType()
                    + "."));
      }
      trigger
          .authentication()
          .ifPresent(reference -> authentication(problems, path + ".authenticationRef", reference));
      if (trigger.isPrometheus()) {
        problems.addAll(PrometheusTrigger.problems(trigger.metadata(), path + ".metadata"));
      }
    }
  }

  private static void authentication(
      List<SpecProblem> problems, String path, AuthenticationRef reference) {
    if (reference.name().isEmpty()) {
      problems.add(new SpecProblem(path + ".name", "authenticationRef needs a name."));
    }
    if (!AUTHENTICATIONS.contains(reference.kind())) {
      problems.add(
          new SpecProblem(
              path + ".kind",
              "kind must be TriggerAuthentication or ClusterTriggerAuthentication, was "
                  + reference.kind()
                  + "."));
    }
  }

  private static void named(List<SpecProblem> problems, String path, String what, String name) {
    if (name.isEmpty()) {
      problems.add(new SpecProblem(path, what + " needs a name."));
    } else if (name.length() > NAME_LIMIT) {
      problems.add(
          new SpecProblem(
              path,
              what
                  + "'s name may have up to "
                  + NAME_LIMIT
                  + " characters; \""
                  + name
                  + "\" has "
                  + name.length()
                  + "."));
    }
  }

  private static void required(List<SpecProblem> problems, String path, OptionalInt value) {
    if (value.orElse(-1) < 0) {
      problems.add(
          new SpecProblem(
              path,
              "A fallback needs "
                  + path.substring(path.indexOf('.') + 1)
                  + ", a whole number of 0 or more."));
    }
  }

  private static void atLeast(
      List<SpecProblem> problems, String field, int least, OptionalInt value) {
    if (value.isPresent() && value.getAsInt() < least) {
      problems.add(
          new SpecProblem(
              field, field + " must be at least " + least + ", was " + value.getAsInt() + "."));
    }
  }

  /** What is said here and kept, but not acted upon by the replay, in the order of the fields. */
  public List<KeptFeature> ignored() {
    List<KeptFeature> ignored = new ArrayList<>();
    for (String pause : PAUSES) {
      if (metadata.annotations().containsKey(pause)) {
        ignored.add(
            new KeptFeature(
                "metadata.annotations." + pause,
                "Pausing and forced activation are not replayed."));
      }
    }
    boolean zero = replicas.min().orElse(0) == 0;
    if (zero) {
      ignored.add(
          new KeptFeature(
              "minReplicaCount",
              "Scaling to zero and back (activation, cooldown) is not replayed; the replay stays at"
                  + " 1 or more."));
    }
    if (replicas.idle().isPresent()) {
      ignored.add(new KeptFeature("idleReplicaCount", "The idle count is not replayed."));
    }
    for (int i = 0; i < triggers.size(); i++) {
      Trigger trigger = triggers.get(i);
      if (trigger.isResource()) {
        ignored.add(
            new KeptFeature(
                triggerPath(i), "A " + trigger.type() + " trigger has no series to replay."));
      }
      if (trigger.useCachedMetrics()) {
        ignored.add(
            new KeptFeature(
                triggerPath(i) + ".useCachedMetrics",
                "The series is read at each sync, not at the last poll."));
      }
      if (zero && trigger.metadata().containsKey("activationThreshold")) {
        ignored.add(
            new KeptFeature(
                triggerPath(i) + ".metadata.activationThreshold", "Activation is not replayed."));
      }
    }
    if (advanced.hpa().behavior().isPresent()) {
      ignored.add(
          new KeptFeature(
              "advanced.horizontalPodAutoscalerConfig.behavior",
              "Stabilization windows, policies and tolerances of the behavior are not replayed."));
    }
    if (hasModifiers()) {
      ignored.add(
          new KeptFeature("advanced.scalingModifiers", "The scaling formula is not replayed."));
    }
    if (fallback.isPresent()) {
      ignored.add(new KeptFeature("fallback", "The fallback is not replayed."));
    }
    return ignored;
  }

  public ScaledObject withReplicas(ReplicaCounts newReplicas) {
    return new ScaledObject(metadata, target, intervals, newReplicas, triggers, advanced, fallback);
  }

  public ScaledObject withIntervals(Intervals newIntervals) {
    return new ScaledObject(metadata, target, newIntervals, replicas, triggers, advanced, fallback);
  }

  public ScaledObject withAdvanced(Advanced newAdvanced) {
    return new ScaledObject(metadata, target, intervals, replicas, triggers, newAdvanced, fallback);
  }

  public ScaledObject withFallback(Fallback newFallback) {
    return new ScaledObject(
        metadata, target, intervals, replicas, triggers, advanced, Optional.of(newFallback));
  }

  public ScaledObject withMetadata(ObjectMeta newMetadata) {
    return new ScaledObject(newMetadata, target, intervals, replicas, triggers, advanced, fallback);
  }

  /** The same with the trigger at a position replaced. */
  public ScaledObject withTrigger(int index, Trigger trigger) {
    List<Trigger> next = new ArrayList<>(triggers);
    next.set(index, trigger);
    return new ScaledObject(metadata, target, intervals, replicas, next, advanced, fallback);
  }

  /** The thresholds by the triggers' names, as written; triggers without one are left out. */
  public Map<String, String> thresholds() {
    Map<String, String> thresholds = new LinkedHashMap<>();
    for (int i = 0; i < triggers.size(); i++) {
      String threshold = triggers.get(i).metadata().get("threshold");
      if (threshold != null) {
        thresholds.put(triggerName(i), threshold);
      }
    }
    return thresholds;
  }
}
