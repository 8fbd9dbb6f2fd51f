// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.yaml.Mark;

/**
 * A notebook as a text that people read and version control compares: {@code name.loop.md}. Texts
 * stand as they are, each cell of YAML in a fence, ids beside them; what cells show is left out.
 *
 * <pre>
 * ---
 * loopbench: 1
 * ---
 *
 * &lt;!-- cell title --&gt;
 * # Does the loop survive?
 *
 * ```yaml loop flow-ctl
 * flow: ctl
 * ```
 * </pre>
 *
 * <p>Law: {@code read(write(n))} has the cells of n, their ids, types, texts and metadata to the
 * last character, without outputs, counts, attachments and this program's own marks.
 */
public final class LoopMarkdown {
  /** How its files are called. */
  public static final String SUFFIX = ".loop.md";

  private static final Pattern TEXT = Pattern.compile("<!-- cell (\\S+)(?: (\\{.*}))? -->");
  private static final Pattern FENCE =
      Pattern.compile("(`{3,})(\\S+) loop(?: ([^\\s{]\\S*))?(?: (\\{.*}))?");
  private static final Pattern FRONT = Pattern.compile("(?:loopbench|metadata): (.*)");

  private LoopMarkdown() {}

  // ---- writing -----------------------------------------------------------------------------

  public static String write(Notebook notebook) {
    StringBuilder text = new StringBuilder("---\nloopbench: 1\n");
    if (!notebook.metadata().equals(usual())) {
      text.append("metadata: ").append(json(notebook.metadata())).append('\n');
    }
    text.append("---\n");
    for (Cell cell : notebook.cells()) {
      text.append('\n');
      Map<String, Object> metadata = new LinkedHashMap<>(cell.metadata());
      metadata.remove(Cell.OURS);
      String rest = cell.id() + (metadata.isEmpty() ? "" : " " + json(metadata));
      if (cell.type() == Cell.Type.MARKDOWN && cell.source().lines().noneMatch(l -> begins(l))) {
        text.append("<!-- cell ").append(rest).append(" -->\n").append(cell.source()).append('\n');
      } else {
        String fence = fence(cell.source());
        text.append(fence).append(word(cell, notebook)).append(" loop ").append(rest).append('\n');
        text.append(cell.source()).append('\n').append(fence).append('\n');
      }
    }
    return text.toString();
  }

  private static Map<String, Object> usual() {
    return Notebook.of(List.of()).metadata();
  }

  private static String word(Cell cell, Notebook notebook) {
    return switch (cell.type()) {
      case MARKDOWN -> "markdown";
      case RAW -> "raw";
      case CODE ->
          notebook.metadata().get("language_info") instanceof Map<?, ?> info
                  && info.get("name") instanceof String name
                  && name.matches("[A-Za-z0-9+#.-]+")
                  && !List.of("markdown", "raw").contains(name)
              ? name
              : "yaml";
    };
  }

  /** More backticks than any line of the text begins with. */
  private static String fence(String source) {
    int most = 2;
    for (String line : source.split("\n", -1)) {
      int run = 0;
      while (run < line.length() && line.charAt(run) == '`') {
        run++;
      }
      most = Math.max(most, run);
    }
    return "`".repeat(most + 1);
  }

  /** On one line, and without what would end a comment or a fence. */
  private static String json(Map<String, Object> map) {
    return PythonJson.write(map, 0)
        .replace("\n", "")
        .replace("`", "\\u0060")
        .replace(">", "\\u003e");
  }

  private static boolean begins(String line) {
    return TEXT.matcher(line).matches() || FENCE.matcher(line).matches();
  }

  // ---- reading -----------------------------------------------------------------------------

  /**
   * The notebook of a text. Never throws for what the text says: what stands before the first cell
   * is a cell of text, and a cell without an id gets one.
   */
  public static ReadResult read(String given) {
    String text = withLineFeeds(given);
    List<NotebookProblem> problems = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    Map<String, Object> metadata = usual();
    int at = 0;
    if (text.startsWith("---\n")) {
      int end = text.indexOf("\n---\n", 3);
      if (end < 0) {
        return refused(
            given,
            "The head of the file is opened by --- and not closed by another ---. Close it.",
            new Mark(0, 1, 1));
      }
      int line = 1;
      for (String head : text.substring(4, end + 1).split("\n")) {
        line++;
        Matcher known = FRONT.matcher(head);
        if (!known.matches()) {
          continue; // another tool's
        }
        if (head.startsWith("loopbench") && !known.group(1).strip().equals("1")) {
          return refused(
              given,
              "The file says that it is of form "
                  + known.group(1).strip()
                  + " of loopbench, and only form 1 is known here. Update this program.",
              new Mark(0, line, 1));
        }
        if (head.startsWith("metadata")) {
          Optional<Map<String, Object>> read = object(known.group(1));
          if (read.isEmpty()) {
            problems.add(badMetadata(new Mark(0, line, 1)));
          }
          metadata = read.orElse(metadata);
        }
      }
      at = end + 5;
    }
    List<Cell> cells = cells(text, at, problems, notices);
    return new ReadResult(
        Optional.of(new Notebook(cells, metadata, Notebook.MINOR)),
        given,
        problems,
        notices,
        problems.isEmpty()
            ? Optional.empty()
            : Optional.of("Part of the file could not be read; a save would lose it."));
  }

  private static List<Cell> cells(
      String text, int from, List<NotebookProblem> problems, List<String> notices) {
    Scan scan = new Scan(text, from);
    List<Cell> cells = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    String before = scan.upToCell();
    if (!before.isBlank()) {
      cells.add(cell("", Cell.Type.MARKDOWN, before.strip(), Map.of(), taken, notices));
    }
    while (!scan.ended()) {
      int line = scan.line;
      String opening = scan.next();
      Matcher fence = FENCE.matcher(opening);
      boolean fenced = fence.matches();
      Matcher comment = TEXT.matcher(opening);
      if (!fenced && !comment.matches()) {
        throw new IllegalStateException("a cell begins here, was " + opening);
      }
      String attributes = fenced ? fence.group(4) : comment.group(2);
      Optional<Map<String, Object>> metadata =
          attributes == null ? Optional.of(Map.of()) : object(attributes);
      if (metadata.isEmpty()) {
        problems.add(badMetadata(new Mark(0, line, 1)));
      }
      Optional<String> source =
          fenced ? scan.upToFence(fence.group(1)) : Optional.of(scan.upToCell());
      if (source.isEmpty()) {
        problems.add(
            new NotebookProblem(
                "The fence that opens here is not closed by a line of as many backticks. Close it.",
                new Where.InText(new Mark(0, line, 1))));
      }
      String id = fenced ? Objects.requireNonNullElse(fence.group(3), "") : comment.group(1);
      Cell.Type type =
          !fenced || fence.group(2).equals("markdown")
              ? Cell.Type.MARKDOWN
              : fence.group(2).equals("raw") ? Cell.Type.RAW : Cell.Type.CODE;
      cells.add(
          cell(id, type, source.orElseGet(scan::rest), metadata.orElse(Map.of()), taken, notices));
      if (fenced) {
        String between = scan.upToCell();
        if (!between.isBlank()) {
          cells.add(cell("", Cell.Type.MARKDOWN, between.strip(), Map.of(), taken, notices));
        }
      }
    }
    return cells;
  }

  private static Cell cell(
      String id,
      Cell.Type type,
      String source,
      Map<String, Object> metadata,
      Set<String> taken,
      List<String> notices) {
    String sound = id;
    if (!CellIds.valid(id) || taken.contains(id)) {
      sound = CellIds.derived(type.token() + source, taken::contains);
      if (!id.isEmpty()) {
        notices.add(
            (taken.contains(id)
                    ? "Two cells have the id " + id
                    : "\"" + id + "\" cannot be the id of a cell")
                + "; the cell got the id "
                + sound
                + ".");
      }
    }
    taken.add(sound);
    return new Cell(
        sound, type, source, metadata, List.of(), OptionalInt.empty(), Optional.empty());
  }

  private static Optional<Map<String, Object>> object(String json) {
    JsonReading reading = JsonReading.of(json);
    return reading.readable()
            && reading.problems().isEmpty()
            && reading.value() instanceof Map<?, ?> m
        ? Optional.of(JsonReading.object(m))
        : Optional.empty();
  }

  private static NotebookProblem badMetadata(Mark at) {
    return new NotebookProblem(
        "The metadata here is not a JSON object on one line, such as {\"tags\": [\"parameters\"]}.",
        new Where.InText(at));
  }

  private static ReadResult refused(String text, String why, Mark at) {
    return new ReadResult(
        Optional.empty(),
        text,
        List.of(new NotebookProblem(why, new Where.InText(at))),
        List.of(),
        Optional.empty());
  }

  /** A file that went through a system with other line ends is the same file. */
  private static String withLineFeeds(String text) {
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    String joined = plain.replace("\r\n", "\n");
    long ends = joined.chars().filter(c -> c == '\n').count();
    boolean allTwo = plain.length() - joined.length() == ends && joined.indexOf('\r') < 0;
    return allTwo ? joined : plain;
  }

  /** A walk over the lines. */
  private static final class Scan {
    private final String text;
    private int at;
    private int line;

    Scan(String text, int from) {
      this.text = text;
      this.at = from;
      this.line = 1 + (int) text.substring(0, from).chars().filter(c -> c == '\n').count();
    }

    boolean ended() {
      return at >= text.length();
    }

    String next() {
      int feed = text.indexOf('\n', at);
      String read = text.substring(at, feed < 0 ? text.length() : feed);
      at = feed < 0 ? text.length() : feed + 1;
      line++;
      return read;
    }

    /**
     * Up to the next cell, without the line end before it and the blank line that sets it apart.
     */
    String upToCell() {
      int from = at;
      int to = at;
      boolean found = false;
      while (!ended() && !found) {
        int here = at;
        int lineHere = line;
        if (begins(next())) {
          at = here;
          line = lineHere;
          found = true;
        }
        to = at;
      }
      String part = text.substring(from, to);
      part = found && (part.equals("\n") || part.endsWith("\n\n")) ? cut(part) : part;
      return part.endsWith("\n") ? cut(part) : part;
    }

    private static String cut(String part) {
      return part.substring(0, part.length() - 1);
    }

    /** Up to the closing fence; empty, and nothing is passed, where there is none. */
    Optional<String> upToFence(String fence) {
      int from = at;
      int lineFrom = line;
      while (!ended()) {
        int here = at;
        if (next().equals(fence)) {
          return Optional.of(text.substring(from, Math.max(from, here - 1)));
        }
      }
      at = from;
      line = lineFrom;
      return Optional.empty();
    }

    String rest() {
      String rest = text.substring(at);
      at = text.length();
      return rest.endsWith("\n") ? cut(rest) : rest;
    }
  }
}
