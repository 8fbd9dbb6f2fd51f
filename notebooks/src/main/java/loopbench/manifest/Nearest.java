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
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      String a = word.toLowerCase(Locale.ROOT);
      String b = candidate.toLowerCase(Locale.ROOT);
      int distance = distance(a, b);
      // A slip of the finger, or the right beginning.
      boolean near = distance <= Math.max(2, a.length() / 3) || 3 * begin(a, b) >= 2 * a.length();
      if (near && distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best.isEmpty() ? "" : " Did you mean " + best + "?";
  }

  private static int begin(String a, String b) {
    int length = 0;
    while (length < a.length() && length < b.length() && a.charAt(length) == b.charAt(length)) {
      length++;
    }
    return length;
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
