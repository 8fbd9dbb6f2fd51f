// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.List;
import java.util.Optional;

/**
 * The rules of one direction after the API server and the controller have filled in what was not
 * written.
 *
 * @param windowS the stabilization window, seconds
 * @param select which policy holds
 * @param policies the policies; an empty list stands for itself and is refused by the API server
 * @param tolerance replaces the controller's where the feature gate allows it
 */
public record AppliedRules(
    int windowS, SelectPolicy select, List<ScalingPolicy> policies, Optional<Quantity> tolerance) {

  public AppliedRules {
    policies = List.copyOf(policies);
  }

  /** The longest period of the policies, seconds. */
  public int longestPeriodS() {
    return policies.stream().mapToInt(ScalingPolicy::periodS).max().orElse(0);
  }
}
