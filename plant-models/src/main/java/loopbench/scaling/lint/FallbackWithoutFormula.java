// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import loopbench.scaling.keda.Fallback;

/** A fallback that needs a formula and has none. */
final class FallbackWithoutFormula implements Rule {
  @Override
  public String id() {
    return "fallback-without-formula";
  }

  @Override
  public String about() {
    return "A fallback that needs a formula and has none.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    boolean nil =
        subject
            .scaler()
            .fallback()
            .flatMap(Fallback::kind)
            .filter(k -> k == Fallback.Kind.SCALING_MODIFIERS)
            .isPresent();
    if (!nil || subject.scaler().hasModifiers()) {
      return List.of();
    }
    return List.of(
        problem(
            "fallback.behavior",
            "The fallback does nothing: behavior scalingModifiers hands a failed trigger to the formula"
                + " as nil, and there is no formula.",
            "behavior scalingModifiers, no scalingModifiers.formula",
            "Write a formula that says what nil means, such as queue ?? 0, or choose another"
                + " behavior."));
  }
}
