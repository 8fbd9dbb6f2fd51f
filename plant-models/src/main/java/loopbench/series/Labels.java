// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The labels of a series, by name; {@code __name__} holds the metric's name where there is one. */
public record Labels(SortedMap<String, String> byName) {
  public static final String METRIC = "__name__";
  public static final Labels NONE = new Labels(new TreeMap<>());

  public Labels {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
  }

  public static Labels of(Map<String, String> byName) {
    return new Labels(new TreeMap<>(byName));
  }

  /** A label's value; empty when it is not set, as Prometheus reads it. */
  public String get(String name) {
    return byName.getOrDefault(name, "");
  }

  /** As Prometheus writes it: {@code metric{a="1", b="2"}}. */
  @Override
  public String toString() {
    String inner =
        byName.entrySet().stream()
            .filter(e -> !e.getKey().equals(METRIC))
            .map(e -> e.getKey() + "=\"" + e.getValue() + '"')
            .collect(Collectors.joining(", "));
    return get(METRIC) + (inner.isEmpty() && !get(METRIC).isEmpty() ? "" : "{" + inner + "}");
  }
}
