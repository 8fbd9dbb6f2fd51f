// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How things are put in the sentences of problems. */
final class Told {
  private static final int LONGEST_QUOTE = 300;
  private static final int LONGEST_FIELD = 40;
  private static final int MOST_NAMED = 5;

  private Told() {}

  static String instant(long timeMs) {
    return Instant.ofEpochMilli(timeMs).toString();
  }

  static String length(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Someone else's text on one line, without control characters, cut to a sentence's length. */
  static String quote(String text) {
    return cut(text, LONGEST_QUOTE);
  }

  /** A field of a file in quotation marks, cut short. */
  static String field(String text) {
    return '"' + cut(text, LONGEST_FIELD) + '"';
  }

  private static String cut(String text, int most) {
    // Cut before cleaning: the text may be as long as a file.
    String start = text.length() > 4 * most ? text.substring(0, 4 * most) : text;
    String line = start.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    boolean shortened = start.length() < text.length() || line.length() > most;
    return shortened ? line.substring(0, Math.min(line.length(), most)) + "..." : line;
  }

  /** The first few, and how many more. */
  static String some(Collection<String> names) {
    String first = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return names.size() > MOST_NAMED
        ? first + " and " + (names.size() - MOST_NAMED) + " more"
        : first;
  }

  /** The known word nearest to a wrong one, if one is near. */
  static Optional<String> nearest(String wrong, Collection<String> known) {
    List<String> candidates = known.stream().filter(k -> k.length() < 200).limit(1000).toList();
    if (wrong.length() >= 200) {
      return Optional.empty();
    }
    return candidates.stream()
        .min(Comparator.comparingInt(k -> distance(wrong, k)))
        .filter(k -> distance(wrong, k) <= 1 + wrong.length() / 3);
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int swap = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(swap, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
