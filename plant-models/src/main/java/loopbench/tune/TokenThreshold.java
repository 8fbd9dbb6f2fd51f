// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.OptionalDouble;

/**
 * The threshold of a token backlog, in seconds of prefill work per replica, from an objective for
 * the first token: what the objective leaves when a prompt's own computing is taken off, or a share
 * of that (llm-d's token-aware guide). By Little's law a backlog per replica is the time to the
 * first token times how busy prefill is, so that the threshold bounds the former where replicas are
 * busy.
 *
 * @param prefillPerSecond V_P, uncached prompt tokens that one replica computes a second
 * @param uncachedTokens of a prompt that no cache holds
 * @param objectiveS for the time to the first token, seconds
 * @param share of what is left, above 0 to 1; {@link #FOR_A_TAIL} for a p90 or p99, 1 for a mean
 */
public record TokenThreshold(
    double prefillPerSecond, double uncachedTokens, double objectiveS, double share) {
  /** The guide shaves to 60 to 70 % where the objective is a tail's. */
  public static final double FOR_A_TAIL = 0.65;

  public TokenThreshold {
    above0("prefillPerSecond", prefillPerSecond);
    above0("objectiveS", objectiveS);
    if (!(uncachedTokens >= 0) || Double.isInfinite(uncachedTokens)) {
      throw new IllegalArgumentException(
          "uncachedTokens must be 0 or more and finite, was " + uncachedTokens);
    }
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1, was " + share);
    }
  }

  private static void above0(String field, double was) {
    if (!(was > 0) || Double.isInfinite(was)) {
      throw new IllegalArgumentException(field + " must be above 0 and finite, was " + was);
    }
  }

  /** What the prompt takes by itself, seconds: no replica count makes it faster. */
  public double floorS() {
    return uncachedTokens / prefillPerSecond;
  }

  /** Seconds; empty where the objective is not above the floor, so that no threshold meets it. */
  public OptionalDouble thresholdS() {
    double leftS = objectiveS - floorS();
    return leftS > 0 ? OptionalDouble.of(share * leftS) : OptionalDouble.empty();
  }

  /**
   * How many replicas such a request asks for while it is alone; more than 1 where the threshold is
   * below the floor. Empty where there is no threshold.
   */
  public OptionalDouble aloneAsks() {
    OptionalDouble threshold = thresholdS();
    return threshold.isPresent()
        ? OptionalDouble.of(Math.max(1, Math.ceil(floorS() / threshold.getAsDouble())))
        : OptionalDouble.empty();
  }

  public TokenThreshold withPrefillPerSecond(double newPrefillPerSecond) {
    return new TokenThreshold(newPrefillPerSecond, uncachedTokens, objectiveS, share);
  }
}
