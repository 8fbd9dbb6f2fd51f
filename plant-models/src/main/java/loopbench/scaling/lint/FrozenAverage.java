// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Signal;

/** A pool average that keeps its last value when no pod answers. */
final class FrozenAverage implements Rule {
  @Override
  public String id() {
    return "frozen-average";
  }

  @Override
  public String about() {
    return "A pool average that keeps its last value when no pod answers.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      for (Signal signal : trigger.signals()) {
        if (signal.withoutPods() == Signal.WithoutPods.FROZEN) {
          findings.add(
              warning(
                  trigger.queryPath(),
                  signal.metric()
                      + " is not updated while no pod has fresh metrics: it keeps its last value, at"
                      + " zero pods for ever, and "
                      + trigger.name()
                      + " scales on it.",
                  "6 requests per pod before the pods went stay 6 without pods",
                  "Scale on the gateway's queue or on the sum over the pods; trust the average only"
                      + " while "
                      + Signal.READY_ENDPOINTS.metric()
                      + " is above 0."));
        }
      }
    }
    return findings;
  }
}
