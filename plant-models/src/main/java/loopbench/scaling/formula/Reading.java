// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.List;
import java.util.Optional;

/**
 * What came of reading a text: a formula, or the reasons why there is none.
 *
 * @param formula present exactly where there is no problem
 * @param problems in the order of the text
 */
public record Reading(Optional<Formula> formula, List<FormulaProblem> problems) {
  public Reading {
    problems = List.copyOf(problems);
    if (formula.isPresent() != problems.isEmpty()) {
      throw new IllegalArgumentException("a reading is either a formula or problems");
    }
  }
}
