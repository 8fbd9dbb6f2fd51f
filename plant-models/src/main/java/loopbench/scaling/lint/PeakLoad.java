// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An open load at its peak, spread evenly over replicas. By Little's law each runs {@code b = r
 * (prefill + tokens (base + perRequest b))} requests at r requests a second; solved for b. Waiting
 * is left out, so that all of it is the least there can be.
 *
 * @param perSecond requests a second on the whole pool
 * @param prefillS what one prompt takes, seconds; 0 where that is not known
 * @param decode how tokens are made, where that is known
 */
record PeakLoad(
    double perSecond, double prefillS, Optional<PoolFacts.Decode> decode, PoolFacts.Asked asked) {
  private static final int MOST = 100_000;

  /** Empty where too little is known. */
  static Optional<PeakLoad> of(PoolFacts pool) {
    OptionalDouble peak =
        pool.asked().map(PoolFacts.Asked::peakPerSecond).orElse(OptionalDouble.empty());
    if (peak.isEmpty() || pool.prefill().isEmpty() && pool.decode().isEmpty()) {
      return Optional.empty();
    }
    PoolFacts.Asked asked = pool.asked().orElseThrow();
    double prefillS =
        pool.prefill().map(p -> asked.uncachedMean() / p.tokensPerSecond()).orElse(0.0);
    return Optional.of(new PeakLoad(peak.getAsDouble(), prefillS, pool.decode(), asked));
  }

  /** How busy computing prompts keeps each of so many replicas, 1 for all the time. */
  double prefillBusy(int replicas) {
    return perSecond * prefillS / replicas;
  }

  /** How many requests each of so many replicas runs; infinite where they never end. */
  double runningEach(int replicas) {
    double each = perSecond / replicas;
    double baseS = decode.map(d -> asked.outputMean() * d.baseS()).orElse(0.0);
    double addedS = decode.map(d -> asked.outputMean() * d.perRequestS()).orElse(0.0);
    double left = 1 - each * addedS;
    return left > 0 ? each * (prefillS + baseS) / left : Double.POSITIVE_INFINITY;
  }

  /** What so many replicas lack, in words; empty when they can serve it. */
  String lack(int replicas) {
    double busy = prefillBusy(replicas);
    if (busy >= 1) {
      return "prompts alone keep "
          + Text.about(busy * replicas)
          + " replicas busy ("
          + Text.about(perSecond)
          + "/s x "
          + Text.about(prefillS)
          + " s)";
    }
    if (decode.isEmpty()) {
      return "";
    }
    PoolFacts.Decode d = decode.orElseThrow();
    double running = runningEach(replicas);
    if (running == Double.POSITIVE_INFINITY) {
      return "at "
          + Text.about(perSecond / replicas)
          + "/s each, every request slows the others down by more than it adds";
    }
    if (running > d.maxRunning()) {
      return "each would run "
          + Text.about(running)
          + " requests, and runs at most "
          + d.maxRunning();
    }
    double tokens = running * (asked.promptMean() + asked.outputMean() / 2);
    return tokens > d.kvTokens()
        ? "each would hold "
            + Text.about(Math.rint(tokens))
            + " tokens in a KV cache of "
            + Text.about(d.kvTokens())
        : "";
  }

  /** The fewest replicas that lack nothing; empty when that is more than can be believed. */
  OptionalDouble enough(int from) {
    for (int n = from; n <= MOST; n++) {
      if (lack(n).isEmpty()) {
        return OptionalDouble.of(n);
      }
    }
    return OptionalDouble.empty();
  }
}
