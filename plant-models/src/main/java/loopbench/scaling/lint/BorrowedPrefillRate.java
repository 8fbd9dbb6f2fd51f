// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.signal.Signal;

/** A token backlog divided by another pool's prefill rate than this one's. */
final class BorrowedPrefillRate implements Rule {
  /** V_P repeats within some percent from one calibration to the next; this is more than that. */
  private static final double CLOSE = 0.1;

  /** The rates that llm-d's guides and its threshold matrix print, tokens per second. */
  private static final Map<Double, String> PUBLISHED =
      Map.of(
          15_928.0, "Qwen3-32B on two H100",
          33_821.0, "gpt-oss-120b on one H200, through P/D",
          39_065.0, "gpt-oss-120b on one H100",
          30_720.0, "Qwen3-32B with SGLang on two H100",
          15_751.0, "Qwen3-VL-32B on one H200");

  @Override
  public String id() {
    return "borrowed-prefill-rate";
  }

  @Override
  public String about() {
    return "A token backlog divided by another pool's prefill rate than this one's.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (subject.pool().prefill().isEmpty()) {
      return findings;
    }
    PoolFacts.Prefill prefill = subject.pool().prefill().orElseThrow();
    for (JudgedTrigger trigger : subject.prometheus()) {
      double weight = Weight.of(trigger, Signal.INFLIGHT_TOKENS);
      double divisor = trigger.query().divisor().orElse(1 / weight);
      // Where there is no division the threshold is in tokens, and no rate is claimed.
      if (weight < 1 && !(Math.abs(divisor / prefill.tokensPerSecond() - 1) <= CLOSE)) {
        findings.add(found(subject, trigger, divisor, prefill));
      }
    }
    return findings;
  }

  private Finding found(
      Subject subject, JudgedTrigger trigger, double divisor, PoolFacts.Prefill prefill) {
    double factor = divisor / prefill.tokensPerSecond();
    boolean under = factor > 1;
    String times = Text.about(under ? factor : 1 / factor) + " times";
    String what =
        under
            ? trigger.name()
                + " reads the backlog "
                + times
                + " too short, since its query divides by more tokens per second than a replica"
                + " computes"
            : trigger.name()
                + " reads the backlog "
                + times
                + " too long, since its query divides by fewer tokens per second than a replica"
                + " computes";
    String then = "";
    if (!subject.scaler().hasModifiers() && trigger.thresholdMilli().isPresent()) {
      double threshold = trigger.thresholdMilli().getAsLong() / 1000.0;
      then =
          ": it acts at "
              + Text.about(threshold * factor)
              + " s of waiting work per replica instead of "
              + Text.about(threshold)
              + " s";
    }
    String published = PUBLISHED.get(divisor);
    String numbers =
        "divisor "
            + KedaNumbers.text(divisor)
            + (published == null ? "" : " (published for " + published + ")")
            + ", "
            + prefill.where()
            + " computes "
            + Text.about(prefill.tokensPerSecond())
            + " tokens/s: a factor of "
            + Text.about(factor);
    String advice =
        "Divide by "
            + KedaNumbers.text(Math.rint(prefill.tokensPerSecond()))
            + ", and calibrate it again whenever model, accelerator or batch size changes.";
    return factor >= 2
        ? problem(trigger.queryPath(), what + then + ".", numbers, advice)
        : warning(trigger.queryPath(), what + then + ".", numbers, advice);
  }
}
