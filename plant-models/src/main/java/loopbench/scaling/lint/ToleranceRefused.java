// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.scaling.hpa.ScalingRules;

/** A tolerance per direction that the cluster does not take. */
final class ToleranceRefused implements Rule {
  @Override
  public String id() {
    return "tolerance-refused";
  }

  @Override
  public String about() {
    return "A tolerance per direction that the cluster does not take.";
  }

  /** The first release with the field, and the first where it is on by default. */
  private static final int FIRST = 33;

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (subject.tolerancePerDirection()) {
      return findings;
    }
    look(subject, "scaleUp", subject.upRules(), findings);
    look(subject, "scaleDown", subject.downRules(), findings);
    return findings;
  }

  private void look(
      Subject subject, String direction, Optional<ScalingRules> rules, List<Finding> findings) {
    rules
        .flatMap(ScalingRules::tolerance)
        .ifPresent(
            tolerance ->
                findings.add(
                    warning(
                        Text.BEHAVIOR + "." + direction + ".tolerance",
                        subject.context().hpa().kubernetes().minor() < FIRST
                            ? "This Kubernetes does not know the field; the tolerance of the controller"
                                + " holds."
                            : "The API server refuses the field unless the feature gate"
                                + " HPAConfigurableTolerance is switched on, and then KEDA cannot"
                                + " create the HPA.",
                        "tolerance "
                            + tolerance.text()
                            + ", Kubernetes "
                            + subject.context().hpa().kubernetes()
                            + "; on by default from 1.35",
                        "Switch the gate on, or remove the field.")));
  }
}
