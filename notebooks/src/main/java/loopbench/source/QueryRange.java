// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import loopbench.series.Clock;

/**
 * Instants to ask for: from one to another, both included, a step apart.
 *
 * @param fromMs the first, milliseconds since the epoch
 * @param toMs the last, not before the first
 * @param stepMs milliseconds between two, 1 or more
 */
public record QueryRange(long fromMs, long toMs, long stepMs) {
  /** The year 10000, beyond which clocks and formats stop agreeing. */
  private static final long LATEST_MS = 253_402_300_800_000L;

  public QueryRange {
    if (stepMs < 1 || stepMs > LATEST_MS) {
      throw new IllegalArgumentException(
          "step must be between 1 ms and 8,000 years, was " + stepMs + " ms");
    }
    if (!(fromMs >= -LATEST_MS && fromMs <= toMs && toMs < LATEST_MS)) {
      throw new IllegalArgumentException(
          "range must run forwards and end before the year 10000, was "
              + fromMs
              + " ms to "
              + toMs
              + " ms");
    }
  }

  public static QueryRange of(Instant from, Instant to, Duration step) {
    return new QueryRange(from.toEpochMilli(), to.toEpochMilli(), step.toMillis());
  }

  /** The last stretch before {@code now}, which the caller reads off its own clock. */
  public static QueryRange last(Duration length, Duration step, Instant now) {
    return of(now.minus(length), now, step);
  }

  /**
   * Both ends floored to a multiple of the step, so that asking again a moment later, or in parts,
   * meets the same instants.
   */
  public QueryRange aligned() {
    return new QueryRange(
        Math.floorDiv(fromMs, stepMs) * stepMs, Math.floorDiv(toMs, stepMs) * stepMs, stepMs);
  }

  /** How many instants. */
  public long size() {
    return (toMs - fromMs) / stepMs + 1;
  }

  /** The instants. Throws when they are more than an array holds. */
  public Clock clock() {
    return Clock.regular(fromMs, stepMs, Math.toIntExact(size()));
  }

  /** Whether an instant is one of these. */
  public boolean contains(long timeMs) {
    return timeMs >= fromMs && timeMs <= toMs && (timeMs - fromMs) % stepMs == 0;
  }

  /** Consecutive ranges of at most {@code most} instants that together are this one. */
  List<QueryRange> parts(int most) {
    List<QueryRange> parts = new ArrayList<>();
    long span = (most - 1L) * stepMs;
    for (long start = fromMs; start <= toMs; start += span + stepMs) {
      parts.add(new QueryRange(start, Math.min(toMs, start + span), stepMs));
    }
    return parts;
  }
}
