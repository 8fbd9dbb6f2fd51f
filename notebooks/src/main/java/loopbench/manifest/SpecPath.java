// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.yaml.Entry;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Sequence;

/** From the paths that people write to the keys and positions of a document. */
final class SpecPath {
  private SpecPath() {}

  /**
   * The parts of a path, from the root of a document of this kind. An item of a list is found by
   * its name, then by its position. An unknown one stays as it is written, and is found nowhere.
   */
  static List<String> parts(Kind<?> kind, Node root, String path) {
    if (path.startsWith("metadata.")) {
      String rest = path.substring("metadata.".length());
      int dot = rest.indexOf('.');
      // Keys of labels and annotations have dots of their own.
      return dot < 0
          ? List.of("metadata", rest)
          : List.of("metadata", rest.substring(0, dot), rest.substring(dot + 1));
    }
    String below = path.startsWith("spec.") ? path.substring("spec.".length()) : path;
    for (Map.Entry<String, String> shorthand : kind.shorthands().entrySet()) {
      if (below.startsWith(shorthand.getKey())) {
        below = shorthand.getValue() + below.substring(shorthand.getKey().length());
      }
    }
    List<String> parts = new ArrayList<>(List.of("spec"));
    walk(kind.spec(), find(root, parts), below, parts);
    return parts;
  }

  private static void walk(Shape shape, Optional<Node> here, String rest, List<String> parts) {
    if (shape instanceof Shape.Items items) {
      String part = item(items, here, rest);
      parts.add(part.isEmpty() ? first(rest) : part);
      String name = part.isEmpty() ? first(rest) : named(items, here, part, rest);
      below(items.item(), here, parts, rest, name.length());
    } else if (shape instanceof Shape.Fields fields) {
      String first = first(rest);
      Shape known = fields.known().get(first);
      if (known == null && !fields.elsewhere().isEmpty()) {
        parts.add(fields.elsewhere());
        parts.add(rest);
      } else {
        parts.add(first);
        below(known, here, parts, rest, first.length());
      }
    } else if (shape instanceof Shape.Texts) {
      parts.add(rest);
    } else {
      parts.addAll(Arrays.asList(rest.split("\\.", -1)));
    }
  }

  private static void below(
      Shape shape, Optional<Node> here, List<String> parts, String rest, int length) {
    if (length < rest.length()) {
      String part = parts.get(parts.size() - 1);
      walk(shape, here.flatMap(node -> step(node, part)), rest.substring(length + 1), parts);
    }
  }

  private static String first(String rest) {
    return rest.substring(0, (rest + ".").indexOf('.'));
  }

  /** The position of the item with the longest name that the path begins with; empty if none. */
  private static String item(Shape.Items items, Optional<Node> list, String rest) {
    List<String> names = list.map(node -> names(items, node)).orElse(List.of());
    int found = -1;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      boolean matches = !name.isEmpty() && (rest.equals(name) || rest.startsWith(name + "."));
      if (matches && (found < 0 || name.length() > names.get(found).length())) {
        found = i;
      }
    }
    return found < 0 ? "" : String.valueOf(found);
  }

  private static String named(Shape.Items items, Optional<Node> list, String part, String rest) {
    return list.flatMap(node -> step(node, part)).map(items::name).orElse(first(rest));
  }

  /** The names of a list's items, empty where one has none. */
  static List<String> names(Shape.Items items, Node list) {
    List<String> names = new ArrayList<>();
    if (list instanceof Sequence sequence) {
      sequence.items().forEach(item -> names.add(items.name(item)));
    }
    return names;
  }

  /** The node at exact keys and positions. */
  static Optional<Node> find(Node node, List<String> parts) {
    Node here = node;
    for (String part : parts) {
      Optional<Node> next = step(here, part);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      here = next.get();
    }
    return Optional.of(here);
  }

  private static Optional<Node> step(Node node, String part) {
    if (node instanceof Mapping mapping) {
      return mapping.get(part);
    }
    return node instanceof Sequence sequence
            && part.matches("[0-9]{1,6}")
            && Integer.parseInt(part) < sequence.items().size()
        ? Optional.of(sequence.items().get(Integer.parseInt(part)))
        : Optional.empty();
  }

  /** The line of a field: where its key stands, or that of the nearest field around it. */
  static int line(Node root, List<String> parts) {
    int line = root.span().start().line();
    Node here = root;
    for (String part : parts) {
      Optional<Node> next = step(here, part);
      if (next.isEmpty()) {
        break;
      }
      line =
          here instanceof Mapping mapping
              ? mapping.entry(part).map(Entry::key).orElseThrow().span().start().line()
              : next.get().span().start().line();
      here = next.get();
    }
    return line;
  }
}
