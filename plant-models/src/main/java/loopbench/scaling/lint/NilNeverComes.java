// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Optional;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.ScalingModifiers;

/** A ?? in a formula that never sees a nil. */
final class NilNeverComes implements Rule {
  @Override
  public String id() {
    return "nil-never-comes";
  }

  @Override
  public String about() {
    return "A ?? in a formula that never sees a nil.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    ScalingModifiers modifiers = subject.scaler().advanced().modifiers();
    Optional<Fallback> fallback = subject.scaler().fallback();
    boolean nil =
        fallback
            .flatMap(Fallback::kind)
            .filter(k -> k == Fallback.Kind.SCALING_MODIFIERS)
            .isPresent();
    if (!modifiers.formula().contains("??") || nil) {
      return List.of();
    }
    String instead =
        fallback.isEmpty()
            ? "there is no fallback, so a failing trigger makes the whole formula an error and the HPA"
                + " stays as it is"
            : "with behavior "
                + fallback.flatMap(Fallback::kind).map(Fallback.Kind::token).orElse("static")
                + " a failing trigger replaces the whole formula by the fallback's replicas";
    return List.of(
        warning(
            Text.MODIFIERS + ".formula",
            "The ?? in the formula is never used: "
                + instead
                + ". An absent metric is no nil"
                + " either.",
            "fallback.behavior is "
                + fallback
                    .map(f -> f.behavior().isEmpty() ? "unset, so static" : f.behavior())
                    .orElse("unset"),
            "Set fallback.behavior to scalingModifiers, which hands a failed trigger to the formula as"
                + " nil, or drop the ??."));
  }
}
