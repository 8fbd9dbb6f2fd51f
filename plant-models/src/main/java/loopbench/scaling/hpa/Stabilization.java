// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * Replaces what the metrics ask by what they asked lately, so that a short dip does not shed
 * replicas and a short peak need not add any. ({@code stabilizeRecommendation} and {@code
 * stabilizeRecommendationWithBehaviors} of Kubernetes' horizontal.go.)
 *
 * <p>A window is not a delay. Each sync records the raw ask D, not what came of it, and looks back
 * over a window: scaling down goes no lower than the largest ask in it, scaling up no higher than
 * the smallest. A delay would postpone every change by the window; the window lets a change through
 * as soon as nothing younger than the window speaks against it.
 *
 * <pre>
 *  replicas
 *   8 |       ==========================.       ----  D, what the metrics ask: 5, 8, then 3
 *     |       |                         |       ====  what comes of it, down window 300 s
 *   5 |======='      .                  |
 *     |              |                  |       Until t1 + 300 s the largest ask of the last 300 s
 *   3 |              '------------------+====   is 8. Then the 8 leaves the window, every ask in it
 *     +-------|------|------------------|----   is 3, and 3 it is at once.
 *             t0     t1             t1 + 300 s
 * </pre>
 *
 * <p>The two forms differ, and people are surprised by both:
 *
 * <ul>
 *   <li>Without a behavior there is one window, downwards, and the result is simply the largest ask
 *       of it, an ask exactly as old as the window included. It is not held against what runs: had
 *       the limit of one sync cut the step at t0 to 6 and the peak ended right then, the HPA would
 *       go on <em>up</em> to 8 while D is 3.
 *   <li>With a behavior there are two windows, an ask exactly as old as a window does not count,
 *       and the result is what runs, moved as little as needed to lie between the smallest ask of
 *       the up window and the largest of the down window. It never moves against D: cut to 6, it
 *       stays at 6. And with an up window of 60 s the peak comes to nothing if it is over within
 *       that time.
 * </ul>
 *
 * <p>The first sync finds no recommendations and begins with what runs, so that a controller that
 * has just started does not scale down before a window has passed.
 */
final class Stabilization {
  private final RecentExtreme smallest;
  private final RecentExtreme largest;
  private boolean seeded;

  private Stabilization(RecentExtreme smallest, RecentExtreme largest) {
    this.smallest = smallest;
    this.largest = largest;
  }

  /** The form without a behavior: one window, its end included. */
  static Stabilization plain(long windowMs) {
    // Times are whole milliseconds, so an age of up to the window is one below the next.
    return new Stabilization(RecentExtreme.smallest(0), RecentExtreme.largest(windowMs + 1));
  }

  /** The form with a behavior: a window each way, their ends excluded. */
  static Stabilization behavior(long upWindowMs, long downWindowMs) {
    return new Stabilization(
        RecentExtreme.smallest(upWindowMs), RecentExtreme.largest(downWindowMs));
  }

  /** Begins with what runs, if nothing has begun yet; each sync does so before anything else. */
  void seed(long nowMs, int current) {
    if (!seeded) {
      seeded = true;
      record(nowMs, current);
    }
  }

  /** Begins without any recommendation, as upstream's tests do. */
  void seedEmpty() {
    seeded = true;
  }

  /** Remembers an ask; what {@link #smallest} and {@link #largest} answer includes it. */
  void record(long nowMs, int desired) {
    smallest.record(nowMs, desired);
    largest.record(nowMs, desired);
  }

  /** The smallest ask of the up window. */
  RecentExtreme smallest() {
    return smallest;
  }

  /** The largest ask of the down window. */
  RecentExtreme largest() {
    return largest;
  }

  /** What comes of the recorded asks without a behavior. */
  int plain() {
    return largest.replicas();
  }

  /** What comes of the recorded asks with a behavior, for what runs. */
  int behavior(int current) {
    return Math.min(Math.max(current, smallest.replicas()), largest.replicas());
  }

  void forget() {
    seeded = false;
    smallest.clear();
    largest.clear();
  }
}
