// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.OptionalInt;
import loopbench.score.Scores;

/**
 * Told how a sweep goes: on the thread that called {@link Sweep#run}, one call at a time, each time
 * that thread has finished a point, and once at the end. Whoever draws thins the calls by a clock
 * of its own.
 */
@FunctionalInterface
public interface SweepListener {
  SweepListener NONE = progress -> {};

  void progress(Progress progress);

  /** How far a sweep is; a live view, whose parts may be a few points apart. */
  interface Progress {
    int done();

    int total();

    /** What is being scored. */
    Points points();

    /** The best of those done; empty when none qualifies so far. */
    OptionalInt best();

    /** A point's scores; null where it is not done. */
    Scores scores(int index);
  }
}
