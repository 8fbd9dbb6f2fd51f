// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.List;

/** Puts a field that is not there yet into a text, after the last field of its mapping. */
public final class Insertion {
  private Insertion() {}

  /** The text with a string added that stays one where YAML would take it for something else. */
  public static String scalar(String text, Mapping mapping, String key, String value) {
    return into(
        text,
        mapping,
        List.of(ScalarText.plainOrQuoted(key, mapping.flow(), ScalarText.Wanted.STRING)),
        ScalarText.plainOrQuoted(value, mapping.flow(), ScalarText.Wanted.AS_IT_LOOKS));
  }

  /**
   * The text with a field added, as little as possible changed.
   *
   * @param mapping read from this very text, with an entry if it is not in braces
   * @param keys as they are to be written, each but the last with a mapping of its own
   * @param value as it is to be written
   */
  public static String into(String text, Mapping mapping, List<String> keys, String value) {
    if (mapping.flow()) {
      return inBraces(text, mapping, keys, value);
    }
    int column = mapping.entries().get(0).key().span().start().column() - 1;
    return after(text, contentEnd(text, mapping), column, keys, value);
  }

  private static String inBraces(String text, Mapping mapping, List<String> keys, String value) {
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      field.append(i > 0 ? "{" : "").append(keys.get(i)).append(": ");
    }
    field.append(value).append("}".repeat(keys.size() - 1));
    int close = mapping.span().end().offset() - 1;
    return text.substring(0, close)
        + (mapping.entries().isEmpty() ? "" : ", ")
        + field
        + text.substring(close);
  }

  /**
   * The text with lines behind the line of a place.
   *
   * @param offset somewhere in the line that they follow
   * @param column of the first key, from 0
   */
  public static String after(String text, int offset, int column, List<String> keys, String value) {
    String eol = text.contains("\r\n") ? "\r\n" : "\n";
    int lineEnd = text.indexOf('\n', offset);
    boolean lastLine = lineEnd < 0;
    int at = lastLine ? text.length() : lineEnd + 1;
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      lines.append(" ".repeat(column + 2 * i)).append(keys.get(i)).append(':');
      lines.append(i == keys.size() - 1 ? " " + value : "");
      lines.append(lastLine && i == keys.size() - 1 ? "" : eol);
    }
    return text.substring(0, at) + (lastLine ? eol : "") + lines + text.substring(at);
  }

  /** Where the last character of a node's own content ends; comments behind it do not count. */
  private static int contentEnd(String text, Node node) {
    if (node instanceof Mapping mapping && !mapping.flow() && !mapping.entries().isEmpty()) {
      Entry last = mapping.entries().get(mapping.entries().size() - 1);
      return Math.max(last.key().span().end().offset(), contentEnd(text, last.value()));
    }
    if (node instanceof Sequence sequence && !sequence.flow() && !sequence.items().isEmpty()) {
      return contentEnd(text, sequence.items().get(sequence.items().size() - 1));
    }
    int start = node.span().start().offset();
    int end = node.span().end().offset();
    if (node instanceof Scalar scalar
        && (scalar.style() == Style.LITERAL || scalar.style() == Style.FOLDED)) {
      return start + text.substring(start, end).stripTrailing().length();
    }
    return end;
  }
}
