// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An HPA's {@code behavior} as written. That there is one at all, even an empty one, switches the
 * controller from its built-in limits to rules per direction.
 *
 * @param up the rules for more replicas
 * @param down the rules for fewer
 */
public record Behavior(Optional<ScalingRules> up, Optional<ScalingRules> down) {
  public static final Behavior EMPTY = new Behavior(Optional.empty(), Optional.empty());

  public Behavior withUp(ScalingRules rules) {
    return new Behavior(Optional.of(rules), down);
  }

  public Behavior withDown(ScalingRules rules) {
    return new Behavior(up, Optional.of(rules));
  }

  /**
   * The rules for more replicas, what is unset filled in: no window, and the larger of 4 pods and
   * 100 % per 15 s ({@code GenerateHPAScaleUpRules} of autoscaling/v2's defaults.go).
   */
  public AppliedRules appliedUp() {
    return up.orElse(ScalingRules.UNSET).over(ScalingRules.UP_DEFAULTS).applied(0);
  }

  /**
   * The rules for fewer replicas, what is unset filled in: the controller's window, and 100 % per
   * 15 s ({@code GenerateHPAScaleDownRules}, {@code maybeInitScaleDownStabilizationWindow}).
   *
   * @param downscaleStabilizationS the controller's window, seconds; cut to whole ones
   */
  public AppliedRules appliedDown(double downscaleStabilizationS) {
    return down.orElse(ScalingRules.UNSET)
        .over(ScalingRules.DOWN_DEFAULTS)
        .applied((int) downscaleStabilizationS);
  }

  /** What the API server would refuse, after it has filled in what is unset. */
  public List<RuleProblem> problems(boolean configurableTolerance) {
    List<RuleProblem> problems = new ArrayList<>();
    up.ifPresent(
        rules ->
            problems.addAll(
                rules.over(ScalingRules.UP_DEFAULTS).problems("scaleUp", configurableTolerance)));
    down.ifPresent(
        rules ->
            problems.addAll(
                rules
                    .over(ScalingRules.DOWN_DEFAULTS)
                    .problems("scaleDown", configurableTolerance)));
    return List.copyOf(problems);
  }
}
