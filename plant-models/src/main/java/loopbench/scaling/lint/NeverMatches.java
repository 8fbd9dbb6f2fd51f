// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Query;
import loopbench.signal.Shape;

/** Arithmetic between elements with labels and elements without, which find no partner. */
final class NeverMatches implements Rule {
  @Override
  public String id() {
    return "never-matches";
  }

  @Override
  public String about() {
    return "Arithmetic between elements with labels and elements without, which find no partner.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      Query query = trigger.query();
      query
          .neverMatches()
          .ifPresent(
              binary -> {
                boolean leftBare = Shape.of(binary.left()).labels().some();
                findings.add(
                    problem(
                        trigger.queryPath(),
                        "The query of "
                            + trigger.name()
                            + " is always empty: one side of \""
                            + binary.operator()
                            + "\" has labels and the other has none, so no elements meet. "
                            + (trigger.absentIsZero() ? "It reads as 0." : "It is an error."),
                        query.textOf(leftBare ? binary.left() : binary.right())
                            + " keeps its labels, "
                            + query.textOf(leftBare ? binary.right() : binary.left())
                            + " has none",
                        "Aggregate both sides, or write "
                            + binary.operator()
                            + " on() between them."));
              });
    }
    return findings;
  }
}
