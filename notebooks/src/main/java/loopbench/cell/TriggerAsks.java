// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.loop.ScalingTrace;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.Milli;
import loopbench.scaling.hpa.Proposal;
import loopbench.scaling.hpa.TargetType;

/**
 * What each trigger read and wanted at the sync that wanted most: the value in all, per replica and
 * the target beside each other, since an HPA's status shows the second in thousandths and people
 * compare it with the first.
 */
final class TriggerAsks {
  private static final List<String> HEADINGS =
      List.of("trigger", "in all", "each replica", "target", "wants");

  private TriggerAsks() {}

  /** The first sync with the largest ask; empty where no trigger asked for anything. */
  static Optional<Integer> largest(ScalingTrace trace) {
    int best = -1;
    double most = 0;
    for (int i = 0; i < trace.size(); i++) {
      for (int m = 0; m < trace.metrics().size(); m++) {
        if (trace.proposal(m, i) > most) { // false for NaN: a trigger that failed wants nothing
          most = trace.proposal(m, i);
          best = i;
        }
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(best);
  }

  /**
   * @param clock when that sync was, for people
   */
  static Output table(ScalingTrace trace, int sync, String clock) {
    Decision decision = trace.decision(sync).orElseThrow();
    int replicas = trace.current(sync);
    List<List<String>> rows = new ArrayList<>();
    StringBuilder words = new StringBuilder("Most was wanted at " + clock + ".");
    for (Proposal proposal : decision.proposals()) {
      String name = proposal.metric().name();
      if (proposal.failed()) {
        rows.add(List.of(name, "", "", Milli.text(proposal.metric().targetMilli()), "no value"));
        words.append(" ").append(name).append(": ").append(proposal.failure()).append(".");
        continue;
      }
      String all = Milli.text(proposal.usedMilli());
      String target = Milli.text(proposal.metric().targetMilli());
      boolean shared = proposal.metric().type() == TargetType.AVERAGE_VALUE && replicas > 0;
      String each =
          shared
              ? Numbers.text(Numbers.rounded(proposal.usedMilli() / 1e3 / replicas, 3))
              : "not divided";
      rows.add(List.of(name, all, each, target, Integer.toString(proposal.replicas())));
      words
          .append(" ")
          .append(name)
          .append(": ")
          .append(all)
          .append(shared ? " in all, " + each + " each of " + replicas : ", not divided")
          .append(", target ")
          .append(target)
          .append(": wants ")
          .append(proposal.replicas())
          .append(".");
    }
    return new Output.Table(HEADINGS, rows, words.toString());
  }
}
