// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.regex.Pattern;
import loopbench.scaling.keda.ScalingModifiers;

/** An activationTarget that KEDA cannot read, which stops all of its scaling. */
final class ActivationTarget implements Rule {
  @Override
  public String id() {
    return "activation-target";
  }

  @Override
  public String about() {
    return "An activationTarget that KEDA cannot read, which stops all of its scaling.";
  }

  /** What Go's {@code strconv.ParseFloat} takes. */
  private static final Pattern FLOAT =
      Pattern.compile(
          "[+-]?(?:(?:[0-9][0-9_]*(?:\\.[0-9_]*)?|\\.[0-9][0-9_]*)(?:[eE][+-]?[0-9]+)?"
              + "|0[xX][0-9a-fA-F]*\\.?[0-9a-fA-F]*[pP][+-]?[0-9]+"
              + "|(?i:inf|infinity|nan))");

  @Override
  public List<Finding> look(Subject subject) {
    ScalingModifiers modifiers = subject.scaler().advanced().modifiers();
    String target = modifiers.activationTarget();
    if (!modifiers.isUsed() || target.isEmpty() || FLOAT.matcher(target).matches()) {
      return List.of();
    }
    return List.of(
        problem(
            Text.MODIFIERS + ".activationTarget",
            "KEDA cannot read activationTarget and gives up at every poll, so nothing goes to zero or"
                + " comes back from it. Applying the object does not report it.",
            "activationTarget is \"" + target + "\"",
            "Write a plain number such as \"0\" or \"0.5\"."));
  }
}
