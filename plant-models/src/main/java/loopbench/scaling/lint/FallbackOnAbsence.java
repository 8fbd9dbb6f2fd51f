// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.stream.Collectors;

/** A fallback that absence can never engage. */
final class FallbackOnAbsence implements Rule {
  @Override
  public String id() {
    return "fallback-on-absence";
  }

  @Override
  public String about() {
    return "A fallback that absence can never engage.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    if (subject.scaler().fallback().isEmpty() || subject.prometheus().isEmpty()) {
      return List.of();
    }
    boolean all =
        subject.scaler().triggers().stream().allMatch(t -> t.isPrometheus() || t.isResource())
            && subject.prometheus().stream()
                .allMatch(t -> t.absentIsZero() || t.shape().neverAbsent());
    if (!all) {
      return List.of();
    }
    String read =
        subject.prometheus().stream()
            .map(t -> t.name() + (t.absentIsZero() ? " reads absence as 0" : " is never absent"))
            .collect(Collectors.joining(", "));
    return List.of(
        warning(
            "fallback",
            "The fallback engages only while Prometheus cannot be reached or refuses the query. When a"
                + " metric is merely gone, no trigger fails: it reads as idle and the pool shrinks.",
            read,
            "Set ignoreNullValues to \"false\" on the triggers that must not be absent"
                + (subject.prometheus().stream().anyMatch(t -> t.shape().neverAbsent())
                    ? ", and take away what stands in for absent series in their queries."
                    : ".")));
  }
}
