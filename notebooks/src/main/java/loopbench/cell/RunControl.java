// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** How running work is watched and stopped, and what it may use. */
public interface RunControl {
  boolean cancelled();

  /**
   * Offers to tell how far the work is; called often, from one working thread. Whoever watches asks
   * the supplier as often as it likes.
   */
  void progress(Supplier<Progress> progress);

  /** The key under which the result will stand, for provenance. */
  String key();

  /** How many threads a sweep may take. */
  int threads();

  /** Whether the network may be used. */
  boolean online();

  default void check() {
    if (cancelled()) {
      throw new CancellationException();
    }
  }

  /**
   * @param done points finished
   * @param total points asked for
   * @param best the best so far, in words; may be empty
   * @param partial what there is to look at so far
   */
  record Progress(int done, int total, String best, Optional<Output> partial) {}
}
