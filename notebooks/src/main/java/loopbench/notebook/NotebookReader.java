// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import loopbench.yaml.Mark;

/**
 * Opens notebook files: nbformat 4.5, and 4.0 to 4.4 and 3, which become 4.5 with the first change
 * that is saved. Never throws for what a file says.
 *
 * <p>A file that Jupyter would call invalid is opened all the same. Where what it lacks can be
 * added without losing anything (an id, a count, an empty list) it can be changed too; where it
 * says things the document has no place for, it is read-only.
 */
public final class NotebookReader {
  /** Notebooks beyond this are data, and belong into a side file. */
  public static final int MOST_BYTES = 128 * 1024 * 1024;

  private static final Mark BEGIN = new Mark(0, 1, 1);

  private final String text;
  private final List<NotebookProblem> problems = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private final Set<String> givenIds = new HashSet<>();
  private final Set<String> usedIds = new HashSet<>();
  private String readOnlyBecause;

  private NotebookReader(String text) {
    this.text = text;
  }

  public static ReadResult read(byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      return tooLarge();
    }
    CharBuffer chars = CharBuffer.allocate(bytes.length);
    ByteBuffer input = ByteBuffer.wrap(bytes);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult end = decoder.decode(input, chars, true);
    chars.flip();
    if (end.isError()) {
      String before = chars.toString();
      int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
      int column = before.length() - before.lastIndexOf('\n');
      return new NotebookReader("")
          .refused(
              "The file is not UTF-8 text from here on. Save it as UTF-8 in a text editor, or take"
                  + " it from version control.",
              new Mark(before.length(), line, column));
    }
    return read(chars.toString());
  }

  public static ReadResult read(String text) {
    if (text.length() > MOST_BYTES) {
      return tooLarge();
    }
    NotebookReader reader = new NotebookReader(text);
    Optional<MergeConflict> conflict = MergeConflict.in(text);
    return conflict.isPresent() ? reader.conflict(conflict.get()) : reader.whole(text);
  }

  static ReadResult tooLarge() {
    return new NotebookReader("")
        .refused(
            String.format(
                Locale.ROOT,
                "The file is larger than %,d bytes, the most that is read. Move its data into a file"
                    + " beside it, or clear its outputs.",
                MOST_BYTES),
            BEGIN);
  }

  private ReadResult conflict(MergeConflict conflict) {
    Optional<ReadResult> ours =
        conflict
            .sides()
            .map(MergeConflict.Sides::ours)
            .map(side -> new NotebookReader(side).whole(side))
            .filter(r -> r.notebook().isPresent());
    String message = conflict.message(ours.isPresent());
    NotebookProblem problem = new NotebookProblem(message, new Where.InText(conflict.begin()));
    return new ReadResult(
        ours.flatMap(ReadResult::notebook),
        text,
        List.of(problem),
        List.of(),
        ours.map(side -> "The file has a merge conflict; only our side of it is shown."));
  }

  private ReadResult whole(String json) {
    String start = json.substring(0, Math.min(json.length(), 200)).strip();
    if (json.isBlank()) {
      return refused(
          "The file is empty. Take it from version control or a backup, or begin a new notebook.",
          BEGIN);
    }
    if (start.startsWith("version https://git-lfs")) {
      return refused(
          "This is only a pointer to a file kept by Git LFS. Fetch the file with \"git lfs pull\".",
          BEGIN);
    }
    String mark = json.charAt(0) == '\uFEFF' ? "\uFEFF" : "";
    JsonReading reading = JsonReading.of(json.substring(mark.length()));
    problems.addAll(reading.problems());
    if (!reading.readable()) {
      if (!start.startsWith("{", mark.length())) {
        problems.clear();
        return refused(
            "This is not a notebook: a notebook is JSON and begins with {. Choose a file that ends"
                + " in .ipynb.",
            BEGIN);
      }
      return nothing();
    }
    if (!(reading.value() instanceof Map<?, ?> root)) {
      return refused(
          "This is JSON but not a notebook, which is one object with \"cells\" and \"nbformat\"."
              + " Choose a file that ends in .ipynb.",
          BEGIN);
    }
    return document(JsonReading.object(root));
  }

  private ReadResult document(Map<String, Object> tree) {
    boolean worksheets = tree.get("worksheets") instanceof List;
    if (!(tree.get("cells") instanceof List) && !worksheets || !tree.containsKey("nbformat")) {
      return refused(
          "This is JSON but not a notebook, which has \"cells\" and \"nbformat\". Choose a file"
              + " that ends in .ipynb.",
          BEGIN);
    }
    long major = number(tree.get("nbformat"));
    long minor = number(tree.get("nbformat_minor"));
    if (major < 3 || major == 3 != worksheets) {
      return refused(
          "This says it is nbformat "
              + tree.get("nbformat")
              + (major < 3 ? ", which is too old to be read here" : ", but is not laid out so")
              + ". Open it in Jupyter and save it again.",
          BEGIN);
    }
    boolean newer = major > 4 || major == 4 && minor > Notebook.MINOR;
    Map<String, Object> current = tree;
    if (major == 3) {
      current = Version3.upgraded(tree);
      notices.add(
          "This notebook is nbformat 3. The first change you save makes it nbformat 4.5, which"
              + " gives every cell an id.");
    } else if (newer) {
      readOnly(
          "This notebook is nbformat "
              + major
              + "."
              + minor
              + ", and 4.5 is the newest known here, so it is shown as far as it is understood. To"
              + " change it, save it as 4.5 in Jupyter.");
    } else if (minor < Notebook.MINOR) {
      notices.add(
          "This notebook is nbformat 4."
              + minor
              + ". The first change you save makes it nbformat 4.5, which gives every cell an id.");
    }
    if (!newer) {
      problems.addAll(NotebookValidator.validate(current));
    }
    return notebook(current, shownMinor(newer, minor));
  }

  // A newer major format counts as a newer minor one, so that the writer refuses it too.
  private static int shownMinor(boolean newer, long minor) {
    long shown = newer ? Math.max(minor, Notebook.MINOR + 1) : minor < 0 ? Notebook.MINOR : minor;
    return (int) Math.min(shown, Integer.MAX_VALUE);
  }

  private ReadResult notebook(Map<String, Object> tree, int minor) {
    List<?> raw = (List<?>) tree.get("cells");
    for (Object cell : raw) {
      if (cell instanceof Map<?, ?> map
          && map.get("id") instanceof String id
          && CellIds.valid(id)) {
        givenIds.add(id);
      }
    }
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < raw.size(); i++) {
      if (raw.get(i) instanceof Map<?, ?> cell) {
        cells.add(cell(i, JsonReading.object(cell)));
      } else {
        loses("cell " + (i + 1));
      }
    }
    if (!(tree.get("metadata") instanceof Map) && tree.get("metadata") != null) {
      loses("\"metadata\"");
    }
    tree.forEach(
        (key, value) -> {
          if (!Set.of("cells", "metadata", "nbformat", "nbformat_minor").contains(key)) {
            losesUnlessEmpty(key, value);
          }
        });
    Notebook notebook = new Notebook(cells, object(tree.get("metadata")), minor);
    if (minor == Notebook.MINOR
        && problems.isEmpty()
        && readOnlyBecause == null
        && !NotebookWriter.write(notebook).equals(text)) {
      notices.add(
          "This file is laid out differently from how Jupyter lays files out. The first change you"
              + " save lays it out anew, which version control shows as many changed lines.");
    }
    return new ReadResult(
        Optional.of(notebook), text, problems, notices, Optional.ofNullable(readOnlyBecause));
  }

  private Cell cell(int index, Map<String, Object> raw) {
    Cell.Type type = null;
    for (Cell.Type known : Cell.Type.values()) {
      type = known.token().equals(raw.get("cell_type")) ? known : type;
    }
    String name = "cell " + (index + 1);
    if (type == null) {
      loses("the type of " + name);
      type = Cell.Type.RAW;
    }
    Optional<String> source = joined(raw.get("source"));
    if (source.isEmpty() && raw.get("source") != null) {
      loses("\"source\" of " + name);
    }
    if (!(raw.get("metadata") instanceof Map) && raw.get("metadata") != null) {
      loses("\"metadata\" of " + name);
    }
    boolean code = type == Cell.Type.CODE;
    Set<String> known =
        code
            ? Set.of("id", "cell_type", "metadata", "source", "outputs", "execution_count")
            : Set.of("id", "cell_type", "metadata", "source", "attachments");
    raw.forEach(
        (key, value) -> {
          if (!known.contains(key)) {
            losesUnlessEmpty(key + "\" of " + name, value);
          }
        });
    String text = source.orElse("");
    return new Cell(
        id(index, raw, type, text),
        type,
        text,
        object(raw.get("metadata")),
        code ? outputs(raw.get("outputs"), name) : List.of(),
        code ? count(raw.get("execution_count"), name) : OptionalInt.empty(),
        code ? Optional.empty() : attachments(raw.get("attachments"), name));
  }

  /** The id in the file; where it has none that can stay, one that follows from place and text. */
  private String id(int index, Map<String, Object> raw, Cell.Type type, String source) {
    if (raw.get("id") instanceof String id && CellIds.valid(id) && usedIds.add(id)) {
      return id;
    }
    String id =
        CellIds.derived(
            index + "\n" + type.token() + "\n" + source,
            other -> givenIds.contains(other) || usedIds.contains(other));
    usedIds.add(id);
    return id;
  }

  private List<Map<String, Object>> outputs(Object value, String name) {
    List<Map<String, Object>> outputs = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object output : list) {
        if (output instanceof Map<?, ?> map) {
          outputs.add(output(JsonReading.object(map)));
        } else {
          loses("an output of " + name);
        }
      }
    } else if (value != null) {
      loses("\"outputs\" of " + name);
    }
    return outputs;
  }

  /** With the texts of known outputs in one piece; what is unknown stays as it is. */
  private static Map<String, Object> output(Map<String, Object> raw) {
    Map<String, Object> output = new LinkedHashMap<>(raw);
    Object type = raw.get("output_type");
    if ("display_data".equals(type) || "execute_result".equals(type)) {
      output.computeIfPresent("data", (key, data) -> bundle(data));
    } else if ("stream".equals(type)) {
      joined(raw.get("text")).ifPresent(text -> output.put("text", text));
    }
    return output;
  }

  private static Object bundle(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    Map<String, Object> bundle = new LinkedHashMap<>();
    map.forEach(
        (key, item) -> {
          String type = (String) key;
          Object whole = NotebookValidator.isJsonType(type) ? item : joined(item).orElse(null);
          bundle.put(type, whole == null ? item : whole);
        });
    return bundle;
  }

  private OptionalInt count(Object value, String name) {
    if (value instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
      return OptionalInt.of(number.intValue());
    }
    if (value != null) {
      loses("\"execution_count\" of " + name);
    }
    return OptionalInt.empty();
  }

  private Optional<Map<String, Object>> attachments(Object value, String name) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> files = new LinkedHashMap<>();
      map.forEach((file, bundle) -> files.put((String) file, bundle(bundle)));
      return Optional.of(files);
    }
    if (value != null) {
      loses("\"attachments\" of " + name);
    }
    return Optional.empty();
  }

  /** A text, or the pieces of one put together; empty for anything else. */
  static Optional<String> joined(Object value) {
    if (value instanceof String whole) {
      return Optional.of(whole);
    }
    if (value instanceof List<?> pieces && pieces.stream().allMatch(String.class::isInstance)) {
      StringBuilder whole = new StringBuilder();
      pieces.forEach(whole::append);
      return Optional.of(whole.toString());
    }
    return Optional.empty();
  }

  private void losesUnlessEmpty(String key, Object value) {
    boolean empty =
        value == null
            || value instanceof Map<?, ?> map && map.isEmpty()
            || value instanceof List<?> list && list.isEmpty();
    if (!empty) {
      loses("\"" + key + (key.contains("\"") ? "" : "\""));
    }
  }

  private void loses(String what) {
    readOnly(
        "Saving this file would lose "
            + what
            + ", which is not as nbformat wants it, so it cannot be changed here. Mend it in a text"
            + " editor and open it again.");
  }

  private void readOnly(String because) {
    readOnlyBecause = readOnlyBecause == null ? because : readOnlyBecause;
  }

  private ReadResult refused(String message, Mark at) {
    problems.add(0, new NotebookProblem(message, new Where.InText(at)));
    return nothing();
  }

  private ReadResult nothing() {
    return new ReadResult(Optional.empty(), text, problems, List.of(), Optional.empty());
  }

  private static long number(Object value) {
    return value instanceof Long number ? number : -1;
  }

  private static Map<String, Object> object(Object value) {
    return value instanceof Map<?, ?> map ? JsonReading.object(map) : Map.of();
  }
}
