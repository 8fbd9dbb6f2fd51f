// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Optional;
import loopbench.yaml.Entry;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;
import loopbench.yaml.Style;

/**
 * Puts a field that is not there yet into a text, after the last field of the mapping it is for.
 */
final class Insertion {
  private Insertion() {}

  /**
   * The text with {@code parts} set to a scalar, of which at least the last is missing. Empty when
   * the place is not one that a field can be added to.
   */
  static Optional<String> of(String text, Node root, List<String> parts, Object value) {
    int depth = parts.size() - 1;
    while (depth >= 0 && SpecPath.find(root, parts.subList(0, depth)).isEmpty()) {
      depth--;
    }
    Node place = SpecPath.find(root, parts.subList(0, depth)).orElse(root);
    List<String> missing = parts.subList(depth, parts.size());
    // A list element can be changed but not be made from one field.
    if (missing.stream().anyMatch(part -> part.matches("[0-9]+"))) {
      return Optional.empty();
    }
    if (place instanceof Mapping mapping && mapping.flow()) {
      return Optional.of(inBraces(text, mapping, missing, value));
    }
    if (place instanceof Mapping mapping && !mapping.entries().isEmpty()) {
      int column = mapping.entries().get(0).key().span().start().column() - 1;
      return Optional.of(after(text, contentEnd(text, mapping), column, missing, value));
    }
    if (depth > 0
        && place instanceof Scalar scalar
        && scalar.isNull()
        && scalar.text().isEmpty()
        && SpecPath.find(root, parts.subList(0, depth - 1)).orElseThrow() instanceof Mapping around
        && !around.flow()) {
      Entry entry = around.entry(parts.get(depth - 1)).orElseThrow();
      int column = entry.key().span().start().column() + 1;
      return Optional.of(after(text, entry.key().span().end().offset(), column, missing, value));
    }
    return Optional.empty();
  }

  private static String inBraces(String text, Mapping mapping, List<String> missing, Object value) {
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < missing.size(); i++) {
      field.append(i > 0 ? "{" : "").append(Emitter.text(missing.get(i))).append(": ");
    }
    field.append(Emitter.scalar(value)).append("}".repeat(missing.size() - 1));
    int close = mapping.span().end().offset() - 1;
    return text.substring(0, close)
        + (mapping.entries().isEmpty() ? "" : ", ")
        + field
        + text.substring(close);
  }

  private static String after(
      String text, int offset, int column, List<String> missing, Object value) {
    String eol = text.contains("\r\n") ? "\r\n" : "\n";
    int lineEnd = text.indexOf('\n', offset);
    boolean lastLine = lineEnd < 0;
    int at = lastLine ? text.length() : lineEnd + 1;
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < missing.size(); i++) {
      lines.append(" ".repeat(column + 2 * i)).append(Emitter.text(missing.get(i))).append(':');
      lines.append(i == missing.size() - 1 ? " " + Emitter.scalar(value) : "");
      lines.append(lastLine && i == missing.size() - 1 ? "" : eol);
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
