// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.SelectPolicy;

/** An HPA's behavior as plain values, and back. Unset fields are not there. */
final class BehaviorTree {
  private BehaviorTree() {}

  static Map<String, Object> of(Behavior behavior) {
    Map<String, Object> map = new LinkedHashMap<>();
    behavior.up().ifPresent(rules -> map.put("scaleUp", of(rules)));
    behavior.down().ifPresent(rules -> map.put("scaleDown", of(rules)));
    return map;
  }

  private static Map<String, Object> of(ScalingRules rules) {
    Map<String, Object> map = new LinkedHashMap<>();
    rules
        .stabilizationWindowS()
        .ifPresent(seconds -> map.put("stabilizationWindowSeconds", (long) seconds));
    rules.select().ifPresent(select -> map.put("selectPolicy", select.token()));
    rules.tolerance().ifPresent(tolerance -> map.put("tolerance", tolerance.text()));
    rules
        .policies()
        .ifPresent(
            policies -> map.put("policies", policies.stream().map(BehaviorTree::of).toList()));
    return map;
  }

  private static Map<String, Object> of(ScalingPolicy policy) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", policy.type().token());
    map.put("value", (long) policy.value());
    map.put("periodSeconds", (long) policy.periodS());
    return map;
  }

  /** From values whose types and words {@link Shape} found right. */
  static Behavior read(Map<?, ?> behavior) {
    return new Behavior(rules(behavior.get("scaleUp")), rules(behavior.get("scaleDown")));
  }

  private static Optional<ScalingRules> rules(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return Optional.empty();
    }
    Optional<List<ScalingPolicy>> policies = Optional.empty();
    if (map.get("policies") instanceof List<?> list) {
      List<ScalingPolicy> read = new ArrayList<>();
      list.forEach(item -> read.add(policy(item instanceof Map<?, ?> fields ? fields : Map.of())));
      policies = Optional.of(read);
    }
    Object tolerance = map.get("tolerance");
    return Optional.of(
        new ScalingRules(
            map.get("stabilizationWindowSeconds") instanceof Long seconds
                ? OptionalInt.of(seconds.intValue())
                : OptionalInt.empty(),
            Stream.of(SelectPolicy.values())
                .filter(select -> select.token().equals(map.get("selectPolicy")))
                .findFirst(),
            policies,
            tolerance == null ? Optional.empty() : Quantity.read(String.valueOf(tolerance))));
  }

  private static ScalingPolicy policy(Map<?, ?> map) {
    return new ScalingPolicy(
        ScalingPolicy.Type.PERCENT.token().equals(map.get("type"))
            ? ScalingPolicy.Type.PERCENT
            : ScalingPolicy.Type.PODS,
        whole(map, "value"),
        whole(map, "periodSeconds"));
  }

  private static int whole(Map<?, ?> map, String key) {
    return map.get(key) instanceof Long number ? number.intValue() : 0;
  }
}
