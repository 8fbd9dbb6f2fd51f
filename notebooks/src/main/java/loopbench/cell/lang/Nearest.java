// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The words nearest to one that was not found, for "did you mean". */
public final class Nearest {
  private Nearest() {}

  /** Up to {@code most} words, nearest first, leaving out those that share nothing. */
  public static List<String> to(String word, Collection<String> words, int most) {
    String asked = word.length() > 64 ? word.substring(0, 64) : word;
    return words.stream()
        .filter(w -> distance(asked, w) <= Math.max(2, Math.max(asked.length(), w.length()) / 2))
        .sorted(
            Comparator.<String>comparingInt(w -> distance(asked, w))
                .thenComparing(Comparator.naturalOrder()))
        .limit(most)
        .toList();
  }

  /** " Did you mean a, b or c?" or nothing, to append to a sentence. */
  public static String hint(String word, Collection<String> words) {
    List<String> near = to(word, words, 3);
    return near.isEmpty() ? "" : " Did you mean " + oneOf(near) + "?";
  }

  /** "a", "a or b", "a, b or c". */
  public static String oneOf(List<String> words) {
    int last = words.size() - 1;
    return last <= 0
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
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
        boolean same =
            Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
        int change = diagonal + (same ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
