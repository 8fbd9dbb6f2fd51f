// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Shape;

/** A query that answers a bare number, which KEDA cannot read. */
final class ScalarAnswer implements Rule {
  @Override
  public String id() {
    return "scalar-answer";
  }

  @Override
  public String about() {
    return "A query that answers a bare number, which KEDA cannot read.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      if (trigger.shape().elements() == Shape.Elements.SCALAR) {
        findings.add(
            problem(
                trigger.queryPath(),
                "The query of "
                    + trigger.name()
                    + " answers a scalar. KEDA reads only vectors, so every query is an error.",
                trigger.query().textOf(trigger.query().tree()) + " is a scalar",
                "Take away scalar(...), or put vector(...) around it."));
      }
    }
    return findings;
  }
}
