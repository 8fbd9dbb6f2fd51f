// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.OptionalDouble;

/** A target that scales to zero, whose gateway cannot hold what comes until a pod is ready. */
final class GatewayOverflows implements Rule {
  @Override
  public String id() {
    return "gateway-overflows";
  }

  @Override
  public String about() {
    return "A target that scales to zero, whose gateway cannot hold what comes until a pod is ready.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    PoolFacts pool = subject.pool();
    OptionalDouble peak =
        pool.asked().map(PoolFacts.Asked::peakPerSecond).orElse(OptionalDouble.empty());
    boolean known = pool.warmUpS().isPresent() && pool.gateway().isPresent() && peak.isPresent();
    if (!known || !subject.restsAtZero()) {
      return List.of();
    }
    PoolFacts.Gateway gateway = pool.gateway().orElseThrow();
    double warmUpS = pool.warmUpS().getAsDouble();
    double ttlS = gateway.noEndpointTtlS();
    // Who is given up makes room, so that no more than this can wait at a time.
    double waitS = ttlS > 0 ? Math.min(ttlS, warmUpS) : warmUpS;
    double come = peak.getAsDouble() * waitS;
    if (!gateway.flowControl() || !(come > gateway.capacity())) {
      return List.of();
    }
    return List.of(
        warning(
            TtlBelowWarmUp.path(subject),
            "When the load is at its peak while there is no pod, the gateway is full before the first"
                + " one is ready, and refuses the rest.",
            Text.about(peak.getAsDouble())
                + "/s x "
                + Text.about(waitS)
                + " s = "
                + Text.about(Math.ceil(come))
                + " requests, of which "
                + gateway.capacity()
                + " may wait",
            "Raise the gateway's capacity, shorten the warm-up, or keep minReplicaCount at 1."));
  }
}
