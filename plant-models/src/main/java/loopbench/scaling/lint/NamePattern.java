// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.LabelMatcher;

/** Metrics chosen by a pattern of their names. */
final class NamePattern implements Rule {
  @Override
  public String id() {
    return "name-pattern";
  }

  @Override
  public String about() {
    return "Metrics chosen by a pattern of their names.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      trigger.query().selectors().stream()
          .flatMap(s -> s.matchers().stream())
          .filter(m -> m.label().equals("__name__"))
          .filter(m -> m.operator() == LabelMatcher.Operator.MATCHES)
          .findFirst()
          .ifPresent(
              matcher ->
                  findings.add(
                      warning(
                          trigger.queryPath(),
                          "The query of "
                              + trigger.name()
                              + " chooses metrics by a pattern. The EPP exposes several metrics under"
                              + " their current and an older name at once, so a sum can count the same"
                              + " thing twice.",
                          matcher.toString(),
                          "Write the one name that is meant.")));
    }
    return findings;
  }
}
