// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.scaling.keda.Advanced;
import loopbench.scaling.keda.AuthenticationRef;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.HpaSettings;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaleTarget;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.Trigger;

/** A ScaledObject as plain values (maps, lists, scalars), and back. Unset fields are not there. */
final class Tree {
  static final String API_VERSION = "keda.sh/v1alpha1";
  static final String KIND = "ScaledObject";

  private Tree() {}

  static Map<String, Object> of(ScaledObject scaler) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("apiVersion", API_VERSION);
    root.put("kind", KIND);
    Map<String, Object> meta = new LinkedHashMap<>();
    text(meta, "name", scaler.metadata().name());
    text(meta, "namespace", scaler.metadata().namespace());
    map(meta, "labels", scaler.metadata().labels());
    map(meta, "annotations", scaler.metadata().annotations());
    root.put("metadata", meta);
    root.put("spec", spec(scaler));
    return root;
  }

  private static Map<String, Object> spec(ScaledObject scaler) {
    Map<String, Object> spec = new LinkedHashMap<>();
    Map<String, Object> target = new LinkedHashMap<>();
    text(target, "apiVersion", scaler.target().apiVersion());
    text(target, "kind", scaler.target().kind());
    text(target, "name", scaler.target().name());
    text(target, "envSourceContainerName", scaler.target().envSourceContainerName());
    spec.put("scaleTargetRef", target);
    count(spec, "pollingInterval", scaler.intervals().polling());
    count(spec, "cooldownPeriod", scaler.intervals().cooldown());
    count(spec, "initialCooldownPeriod", scaler.intervals().initialCooldown());
    count(spec, "idleReplicaCount", scaler.replicas().idle());
    count(spec, "minReplicaCount", scaler.replicas().min());
    count(spec, "maxReplicaCount", scaler.replicas().max());
    scaler.fallback().ifPresent(fallback -> spec.put("fallback", fallback(fallback)));
    map(spec, "advanced", advanced(scaler.advanced()));
    List<Object> triggers = new ArrayList<>();
    for (Trigger trigger : scaler.triggers()) {
      Map<String, Object> one = new LinkedHashMap<>();
      text(one, "type", trigger.type());
      text(one, "name", trigger.name());
      text(one, "metricType", trigger.metricType());
      if (trigger.useCachedMetrics()) {
        one.put("useCachedMetrics", true);
      }
      one.put("metadata", trigger.metadata());
      trigger
          .authentication()
          .ifPresent(
              reference -> {
                Map<String, Object> ref = new LinkedHashMap<>();
                text(ref, "name", reference.name());
                text(ref, "kind", reference.kind());
                one.put("authenticationRef", ref);
              });
      triggers.add(one);
    }
    spec.put("triggers", triggers);
    return spec;
  }

  private static Map<String, Object> fallback(Fallback fallback) {
    Map<String, Object> map = new LinkedHashMap<>();
    count(map, "failureThreshold", fallback.failureThreshold());
    count(map, "replicas", fallback.replicas());
    text(map, "behavior", fallback.behavior());
    return map;
  }

  private static Map<String, Object> advanced(Advanced advanced) {
    Map<String, Object> map = new LinkedHashMap<>();
    advanced
        .restoreToOriginalReplicaCount()
        .ifPresent(restore -> map.put("restoreToOriginalReplicaCount", restore));
    Map<String, Object> hpa = new LinkedHashMap<>();
    text(hpa, "name", advanced.hpa().name());
    advanced.hpa().behavior().ifPresent(behavior -> hpa.put("behavior", BehaviorTree.of(behavior)));
    map(map, "horizontalPodAutoscalerConfig", hpa);
    Map<String, Object> modifiers = new LinkedHashMap<>();
    text(modifiers, "formula", advanced.modifiers().formula());
    text(modifiers, "target", advanced.modifiers().target());
    text(modifiers, "activationTarget", advanced.modifiers().activationTarget());
    text(modifiers, "metricType", advanced.modifiers().metricType());
    map(map, "scalingModifiers", modifiers);
    return map;
  }

  private static void text(Map<String, Object> map, String key, String value) {
    if (!value.isEmpty()) {
      map.put(key, value);
    }
  }

  private static void count(Map<String, Object> map, String key, OptionalInt value) {
    value.ifPresent(number -> map.put(key, (long) number));
  }

  private static void map(Map<String, Object> map, String key, Map<String, ?> value) {
    if (!value.isEmpty()) {
      map.put(key, value);
    }
  }

  /** From values whose types {@link Shape} found right. */
  static ScaledObject read(ObjectMeta metadata, Map<?, ?> spec) {
    Map<?, ?> target = map(spec, "scaleTargetRef");
    List<Trigger> triggers = new ArrayList<>();
    if (spec.get("triggers") instanceof List<?> list) {
      list.forEach(item -> triggers.add(trigger(item instanceof Map<?, ?> map ? map : Map.of())));
    }
    return new ScaledObject(
        metadata,
        new ScaleTarget(
            text(target, "name"),
            text(target, "kind"),
            text(target, "apiVersion"),
            text(target, "envSourceContainerName")),
        new Intervals(
            count(spec, "pollingInterval"),
            count(spec, "cooldownPeriod"),
            count(spec, "initialCooldownPeriod")),
        new ReplicaCounts(
            count(spec, "minReplicaCount"),
            count(spec, "maxReplicaCount"),
            count(spec, "idleReplicaCount")),
        triggers,
        advanced(map(spec, "advanced")),
        spec.get("fallback") instanceof Map<?, ?> fallback
            ? Optional.of(
                new Fallback(
                    count(fallback, "failureThreshold"),
                    count(fallback, "replicas"),
                    text(fallback, "behavior")))
            : Optional.empty());
  }

  static ObjectMeta metadata(Map<?, ?> meta) {
    return new ObjectMeta(
        text(meta, "name"),
        text(meta, "namespace"),
        texts(meta, "labels"),
        texts(meta, "annotations"));
  }

  private static Trigger trigger(Map<?, ?> map) {
    Optional<AuthenticationRef> authentication =
        map.get("authenticationRef") instanceof Map<?, ?> ref
            ? Optional.of(new AuthenticationRef(text(ref, "name"), text(ref, "kind")))
            : Optional.empty();
    return new Trigger(
        text(map, "type"),
        text(map, "name"),
        text(map, "metricType"),
        texts(map, "metadata"),
        Boolean.TRUE.equals(map.get("useCachedMetrics")),
        authentication);
  }

  private static String text(Map<?, ?> map, String key) {
    return map.get(key) instanceof String text ? text : "";
  }

  private static OptionalInt count(Map<?, ?> map, String key) {
    return map.get(key) instanceof Long number
        ? OptionalInt.of(number.intValue())
        : OptionalInt.empty();
  }

  private static Map<?, ?> map(Map<?, ?> map, String key) {
    return map.get(key) instanceof Map<?, ?> below ? below : Map.of();
  }

  private static Map<String, String> texts(Map<?, ?> map, String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    map(map, key)
        .forEach((name, value) -> texts.put((String) name, value == null ? "" : (String) value));
    return texts;
  }

  private static Advanced advanced(Map<?, ?> map) {
    Map<?, ?> hpa = map(map, "horizontalPodAutoscalerConfig");
    Map<?, ?> modifiers = map(map, "scalingModifiers");
    return new Advanced(
        map.get("restoreToOriginalReplicaCount") instanceof Boolean restore
            ? Optional.of(restore)
            : Optional.empty(),
        new HpaSettings(
            text(hpa, "name"),
            hpa.get("behavior") instanceof Map<?, ?> behavior
                ? Optional.of(BehaviorTree.read(behavior))
                : Optional.empty()),
        new ScalingModifiers(
            text(modifiers, "formula"),
            text(modifiers, "target"),
            text(modifiers, "activationTarget"),
            text(modifiers, "metricType")));
  }
}
