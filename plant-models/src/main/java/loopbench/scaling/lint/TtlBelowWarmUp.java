// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;

/** A target that scales to zero, whose gateway gives requests up before a pod is ready. */
final class TtlBelowWarmUp implements Rule {
  @Override
  public String id() {
    return "ttl-below-warm-up";
  }

  @Override
  public String about() {
    return "A target that scales to zero, whose gateway gives requests up before a pod is ready.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    PoolFacts pool = subject.pool();
    if (!subject.restsAtZero() || pool.warmUpS().isEmpty() || pool.gateway().isEmpty()) {
      return List.of();
    }
    PoolFacts.Gateway gateway = pool.gateway().orElseThrow();
    double warmUpS = pool.warmUpS().getAsDouble();
    double ttlS = gateway.noEndpointTtlS();
    // The queue is seen at the first poll after the first scrape; KEDA asks for the pod itself.
    int pollS = subject.scaler().intervals().pollingS();
    double scrapeS = pool.scrapeS().orElse(0);
    double latestS = warmUpS + pollS + scrapeS;
    if (!gateway.flowControl() || ttlS == 0 || ttlS >= latestS) {
      return List.of();
    }
    String numbers =
        "a request waits "
            + Text.seconds(ttlS)
            + " at most; the first pod is ready "
            + Text.about(warmUpS)
            + " to "
            + Text.about(latestS)
            + " s after it (warm-up "
            + Text.seconds(warmUpS)
            + ", pollingInterval "
            + pollS
            + " s"
            + (scrapeS > 0 ? ", scrape " + Text.seconds(scrapeS) : "")
            + ")";
    String advice =
        "Let requests wait longer while there is no pod (noEndpointRequestTTL of "
            + Text.about(Math.ceil(latestS))
            + " s or more, or 0s for ever), and client timeouts too; or keep minReplicaCount at 1.";
    return List.of(
        ttlS < warmUpS
            ? problem(
                path(subject),
                "The request that wakes the pool is given up before a pod can serve it, and so is every"
                    + " request that comes early in the warm-up: the pod then finds an empty queue.",
                numbers,
                advice)
            : warning(
                path(subject),
                "Whether the request that wakes the pool is served is a matter of luck: it is given up"
                    + " when KEDA looks late.",
                numbers,
                advice));
  }

  static String path(Subject subject) {
    return subject.scaler().replicas().idle().isPresent() ? "idleReplicaCount" : "minReplicaCount";
  }
}
