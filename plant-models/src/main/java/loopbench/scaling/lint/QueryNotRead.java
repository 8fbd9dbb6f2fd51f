// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Expr;
import loopbench.signal.Query;

/** A query, or a part of one, that could not be read here. */
final class QueryNotRead implements Rule {
  @Override
  public String id() {
    return "query-not-read";
  }

  @Override
  public String about() {
    return "A query, or a part of one, that could not be read here.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      // KEDA itself refuses a trigger without a query.
      if (!trigger.field("query").isEmpty()) {
        trigger.query().unread().forEach(unread -> findings.add(notRead(trigger, unread)));
      }
    }
    return findings;
  }

  private Finding notRead(JudgedTrigger trigger, Expr.Unread unread) {
    Query query = trigger.query();
    return note(
        trigger.queryPath(),
        "Part of the query of "
            + trigger.name()
            + " was not read, so other rules may have missed something in it. "
            + unread.why(),
        "line "
            + query.line(unread.offset())
            + ", column "
            + query.column(unread.offset())
            + (unread.text().isBlank() ? "" : ": " + unread.text().strip()),
        "Check this part by hand, and run the query against Prometheus.");
  }
}
