// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.hpa.Milli;
import loopbench.scaling.hpa.TargetType;
import loopbench.signal.Expr;

/** A query that divides by the pods, under a target that does so again. */
final class DividedTwice implements Rule {
  @Override
  public String id() {
    return "divided-twice";
  }

  @Override
  public String about() {
    return "A query that divides by the pods, under a target that does so again.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      boolean stillGrows = trigger.shape().growth().orElse(0) > 0;
      if (trigger.comparedAs(TargetType.AVERAGE_VALUE) && !stillGrows) {
        trigger
            .query()
            .podDivisor()
            .ifPresent(divisor -> findings.add(twice(subject, trigger, divisor)));
      }
    }
    return findings;
  }

  private Finding twice(Subject subject, JudgedTrigger trigger, Expr divisor) {
    long target = trigger.thresholdMilli().orElseThrow();
    int n = Math.max(2, subject.context().replicas().orElse(subject.max()));
    return problem(
        trigger.queryPath(),
        "The query of "
            + trigger.name()
            + " divides by the number of pods, and AverageValue divides by the replicas once more, so"
            + " the pool hardly grows with its load.",
        "divided by "
            + trigger.query().textOf(divisor)
            + "; to keep "
            + n
            + " replicas the total must be above "
            + (n - 1)
            + " x "
            + n
            + " x "
            + trigger.thresholdText()
            + " = "
            + Milli.text((long) n * (n - 1) * target)
            + ", not "
            + (n - 1)
            + " x "
            + trigger.thresholdText()
            + " = "
            + Milli.text((n - 1) * target),
        "Take the division out of the query, or set metricType to Value.");
  }
}
