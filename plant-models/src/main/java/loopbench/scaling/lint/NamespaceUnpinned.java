// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;

/** A query that does not say which namespace it means. */
final class NamespaceUnpinned implements Rule {
  @Override
  public String id() {
    return "namespace-unpinned";
  }

  @Override
  public String about() {
    return "A query that does not say which namespace it means.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      if (!trigger.field("namespace").isEmpty()) {
        // Asked of a server that narrows every query to it.
        continue;
      }
      trigger.query().selectors().stream()
          .filter(s -> s.signal().isPresent() && !s.pins("namespace"))
          .findFirst()
          .ifPresent(
              selector ->
                  findings.add(
                      warning(
                          trigger.queryPath(),
                          "The query of "
                              + trigger.name()
                              + " reads every namespace that this Prometheus scrapes: on a shared cluster"
                              + " the pool scales on other tenants' traffic.",
                          trigger.query().textOf(selector) + " has no namespace",
                          "Add namespace=\""
                              + (subject.scaler().metadata().namespace().isEmpty()
                                  ? "..."
                                  : subject.scaler().metadata().namespace())
                              + "\" to the selector.")));
    }
    return findings;
  }
}
