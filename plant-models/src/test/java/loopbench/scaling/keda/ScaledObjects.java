// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** ScaledObjects for examples. */
final class ScaledObjects {
  private ScaledObjects() {}

  /** One trigger q with threshold 5 between counts, all else unset. */
  static ScaledObject one(ReplicaCounts counts) {
    return ScaledObject.of("so", "d", 0, 1, List.of(trigger("q", "5"))).withReplicas(counts);
  }

  static Trigger trigger(String name, String threshold) {
    return Trigger.prometheus(name, "http://p", "query", threshold);
  }

  /** A trigger to which nothing is an error. */
  static Trigger strict(String name, String threshold) {
    return trigger(name, threshold).withMetadata("ignoreNullValues", "false");
  }

  static Trigger cached(Trigger trigger) {
    return new Trigger(
        trigger.type(),
        trigger.name(),
        trigger.metricType(),
        trigger.metadata(),
        true,
        trigger.authentication());
  }

  static Trigger ofType(Trigger trigger, String metricType) {
    return new Trigger(
        trigger.type(),
        trigger.name(),
        metricType,
        trigger.metadata(),
        trigger.useCachedMetrics(),
        trigger.authentication());
  }

  static ScaledObject annotated(ScaledObject scaler, String... keysAndValues) {
    Map<String, String> annotations = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      annotations.put("autoscaling.keda.sh/" + keysAndValues[i], keysAndValues[i + 1]);
    }
    return scaler.withMetadata(new ObjectMeta("so", "", Map.of(), annotations));
  }

  static Intervals intervals(int pollingS, int cooldownS) {
    return new Intervals(OptionalInt.of(pollingS), OptionalInt.of(cooldownS), OptionalInt.empty());
  }
}
