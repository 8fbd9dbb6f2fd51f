// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.scaling.hpa.Milli;

/** A formula that comes to 0 when one of its inputs is missing. */
final class FormulaMissingInput implements Rule {
  @Override
  public String id() {
    return "formula-missing-input";
  }

  @Override
  public String about() {
    return "A formula that comes to 0 when one of its inputs is missing.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Optional<Probe> probe = subject.probe();
    if (probe.isEmpty()) {
      return findings;
    }
    for (JudgedTrigger judged : subject.prometheus()) {
      boolean zero = judged.absentIsZero() || judged.shape().neverAbsent();
      if (zero) {
        probe
            .get()
            .comesToZeroWithout(judged.trigger().name())
            .ifPresent(pair -> findings.add(found(subject, judged, pair)));
      }
    }
    return findings;
  }

  private Finding found(Subject subject, JudgedTrigger judged, Probe.Pair pair) {
    return problem(
        judged.fieldPath("ignoreNullValues"),
        "When "
            + judged.name()
            + " is missing it reads as 0 and the formula comes to "
            + Milli.text(pair.without().milli())
            + ": the pool drains to its minimum under load.",
        pair.with().inputs()
            + " gives "
            + Milli.text(pair.with().milli())
            + "; without "
            + judged.name()
            + " "
            + Milli.text(pair.without().milli())
            + ", which becomes "
            + subject.min()
            + " after the scale-down window of "
            + Text.seconds(subject.downWindowS()),
        "Set ignoreNullValues to \"false\" on this trigger and give a fallback, or guard the formula ("
            + judged.trigger().name()
            + " > 0 ? ... : ...).");
  }
}
