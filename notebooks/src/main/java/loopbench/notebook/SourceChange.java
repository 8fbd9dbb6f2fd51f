// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.yaml.Limits;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Parsed;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;
import loopbench.yaml.Yaml;

/** What changed in a cell's text: fields where it is a small YAML document, lines elsewhere. */
final class SourceChange {
  private static final int MOST_LINES = 2_000;
  private static final int MOST_SHOWN = 8;

  private SourceChange() {}

  /** What a code cell defines, as {@code flow.ctl}; empty where its text does not say. */
  static Optional<String> address(Cell cell) {
    return root(cell)
        .map(root -> root.entries().get(0))
        .map(
            first ->
                first.value() instanceof Scalar name && !name.isNull()
                    ? first.key().text() + "." + name.text()
                    : first.key().text());
  }

  /** A field of a code cell that is a text. */
  static Optional<String> field(Cell cell, String name) {
    return root(cell)
        .flatMap(root -> root.get(name))
        .filter(Scalar.class::isInstance)
        .map(value -> ((Scalar) value).text());
  }

  private static Optional<Mapping> root(Cell cell) {
    if (cell.type() != Cell.Type.CODE) {
      return Optional.empty();
    }
    Parsed parsed = Yaml.parse(cell.source(), Limits.CELL);
    return parsed.problems().isEmpty()
            && parsed.root().orElse(null) instanceof Mapping mapping
            && !mapping.entries().isEmpty()
        ? Optional.of(mapping)
        : Optional.empty();
  }

  static List<String> between(Cell was, Cell now) {
    if (was.source().equals(now.source())) {
      return List.of();
    }
    Optional<Mapping> before = root(was);
    Optional<Mapping> after = root(now);
    if (before.isEmpty() || after.isEmpty()) {
      return lines(was.source().lines().toList(), now.source().lines().toList());
    }
    List<String> changes = fields(leaves(before.get()), leaves(after.get()));
    return changes.isEmpty() ? List.of("its comments, order or spacing differ") : changes;
  }

  private static List<String> fields(Map<String, String> was, Map<String, String> now) {
    List<String> changes = new ArrayList<>();
    Set<String> paths = new LinkedHashSet<>(was.keySet());
    paths.addAll(now.keySet());
    for (String path : paths) {
      String before = was.get(path);
      String after = now.get(path);
      if (before == null) {
        changes.add(path + ": " + after + ", which was not there");
      } else if (after == null) {
        changes.add(path + ": " + before + " is gone");
      } else if (!before.equals(after)) {
        changes.add(path + ": " + before + " -> " + after);
      }
    }
    return changes;
  }

  /** Each scalar, and each empty collection, by its keys and positions. */
  private static Map<String, String> leaves(Node root) {
    Map<String, String> leaves = new LinkedHashMap<>();
    collect(root, "", leaves);
    return leaves;
  }

  private static void collect(Node node, String path, Map<String, String> into) {
    node.match(
        new Node.Cases<Void>() {
          @Override
          public Void scalar(Scalar scalar) {
            into.put(path, scalar.isNull() ? "nothing" : scalar.text());
            return null;
          }

          @Override
          public Void mapping(Mapping mapping) {
            if (mapping.entries().isEmpty()) {
              into.put(path, "{}");
            }
            mapping.entries().forEach(e -> collect(e.value(), below(e.key().text()), into));
            return null;
          }

          @Override
          public Void sequence(Sequence sequence) {
            if (sequence.items().isEmpty()) {
              into.put(path, "[]");
            }
            for (int i = 0; i < sequence.items().size(); i++) {
              collect(sequence.items().get(i), below(String.valueOf(i)), into);
            }
            return null;
          }

          private String below(String part) {
            return path.isEmpty() ? part : path + "." + part;
          }
        });
  }

  /** What a line-by-line comparison finds, the first few. */
  private static List<String> lines(List<String> was, List<String> now) {
    if (was.equals(now)) {
      return List.of("its line ends differ");
    }
    if (was.size() > MOST_LINES || now.size() > MOST_LINES) {
      return List.of("its text differs (" + was.size() + " lines, now " + now.size() + ")");
    }
    int[][] common = new int[was.size() + 1][now.size() + 1];
    for (int i = was.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            was.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<String> changes = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < was.size() || j < now.size()) {
      if (i < was.size() && j < now.size() && was.get(i).equals(now.get(j))) {
        i++;
        j++;
      } else if (i < was.size() && (j == now.size() || common[i + 1][j] >= common[i][j + 1])) {
        changes.add("- " + was.get(i++));
      } else {
        changes.add("+ " + now.get(j++));
      }
    }
    if (changes.size() <= MOST_SHOWN) {
      return changes;
    }
    List<String> shown = new ArrayList<>(changes.subList(0, MOST_SHOWN - 1));
    shown.add("and " + (changes.size() - shown.size()) + " more lines");
    return shown;
  }
}
