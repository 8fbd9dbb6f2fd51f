// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Signal;

/** Absence read as 0 without a fallback. */
final class AbsentIsZero implements Rule {
  @Override
  public String id() {
    return "absent-is-zero";
  }

  @Override
  public String about() {
    return "Absence read as 0 without a fallback.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (subject.scaler().fallback().isPresent()) {
      return findings;
    }
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      if (!trigger.absentIsZero() || trigger.shape().neverAbsent()) {
        continue;
      }
      boolean late = trigger.signals().stream().anyMatch(Signal::absentUntilFirstRequest);
      String numbers =
          "ignoreNullValues is "
              + (trigger.field("ignoreNullValues").isEmpty() ? "unset, so true" : "true")
              + "; 0 / "
              + trigger.thresholdText()
              + " asks for 0, which becomes "
              + subject.min()
              + " after the scale-down window of "
              + Text.seconds(subject.downWindowS());
      String what =
          "When the query of "
              + trigger.name()
              + " answers nothing, NaN or infinity, it reads as 0 without an error: an outage of the"
              + " metric looks idle and takes the pool to its minimum.";
      if (late && subject.sleeps()) {
        findings.add(
            note(
                trigger.fieldPath("ignoreNullValues"),
                what
                    + " Before the first request its series does not exist, and going to zero needs"
                    + " that to read as 0.",
                numbers,
                "Keep it, and alert on the metric's absence."));
      } else {
        findings.add(
            warning(
                trigger.fieldPath("ignoreNullValues"),
                what,
                numbers,
                "Set ignoreNullValues to \"false\" and give a fallback."
                    + (late
                        ? " Before the first request its series does not exist; the fallback then holds."
                        : "")));
      }
    }
    return findings;
  }
}
