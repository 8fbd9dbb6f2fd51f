// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.hpa.Milli;
import loopbench.scaling.hpa.ReplicaCalculator;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.keda.KedaNumbers;

/** A trigger that can never ask for as many replicas as are allowed. */
final class LargestAsk implements Rule {
  @Override
  public String id() {
    return "largest-ask";
  }

  @Override
  public String about() {
    return "A trigger that can never ask for as many replicas as are allowed.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      if (trigger.shape().bounded() && trigger.shape().high() >= 0) {
        if (trigger.comparedAs(TargetType.AVERAGE_VALUE)) {
          average(subject, trigger, findings);
        } else if (trigger.comparedAs(TargetType.VALUE)) {
          value(subject, trigger, findings);
        }
      }
    }
    return findings;
  }

  private void average(Subject subject, JudgedTrigger trigger, List<Finding> findings) {
    long highMilli = KedaNumbers.milli(trigger.shape().high());
    long most = mostReplicas(highMilli, trigger.thresholdMilli().orElseThrow());
    if (most >= subject.max()) {
      return;
    }
    String numbers =
        "ceil("
            + Milli.text(highMilli)
            + " / "
            + trigger.thresholdText()
            + ") = "
            + most
            + ", maxReplicaCount "
            + subject.max();
    String advice =
        "Measure something that grows with the pool, such as the sum over its pods, or lower the"
            + " threshold.";
    findings.add(
        most <= subject.min()
            ? problem(
                trigger.fieldPath("threshold"),
                trigger.name()
                    + " can never ask for more than "
                    + Text.replicas(most)
                    + ", and "
                    + subject.min()
                    + " always run: it never scales up.",
                numbers,
                advice)
            : warning(
                trigger.fieldPath("threshold"),
                trigger.name()
                    + " can never ask for more than "
                    + Text.replicas(most)
                    + ", whatever the load: its value is never above "
                    + Milli.text(highMilli)
                    + ".",
                numbers,
                advice));
  }

  private void value(Subject subject, JudgedTrigger trigger, List<Finding> findings) {
    long highMilli = KedaNumbers.milli(trigger.shape().high());
    long target = trigger.thresholdMilli().orElseThrow();
    // The smallest pool is where one replica more is the largest step, so it acts there or nowhere.
    int n = subject.min();
    ReplicaCalculator.Ask ask =
        ReplicaCalculator.externalValue(target, n, n, n, subject.tolerance(), highMilli);
    if (ask.replicas() > n || n >= subject.max()) {
      return;
    }
    findings.add(
        problem(
            trigger.fieldPath("threshold"),
            trigger.name()
                + " can never scale up: its value is never far enough above the threshold.",
            "largest value "
                + Milli.text(highMilli)
                + ", threshold "
                + trigger.thresholdText()
                + ", tolerance "
                + KedaNumbers.text(subject.tolerance().up()),
            "Lower the threshold below what the value reaches."));
  }

  /** The largest ask of a value, without tolerance. */
  static long mostReplicas(long valueMilli, long targetMilli) {
    return (long) Math.ceil((double) valueMilli / (double) targetMilli);
  }
}
