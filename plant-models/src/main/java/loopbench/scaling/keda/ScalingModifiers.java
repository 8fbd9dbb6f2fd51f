// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Optional;
import loopbench.scaling.hpa.TargetType;

/**
 * A formula over the triggers that takes the place of their own targets. Empty text is unset; as
 * soon as one of the four is set, formula and target are required.
 *
 * @param formula over the triggers' names
 * @param target what the formula's result is divided by, a number as text
 * @param activationTarget above it the object is active; unset means 0
 * @param metricType AverageValue or Value; unset means AverageValue
 */
public record ScalingModifiers(
    String formula, String target, String activationTarget, String metricType) {
  public static final ScalingModifiers UNSET = new ScalingModifiers("", "", "", "");

  public static ScalingModifiers of(String formula, String target) {
    return new ScalingModifiers(formula, target, "", "");
  }

  /** Whether the formula takes over ({@code IsUsingModifiers} in scaledobject_types.go). */
  public boolean isUsed() {
    return !formula.isEmpty() || !target.isEmpty();
  }

  /** What the target is compared with; empty for words KEDA does not know. */
  public Optional<TargetType> targetType() {
    return switch (metricType) {
      case "", "AverageValue" -> Optional.of(TargetType.AVERAGE_VALUE);
      case "Value" -> Optional.of(TargetType.VALUE);
      default -> Optional.empty();
    };
  }
}
