// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;

/** A formula whose result KEDA refuses at every query. */
final class FormulaNotFloat implements Rule {
  @Override
  public String id() {
    return "formula-not-float";
  }

  @Override
  public String about() {
    return "A formula whose result KEDA refuses at every query.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    return subject
        .probe()
        .flatMap(probe -> probe.first(Probe.Tried::notFloat))
        .map(
            tried ->
                List.of(
                    problem(
                        Text.MODIFIERS + ".formula",
                        "The formula is accepted and then fails at every query: its result is no float."
                            + " KEDA adds float(...) around a formula, but not when it begins with"
                            + " float( already.",
                        tried.inputs() + ": " + tried.message(),
                        "Put the whole formula into brackets, or write the numbers with a point (5.0).")))
        .orElse(List.of());
  }
}
