// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import loopbench.scaling.keda.ScaledObject;

/** Looks at a ScaledObject with every rule. */
public final class Lint {
  /** The fields in the order of KEDA's own type, {@code ScaledObjectSpec}. */
  private static final List<String> FIELDS =
      List.of(
          "metadata",
          "scaleTargetRef",
          "pollingInterval",
          "initialCooldownPeriod",
          "cooldownPeriod",
          "idleReplicaCount",
          "minReplicaCount",
          "maxReplicaCount",
          "advanced",
          "triggers",
          "fallback");

  private Lint() {}

  /** What is found, in the order of the manifest's fields and within one of the rules. */
  public static List<Finding> of(ScaledObject scaler, LintContext context) {
    Subject subject = new Subject(scaler, context);
    List<Finding> findings = new ArrayList<>();
    Rules.standard().forEach(rule -> findings.addAll(rule.look(subject)));
    findings.sort(
        Comparator.<Finding>comparingInt(f -> FIELDS.indexOf(first(f.path())))
            .thenComparingInt(f -> trigger(scaler, f.path())));
    return List.copyOf(findings);
  }

  private static String first(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  private static int trigger(ScaledObject scaler, String path) {
    for (int i = 0; i < scaler.triggers().size(); i++) {
      String own = scaler.triggerPath(i);
      if (path.equals(own) || path.startsWith(own + ".")) {
        return i;
      }
    }
    return -1;
  }
}
