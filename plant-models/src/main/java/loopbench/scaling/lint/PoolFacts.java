// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is known of the pool that is scaled and of what is asked of it. Any of it may be unknown; a
 * rule that needs what is not known finds nothing.
 *
 * @param warmUpS from a pod's start until it takes requests, seconds
 * @param scrapeS from one scrape of its metrics to the next, seconds
 * @param gateway what stands before it
 * @param prefill how fast one replica computes prompts
 * @param decode how fast it makes tokens; empty also for a pool that makes none
 * @param asked what is asked of it
 */
public record PoolFacts(
    OptionalDouble warmUpS,
    OptionalDouble scrapeS,
    Optional<Gateway> gateway,
    Optional<Prefill> prefill,
    Optional<Decode> decode,
    Optional<Asked> asked) {

  /** Nothing known. */
  public static final PoolFacts NONE =
      new PoolFacts(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /**
   * The EPP's flow control.
   *
   * @param flowControl whether it is on; without it nothing waits at the gateway, and its series
   *     are absent
   * @param noEndpointTtlS how long a request waits at most while there is no pod, seconds; 0 is for
   *     ever
   * @param capacity how many requests may wait
   */
  public record Gateway(boolean flowControl, double noEndpointTtlS, int capacity) {
    public Gateway {
      if (!(noEndpointTtlS >= 0) || capacity < 0) {
        throw new IllegalArgumentException(
            "a gateway's TTL and capacity must be 0 or more, were "
                + noEndpointTtlS
                + " s and "
                + capacity);
      }
    }
  }

  /**
   * V_P.
   *
   * @param tokensPerSecond uncached prompt tokens that one replica computes a second, above 0
   * @param where what was measured, such as {@code plant.pool}
   */
  public record Prefill(double tokensPerSecond, String where) {
    public Prefill {
      if (!(tokensPerSecond > 0) || Double.isInfinite(tokensPerSecond)) {
        throw new IllegalArgumentException(
            "tokensPerSecond must be above 0 and finite, was " + tokensPerSecond);
      }
    }
  }

  /**
   * One replica's decode: with b requests side by side a token takes {@code baseS + perRequestS b}.
   *
   * @param kvTokens what its KV cache holds
   * @param maxRunning how many requests it runs at most
   */
  public record Decode(double baseS, double perRequestS, double kvTokens, int maxRunning) {
    public Decode {
      if (!(baseS >= 0 && perRequestS >= 0 && kvTokens > 0) || maxRunning < 1) {
        throw new IllegalArgumentException(
            "decode must take 0 s or more on a KV cache above 0 with 1 running or more, was "
                + baseS
                + " s + "
                + perRequestS
                + " s, "
                + kvTokens
                + " tokens, "
                + maxRunning
                + " running");
      }
    }
  }

  /**
   * A fixed number of clients, each of which asks again when it has its answer.
   *
   * @param count at least 1
   * @param thinkS from an answer to the next question, seconds
   */
  public record Clients(int count, double thinkS) {
    public Clients {
      if (count < 1 || !(thinkS >= 0)) {
        throw new IllegalArgumentException(
            "there must be 1 client or more that think for 0 s or more, were "
                + count
                + " and "
                + thinkS
                + " s");
      }
    }
  }

  /**
   * A load.
   *
   * @param peakPerSecond the most requests a second of an open load
   * @param clients who asks in a closed load; empty for an open one
   * @param promptMean tokens
   * @param promptP90 what nine in ten prompts do not exceed, tokens
   * @param uncachedShare the share of a prompt that no cache holds, 0 to 1
   * @param outputMean tokens
   * @param streamingShare the share of requests that stream, 0 to 1
   */
  public record Asked(
      OptionalDouble peakPerSecond,
      Optional<Clients> clients,
      double promptMean,
      double promptP90,
      double uncachedShare,
      double outputMean,
      double streamingShare) {
    public Asked {
      if (!(promptMean > 0 && promptP90 > 0 && outputMean > 0)) {
        throw new IllegalArgumentException(
            "lengths must be above 0 tokens, were "
                + promptMean
                + ", "
                + promptP90
                + " and "
                + outputMean);
      }
      if (!(uncachedShare >= 0
          && uncachedShare <= 1
          && streamingShare >= 0
          && streamingShare <= 1)) {
        throw new IllegalArgumentException(
            "shares must be from 0 to 1, were " + uncachedShare + " and " + streamingShare);
      }
    }

    /** Tokens of an average prompt that must be computed. */
    double uncachedMean() {
      return promptMean * uncachedShare;
    }

    /** Tokens that must be computed of a prompt longer than nine in ten. */
    double uncachedP90() {
      return promptP90 * uncachedShare;
    }
  }

  public PoolFacts withWarmUpS(double seconds) {
    return new PoolFacts(OptionalDouble.of(seconds), scrapeS, gateway, prefill, decode, asked);
  }

  public PoolFacts withScrapeS(double seconds) {
    return new PoolFacts(warmUpS, OptionalDouble.of(seconds), gateway, prefill, decode, asked);
  }

  public PoolFacts withGateway(Gateway known) {
    return new PoolFacts(warmUpS, scrapeS, Optional.of(known), prefill, decode, asked);
  }

  public PoolFacts withPrefill(Prefill known) {
    return new PoolFacts(warmUpS, scrapeS, gateway, Optional.of(known), decode, asked);
  }

  public PoolFacts withDecode(Decode known) {
    return new PoolFacts(warmUpS, scrapeS, gateway, prefill, Optional.of(known), asked);
  }

  public PoolFacts withAsked(Asked known) {
    return new PoolFacts(warmUpS, scrapeS, gateway, prefill, decode, Optional.of(known));
  }
}
