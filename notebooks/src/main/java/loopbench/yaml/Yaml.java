// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.List;
import java.util.Optional;

/** Reads YAML text and changes single scalars of it. */
public final class Yaml {
  private Yaml() {}

  /** Reads a text of at most one document. Never throws for what the text says. */
  public static Parsed parse(String text, Limits limits) {
    Documents read = new Reading(text, limits, false).read();
    return new Parsed(read.documents().stream().findFirst(), read.problems());
  }

  /** Reads a text of any number of documents, as manifests are. Never throws either. */
  public static Documents parseAll(String text, Limits limits) {
    return new Reading(text, limits, true).read();
  }

  /**
   * The text with another value for one of its scalars; every other character stays.
   *
   * <p>A quoted scalar stays quoted, so a string stays a string. A plain one stays plain, and reads
   * as whatever the new text looks like, unless it would lose or change characters that way, or
   * look to readers of YAML 1.1 like something it is not ({@code yes}, {@code 0x1F}): then it is
   * quoted. A block scalar stays a block where it can, or becomes a quoted line.
   *
   * @param scalar read from this very text; a key serves too
   */
  public static String replaceScalar(String text, Scalar scalar, String newText) {
    return replace(text, scalar, newText, ScalarText.Wanted.AS_IT_LOOKS);
  }

  /**
   * As {@link #replaceScalar}, and the result reads as a {@link Tag#STRING} even if it looks like a
   * number: what a manifest field of type string wants.
   */
  public static String replaceString(String text, Scalar scalar, String newText) {
    return replace(text, scalar, newText, ScalarText.Wanted.STRING);
  }

  /** A string as a scalar of one line that can stand anywhere, quoted where it needs to be. */
  public static String quote(String value) {
    return ScalarText.plainOrQuoted(value, true, ScalarText.Wanted.STRING);
  }

  private static String replace(
      String text, Scalar scalar, String newText, ScalarText.Wanted wanted) {
    int start = scalar.span().start().offset();
    int end = scalar.span().end().offset();
    if (end > text.length()) {
      throw new IllegalArgumentException(
          "the scalar must come from this text of "
              + text.length()
              + " characters, ends at "
              + end);
    }
    String old = text.substring(start, end);
    String written =
        switch (scalar.style()) {
          case SINGLE_QUOTED -> ScalarText.singleQuoted(newText);
          case DOUBLE_QUOTED -> ScalarText.doubleQuoted(newText);
          case PLAIN -> before(text, start, end) + plain(old, newText, wanted);
          case LITERAL, FOLDED -> block(text, scalar, old, newText);
        };
    return text.substring(0, start) + written + text.substring(end);
  }

  private static String plain(String old, String newText, ScalarText.Wanted wanted) {
    // A plain text with a comma or bracket in it cannot stand inside brackets, so another can too.
    boolean outsideBrackets = old.chars().anyMatch(c -> ",[]{}".indexOf(c) >= 0);
    return ScalarText.plainOrQuoted(newText, !outsideBrackets, wanted);
  }

  /** What an empty value needs between its key or dash and the new text. */
  private static String before(String text, int start, int end) {
    if (start < end || start == 0) {
      return "";
    }
    int i = start;
    while (i > 0 && Character.isWhitespace(text.charAt(i - 1))) {
      i--;
    }
    boolean alone = i < 2 || Character.isWhitespace(text.charAt(i - 2));
    if (i == 0 || text.charAt(i - 1) == ':' || alone && "-?".indexOf(text.charAt(i - 1)) >= 0) {
      return i < start ? "" : " ";
    }
    if (text.startsWith("---", i - 3) || text.charAt(i - 1) == '[') {
      return "";
    }
    // The key of {key} stands without a colon.
    return ": ";
  }

  private static String block(String text, Scalar scalar, String old, String newText) {
    int start = scalar.span().start().offset();
    int contentEnd = old.stripTrailing().length();
    String tail = old.substring(contentEnd);
    int headerEnd = old.indexOf('\n');
    if (headerEnd >= 0 && headerEnd < contentEnd) {
      String eol = old.charAt(headerEnd - 1) == '\r' ? "\r\n" : "\n";
      String body = old.substring(headerEnd + 1);
      String firstLine = body.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
      String indent =
          firstLine.substring(0, firstLine.length() - firstLine.stripLeading().length());
      StringBuilder written = new StringBuilder(old.substring(0, headerEnd + 1));
      List<String> lines = newText.lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        written.append(i == 0 ? "" : eol).append(lines.get(i).isEmpty() ? "" : indent);
        written.append(lines.get(i));
      }
      written.append(tail);
      // Chomping, folding and leading spaces make for many cases; one look tells for all of them.
      String whole =
          text.substring(0, start) + written + text.substring(scalar.span().end().offset());
      if (textAt(whole, start).filter(newText::equals).isPresent()) {
        return written.toString();
      }
    }
    return ScalarText.plainOrQuoted(newText, true, ScalarText.Wanted.STRING) + tail;
  }

  private static Optional<String> textAt(String text, int offset) {
    Limits limits = new Limits("text", 4 * text.length() + 1, Limits.MANIFEST.maxDepth());
    return parseAll(text, limits).documents().stream()
        .flatMap(document -> Nodes.scalars(document).stream())
        .filter(scalar -> scalar.span().start().offset() == offset)
        .map(Scalar::text)
        .findFirst();
  }
}
