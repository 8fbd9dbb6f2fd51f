// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The nearest known name to one that is not known. */
final class Spelling {
  private Spelling() {}

  /** Refuses the first name that is not known. */
  static void requireKnown(Collection<String> names, List<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "Unknown option '" + name + "'" + suggestion(name, known));
      }
    }
  }

  /** {@code "; did you mean 'burst'?"}, or the list of names when none is near. */
  private static String suggestion(String name, List<String> known) {
    String nearest = null;
    int least = Math.max(2, name.length() / 3) + 1;
    for (String candidate : known) {
      int edits = edits(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (edits < least && edits < candidate.length()) {
        least = edits;
        nearest = candidate;
      }
    }
    return nearest == null
        ? "; known are " + String.join(", ", known) + "."
        : "; did you mean '" + nearest + "'?";
  }

  /** Insertions, deletions, replacements and swaps of neighbours from one word to the other. */
  private static int edits(String from, String to) {
    int[][] d = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replace = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[from.length()][to.length()];
  }
}
