// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A document as the text Python's nbformat would write ({@code v4/nbjson.py}, {@code
 * v4/rwbase.py}): one blank of indent, sorted keys, sources, streams and textual outputs as lists
 * of lines, one line end at the end. To be stored as UTF-8.
 *
 * <p>Lines end at LF alone. Python also splits at form feeds, U+2028 and the like; readers join the
 * pieces, so the text is the same.
 */
public final class NotebookWriter {
  private static final Set<String> SPLIT_TYPES = Set.of("application/javascript", "image/svg+xml");

  private NotebookWriter() {}

  /**
   * The text of the file, always nbformat 4.5.
   *
   * @throws IllegalArgumentException for a document of a newer format, which may say what this
   *     writer would lose
   */
  public static String write(Notebook notebook) {
    if (notebook.minor() > Notebook.MINOR) {
      throw new IllegalArgumentException(
          "nbformat_minor must be <= 5 to be written, was " + notebook.minor());
    }
    return PythonJson.write(tree(notebook), 1) + "\n";
  }

  /** The JSON tree of the file, texts split into lines. */
  static Map<String, Object> tree(Notebook notebook) {
    Map<String, Object> tree = new LinkedHashMap<>();
    List<Object> cells = new ArrayList<>();
    notebook.cells().forEach(cell -> cells.add(tree(cell)));
    tree.put("cells", cells);
    Map<String, Object> metadata = new LinkedHashMap<>(notebook.metadata());
    // What nbformat calls transient: strip_transient.
    metadata.keySet().removeAll(Set.of("orig_nbformat", "orig_nbformat_minor", "signature"));
    tree.put("metadata", metadata);
    tree.put("nbformat", 4L);
    tree.put("nbformat_minor", (long) Notebook.MINOR);
    return tree;
  }

  private static Map<String, Object> tree(Cell cell) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", cell.id());
    tree.put("cell_type", cell.type().token());
    Map<String, Object> metadata = new LinkedHashMap<>(cell.metadata());
    metadata.remove("trusted");
    tree.put("metadata", metadata);
    tree.put("source", lines(cell.source()));
    cell.attachments()
        .ifPresent(
            files -> {
              Map<String, Object> split = new LinkedHashMap<>();
              files.forEach((name, bundle) -> split.put(name, bundle(bundle)));
              tree.put("attachments", split);
            });
    if (cell.type() == Cell.Type.CODE) {
      tree.put(
          "execution_count",
          cell.executionCount().isPresent() ? (long) cell.executionCount().getAsInt() : null);
      List<Object> outputs = new ArrayList<>();
      cell.outputs().forEach(output -> outputs.add(output(output)));
      tree.put("outputs", outputs);
    }
    return tree;
  }

  private static Map<String, Object> output(Map<String, Object> output) {
    Map<String, Object> split = new LinkedHashMap<>(output);
    Object type = output.get("output_type");
    if ("display_data".equals(type) || "execute_result".equals(type)) {
      split.computeIfPresent("data", (key, data) -> bundle(data));
    } else if ("stream".equals(type) && output.get("text") instanceof String text) {
      split.put("text", lines(text));
    }
    return split;
  }

  private static Object bundle(Object value) {
    if (!(value instanceof Map<?, ?> bundle)) {
      return value;
    }
    Map<String, Object> split = new LinkedHashMap<>();
    bundle.forEach(
        (key, item) -> {
          String type = (String) key;
          boolean splits = type.startsWith("text/") || SPLIT_TYPES.contains(type);
          split.put(type, splits && item instanceof String text ? lines(text) : item);
        });
    return split;
  }

  /** The lines with their line ends; none for an empty text. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int next = text.indexOf('\n', at) + 1;
      int end = next == 0 ? text.length() : next;
      lines.add(text.substring(at, end));
      at = end;
    }
    return lines;
  }
}
