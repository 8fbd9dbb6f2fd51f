// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The rules of one direction as written: what is unset stays unset, for the API server to fill in.
 *
 * @param stabilizationWindowS how long recommendations are remembered, seconds
 * @param select which policy's limit counts
 * @param policies how much may change within a period; an empty list is not the same as none
 * @param tolerance how far the metric may be off in this direction without effect
 */
public record ScalingRules(
    OptionalInt stabilizationWindowS,
    Optional<SelectPolicy> select,
    Optional<List<ScalingPolicy>> policies,
    Optional<Quantity> tolerance) {
  public static final ScalingRules UNSET =
      new ScalingRules(OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public ScalingRules {
    policies = policies.map(List::copyOf);
  }

  public ScalingRules withStabilizationWindowS(int seconds) {
    return new ScalingRules(OptionalInt.of(seconds), select, policies, tolerance);
  }

  public ScalingRules withSelect(SelectPolicy newSelect) {
    return new ScalingRules(stabilizationWindowS, Optional.of(newSelect), policies, tolerance);
  }

  public ScalingRules withPolicies(List<ScalingPolicy> newPolicies) {
    return new ScalingRules(stabilizationWindowS, select, Optional.of(newPolicies), tolerance);
  }

  public ScalingRules withTolerance(Quantity newTolerance) {
    return new ScalingRules(stabilizationWindowS, select, policies, Optional.of(newTolerance));
  }
}
