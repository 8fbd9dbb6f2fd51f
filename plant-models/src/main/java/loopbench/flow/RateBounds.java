// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

/**
 * Where the adaptive rate starts and what it may become, in operations per second.
 *
 * @param start the rate until the first observation, within the bounds; the option {@code rate}
 * @param min the floor, above zero, since the limiter cannot represent "admit nothing"; the option
 *     {@code minRate}
 * @param max the ceiling, may be {@link Double#POSITIVE_INFINITY}; the option {@code maxRate}
 */
public record RateBounds(double start, double min, double max) {
  private static final String RATE = "a finite number of operations per second above 0";

  /** Refuses, by its option name, a rate that is not a number or not in order. */
  public RateBounds {
    Refusal.unless(representable(min), "minRate", RATE, min);
    Refusal.unless(representable(start), "rate", RATE, start);
    if (!(max >= min)) {
      throw Refusal.of(
          "maxRate",
          "at least minRate = " + Refusal.number(min) + " (or infinite, for no ceiling)",
          Refusal.number(max));
    }
    if (!(start >= min && start <= max)) {
      throw Refusal.of(
          "rate",
          "within minRate = " + Refusal.number(min) + " and maxRate = " + Refusal.number(max),
          Refusal.number(start));
    }
  }

  /** A rate so low that the time between two operations overflows is as good as none. */
  private static boolean representable(double rate) {
    return rate > 0 && rate < Double.POSITIVE_INFINITY && 1000 / rate < Double.POSITIVE_INFINITY;
  }

  /** Whether there is no ceiling. */
  public boolean unlimited() {
    return max == Double.POSITIVE_INFINITY;
  }
}
