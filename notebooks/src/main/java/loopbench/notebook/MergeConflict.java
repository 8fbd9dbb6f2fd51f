// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.Optional;
import loopbench.yaml.Mark;

/**
 * What version control leaves in a file that two sides changed. No line of JSON can begin with its
 * markers, because strings of JSON have no line ends in them.
 *
 * @param begin where the first marker stands
 * @param sides the text with one side taken throughout; empty where the markers do not pair up
 */
record MergeConflict(Mark begin, int endLine, int count, Optional<Sides> sides) {
  /**
   * @param base what both sides began as; empty where the markers do not hold it
   */
  record Sides(String ours, Optional<String> base, String theirs) {}

  static Optional<MergeConflict> in(String text) {
    if (!text.contains("<<<<<<<")) {
      return Optional.empty();
    }
    StringBuilder ours = new StringBuilder(text.length());
    StringBuilder base = new StringBuilder(text.length());
    StringBuilder theirs = new StringBuilder(text.length());
    Mark begin = null;
    int endLine = 0;
    int count = 0;
    int withBase = 0;
    boolean pairs = true;
    // 0 outside, 1 in our side, 2 in the ancestor's, 3 in theirs.
    int part = 0;
    int line = 0;
    for (int at = 0; at < text.length(); ) {
      int next = text.indexOf('\n', at) + 1;
      int end = next == 0 ? text.length() : next;
      line++;
      if (marks(text, at, end, '<')) {
        pairs &= part == 0;
        begin = begin == null ? new Mark(at, line, 1) : begin;
        count++;
        part = 1;
      } else if (part == 1 && marks(text, at, end, '|')) {
        part = 2;
        withBase++;
      } else if ((part == 1 || part == 2) && marks(text, at, end, '=')) {
        part = 3;
      } else if (part != 0 && marks(text, at, end, '>')) {
        pairs &= part == 3;
        endLine = line;
        part = 0;
      } else {
        append(ours, part, 1, text, at, end);
        append(base, part, 2, text, at, end);
        append(theirs, part, 3, text, at, end);
      }
      at = end;
    }
    if (begin == null) {
      return Optional.empty();
    }
    boolean whole = pairs && part == 0;
    return Optional.of(
        new MergeConflict(
            begin,
            endLine,
            count,
            whole
                ? Optional.of(
                    new Sides(
                        ours.toString(),
                        withBase == count ? Optional.of(base.toString()) : Optional.empty(),
                        theirs.toString()))
                : Optional.empty()));
  }

  /** What stands outside belongs to every side. */
  private static void append(
      StringBuilder side, int part, int number, String text, int at, int end) {
    if (part == 0 || part == number) {
      side.append(text, at, end);
    }
  }

  private static boolean marks(String text, int from, int to, char mark) {
    if (to - from < 7) {
      return false;
    }
    for (int i = from; i < from + 7; i++) {
      if (text.charAt(i) != mark) {
        return false;
      }
    }
    return to - from == 7 || Character.isWhitespace(text.charAt(from + 7));
  }

  String message(boolean shown) {
    return "Version control left a merge conflict here (<<<<<<<"
        + (endLine == 0 ? "" : " to >>>>>>>, line " + endLine)
        + (count > 1 ? ", the first of " + count : "")
        + "). Merge it cell by cell with \"loopbench repair FILE\", or take one whole side with \"git"
        + " checkout --ours FILE\" or \"--theirs\", and open the file again."
        + (shown ? " Until then our side is shown and cannot be changed." : "");
  }
}
