// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.hpa.TargetType;

/**
 * One source of a metric. Empty text is unset.
 *
 * @param type the scaler, such as prometheus
 * @param name what formulas, paths and replays call it
 * @param metricType AverageValue, Value or (cpu and memory only) Utilization; unset means
 *     AverageValue
 * @param metadata the scaler's own fields, all text, in the order written
 * @param useCachedMetrics whether the HPA gets the last poll's value rather than a fresh one
 * @param authentication where credentials come from
 */
public record Trigger(
    String type,
    String name,
    String metricType,
    Map<String, String> metadata,
    boolean useCachedMetrics,
    Optional<AuthenticationRef> authentication) {
  public Trigger {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** A Prometheus trigger with KEDA's defaults. */
  public static Trigger prometheus(
      String name, String serverAddress, String query, String threshold) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("serverAddress", serverAddress);
    metadata.put("query", query);
    metadata.put("threshold", threshold);
    return new Trigger(
        "prometheus", name, TargetType.AVERAGE_VALUE.token(), metadata, false, Optional.empty());
  }

  public boolean isPrometheus() {
    return type.equals("prometheus");
  }

  /** Whether the trigger becomes a Resource metric, which has no series of its own. */
  public boolean isResource() {
    return type.equals("cpu") || type.equals("memory");
  }

  /** What the target is compared with; empty for Utilization and for words KEDA does not know. */
  public Optional<TargetType> targetType() {
    return switch (metricType) {
      case "", "AverageValue" -> Optional.of(TargetType.AVERAGE_VALUE);
      case "Value" -> Optional.of(TargetType.VALUE);
      default -> Optional.empty();
    };
  }

  /** The same trigger with one metadata field set; a field that is new goes to the end. */
  public Trigger withMetadata(String key, String value) {
    Map<String, String> next = new LinkedHashMap<>(metadata);
    next.put(key, value);
    return new Trigger(type, name, metricType, next, useCachedMetrics, authentication);
  }
}
