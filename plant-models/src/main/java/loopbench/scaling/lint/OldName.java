// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import loopbench.signal.Expr;
import loopbench.signal.Query;

/** A metric by a name it no longer has. */
final class OldName implements Rule {
  @Override
  public String id() {
    return "old-name";
  }

  @Override
  public String about() {
    return "A metric by a name it no longer has.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      Query query = trigger.query();
      Set<String> said = new LinkedHashSet<>();
      for (Expr.Selector selector : query.selectors()) {
        selector
            .signal()
            .flatMap(signal -> signal.currentNameOf(selector.metric()))
            .filter(now -> said.add(selector.metric()))
            .ifPresent(
                now ->
                    findings.add(
                        warning(
                            trigger.queryPath(),
                            "The query of "
                                + trigger.name()
                                + " reads a metric by an older name. When it is no longer exposed the"
                                + " query is empty"
                                + (trigger.absentIsZero() ? " and reads as 0." : ", an error."),
                            selector.metric() + " is now " + now,
                            "Write " + now + ".")));
      }
    }
    return findings;
  }
}
