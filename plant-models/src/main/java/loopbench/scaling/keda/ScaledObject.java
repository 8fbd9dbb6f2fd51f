// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import loopbench.scaling.formula.Formula;
import loopbench.scaling.formula.Reading;
import loopbench.scaling.hpa.ReplicaBounds;

/**
 * A KEDA ScaledObject.
 *
 * @param metadata name, place, labels
 * @param target what is scaled
 * @param intervals KEDA's own times
 * @param replicas between which counts
 * @param triggers the metrics, in order
 * @param advanced {@code spec.advanced}
 * @param fallback {@code spec.fallback}
 */
public record ScaledObject(
    ObjectMeta metadata,
    ScaleTarget target,
    Intervals intervals,
    ReplicaCounts replicas,
    List<Trigger> triggers,
    Advanced advanced,
    Optional<Fallback> fallback) {
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

  /** What the annotations hold still or force. */
  public Pauses pauses() {
    return Pauses.of(metadata.annotations());
  }

  /**
   * Whether a fallback takes part at all ({@code HasValidFallback}). Under a formula it does only
   * when the target is a whole number: KEDA says nothing of one that is not, and counts no failure.
   */
  public boolean fallbackApplies() {
    return fallback.isPresent()
        && fallback.get().failureThreshold().orElse(-1) >= 0
        && fallback.get().replicas().orElse(-1) >= 0
        && (!hasModifiers() || KedaNumbers.goInteger(advanced.modifiers().target()).orElse(0) > 0);
  }

  /** The triggers a formula may name, in order: the named ones that are not cpu or memory. */
  public List<String> formulaNames() {
    return triggers.stream()
        .filter(trigger -> !trigger.isResource() && !trigger.name().isEmpty())
        .map(Trigger::name)
        .distinct()
        .toList();
  }

  /** The formula, read with the triggers' names: usable, or what is wrong with it. */
  public Reading formula() {
    Map<String, String> unavailable = new LinkedHashMap<>();
    for (Trigger trigger : triggers) {
      if (trigger.isResource() && !trigger.name().isEmpty()) {
        unavailable.put(
            trigger.name(), "a " + trigger.type() + " trigger has no value in a formula");
      }
    }
    return Formula.read(advanced.modifiers().formula(), formulaNames(), unavailable);
  }

  /** What KEDA or the API server would refuse, in the order of the fields; empty when nothing. */
  public List<SpecProblem> problems() {
    return Admission.problems(this);
  }

  /** What is said here and kept, but not acted upon by the replay, in the order of the fields. */
  public List<KeptFeature> ignored() {
    List<KeptFeature> ignored = new ArrayList<>();
    for (int i = 0; i < triggers.size(); i++) {
      Trigger trigger = triggers.get(i);
      if (trigger.isResource()) {
        ignored.add(
            new KeptFeature(
                triggerPath(i), "A " + trigger.type() + " trigger has no series to replay."));
      } else if (!trigger.isPrometheus() && !hasModifiers()) {
        ignored.add(
            new KeptFeature(
                triggerPath(i),
                "The target of a " + trigger.type() + " trigger is not known here."));
      }
    }
    if (advanced.restoreToOriginalReplicaCount().orElse(false)) {
      ignored.add(
          new KeptFeature(
              "advanced.restoreToOriginalReplicaCount",
              "What happens when the ScaledObject is deleted is not replayed."));
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
