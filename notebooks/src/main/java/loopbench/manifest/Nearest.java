// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.Collection;
import java.util.Locale;

/** The nearest known word to a wrong one. */
final class Nearest {
  private Nearest() {}

  /** A question with the nearest word, led by a space; empty when none is near. */
  static String question(String word, Collection<String> known) {
    String best = "";
    int least = Math.max(2, word.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best.isEmpty() ? "" : " Did you mean " + best + "?";
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
