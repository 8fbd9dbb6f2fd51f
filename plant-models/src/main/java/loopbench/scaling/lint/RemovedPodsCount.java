// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Signal;

/** A per-pod gauge that older EPPs keep for pods that are gone. */
final class RemovedPodsCount implements Rule {
  @Override
  public String id() {
    return "removed-pods-count";
  }

  @Override
  public String about() {
    return "A per-pod gauge that older EPPs keep for pods that are gone.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      if (trigger.reads(Signal.PER_ENDPOINT_QUEUE_SIZE)) {
        // Narrowed to the pods that live.
        continue;
      }
      trigger.signals().stream()
          .filter(Signal::keepsRemovedPods)
          .findFirst()
          .ifPresent(
              signal ->
                  findings.add(
                      note(
                          trigger.queryPath(),
                          "An EPP up to v0.10.0 keeps the last "
                              + signal.metric()
                              + " of pods that were removed, so that "
                              + trigger.name()
                              + " never falls back to 0 and the pool never gets small.",
                          "3 removed pods with 12000 tokens each leave 36000 for ever",
                          "Run a later EPP, or narrow the query to living pods with "
                              + Signal.PER_ENDPOINT_QUEUE_SIZE.metric()
                              + ".")));
    }
    return findings;
  }
}
