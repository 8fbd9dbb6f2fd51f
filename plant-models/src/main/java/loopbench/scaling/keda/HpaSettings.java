// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Optional;
import loopbench.scaling.hpa.Behavior;

/**
 * What a ScaledObject says about the HPA that KEDA generates.
 *
 * @param name the HPA's name; unset means keda-hpa- and the ScaledObject's
 * @param behavior its rules; none leaves it to the controller's built-in limits
 */
public record HpaSettings(String name, Optional<Behavior> behavior) {
  public static final HpaSettings UNSET = new HpaSettings("", Optional.empty());
}
