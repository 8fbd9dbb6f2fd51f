// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Shape;

/** An or vector(...) that makes an outage look idle. */
final class OrVectorHides implements Rule {
  @Override
  public String id() {
    return "or-vector-hides";
  }

  @Override
  public String about() {
    return "An or vector(...) that makes an outage look idle.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      if (!trigger.shape().neverAbsent()
          || trigger.shape().elements() == Shape.Elements.SCALAR
          || trigger.query().selectors().isEmpty()
          || trigger.query().orVectorAddsAnElement()) {
        continue;
      }
      String numbers =
          trigger
                  .query()
                  .orVector()
                  .map(or -> trigger.query().textOf(or.right()) + " stands in for absent series")
                  .orElse("the query always has an answer")
              + ", ignoreNullValues is "
              + (trigger.absentIsZero() ? "true" : "false");
      String advice =
          "Take it away, set ignoreNullValues to \"false\" and give a fallback; or keep it where absence"
              + " does mean idle.";
      if (!trigger.absentIsZero()) {
        findings.add(
            problem(
                trigger.queryPath(),
                "The query of "
                    + trigger.name()
                    + " always has an answer, so absence looks idle and ignoreNullValues \"false\" has no"
                    + " effect: no error, no fallback.",
                numbers,
                advice));
      } else {
        findings.add(
            note(
                trigger.queryPath(),
                "The query of "
                    + trigger.name()
                    + " always has an answer: when its series are gone it reads as idle, and setting"
                    + " ignoreNullValues to \"false\" would not change that.",
                numbers,
                advice));
      }
    }
    return findings;
  }
}
