// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import loopbench.series.Reduction;

/** Which of a file's series are meant. */
public sealed interface Pick {
  /** As it would be written in PromQL, for provenance. */
  String text();

  /** The one series of this name: a column, a metric, or a series written with its labels. */
  record Column(String name) implements Pick {
    @Override
    public String text() {
      return name;
    }
  }

  /**
   * The series of a metric whose labels have these values, reduced to one.
   *
   * @param match label name to value; an empty value is met by a missing label, as in Prometheus
   */
  record Metric(String metric, Map<String, String> match, Reduction reduce) implements Pick {
    public Metric {
      match = Collections.unmodifiableMap(new LinkedHashMap<>(match));
    }

    @Override
    public String text() {
      String selector =
          match.isEmpty()
              ? metric
              : match.entrySet().stream()
                  .map(e -> e.getKey() + "=\"" + e.getValue() + '"')
                  .collect(Collectors.joining(", ", metric + "{", "}"));
      return reduce == Reduction.ONE ? selector : reduce.token() + "(" + selector + ")";
    }
  }
}
