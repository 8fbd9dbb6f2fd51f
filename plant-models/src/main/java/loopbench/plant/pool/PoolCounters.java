// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * What a pool has counted since its start, whatever became of the gateway's process meanwhile. Read
 * it between advances; copy what is to be compared later.
 */
public final class PoolCounters {
  final long[] fates = new long[Fate.values().length];
  long arrived;
  long dispatched;
  long firstTokens;
  long preemptions;
  long promptTokensArrived;
  long outputTokensArrived;
  long promptTokensServed;
  long uncachedTokensServed;
  long outputTokensServed;
  long promptTokensLost;
  long outputTokensLost;
  double requestSeconds;

  PoolCounters() {}

  /** How many requests ended so. */
  public long ended(Fate fate) {
    return fates[fate.ordinal()];
  }

  public long served() {
    return ended(Fate.SERVED);
  }

  /** Requests that ended without their answer, whatever the cause. */
  public long lost() {
    long lost = 0;
    for (Fate fate : Fate.values()) {
      lost += fate == Fate.SERVED ? 0 : ended(fate);
    }
    return lost;
  }

  public long arrived() {
    return arrived;
  }

  /** Requests that the gateway let through: the outcome {@code Dispatched}. */
  public long dispatched() {
    return dispatched;
  }

  /** Requests whose first token was made. */
  public long firstTokens() {
    return firstTokens;
  }

  /** How often a running request had to give way to others' KV and be computed again. */
  public long preemptions() {
    return preemptions;
  }

  public long promptTokensArrived() {
    return promptTokensArrived;
  }

  public long outputTokensArrived() {
    return outputTokensArrived;
  }

  public long promptTokensServed() {
    return promptTokensServed;
  }

  public long uncachedTokensServed() {
    return uncachedTokensServed;
  }

  public long outputTokensServed() {
    return outputTokensServed;
  }

  public long promptTokensLost() {
    return promptTokensLost;
  }

  public long outputTokensLost() {
    return outputTokensLost;
  }

  /** The integral over time of the requests in the pool, waiting or running, seconds. */
  public double requestSeconds() {
    return requestSeconds;
  }
}
