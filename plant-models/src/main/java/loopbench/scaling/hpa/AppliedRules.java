// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.List;
import java.util.Optional;

/**
 * The rules of one direction after the API server and the controller have filled in what was not
 * written.
 *
 * @param windowS the stabilization window, seconds, 0 or more
 * @param select which policy holds
 * @param policies at least one
 * @param tolerance replaces the controller's where the feature gate allows it
 */
public record AppliedRules(
    int windowS, SelectPolicy select, List<ScalingPolicy> policies, Optional<Quantity> tolerance) {

  public AppliedRules {
    policies = List.copyOf(policies);
    if (windowS < 0) {
      throw new IllegalArgumentException(
          "stabilizationWindowSeconds must be 0 or more, was " + windowS);
    }
    if (policies.isEmpty()) {
      throw new IllegalArgumentException("rules need at least one policy");
    }
  }

  /** The longest period of the policies, seconds. */
  public int longestPeriodS() {
    return policies.stream().mapToInt(ScalingPolicy::periodS).max().orElse(0);
  }
}
