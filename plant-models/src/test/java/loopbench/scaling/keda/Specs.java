// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/** ScaledObjects from the spec fields of recorded cases. */
final class Specs {
  private Specs() {}

  /** A ScaledObject of what a node holds; a Prometheus trigger when it names none. */
  static ScaledObject scaledObject(JsonNode spec, Map<String, String> annotations) {
    List<Trigger> triggers = new ArrayList<>();
    JsonNode listed = spec.get("triggers");
    for (JsonNode trigger : listed == null ? List.<JsonNode>of() : listed.valueStream().toList()) {
      triggers.add(trigger(trigger));
    }
    if (listed == null) {
      triggers.add(Trigger.prometheus("", "http://p", "q", "1"));
    }
    JsonNode advanced = spec.path("advanced");
    return new ScaledObject(
        new ObjectMeta("so", "", Map.of(), annotations),
        ScaleTarget.of("d"),
        new Intervals(
            count(spec, "pollingInterval"),
            count(spec, "cooldownPeriod"),
            count(spec, "initialCooldownPeriod")),
        new ReplicaCounts(
            count(spec, "minReplicaCount"),
            count(spec, "maxReplicaCount"),
            count(spec, "idleReplicaCount")),
        triggers,
        Advanced.UNSET.withModifiers(modifiers(advanced.path("scalingModifiers"))),
        fallback(spec.get("fallback")));
  }

  static Trigger trigger(JsonNode node) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("serverAddress", "http://p");
    metadata.put("query", "q");
    metadata.put("threshold", "1");
    metadata.putAll(texts(node.get("metadata")));
    JsonNode cached = node.get("useCachedMetrics");
    return new Trigger(
        node.get("type").asString(),
        text(node, "name"),
        text(node, "metricType"),
        metadata,
        cached != null && cached.asBoolean(),
        Optional.empty());
  }

  static ScalingModifiers modifiers(JsonNode node) {
    return new ScalingModifiers(
        text(node, "formula"),
        text(node, "target"),
        text(node, "activationTarget"),
        text(node, "metricType"));
  }

  static Optional<Fallback> fallback(JsonNode node) {
    return node == null || node.isNull()
        ? Optional.empty()
        : Optional.of(
            new Fallback(
                count(node, "failureThreshold"), count(node, "replicas"), text(node, "behavior")));
  }

  static Map<String, String> texts(JsonNode node) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (node != null && !node.isNull()) {
      node.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asString()));
    }
    return texts;
  }

  static OptionalInt count(JsonNode node, String field) {
    JsonNode count = node.get(field);
    return count == null || count.isNull() ? OptionalInt.empty() : OptionalInt.of(count.asInt());
  }

  private static String text(JsonNode node, String field) {
    JsonNode text = node.get(field);
    return text == null || text.isNull() ? "" : text.asString();
  }
}
