// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Optional;
import loopbench.scaling.keda.Fallback;

/** A fallback of 0 replicas. */
final class FallbackToNothing implements Rule {
  @Override
  public String id() {
    return "fallback-to-nothing";
  }

  @Override
  public String about() {
    return "A fallback of 0 replicas.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    Optional<Fallback> fallback = subject.scaler().fallback();
    boolean none =
        fallback
            .filter(f -> f.replicas().orElse(-1) == 0)
            .filter(
                f ->
                    f.kind().orElse(Fallback.Kind.STATIC) == Fallback.Kind.STATIC
                        || f.kind().orElseThrow() == Fallback.Kind.CURRENT_REPLICAS_IF_LOWER)
            .isPresent();
    if (!none) {
      return List.of();
    }
    boolean toZero = subject.scaler().replicas().min().orElse(0) == 0;
    return List.of(
        problem(
            "fallback.replicas",
            "A fallback to 0 replicas asks for none while the metric fails: the pool goes to its minimum"
                + (toZero ? ", and KEDA may take it to zero in the middle of the outage." : "."),
            "fallback.replicas 0, minimum " + (toZero ? 0 : subject.min()),
            "Set the replicas that are to serve during an outage, or behavior currentReplicas to stay"
                + " where it is."));
  }
}
