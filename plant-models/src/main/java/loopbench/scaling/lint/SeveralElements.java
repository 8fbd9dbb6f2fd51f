// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import loopbench.signal.Expr;
import loopbench.signal.Shape;

/** A query that can answer several elements, of which KEDA takes none. */
final class SeveralElements implements Rule {
  @Override
  public String id() {
    return "several-elements";
  }

  @Override
  public String about() {
    return "A query that can answer several elements, of which KEDA takes none.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      OptionalInt seen =
          Optional.ofNullable(subject.context().recordings().get(trigger.name()))
              .map(LintContext.Recording::mostElements)
              .orElse(OptionalInt.empty());
      if (seen.orElse(0) > 1) {
        findings.add(
            problem(
                trigger.queryPath(),
                "The query of "
                    + trigger.name()
                    + " answered several elements. KEDA reports an error whenever it does, and the HPA"
                    + " has no value.",
                "up to " + seen.getAsInt() + " elements at once",
                "Aggregate to one: sum(...) of amounts, max(...) of a pool's own ratio."));
      } else if (trigger.shape().elements() == Shape.Elements.SEVERAL
          && !trigger.query().orVectorAddsAnElement()) {
        findings.add(possible(trigger, seen));
      }
    }
    return findings;
  }

  private Finding possible(JudgedTrigger trigger, OptionalInt seen) {
    List<String> apart = new ArrayList<>();
    for (Expr.Selector selector : trigger.query().selectors()) {
      selector
          .signal()
          .ifPresent(
              signal -> {
                signal.labels().stream()
                    .filter(label -> !selector.fixes(label))
                    .forEach(apart::add);
                if (signal.onePerPod()) {
                  apart.add("pod");
                }
              });
    }
    String labels = apart.stream().distinct().collect(Collectors.joining(", "));
    return warning(
        trigger.queryPath(),
        "The query of "
            + trigger.name()
            + " can answer several elements. KEDA takes exactly one; with more it reports an error and"
            + " the HPA has no value.",
        (labels.isEmpty() ? "one element for each group" : "one element for each " + labels)
            + (seen.isPresent() ? "; " + seen.getAsInt() + " in the recorded series so far" : ""),
        "Aggregate to one: sum(...) of amounts, max(...) of a pool's own ratio.");
  }
}
