// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.keda.Advanced;
import loopbench.scaling.keda.AuthenticationRef;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.HpaSettings;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaleTarget;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.SpecProblem;
import loopbench.scaling.keda.Trigger;

/** A ScaledObject from and to plain values. */
final class ScaledObjectForm implements Form<ScaledObject> {
  @Override
  public String word(ScaledObject scaler) {
    return "ScaledObject";
  }

  @Override
  public ObjectMeta metadata(ScaledObject scaler) {
    return scaler.metadata();
  }

  @Override
  public List<SpecProblem> problems(ScaledObject scaler) {
    return scaler.problems();
  }

  @Override
  public List<KeptFeature> kept(ScaledObject scaler) {
    return scaler.ignored();
  }

  @Override
  public Map<String, Object> spec(ScaledObject scaler) {
    Map<String, Object> spec = new LinkedHashMap<>();
    Map<String, Object> target = new LinkedHashMap<>();
    Tree.put(target, "apiVersion", scaler.target().apiVersion());
    Tree.put(target, "kind", scaler.target().kind());
    Tree.put(target, "name", scaler.target().name());
    Tree.put(target, "envSourceContainerName", scaler.target().envSourceContainerName());
    spec.put("scaleTargetRef", target);
    Tree.put(spec, "pollingInterval", scaler.intervals().polling());
    Tree.put(spec, "cooldownPeriod", scaler.intervals().cooldown());
    Tree.put(spec, "initialCooldownPeriod", scaler.intervals().initialCooldown());
    Tree.put(spec, "idleReplicaCount", scaler.replicas().idle());
    Tree.put(spec, "minReplicaCount", scaler.replicas().min());
    Tree.put(spec, "maxReplicaCount", scaler.replicas().max());
    scaler.fallback().ifPresent(fallback -> spec.put("fallback", fallback(fallback)));
    Tree.put(spec, "advanced", advanced(scaler.advanced()));
    List<Object> triggers = new ArrayList<>();
    for (Trigger trigger : scaler.triggers()) {
      Map<String, Object> one = new LinkedHashMap<>();
      Tree.put(one, "type", trigger.type());
      Tree.put(one, "name", trigger.name());
      Tree.put(one, "metricType", trigger.metricType());
      if (trigger.useCachedMetrics()) {
        one.put("useCachedMetrics", true);
      }
      one.put("metadata", trigger.metadata());
      trigger
          .authentication()
          .ifPresent(
              reference -> {
                Map<String, Object> ref = new LinkedHashMap<>();
                Tree.put(ref, "name", reference.name());
                Tree.put(ref, "kind", reference.kind());
                one.put("authenticationRef", ref);
              });
      triggers.add(one);
    }
    spec.put("triggers", triggers);
    return spec;
  }

  private static Map<String, Object> fallback(Fallback fallback) {
    Map<String, Object> map = new LinkedHashMap<>();
    Tree.put(map, "failureThreshold", fallback.failureThreshold());
    Tree.put(map, "replicas", fallback.replicas());
    Tree.put(map, "behavior", fallback.behavior());
    return map;
  }

  private static Map<String, Object> advanced(Advanced advanced) {
    Map<String, Object> map = new LinkedHashMap<>();
    advanced
        .restoreToOriginalReplicaCount()
        .ifPresent(restore -> map.put("restoreToOriginalReplicaCount", restore));
    Map<String, Object> hpa = new LinkedHashMap<>();
    Tree.put(hpa, "name", advanced.hpa().name());
    advanced.hpa().behavior().ifPresent(behavior -> hpa.put("behavior", BehaviorTree.of(behavior)));
    Tree.put(map, "horizontalPodAutoscalerConfig", hpa);
    Map<String, Object> modifiers = new LinkedHashMap<>();
    Tree.put(modifiers, "formula", advanced.modifiers().formula());
    Tree.put(modifiers, "target", advanced.modifiers().target());
    Tree.put(modifiers, "activationTarget", advanced.modifiers().activationTarget());
    Tree.put(modifiers, "metricType", advanced.modifiers().metricType());
    Tree.put(map, "scalingModifiers", modifiers);
    return map;
  }

  @Override
  public ScaledObject read(String word, ObjectMeta metadata, Map<?, ?> spec) {
    Map<?, ?> target = Tree.map(spec, "scaleTargetRef");
    return new ScaledObject(
        metadata,
        new ScaleTarget(
            Tree.text(target, "name"),
            Tree.text(target, "kind"),
            Tree.text(target, "apiVersion"),
            Tree.text(target, "envSourceContainerName")),
        new Intervals(
            Tree.count(spec, "pollingInterval"),
            Tree.count(spec, "cooldownPeriod"),
            Tree.count(spec, "initialCooldownPeriod")),
        new ReplicaCounts(
            Tree.count(spec, "minReplicaCount"),
            Tree.count(spec, "maxReplicaCount"),
            Tree.count(spec, "idleReplicaCount")),
        Tree.list(spec, "triggers", ScaledObjectForm::trigger),
        advanced(Tree.map(spec, "advanced")),
        spec.get("fallback") instanceof Map<?, ?> fallback
            ? Optional.of(
                new Fallback(
                    Tree.count(fallback, "failureThreshold"),
                    Tree.count(fallback, "replicas"),
                    Tree.text(fallback, "behavior")))
            : Optional.empty());
  }

  private static Trigger trigger(Map<?, ?> map) {
    Optional<AuthenticationRef> authentication =
        map.get("authenticationRef") instanceof Map<?, ?> ref
            ? Optional.of(new AuthenticationRef(Tree.text(ref, "name"), Tree.text(ref, "kind")))
            : Optional.empty();
    return new Trigger(
        Tree.text(map, "type"),
        Tree.text(map, "name"),
        Tree.text(map, "metricType"),
        Tree.texts(map, "metadata"),
        Boolean.TRUE.equals(map.get("useCachedMetrics")),
        authentication);
  }

  private static Advanced advanced(Map<?, ?> map) {
    Map<?, ?> hpa = Tree.map(map, "horizontalPodAutoscalerConfig");
    Map<?, ?> modifiers = Tree.map(map, "scalingModifiers");
    return new Advanced(
        map.get("restoreToOriginalReplicaCount") instanceof Boolean restore
            ? Optional.of(restore)
            : Optional.empty(),
        new HpaSettings(
            Tree.text(hpa, "name"),
            hpa.get("behavior") instanceof Map<?, ?> behavior
                ? Optional.of(BehaviorTree.read(behavior))
                : Optional.empty()),
        new ScalingModifiers(
            Tree.text(modifiers, "formula"),
            Tree.text(modifiers, "target"),
            Tree.text(modifiers, "activationTarget"),
            Tree.text(modifiers, "metricType")));
  }
}
