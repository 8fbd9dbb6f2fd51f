// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Expr;
import loopbench.signal.Query;

/** An or vector(...) that stands beside the elements instead of in their place. */
final class OrVectorAdds implements Rule {
  @Override
  public String id() {
    return "or-vector-adds";
  }

  @Override
  public String about() {
    return "An or vector(...) that stands beside the elements instead of in their place.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      Query query = trigger.query();
      if (query.orVectorAddsAnElement()) {
        Expr.Binary or = query.orVector().orElseThrow();
        findings.add(
            problem(
                trigger.queryPath(),
                "The query of "
                    + trigger.name()
                    + " answers at least two elements whenever its metric is there: the metric's own,"
                    + " which have labels, and the one of "
                    + query.textOf(or.right())
                    + ", which has none. KEDA then reports \"returned multiple elements\", and the HPA"
                    + " has no value.",
                "with 2 pods: 2 elements + 1 = 3",
                "Aggregate first: sum(...) or vector(0)."));
      }
    }
    return findings;
  }
}
