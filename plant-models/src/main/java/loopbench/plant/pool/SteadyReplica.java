// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * One replica at rest under Poisson arrivals of a steady rate, in closed form: what it holds and
 * how long its requests take. The prompt line is a queue of one server (Pollaczek and Khinchine;
 * the wait's tail as exponential), decode follows from Little's law, {@code b = rate tokens (base +
 * added b)}. Prompts and decode do not slow each other down, as in {@link PoolPlant}.
 *
 * @param serving what the replica can do
 * @param promptTokens of a request, cached ones included, above 0
 * @param uncachedTokens of a prompt that are computed, at least 0
 * @param uncachedSd their standard deviation, tokens, at least 0
 * @param outputTokens of an answer, at least 1
 */
public record SteadyReplica(
    Serving serving,
    double promptTokens,
    double uncachedTokens,
    double uncachedSd,
    double outputTokens) {
  private static final int BISECTIONS = 60;
  private static final BucketCounts TTFT = BucketCounts.longLatency();
  private static final BucketCounts TPOT = BucketCounts.longTpot();

  public SteadyReplica {
    atLeast("promptTokens", promptTokens, 1);
    atLeast("uncachedTokens", uncachedTokens, 0);
    atLeast("uncachedSd", uncachedSd, 0);
    atLeast("outputTokens", outputTokens, 1);
  }

  private static void atLeast(String name, double value, double least) {
    if (!(value >= least && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          name + " must be finite and at least " + least + ", was " + value);
    }
  }

  /** What computing one prompt takes, seconds. */
  public double promptS() {
    return uncachedTokens / serving.prefillPerSecond();
  }

  /** The share of time that prompts are computed; 1 and more cannot last. */
  public double busy(double perSecond) {
    return perSecond * promptS();
  }

  /** The mean wait in the prompt line, seconds; infinite where prompts cannot keep up. */
  public double waitS(double perSecond) {
    double busy = busy(perSecond);
    if (!(busy < 1)) {
      return Double.POSITIVE_INFINITY;
    }
    double variation = uncachedTokens == 0 ? 0 : uncachedSd / uncachedTokens;
    return busy * promptS() * (1 + variation * variation) / (2 * (1 - busy));
  }

  /** The time to the first token that a share of requests keeps, seconds. */
  public double ttftS(double perSecond, double quantile) {
    double busy = busy(perSecond);
    if (!(busy < 1)) {
      return Double.POSITIVE_INFINITY;
    }
    // Those who wait at all, a share of busy, wait exponentially long.
    double late = busy / (1 - quantile);
    double wait = late <= 1 ? 0 : waitS(perSecond) / busy * StrictMath.log(late);
    return promptS() + wait;
  }

  /** {@link #ttftS} as a quantile of the EPP's buckets reads it, seconds. */
  public double ttftReadS(double perSecond, double quantile) {
    return TTFT.read(ttftS(perSecond, quantile), quantile);
  }

  /** {@link #tokenS} as a quantile of the EPP's buckets reads it, seconds. */
  public double tokenReadS(double perSecond, double quantile) {
    return TPOT.read(tokenS(perSecond), quantile);
  }

  /** Requests in decode; infinite where every one slows the others by more than it adds. */
  public double decoding(double perSecond) {
    double left = 1 - perSecond * outputTokens * serving.decodePerRequestMs() / 1000;
    return left > 0
        ? perSecond * outputTokens * serving.decodeBaseMs() / 1000 / left
        : Double.POSITIVE_INFINITY;
  }

  /** Seconds per output token. */
  public double tokenS(double perSecond) {
    return (serving.decodeBaseMs() + serving.decodePerRequestMs() * decoding(perSecond)) / 1000;
  }

  /** Requests waiting in the prompt line. */
  public double waiting(double perSecond) {
    return perSecond * waitS(perSecond);
  }

  /** Requests dispatched and not ended: in the line, computed, decoded. */
  public double inflight(double perSecond) {
    return waiting(perSecond) + busy(perSecond) + decoding(perSecond);
  }

  /** The share of KV in use: of what is decoded half of the answer is there, on average. */
  public double kv(double perSecond) {
    double tokens =
        decoding(perSecond) * (promptTokens + outputTokens / 2) + busy(perSecond) * promptTokens;
    return tokens / serving.kvTokens();
  }

  /**
   * The most requests a second at which objectives hold and neither KV nor places run out; 0 where
   * no rate does.
   *
   * @param ttftS objective for the time to the first token, seconds; infinite for none
   * @param tpotS objective per output token, seconds; infinite for none
   * @param quantile of the requests that are to keep the former, below 1
   */
  public double mostPerSecond(double ttftS, double tpotS, double quantile) {
    double low = 0;
    double high = 1;
    while (holds(high, ttftS, tpotS, quantile) && high < 1e9) {
      low = high;
      high *= 2;
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (holds(middle, ttftS, tpotS, quantile)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean holds(double perSecond, double ttftS, double tpotS, double quantile) {
    return limit(perSecond, ttftS, tpotS, quantile) == Limit.NONE;
  }

  /** What breaks first. */
  public enum Limit {
    /** Nothing: all holds. */
    NONE,
    /** The first token comes too late. */
    FIRST_TOKEN,
    /** Tokens come too slowly. */
    TOKEN_PACE,
    /** The KV cache is full. */
    KV,
    /** No more may run at a time. */
    PLACES
  }

  /** What of the objectives and of the replica's room does not hold at a rate. */
  public Limit limit(double perSecond, double ttftS, double tpotS, double quantile) {
    if (!(ttftS(perSecond, quantile) <= ttftS)) {
      return Limit.FIRST_TOKEN;
    }
    if (!(tokenS(perSecond) <= tpotS)) {
      return Limit.TOKEN_PACE;
    }
    if (!(decoding(perSecond) + busy(perSecond) <= serving.maxRunning())) {
      return Limit.PLACES;
    }
    return kv(perSecond) <= 1 - serving.kvReserve() ? Limit.NONE : Limit.KV;
  }
}
