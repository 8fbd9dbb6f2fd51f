// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.OptionalInt;

/** An idle count other than 0. */
final class IdleNotZero implements Rule {
  @Override
  public String id() {
    return "idle-not-zero";
  }

  @Override
  public String about() {
    return "An idle count other than 0.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    OptionalInt idle = subject.scaler().replicas().idle();
    if (idle.orElse(0) == 0) {
      return List.of();
    }
    return List.of(
        warning(
            "idleReplicaCount",
            "While nothing is active KEDA sets the target to "
                + idle.getAsInt()
                + ", but the HPA keeps running there and sets it back to its minimum at its next sync;"
                + " at the next poll KEDA lowers it again."
                + " KEDA documents only 0, which stops the HPA.",
            "idleReplicaCount " + idle.getAsInt() + ", HPA minimum " + subject.min(),
            "Set idleReplicaCount to 0, or drop it and lower minReplicaCount."));
  }
}
