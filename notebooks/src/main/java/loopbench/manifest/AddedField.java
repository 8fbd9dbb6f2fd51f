// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Optional;
import loopbench.yaml.Entry;
import loopbench.yaml.Insertion;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Scalar;

/**
 * Puts a field that is not there yet into a text, after the last field of the mapping it is for.
 */
final class AddedField {
  private AddedField() {}

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
    String written = Emitter.scalar(value);
    if (place instanceof Mapping mapping && (mapping.flow() || !mapping.entries().isEmpty())) {
      return Optional.of(Insertion.into(text, mapping, keys(missing), written));
    }
    if (depth > 0
        && place instanceof Scalar scalar
        && scalar.isNull()
        && scalar.text().isEmpty()
        && SpecPath.find(root, parts.subList(0, depth - 1)).orElseThrow() instanceof Mapping around
        && !around.flow()) {
      Entry entry = around.entry(parts.get(depth - 1)).orElseThrow();
      int column = entry.key().span().start().column() + 1;
      return Optional.of(
          Insertion.after(text, entry.key().span().end().offset(), column, keys(missing), written));
    }
    return Optional.empty();
  }

  private static List<String> keys(List<String> missing) {
    return missing.stream().map(Emitter::text).toList();
  }
}
