// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.scaling.formula.Outcome;
import loopbench.scaling.hpa.Milli;
import loopbench.scaling.hpa.TargetType;

/** A formula that can give less than 0, or no number at all. */
final class FormulaNegative implements Rule {
  @Override
  public String id() {
    return "formula-negative";
  }

  @Override
  public String about() {
    return "A formula that can give less than 0, or no number at all.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Optional<Probe> probe = subject.probe();
    if (probe.isEmpty()) {
      return findings;
    }
    boolean average =
        subject
            .scaler()
            .advanced()
            .modifiers()
            .targetType()
            .filter(t -> t == TargetType.AVERAGE_VALUE)
            .isPresent();
    String then =
        average
            ? " AverageValue takes a negative sum for one that is too large, so the pool goes to its"
                + " maximum."
            : " Under Value it takes the pool to its minimum.";
    probe
        .get()
        .first(t -> t.milli() < 0 && t.finite())
        .ifPresent(
            tried ->
                findings.add(
                    problem(
                        Text.MODIFIERS + ".formula",
                        "The formula can be below 0, and KEDA hands that on as it is." + then,
                        tried.inputs()
                            + " gives "
                            + Milli.text(tried.milli())
                            + bound(subject, average),
                        "Write max(0, ...) around the formula.")));
    probe
        .get()
        .first(t -> t.outcome().kind() == Outcome.Kind.FLOAT && !t.finite())
        .ifPresent(
            tried ->
                findings.add(
                    problem(
                        Text.MODIFIERS + ".formula",
                        "The formula can be NaN or infinite, which becomes the smallest integer there is."
                            + then,
                        tried.inputs()
                            + " gives "
                            + tried.outcome().value()
                            + bound(subject, average),
                        "Guard the division: b > 0 ? a / b : 0.")));
    return findings;
  }

  private static String bound(Subject subject, boolean average) {
    return average ? ", maxReplicaCount " + subject.max() : ", minimum " + subject.min();
  }
}
