// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What two manifests differ in, apart from order, comments, quoting, blanks around text,
 * spelled-out defaults, and what a cluster adds by itself. Triggers are matched by their names.
 *
 * @param differences in the order of the first, then what only the second has
 * @param problems why the texts cannot be compared; then there are no differences either
 */
public record Comparison(List<Difference> differences, List<ManifestProblem> problems) {
  /** What an unset field means to KEDA, by path with every trigger as {@code *}. */
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("scaleTargetRef.kind", "Deployment"),
          Map.entry("scaleTargetRef.apiVersion", "apps/v1"),
          Map.entry("pollingInterval", "30"),
          Map.entry("cooldownPeriod", "300"),
          Map.entry("initialCooldownPeriod", "0"),
          Map.entry("maxReplicaCount", "100"),
          Map.entry("fallback.behavior", "static"),
          Map.entry("advanced.restoreToOriginalReplicaCount", "false"),
          Map.entry("advanced.scalingModifiers.metricType", "AverageValue"),
          Map.entry("triggers.*.metricType", "AverageValue"),
          Map.entry("triggers.*.useCachedMetrics", "false"),
          Map.entry("triggers.*.authenticationRef.kind", "TriggerAuthentication"),
          Map.entry("triggers.*.metadata.activationThreshold", "0"),
          Map.entry("triggers.*.metadata.ignoreNullValues", "true"),
          Map.entry("triggers.*.metadata.unsafeSsl", "false"));

  private static final Set<String> WRITTEN_BY_THE_CLUSTER =
      Set.of(
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "managedFields",
          "selfLink",
          "finalizers");

  public Comparison {
    differences = List.copyOf(differences);
    problems = List.copyOf(problems);
  }

  /** Compares two texts, each with one ScaledObject. */
  public static Comparison of(String before, String after) {
    List<ManifestProblem> problems = new ArrayList<>();
    Optional<Map<String, Object>> first = ScaledObjectYaml.values(before, problems);
    Optional<Map<String, Object>> second = ScaledObjectYaml.values(after, problems);
    if (first.isEmpty() || second.isEmpty()) {
      return new Comparison(List.of(), problems);
    }
    Map<String, String> left = flat(first.get());
    Map<String, String> right = flat(second.get());
    Set<String> paths = new LinkedHashSet<>(left.keySet());
    paths.addAll(right.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String path : paths) {
      String unset = DEFAULTS.get(general(path));
      if (!Objects.equals(left.getOrDefault(path, unset), right.getOrDefault(path, unset))) {
        differences.add(
            new Difference(
                path, Optional.ofNullable(left.get(path)), Optional.ofNullable(right.get(path))));
      }
    }
    return new Comparison(differences, List.of());
  }

  private static String general(String path) {
    for (String field : List.of(".metadata.", ".authenticationRef.")) {
      int at = path.lastIndexOf(field);
      if (path.startsWith("triggers.") && at > 0) {
        return "triggers.*" + path.substring(at);
      }
    }
    return path.startsWith("triggers.")
        ? "triggers.*" + path.substring(path.lastIndexOf('.'))
        : path;
  }

  private static Map<String, String> flat(Map<String, Object> root) {
    List<String> names = new ArrayList<>();
    if (root.get("spec") instanceof Map<?, ?> spec
        && spec.get("triggers") instanceof List<?> list) {
      list.forEach(
          t -> names.add(t instanceof Map<?, ?> m && m.get("name") instanceof String n ? n : ""));
    }
    Map<String, String> flat = new LinkedHashMap<>();
    Leaves.of(root)
        .forEach(
            (parts, value) -> {
              if (isOwn(parts)) {
                flat.put(path(parts, names), String.valueOf(value).strip());
              }
            });
    return flat;
  }

  private static boolean isOwn(List<String> parts) {
    if (parts.get(0).equals("metadata") && parts.size() > 1) {
      return !WRITTEN_BY_THE_CLUSTER.contains(parts.get(1))
          && !parts.contains("kubectl.kubernetes.io/last-applied-configuration")
          && !parts.contains("scaledobject.keda.sh/name");
    }
    return !parts.get(0).equals("status");
  }

  private static String path(List<String> parts, List<String> names) {
    List<String> shown = new ArrayList<>(parts);
    if (parts.size() > 2 && parts.get(1).equals("triggers")) {
      String name = names.get(Integer.parseInt(parts.get(2)));
      boolean alone = names.indexOf(name) == names.lastIndexOf(name);
      if (!name.isEmpty() && alone) {
        shown.set(2, name);
      }
    }
    return String.join(".", parts.get(0).equals("spec") ? shown.subList(1, shown.size()) : shown);
  }
}
