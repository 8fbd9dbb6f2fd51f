// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.signal.Signal;

/** A threshold of running requests under which the load's peak asks for more than is allowed. */
final class RunningBeyondMax implements Rule {
  @Override
  public String id() {
    return "running-beyond-max";
  }

  @Override
  public String about() {
    return "A threshold of running requests under which the load's peak asks for more than is allowed.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Optional<PeakLoad> peak = PeakLoad.of(subject.pool());
    int max = subject.max();
    // Where even the maximum cannot serve it, what runs is not the load's doing.
    if (peak.isEmpty() || max < 1 || !peak.orElseThrow().lack(max).isEmpty()) {
      return findings;
    }
    double running = peak.orElseThrow().runningEach(max) * max;
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      double weight = Weight.of(trigger, Signal.REQUEST_RUNNING);
      long asks =
          Double.isNaN(weight) || !trigger.comparedAs(TargetType.AVERAGE_VALUE)
              ? 0
              : LargestAsk.mostReplicas(
                  KedaNumbers.milli(running * weight), trigger.thresholdMilli().orElseThrow());
      if (asks > max) {
        findings.add(
            note(
                trigger.fieldPath("threshold"),
                "At the load's peak "
                    + trigger.name()
                    + " asks for "
                    + Text.replicas(asks)
                    + " and rests at maxReplicaCount "
                    + max
                    + ", although those serve it: from there on it says nothing more about the load.",
                "by Little's law "
                    + Text.about(Math.rint(running))
                    + " requests run at "
                    + Text.about(peak.orElseThrow().perSecond())
                    + "/s on "
                    + Text.replicas(max)
                    + ", and ceil("
                    + Text.about(running * weight)
                    + " / "
                    + trigger.thresholdText()
                    + ") = "
                    + asks,
                "For fewer replicas raise the threshold above "
                    + Text.about(Math.ceil(running * weight / max))
                    + ", or allow more."));
      }
    }
    return findings;
  }
}
