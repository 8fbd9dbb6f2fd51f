// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;

/** An activationThreshold where nothing is ever started from zero. */
final class ActivationInert implements Rule {
  @Override
  public String id() {
    return "activation-inert";
  }

  @Override
  public String about() {
    return "An activationThreshold where nothing is ever started from zero.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (subject.sleeps() || subject.scaler().hasModifiers()) {
      return findings;
    }
    for (JudgedTrigger judged : subject.prometheus()) {
      // "0" is the default, which people write to be clear.
      if (judged.activationThreshold() != 0) {
        findings.add(
            note(
                judged.fieldPath("activationThreshold"),
                "activationThreshold of "
                    + judged.name()
                    + " has no effect: it only decides when the first pod starts, and at least one"
                    + " always runs. It is no lower limit for scaling up.",
                "activationThreshold "
                    + judged.field("activationThreshold")
                    + ", minReplicaCount "
                    + subject.min(),
                "Leave it out, or change threshold if scaling up is to begin later."));
      }
    }
    return findings;
  }
}
