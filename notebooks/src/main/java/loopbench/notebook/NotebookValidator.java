// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Every rule of nbformat 4.5, said in sentences.
 *
 * <p>Accepts what {@code nbformat.v4.5.schema.json} accepts, and no file in which a cell's id is
 * missing or there twice: Jupyter takes those today, warns, and quietly writes others. Files of 4.0
 * to 4.4 are held to the same rules but for the ids, which they must not have.
 */
public final class NotebookValidator {
  /** After so many problems the rest of a file is noise. */
  static final int MOST_PROBLEMS = 100;

  // Python's dollar also matches before a last line feed; a dot matches all but a line feed.
  private static final Pattern JSON_TYPE =
      Pattern.compile("^application/(.*\\+)?json$", Pattern.UNIX_LINES);
  private static final Pattern NAME = Pattern.compile("^.+$", Pattern.UNIX_LINES);
  private static final Pattern TAG = Pattern.compile("^[^,]+$", Pattern.UNIX_LINES);

  private static final Set<String> CODE_KEYS =
      Set.of("id", "cell_type", "metadata", "source", "outputs", "execution_count");
  private static final Set<String> TEXT_KEYS =
      Set.of("id", "cell_type", "metadata", "source", "attachments");

  private final List<NotebookProblem> problems = new ArrayList<>();
  private final Map<String, Integer> positionOfId = new HashMap<>();
  private final boolean ids;

  private NotebookValidator(int minor) {
    ids = minor >= Notebook.MINOR;
  }

  /** What would be wrong with the file if this document were saved; empty when nothing would. */
  public static List<NotebookProblem> validate(Notebook notebook) {
    return validate(NotebookWriter.tree(notebook));
  }

  /** What is wrong with the JSON tree of a notebook file; empty when it is valid. */
  public static List<NotebookProblem> validate(Map<String, Object> tree) {
    NotebookValidator validator =
        new NotebookValidator(
            tree.get("nbformat_minor") instanceof Long minor && minor >= 0 && minor < Notebook.MINOR
                ? minor.intValue()
                : Notebook.MINOR);
    validator.document(tree);
    return List.copyOf(
        validator.problems.subList(0, Math.min(MOST_PROBLEMS, validator.problems.size())));
  }

  /** Whether a MIME type holds any JSON value rather than text. */
  static boolean isJsonType(String mimeType) {
    return JSON_TYPE.matcher(mimeType).find();
  }

  // ---- the document

  private void document(Map<String, Object> tree) {
    Scope scope = new Scope("The notebook", 0, Optional.empty());
    closed(
        scope, "", tree, Set.of("cells", "metadata", "nbformat", "nbformat_minor"), "a notebook");
    if (!Objects.equals(tree.get("nbformat"), 4L)) {
      lacksOr(scope, "", tree, "nbformat", "the number 4");
    }
    if (!isWhole(tree.get("nbformat_minor")) || isNegative(tree.get("nbformat_minor"))) {
      lacksOr(scope, "", tree, "nbformat_minor", "a whole number, 5 for what is written today");
    }
    object(scope, "", tree, "metadata").ifPresent(metadata -> documentMetadata(scope, metadata));
    if (tree.get("cells") instanceof List<?> cells) {
      for (int i = 0; i < cells.size() && problems.size() < MOST_PROBLEMS; i++) {
        cell(i + 1, cells.get(i));
      }
    } else {
      lacksOr(scope, "", tree, "cells", "a list");
    }
  }

  private void documentMetadata(Scope scope, Map<?, ?> metadata) {
    String path = "metadata";
    if (metadata.containsKey("kernelspec")) {
      object(scope, path, metadata, "kernelspec")
          .ifPresent(
              kernel -> {
                text(scope, "metadata.kernelspec", kernel, "name", true);
                text(scope, "metadata.kernelspec", kernel, "display_name", true);
              });
    }
    if (metadata.containsKey("language_info")) {
      object(scope, path, metadata, "language_info")
          .ifPresent(
              info -> {
                String at = "metadata.language_info";
                text(scope, at, info, "name", true);
                text(scope, at, info, "file_extension", false);
                text(scope, at, info, "mimetype", false);
                text(scope, at, info, "pygments_lexer", false);
                Object mode = info.get("codemirror_mode");
                if (info.containsKey("codemirror_mode")
                    && !(mode instanceof String)
                    && !(mode instanceof Map)) {
                  is(scope, at, "codemirror_mode", mode, "a text or an object");
                }
              });
    }
    text(scope, path, metadata, "title", false);
    if (metadata.containsKey("authors") && !(metadata.get("authors") instanceof List)) {
      is(scope, path, "authors", metadata.get("authors"), "a list");
    }
    Object original = metadata.get("orig_nbformat");
    if (metadata.containsKey("orig_nbformat")
        && (!isWhole(original) || isNegative(original) || original.equals(0L))) {
      is(scope, path, "orig_nbformat", original, "a whole number from 1");
    }
  }

  // ---- cells

  private void cell(int position, Object value) {
    Object rawId = value instanceof Map<?, ?> map ? map.get("id") : null;
    Optional<String> id = rawId instanceof String text ? Optional.of(text) : Optional.empty();
    Scope scope =
        new Scope(
            "Cell " + position + id.map(text -> " (\"" + text + "\")").orElse(""), position, id);
    if (!(value instanceof Map<?, ?> cell)) {
      add(scope, "", " is " + kind(value) + ", but a cell is an object. Delete it.");
      return;
    }
    if (ids) {
      id(scope, cell);
    }
    Object type = cell.get("cell_type");
    boolean code = "code".equals(type);
    if (!code && !"markdown".equals(type) && !"raw".equals(type)) {
      if (cell.containsKey("cell_type")) {
        add(
            scope,
            "cell_type",
            " has the type "
                + shown(type)
                + ", which nbformat does not know. Make it \"code\", \"markdown\" or \"raw\".");
      } else {
        lacks(scope, "", "cell_type", "");
      }
      return;
    }
    Set<String> known = new HashSet<>(code ? CODE_KEYS : TEXT_KEYS);
    if (!ids) {
      known.remove("id");
    }
    closed(scope, "", cell, known, "a " + type + " cell");
    object(scope, "", cell, "metadata").ifPresent(metadata -> cellMetadata(scope, metadata, type));
    multiline(scope, "", cell, "source");
    if (cell.containsKey("attachments") && !code) {
      object(scope, "", cell, "attachments")
          .ifPresent(
              files ->
                  files.forEach(
                      (name, file) -> {
                        if (file instanceof Map<?, ?> bundle) {
                          bundle(scope, "attachments." + name, bundle);
                        } else {
                          is(scope, "attachments", name, file, "an object of MIME types");
                        }
                      }));
    }
    if (code) {
      count(scope, "", cell, ". Add it: null for a cell that has not run");
      if (cell.get("outputs") instanceof List<?> outputs) {
        for (int i = 0; i < outputs.size(); i++) {
          output(scope, "outputs." + i, outputs.get(i));
        }
      } else {
        lacksOr(scope, "", cell, "outputs", "a list, [] for none");
      }
    }
  }

  private void id(Scope scope, Map<?, ?> cell) {
    if (!cell.containsKey("id")) {
      add(
          scope,
          "id",
          " has no id. Add one of 1 to 64 letters, digits, - and _; saving here does so.");
    } else if (!(cell.get("id") instanceof String id)) {
      is(scope, "", "id", cell.get("id"), "a text");
    } else if (!CellIds.valid(id)) {
      add(
          scope,
          "id",
          " has an id of "
              + id.length()
              + " characters that is not 1 to 64 of letters, digits, - and _. Change it; saving"
              + " here does so.");
    } else {
      Integer first = positionOfId.putIfAbsent(id, scope.position());
      if (first != null) {
        add(
            scope,
            "id",
            " has the id of cell " + first + ". Give it another; saving here does so.");
      }
    }
  }

  private void cellMetadata(Scope scope, Map<?, ?> metadata, Object type) {
    String path = "metadata";
    if (metadata.containsKey("name")
        && !(metadata.get("name") instanceof String name && NAME.matcher(name).find())) {
      is(scope, path, "name", metadata.get("name"), "a text of one line that is not empty");
    }
    if (metadata.containsKey("tags")) {
      tags(scope, metadata.get("tags"));
    }
    if (metadata.containsKey("jupyter")) {
      object(scope, path, metadata, "jupyter");
    }
    if (type.equals("raw")) {
      text(scope, path, metadata, "format", false);
    }
    if (type.equals("code")) {
      Object collapsed = metadata.get("collapsed");
      if (metadata.containsKey("collapsed") && !(collapsed instanceof Boolean)) {
        is(scope, path, "collapsed", collapsed, "true or false");
      }
      Object scrolled = metadata.get("scrolled");
      if (metadata.containsKey("scrolled")
          && !(scrolled instanceof Boolean)
          && !"auto".equals(scrolled)) {
        is(scope, path, "scrolled", scrolled, "true, false or \"auto\"");
      }
      if (metadata.containsKey("execution")) {
        object(scope, path, metadata, "execution")
            .ifPresent(
                times ->
                    times.forEach(
                        (key, value) -> {
                          if (!(value instanceof String)) {
                            is(scope, "metadata.execution", key, value, "a text");
                          }
                        }));
      }
    }
  }

  private void tags(Scope scope, Object value) {
    if (!(value instanceof List<?> tags)) {
      is(scope, "metadata", "tags", value, "a list of texts");
      return;
    }
    for (Object tag : tags) {
      if (!(tag instanceof String text && TAG.matcher(text).find())) {
        add(
            scope,
            "metadata.tags",
            " has the tag "
                + shown(tag)
                + ", but a tag is a text without commas that is not empty. Change or remove it.");
      }
    }
    if (new HashSet<>(tags).size() < tags.size()) {
      add(scope, "metadata.tags", " has the same tag twice. Remove one of the two.");
    }
  }

  // ---- outputs

  private void output(Scope scope, String path, Object value) {
    if (!(value instanceof Map<?, ?> output)) {
      is(scope, "outputs", path.substring("outputs.".length()), value, "an object");
      return;
    }
    Object type = output.get("output_type");
    String named = "a " + type + " output";
    if ("stream".equals(type)) {
      closed(scope, path, output, Set.of("output_type", "name", "text"), named);
      text(scope, path, output, "name", true);
      multiline(scope, path, output, "text");
    } else if ("error".equals(type)) {
      closed(
          scope, path, output, Set.of("output_type", "ename", "evalue", "traceback"), "an error");
      text(scope, path, output, "ename", true);
      text(scope, path, output, "evalue", true);
      if (!(output.get("traceback") instanceof List<?> lines)
          || !lines.stream().allMatch(String.class::isInstance)) {
        lacksOr(scope, path, output, "traceback", "a list of texts");
      }
    } else if ("display_data".equals(type) || "execute_result".equals(type)) {
      boolean result = "execute_result".equals(type);
      Set<String> known = new HashSet<>(Set.of("output_type", "data", "metadata"));
      if (result) {
        known.add("execution_count");
        count(scope, path, output, ". Add it, or make the output display_data");
      }
      closed(scope, path, output, known, named);
      object(scope, path, output, "metadata");
      object(scope, path, output, "data").ifPresent(data -> bundle(scope, path + ".data", data));
    } else if (output.containsKey("output_type")) {
      add(
          scope,
          path,
          " has an output of the type "
              + shown(type)
              + ", which nbformat does not know. Make it display_data, or remove the output.");
    } else {
      lacks(scope, path, "output_type", ". Add it, or remove the output");
    }
  }

  private void bundle(Scope scope, String path, Map<?, ?> bundle) {
    bundle.forEach(
        (type, value) -> {
          if (!isJsonType((String) type) && !isText(value)) {
            is(scope, path, type, value, "a text or a list of texts");
          }
        });
  }

  // ---- values

  private void closed(Scope scope, String path, Map<?, ?> object, Set<String> known, String what) {
    for (Object key : object.keySet()) {
      if (!known.contains(key)) {
        add(
            scope,
            join(path, key),
            " has the key \""
                + key
                + "\""
                + in(path)
                + ", which "
                + what
                + " may not have ("
                + String.join(", ", new TreeSet<>(known))
                + "). Remove it; metadata is the place for what is your own.");
      }
    }
  }

  private Optional<Map<?, ?>> object(Scope scope, String path, Map<?, ?> from, String key) {
    if (from.get(key) instanceof Map<?, ?> map) {
      return Optional.of(map);
    }
    lacksOr(scope, path, from, key, "an object, {} for none");
    return Optional.empty();
  }

  private void text(Scope scope, String path, Map<?, ?> from, String key, boolean required) {
    if (!(from.get(key) instanceof String) && (required || from.containsKey(key))) {
      lacksOr(scope, path, from, key, "a text");
    }
  }

  private void multiline(Scope scope, String path, Map<?, ?> from, String key) {
    if (!isText(from.get(key))) {
      lacksOr(scope, path, from, key, "a text or a list of texts");
    }
  }

  private void count(Scope scope, String path, Map<?, ?> from, String whatNow) {
    Object count = from.get("execution_count");
    if (!from.containsKey("execution_count")) {
      lacks(scope, path, "execution_count", whatNow);
    } else if (count != null && (!isWhole(count) || isNegative(count))) {
      is(scope, path, "execution_count", count, "null or a whole number from 0");
    }
  }

  private void lacksOr(Scope scope, String path, Map<?, ?> from, String key, String wanted) {
    if (from.containsKey(key)) {
      is(scope, path, key, from.get(key), wanted);
    } else {
      lacks(scope, path, key, ". Add it: " + wanted);
    }
  }

  private void lacks(Scope scope, String path, String key, String whatNow) {
    add(
        scope,
        join(path, key),
        " lacks \"" + key + "\"" + in(path) + (whatNow.isEmpty() ? ". Add it" : whatNow) + ".");
  }

  private void is(Scope scope, String path, Object key, Object value, String wanted) {
    add(
        scope,
        join(path, key),
        " has "
            + shown(value)
            + " as \""
            + key
            + "\""
            + in(path)
            + ", where "
            + wanted
            + " must stand. Change it.");
  }

  private void add(Scope scope, String path, String predicate) {
    Where where =
        scope.position() == 0
            ? new Where.InDocument(path)
            : new Where.InCell(scope.position(), scope.id(), path);
    problems.add(new NotebookProblem(scope.subject() + predicate, where));
  }

  private static String join(String path, Object key) {
    return path.isEmpty() ? String.valueOf(key) : path + "." + key;
  }

  private static String in(String path) {
    if (path.isEmpty()) {
      return "";
    }
    String[] parts = path.split("\\.", 3);
    return parts[0].equals("outputs") && parts.length > 1
        ? " in output "
            + (Integer.parseInt(parts[1]) + 1)
            + (parts.length > 2 ? " (" + parts[2] + ")" : "")
        : " in " + path;
  }

  private static boolean isText(Object value) {
    return value instanceof String
        || value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
  }

  private static boolean isWhole(Object value) {
    return value instanceof Long || value instanceof BigInteger;
  }

  private static boolean isNegative(Object value) {
    return value instanceof Long number ? number < 0 : ((BigInteger) value).signum() < 0;
  }

  private static String shown(Object value) {
    if (value instanceof String text) {
      return "the text "
          + (text.length() <= 40 ? '"' + text + '"' : '"' + text.substring(0, 37) + "...\"");
    }
    return value instanceof Number || value instanceof Boolean ? value.toString() : kind(value);
  }

  private static String kind(Object value) {
    return value == null
        ? "null"
        : value instanceof Map ? "an object" : value instanceof List ? "a list" : shown(value);
  }

  /**
   * What sentences are about.
   *
   * @param position of the cell from 1; 0 for the document
   */
  private record Scope(String subject, int position, Optional<String> id) {}
}
