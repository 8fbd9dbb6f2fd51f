// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A maximum that cannot serve the load at its peak. */
final class MaxBelowPeak implements Rule {
  @Override
  public String id() {
    return "max-below-peak";
  }

  @Override
  public String about() {
    return "A maximum that cannot serve the load at its peak.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    Optional<PeakLoad> peak = PeakLoad.of(subject.pool());
    int max = subject.max();
    if (peak.isEmpty() || max < 1 || peak.orElseThrow().lack(max).isEmpty()) {
      return List.of();
    }
    OptionalDouble enough = peak.orElseThrow().enough(max);
    return List.of(
        problem(
            "maxReplicaCount",
            "The load's peak of "
                + Text.about(peak.orElseThrow().perSecond())
                + "/s is more than "
                + Text.replicas(max)
                + " can serve, so the queue grows for as long as it lasts, whatever the triggers ask.",
            peak.orElseThrow().lack(max),
            enough.isPresent()
                ? "Allow at least "
                    + Text.about(enough.getAsDouble())
                    + " replicas; what waits until they are ready comes on top."
                : "No number of such replicas is enough; use faster ones."));
  }
}
