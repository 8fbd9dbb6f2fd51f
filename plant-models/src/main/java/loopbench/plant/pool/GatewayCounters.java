// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * What the gateway's process has counted since it started: what can be scraped of it. After a
 * restart there is another that begins at 0, and requests that the old process had let through are
 * in none: they go on, but nobody there knows of them.
 *
 * <p>A request that does not stream reads as one whose first token came with its last: its time to
 * the first token goes to {@link #wholeTtft}, which the EPP's {@code request_ttft_seconds} does not
 * tell apart by anything but the label {@code streaming}.
 *
 * <p>All times are counted from when a request was let through to the pool, since the EPP cannot
 * know what happened to it before.
 */
public final class GatewayCounters {
  final long[] fates = new long[Fate.values().length];
  final BucketCounts streamingTtft = BucketCounts.ttft();
  final BucketCounts wholeTtft = BucketCounts.ttft();
  final BucketCounts tpot = BucketCounts.tpot();
  final BucketCounts duration = BucketCounts.longLatency();
  final BucketCounts predictedTtft = BucketCounts.longLatency();
  final BucketCounts predictedTpot = BucketCounts.longTpot();
  final BucketCounts dispatchedWait = BucketCounts.queue();
  final BucketCounts lostWait = BucketCounts.queue();
  long arrived;
  long dispatched;

  GatewayCounters() {}

  /** How many requests ended so. */
  public long ended(Fate fate) {
    return fates[fate.ordinal()];
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

  /** Requests that were let through: the outcome {@code Dispatched}. */
  public long dispatched() {
    return dispatched;
  }

  /** Time to the first token of requests that stream, seconds. */
  public BucketCounts streamingTtft() {
    return streamingTtft;
  }

  /** The same of requests that do not: the time of the whole request, seconds. */
  public BucketCounts wholeTtft() {
    return wholeTtft;
  }

  /** Time per output token after the first of requests that stream, seconds. */
  public BucketCounts tpot() {
    return tpot;
  }

  /** Whole time of requests that were served, seconds. */
  public BucketCounts duration() {
    return duration;
  }

  /**
   * What a predictor that knows the model would have said of the time to the first token when a
   * request was dispatched, counted from then, seconds.
   */
  public BucketCounts predictedTtft() {
    return predictedTtft;
  }

  /** The same of the time per output token, seconds. */
  public BucketCounts predictedTpot() {
    return predictedTpot;
  }

  /** Time at the gateway of requests that were let through, seconds. */
  public BucketCounts dispatchedWait() {
    return dispatchedWait;
  }

  /** Time at the gateway of requests that were not, seconds. */
  public BucketCounts lostWait() {
    return lostWait;
  }
}
