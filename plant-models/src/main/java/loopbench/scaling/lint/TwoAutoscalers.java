// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.keda.ScaledObject;

/** Another autoscaler that scales the same target. */
final class TwoAutoscalers implements Rule {
  @Override
  public String id() {
    return "two-autoscalers";
  }

  @Override
  public String about() {
    return "Another autoscaler that scales the same target.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    ScaledObject scaler = subject.scaler();
    LintContext.Autoscaler self = LintContext.Autoscaler.of(scaler);
    List<Finding> findings = new ArrayList<>();
    for (LintContext.Autoscaler other : subject.context().others()) {
      boolean itself =
          other.kind().equals("ScaledObject") && other.name().equals(self.name())
              // The HPA that KEDA makes of this object.
              || other.kind().equals("HorizontalPodAutoscaler")
                  && other.name().equals(scaler.hpaName());
      boolean sameTarget =
          other.targetKind().equals(self.targetKind())
              && other.targetName().equals(self.targetName())
              && LintContext.together(other.namespace(), self.namespace());
      if (sameTarget && !itself) {
        findings.add(
            problem(
                "scaleTargetRef",
                "The "
                    + other.kind()
                    + " "
                    + other.name()
                    + " scales the same "
                    + self.targetKind()
                    + ". KEDA refuses the later one; where both run, each undoes what the other set, at"
                    + " every sync.",
                "both scale " + self.targetKind() + " " + self.targetName(),
                "Keep one of them; several metrics belong as several triggers in one ScaledObject."));
      }
    }
    return findings;
  }
}
