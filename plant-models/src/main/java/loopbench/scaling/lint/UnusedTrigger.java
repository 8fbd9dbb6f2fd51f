// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.keda.Trigger;

/** A trigger that the formula does not read. */
final class UnusedTrigger implements Rule {
  @Override
  public String id() {
    return "unused-trigger";
  }

  @Override
  public String about() {
    return "A trigger that the formula does not read.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    subject
        .formula()
        .ifPresent(
            formula -> {
              for (int i = 0; i < subject.scaler().triggers().size(); i++) {
                Trigger trigger = subject.scaler().triggers().get(i);
                if (!trigger.isResource() && !formula.reads().contains(trigger.name())) {
                  findings.add(
                      warning(
                          subject.scaler().triggerPath(i),
                          subject.scaler().triggerName(i)
                              + " decides nothing: the formula does not read it. When it fails, the"
                              + " whole formula fails all the same.",
                          "the formula reads " + String.join(", ", formula.reads()),
                          "Use it in the formula, or remove it."));
                }
              }
            });
    return findings;
  }
}
