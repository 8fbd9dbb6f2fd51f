// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.signal.Signal;

/** A token backlog's threshold below what one request reads by itself. */
final class OneRequestScales implements Rule {
  @Override
  public String id() {
    return "one-request-scales";
  }

  @Override
  public String about() {
    return "A token backlog's threshold below what one request reads by itself.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (subject.pool().asked().isEmpty()) {
      return findings;
    }
    PoolFacts.Asked asked = subject.pool().asked().orElseThrow();
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      double weight = Weight.of(trigger, Signal.INFLIGHT_TOKENS);
      if (Double.isNaN(weight) || !trigger.comparedAs(TargetType.AVERAGE_VALUE)) {
        continue;
      }
      long target = trigger.thresholdMilli().orElseThrow();
      double tokens = asked.uncachedP90();
      long asks = LargestAsk.mostReplicas(KedaNumbers.milli(tokens * weight), target);
      double ratio = tokens * weight * 1000 / target / subject.min();
      if (asks > subject.min() && ratio > 1 && !subject.tolerance().inside(ratio)) {
        boolean all =
            LargestAsk.mostReplicas(KedaNumbers.milli(asked.uncachedMean() * weight), target)
                == asks;
        findings.add(found(trigger, tokens, weight, asks, all));
      }
    }
    return findings;
  }

  private Finding found(
      JudgedTrigger trigger, double tokens, double weight, long asks, boolean all) {
    boolean divided = weight != 1;
    String reading = Text.about(tokens * weight) + (divided ? " s" : " tokens");
    return warning(
        trigger.fieldPath("threshold"),
        (all ? "One request alone" : "One long prompt alone (one in ten is as long)")
            + " asks for "
            + Text.replicas(asks)
            + ": until its first token comes it reads "
            + reading
            + ", above the threshold, and no second replica can make it faster.",
        (divided
                ? Text.about(tokens)
                    + " uncached tokens / "
                    + Text.about(1 / weight)
                    + " = "
                    + reading
                    + ", "
                : "")
            + "ceil("
            + Text.about(tokens * weight)
            + " / "
            + trigger.thresholdText()
            + ") = "
            + asks,
        "Raise the threshold above "
            + reading
            + ". Where that is more than the objective for the first token leaves, no threshold can"
            + " meet it: serve such prompts on faster replicas.");
  }
}
