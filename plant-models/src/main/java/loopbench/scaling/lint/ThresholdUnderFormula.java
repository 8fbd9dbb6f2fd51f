// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import loopbench.scaling.formula.Formula;
import loopbench.scaling.formula.Literal;
import loopbench.scaling.keda.KedaNumbers;

/**
 * A trigger's own target under a formula, where it has no effect, or that has drifted from the
 * formula.
 */
final class ThresholdUnderFormula implements Rule {
  @Override
  public String id() {
    return "threshold-under-formula";
  }

  @Override
  public String about() {
    return "A trigger's own target under a formula, where it has no effect, or that has drifted from the formula.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (!subject.scaler().hasModifiers()) {
      return findings;
    }
    for (JudgedTrigger judged : subject.prometheus()) {
      List<String> inert = new ArrayList<>();
      add(inert, "threshold", judged.field("threshold"));
      add(inert, "metricType", judged.trigger().metricType());
      add(inert, "activationThreshold", judged.field("activationThreshold"));
      if (inert.isEmpty()) {
        continue;
      }
      String what =
          "The threshold of "
              + judged.name()
              + " has no effect: the formula gets the raw value, and its result is compared with"
              + " scalingModifiers.target.";
      Optional<String> drifted = subject.formula().flatMap(formula -> drifted(formula, judged));
      findings.add(
          drifted.isPresent()
              ? warning(
                  judged.fieldPath("threshold"),
                  what
                      + " The formula has no such number; if the two were meant to be equal, they"
                      + " have drifted apart.",
                  String.join(", ", inert) + "; " + drifted.get(),
                  "Change the number in the formula, and keep the threshold equal to it.")
              : note(
                  judged.fieldPath("threshold"),
                  what,
                  String.join(", ", inert),
                  "Turn the numbers in the formula instead."));
    }
    return findings;
  }

  private static void add(List<String> inert, String field, String value) {
    if (!value.isEmpty()) {
      inert.add(field + " " + value);
    }
  }

  /** The formula's numbers, when the trigger's threshold is none of them. */
  private static Optional<String> drifted(Formula formula, JudgedTrigger judged) {
    OptionalDouble threshold = KedaNumbers.number(judged.field("threshold"));
    List<Double> numbers = formula.numbers().stream().map(Literal::value).distinct().toList();
    boolean gone =
        threshold.isPresent()
            && formula.reads().contains(judged.trigger().name())
            && !numbers.isEmpty()
            && !numbers.contains(threshold.getAsDouble());
    return gone
        ? Optional.of(
            "the formula's numbers are "
                + numbers.stream().map(KedaNumbers::text).collect(Collectors.joining(", ")))
        : Optional.empty();
  }
}
