// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;

/** A formula that fails for values that are to be expected. */
final class FormulaRunError implements Rule {
  @Override
  public String id() {
    return "formula-run-error";
  }

  @Override
  public String about() {
    return "A formula that fails for values that are to be expected.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    return subject
        .probe()
        .flatMap(probe -> probe.first(Probe.Tried::failed))
        .map(
            tried ->
                List.of(
                    problem(
                        Text.MODIFIERS + ".formula",
                        "The formula fails for values that are to be expected. The HPA then has no value,"
                            + " and KEDA counts the object as inactive.",
                        tried.inputs() + ": " + tried.message(),
                        "Guard the operation that fails, or give a default.")))
        .orElse(List.of());
  }
}
