// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Arrays;
import loopbench.series.Clock;

/** The clock of a file that was not asked for a range. */
final class FileClock {
  /** An outage may be this many times as long as what was recorded, before gaps stay unfilled. */
  private static final int MOST_GAPS = 20;

  private FileClock() {}

  /**
   * All instants of a file; where they lie on one step, every instant of it from the first to the
   * last, so that a stretch in which nothing was recorded is absent instead of missing.
   *
   * @param mostInstants no filling beyond this; the union itself may be longer
   */
  static Clock of(Raw raw, int mostInstants) {
    long[] union = union(raw);
    if (union.length < 3) {
      return Clock.of(union);
    }
    long step = Long.MAX_VALUE;
    for (int i = 1; i < union.length; i++) {
      step = Math.min(step, union[i] - union[i - 1]);
    }
    for (long instant : union) {
      if ((instant - union[0]) % step != 0) {
        return Clock.of(union);
      }
    }
    long filled = (union[union.length - 1] - union[0]) / step + 1;
    return filled > Math.min(mostInstants, (long) MOST_GAPS * union.length)
        ? Clock.of(union)
        : Clock.regular(union[0], step, (int) filled);
  }

  private static long[] union(Raw raw) {
    int count = raw.instants().length + raw.series().stream().mapToInt(Samples::size).sum();
    long[] all = Arrays.copyOf(raw.instants(), count);
    int next = raw.instants().length;
    for (Samples samples : raw.series()) {
      for (int i = 0; i < samples.size(); i++) {
        all[next++] = samples.timeMs(i);
      }
    }
    Arrays.sort(all);
    int unique = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[unique - 1]) {
        all[unique++] = all[i];
      }
    }
    return Arrays.copyOf(all, unique);
  }
}
