// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.keda.KedaNumbers;

/** A trigger that is active while the pool is empty, so that the target never rests at zero. */
final class AlwaysAwake implements Rule {
  @Override
  public String id() {
    return "always-awake";
  }

  @Override
  public String about() {
    return "A trigger that is active while the pool is empty, so that the target never rests at zero.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    // Without flow control there is no such reading: the series is absent.
    if (!subject.sleeps() || subject.scaler().hasModifiers() || FlowControl.off(subject)) {
      return findings;
    }
    for (JudgedTrigger trigger : subject.prometheus()) {
      double reading = EmptyPool.reading(trigger);
      if (reading > trigger.activationThreshold()) {
        findings.add(
            problem(
                trigger.fieldPath("activationThreshold"),
                "The target never stays at zero: a pool without pods reads as fully saturated, so "
                    + trigger.name()
                    + " is active for ever.",
                "empty pool reads "
                    + KedaNumbers.text(reading)
                    + ", activationThreshold "
                    + KedaNumbers.text(trigger.activationThreshold()),
                "Let a trigger on the gateway's queue decide about zero, and set this one's"
                    + " activationThreshold to \""
                    + KedaNumbers.text(Math.ceil(reading))
                    + "\" or more, so that it never starts a pod by itself; or set minReplicaCount to"
                    + " 1."));
      }
    }
    return findings;
  }
}
