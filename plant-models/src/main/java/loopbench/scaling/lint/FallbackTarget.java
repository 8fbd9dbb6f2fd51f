// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import loopbench.scaling.keda.ScalingModifiers;

/** A fallback that a fractional composite target switches off. */
final class FallbackTarget implements Rule {
  @Override
  public String id() {
    return "fallback-target";
  }

  @Override
  public String about() {
    return "A fallback that a fractional composite target switches off.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    ScalingModifiers modifiers = subject.scaler().advanced().modifiers();
    if (subject.scaler().fallback().isEmpty() || !modifiers.isUsed()) {
      return List.of();
    }
    boolean whole = modifiers.target().matches("\\+?0*[1-9][0-9]{0,17}");
    if (whole) {
      return List.of();
    }
    return List.of(
        problem(
            "fallback",
            "The fallback never engages: with a formula KEDA takes it only when the target is a whole"
                + " number above 0, and says nothing otherwise.",
            "target is \"" + modifiers.target() + "\"",
            "Scale formula and target so that the target is whole, such as \"1\"."));
  }
}
