// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Between which counts a ScaledObject scales.
 *
 * @param min {@code minReplicaCount}; unset means 0, and the HPA's minimum is at least 1 anyway
 * @param max {@code maxReplicaCount}; unset means 100
 * @param idle {@code idleReplicaCount}, the replicas while nothing is active
 */
public record ReplicaCounts(OptionalInt min, OptionalInt max, OptionalInt idle) {
  public static final ReplicaCounts UNSET =
      new ReplicaCounts(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

  public static ReplicaCounts of(int min, int max) {
    return new ReplicaCounts(OptionalInt.of(min), OptionalInt.of(max), OptionalInt.empty());
  }

  /** minReplicas of the HPA that KEDA generates. */
  public int hpaMin() {
    return Math.max(1, min.orElse(0));
  }

  /** maxReplicas of the HPA that KEDA generates. */
  public int hpaMax() {
    return max.orElse(100);
  }

  /** KEDA's own check ({@code CheckReplicaCountBoundsAreValid}), by the field that is wrong. */
  Optional<SpecProblem> boundsProblem() {
    // An explicit 0 counts as 1 here, an unset minimum as 0.
    int floor = min.isPresent() ? hpaMin() : 0;
    if (floor > hpaMax()) {
      return Optional.of(
          new SpecProblem(
              "minReplicaCount",
              "minReplicaCount must not be above maxReplicaCount "
                  + hpaMax()
                  + ", was "
                  + min.orElse(0)
                  + (min.orElse(0) < floor ? " (which counts as " + floor + ")." : ".")));
    }
    if (idle.isPresent() && idle.getAsInt() >= floor) {
      return Optional.of(
          new SpecProblem(
              "idleReplicaCount",
              "idleReplicaCount must be below minReplicaCount "
                  + (min.isPresent() ? String.valueOf(min.getAsInt()) : "(unset, so 0)")
                  + ", was "
                  + idle.getAsInt()
                  + "."));
    }
    return Optional.empty();
  }
}
