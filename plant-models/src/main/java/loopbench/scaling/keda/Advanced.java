// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Optional;
import loopbench.scaling.hpa.Behavior;

/**
 * The {@code advanced} part of a ScaledObject.
 *
 * @param restoreToOriginalReplicaCount whether deleting the object brings back the replicas from
 *     before it; unset means no
 * @param hpa what is said about the generated HPA
 * @param modifiers the formula, {@link ScalingModifiers#UNSET} when there is none
 */
public record Advanced(
    Optional<Boolean> restoreToOriginalReplicaCount, HpaSettings hpa, ScalingModifiers modifiers) {
  public static final Advanced UNSET =
      new Advanced(Optional.empty(), HpaSettings.UNSET, ScalingModifiers.UNSET);

  public Advanced withBehavior(Behavior behavior) {
    return new Advanced(
        restoreToOriginalReplicaCount,
        new HpaSettings(hpa.name(), Optional.of(behavior)),
        modifiers);
  }

  public Advanced withModifiers(ScalingModifiers newModifiers) {
    return new Advanced(restoreToOriginalReplicaCount, hpa, newModifiers);
  }
}
