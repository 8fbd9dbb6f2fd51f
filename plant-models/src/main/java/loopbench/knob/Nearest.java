// SPDX-License-Identifier: Apache-2.0
package loopbench.knob;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The names nearest to one that was not found, for "did you mean". Case does not count. */
public final class Nearest {
  private static final int LONGEST = 64;

  private Nearest() {}

  /**
   * Up to {@code most} names, nearest first, ties by alphabet. A name is near when a slip or two
   * lead to it (a third of the word in long ones), or when it begins the same; those more than a
   * slip further away than the nearest are left out.
   */
  public static List<String> to(String word, Collection<String> names, int most) {
    String asked = word.length() > LONGEST ? word.substring(0, LONGEST) : word;
    int least =
        names.stream()
            .filter(name -> near(asked, name))
            .mapToInt(name -> slips(asked, name))
            .min()
            .orElse(0);
    return names.stream()
        .filter(name -> near(asked, name) && slips(asked, name) <= least + 1)
        .distinct()
        .sorted(
            Comparator.<String>comparingInt(name -> slips(asked, name))
                .thenComparing(Comparator.naturalOrder()))
        .limit(most)
        .toList();
  }

  /** " Did you mean a, b or c?", or nothing, to append to a sentence. */
  public static String hint(String word, Collection<String> names) {
    List<String> near = to(word, names, 3);
    return near.isEmpty() ? "" : " Did you mean " + oneOf(near) + "?";
  }

  /** "a", "a or b", "a, b or c". */
  public static String oneOf(List<String> words) {
    int last = words.size() - 1;
    return last <= 0
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  private static boolean near(String word, String name) {
    int slips = slips(word, name);
    return slips < name.length() && slips <= Math.max(2, word.length() / 3)
        || 3 * sameBeginning(word, name) >= 2 * word.length() && !word.isEmpty();
  }

  private static int sameBeginning(String a, String b) {
    int length = 0;
    while (length < a.length() && length < b.length() && same(a.charAt(length), b.charAt(length))) {
      length++;
    }
    return length;
  }

  /** Insertions, deletions, replacements and swaps of neighbours from one word to the other. */
  private static int slips(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replace = same(a.charAt(i - 1), b.charAt(j - 1)) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && same(a.charAt(i - 1), b.charAt(j - 2))
            && same(a.charAt(i - 2), b.charAt(j - 1))) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }

  private static boolean same(char a, char b) {
    return Character.toLowerCase(a) == Character.toLowerCase(b);
  }
}
