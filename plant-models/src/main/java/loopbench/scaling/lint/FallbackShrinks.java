// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Optional;
import loopbench.scaling.keda.Fallback;

/** A fallback that takes a loaded pool down to its minimum. */
final class FallbackShrinks implements Rule {
  @Override
  public String id() {
    return "fallback-shrinks";
  }

  @Override
  public String about() {
    return "A fallback that takes a loaded pool down to its minimum.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    Optional<Fallback> given = subject.scaler().fallback();
    if (given.isEmpty()) {
      return List.of();
    }
    Fallback fallback = given.orElseThrow();
    Optional<Fallback.Kind> kind = fallback.kind();
    int replicas = fallback.replicas().orElse(0);
    boolean down =
        kind.filter(k -> k == Fallback.Kind.STATIC || k == Fallback.Kind.CURRENT_REPLICAS_IF_LOWER)
            .isPresent();
    if (!down || replicas < 1 || replicas > subject.min() || subject.max() <= subject.min()) {
      return List.of();
    }
    return List.of(
        warning(
            "fallback.replicas",
            "While the metric fails the fallback asks for "
                + Text.replicas(replicas)
                + ", whatever runs: a pool under load shrinks to its minimum during the outage.",
            "from up to "
                + subject.max()
                + " replicas to "
                + subject.min()
                + " after the scale-down window of "
                + Text.seconds(subject.downWindowS()),
            "Set behavior currentReplicasIfHigher, which never goes below what runs, or more replicas."));
  }
}
