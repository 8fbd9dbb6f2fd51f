// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Signal;

/** A trigger on a series that only flow control exposes, before a gateway without it. */
final class FlowControlOff implements Rule {
  @Override
  public String id() {
    return "flow-control-off";
  }

  @Override
  public String about() {
    return "A trigger on a series that only flow control exposes, before a gateway without it.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (!FlowControl.off(subject)) {
      return findings;
    }
    for (JudgedTrigger trigger : subject.prometheus()) {
      List<String> absent =
          trigger.signals().stream().filter(FlowControl::exposes).map(Signal::metric).toList();
      if (!absent.isEmpty()) {
        findings.add(
            problem(
                trigger.queryPath(),
                trigger.name()
                    + " never answers: the gateway's flow control is off, so that nothing waits there"
                    + " and the series is absent"
                    + (trigger.absentIsZero() || trigger.shape().neverAbsent()
                        ? ", which reads as 0."
                        : ", which is an error at every sync."),
                "absent: " + String.join(", ", absent),
                "Turn flow control on, or scale on "
                    + Signal.REQUEST_RUNNING.metric()
                    + ", which is there without it."));
      }
    }
    return findings;
  }
}
