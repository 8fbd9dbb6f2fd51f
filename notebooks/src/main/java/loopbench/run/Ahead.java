// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.List;
import java.util.Locale;

/**
 * What a wish to run a cell would set going, to ask about before.
 *
 * @param cells addresses of what would run, in run order: the stale cells it reads, and itself
 *     last; empty where nothing would
 * @param knownMs how long those of them that ran before took then, together, milliseconds
 * @param unknown how many of them have not run before
 */
public record Ahead(List<String> cells, double knownMs, int unknown) {
  private static final double SECOND_MS = 1000;
  private static final double MINUTE_MS = 60 * SECOND_MS;

  public Ahead {
    cells = List.copyOf(cells);
  }

  /** How many and about how long, as a question before running needs it. */
  public String sentence() {
    if (cells.isEmpty()) {
      return "Nothing needs to run.";
    }
    String many = cells.size() == 1 ? "1 cell runs" : cells.size() + " cells run";
    if (unknown == cells.size()) {
      return many + "; how long that takes is not known yet.";
    }
    String known = many + ", in about " + words(knownMs);
    return unknown == 0
        ? known + "."
        : known + " and what " + unknown + " of them take" + (unknown == 1 ? "s" : "") + " more.";
  }

  private static String words(double ms) {
    return ms < SECOND_MS
        ? "a second"
        : ms < 2 * MINUTE_MS
            ? String.format(Locale.ROOT, "%.0f s", ms / SECOND_MS)
            : String.format(Locale.ROOT, "%.0f min", ms / MINUTE_MS);
  }
}
