// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.hpa.TargetType;

/** A total under a Value target, which multiplies the pool at every sync. */
final class ValueRunsAway implements Rule {
  @Override
  public String id() {
    return "value-runs-away";
  }

  @Override
  public String about() {
    return "A total under a Value target, which multiplies the pool at every sync.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      if (trigger.comparedAs(TargetType.VALUE)
          && trigger.shape().growth().orElse(0) > 0
          && subject.max() > subject.min()) {
        findings.add(
            warning(
                trigger.path() + ".metricType",
                trigger.name()
                    + " is a total of the pool, which more replicas do not lower, but Value multiplies"
                    + " the replicas by value / threshold at every sync: above the threshold the pool"
                    + " grows to its maximum, below it it shrinks to its minimum.",
                "at 1.5 times the threshold, sync by sync: " + climb(subject),
                "Set metricType to AverageValue, so that the threshold is what one replica takes."));
      }
    }
    return findings;
  }

  private static String climb(Subject subject) {
    StringBuilder climb = new StringBuilder();
    int n = subject.min();
    for (int syncs = 0; syncs < 6 && n < subject.max(); syncs++) {
      climb.append(n).append(", ");
      n = Math.min(subject.max(), (int) Math.ceil(1.5 * n));
    }
    return climb.append(n).append(n < subject.max() ? " and on" : "").toString();
  }
}
