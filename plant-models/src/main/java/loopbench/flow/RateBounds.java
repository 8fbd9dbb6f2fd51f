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
  /** Refuses, by its option name, a rate that is not a number or not in order. */
  public RateBounds {
    Refusal.unless(
        min > 0 && min < Double.POSITIVE_INFINITY,
        "minRate",
        "a finite number of operations per second above 0",
        min);
    Refusal.unless(
        max >= min,
        "maxRate",
        "at least minRate = " + Refusal.number(min) + " (or infinite, for no ceiling)",
        max);
    Refusal.unless(
        start > 0 && start < Double.POSITIVE_INFINITY,
        "rate",
        "a finite number of operations per second above 0",
        start);
    Refusal.unless(
        start >= min && start <= max,
        "rate",
        "within minRate = " + Refusal.number(min) + " and maxRate = " + Refusal.number(max),
        start);
  }

  /** Whether there is no ceiling. */
  public boolean unlimited() {
    return max == Double.POSITIVE_INFINITY;
  }
}
