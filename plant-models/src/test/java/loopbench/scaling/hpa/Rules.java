// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Behaviors and rules as the recorded cases write them. */
final class Rules {
  private Rules() {}

  static Optional<Behavior> behavior(JsonNode node) {
    return absent(node)
        ? Optional.empty()
        : Optional.of(new Behavior(rules(node.get("scaleUp")), rules(node.get("scaleDown"))));
  }

  static Optional<ScalingRules> rules(JsonNode node) {
    if (absent(node)) {
      return Optional.empty();
    }
    JsonNode window = node.get("stabilizationWindowSeconds");
    return Optional.of(
        new ScalingRules(
            absent(window) ? OptionalInt.empty() : OptionalInt.of(window.asInt()),
            Optional.ofNullable(node.get("selectPolicy"))
                .filter(n -> !n.isNull())
                .map(n -> select(n.asString())),
            Optional.ofNullable(node.get("policies")).filter(n -> !n.isNull()).map(Rules::policies),
            Optional.ofNullable(node.get("tolerance"))
                .filter(n -> !n.isNull())
                .map(n -> Quantity.read(n.asString()).orElseThrow())));
  }

  private static List<ScalingPolicy> policies(JsonNode node) {
    return node.valueStream()
        .map(
            p ->
                new ScalingPolicy(
                    type(p.get("type").asString()),
                    p.get("value").asInt(),
                    p.get("periodSeconds").asInt()))
        .collect(Collectors.toList());
  }

  private static SelectPolicy select(String token) {
    return Stream.of(SelectPolicy.values())
        .filter(s -> s.token().equals(token))
        .findFirst()
        .orElseThrow();
  }

  private static ScalingPolicy.Type type(String token) {
    return Stream.of(ScalingPolicy.Type.values())
        .filter(t -> t.token().equals(token))
        .findFirst()
        .orElseThrow();
  }

  static boolean absent(JsonNode node) {
    return node == null || node.isNull();
  }

  /** An age of the cases, in milliseconds. */
  static long ageMs(JsonNode node) {
    return Math.round(node.get("ageSeconds").asDouble() * 1000);
  }
}
