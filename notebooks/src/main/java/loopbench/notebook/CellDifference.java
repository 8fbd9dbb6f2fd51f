// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What became of one cell.
 *
 * @param what the gravest that happened to it
 * @param label what a reader calls it
 * @param sentences each difference, short: {@code kp: 0.05 -> 0.1}
 * @param onlyOutputs whether nothing but what it shows has changed
 */
public record CellDifference(What what, String label, List<String> sentences, boolean onlyOutputs) {
  private static final int LONG = 120;

  /** What happened to a cell. */
  public enum What {
    ADDED("added"),
    REMOVED("removed"),
    CHANGED("changed"),
    MOVED("moved");

    private final String word;

    What(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  public CellDifference {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(label, "label");
    sentences = List.copyOf(sentences);
  }

  static CellDifference added(String label, String follows) {
    return new CellDifference(What.ADDED, label, List.of(place(follows)), false);
  }

  static CellDifference removed(String label) {
    return new CellDifference(What.REMOVED, label, List.of(), false);
  }

  private static String place(String follows) {
    return follows.isEmpty() ? "now first" : "now after " + follows;
  }

  /**
   * @param movedAfter empty when it kept its place among the others; else the label before it
   */
  static Optional<CellDifference> of(
      String label, Cell was, Cell now, Optional<String> movedAfter) {
    List<String> changes = new ArrayList<>();
    if (!was.id().equals(now.id())) {
      changes.add("id: " + was.id() + " -> " + now.id());
    }
    if (was.type() != now.type()) {
      changes.add("type: " + was.type().token() + " -> " + now.type().token());
    }
    changes.addAll(SourceChange.between(was, now));
    changes.addAll(metadata(was, now));
    if (!was.attachments().equals(now.attachments())) {
      changes.add("attachments differ");
    }
    List<String> shown = shown(was, now);
    boolean onlyOutputs = changes.isEmpty() && movedAfter.isEmpty();
    What what = changes.isEmpty() && movedAfter.isPresent() ? What.MOVED : What.CHANGED;
    movedAfter.ifPresent(follows -> changes.add(0, place(follows)));
    changes.addAll(shown);
    return changes.isEmpty()
        ? Optional.empty()
        : Optional.of(new CellDifference(what, label, changes, onlyOutputs));
  }

  private static List<String> metadata(Cell was, Cell now) {
    List<String> changes = new ArrayList<>();
    keys(was.metadata(), now.metadata())
        .filter(k -> !k.equals(Cell.OURS))
        .filter(k -> !Objects.equals(was.metadata().get(k), now.metadata().get(k)))
        .forEach(
            k ->
                changes.add(
                    changed("metadata." + k, was.metadata().get(k), now.metadata().get(k))));
    return changes;
  }

  /** What the cell shows: its sentences, then what cannot be said in words. */
  private static List<String> shown(Cell was, Cell now) {
    if (was.outputs().equals(now.outputs())) {
      return was.executionCount().equals(now.executionCount())
          ? List.of()
          : List.of("count: " + count(was) + " -> " + count(now));
    }
    if (now.outputs().isEmpty()) {
      return List.of("it shows nothing any more");
    }
    List<String> before = said(was);
    List<String> after = said(now);
    if (!before.equals(after)) {
      List<String> changes = new ArrayList<>();
      before.stream().filter(s -> !after.contains(s)).forEach(s -> changes.add("it said: " + s));
      after.stream().filter(s -> !before.contains(s)).forEach(s -> changes.add("it says: " + s));
      return changes.isEmpty() ? List.of("it says the same in another order") : changes;
    }
    return List.of("its pictures or tables differ, its sentences do not");
  }

  private static List<String> said(Cell cell) {
    List<String> sentences = new ArrayList<>();
    for (Map<String, Object> output : cell.outputs()) {
      Object text =
          output.get("data") instanceof Map<?, ?> data
              ? data.get("text/plain")
              : output.getOrDefault("evalue", output.get("text"));
      if (text instanceof String said && !sentences.contains(brief(said))) {
        sentences.add(brief(said));
      }
    }
    return sentences;
  }

  private static String brief(String text) {
    String first = text.lines().findFirst().orElse("");
    return first.length() > 4 * LONG ? first.substring(0, 4 * LONG - 1) + "…" : first;
  }

  private static String count(Cell cell) {
    OptionalInt count = cell.executionCount();
    return count.isPresent() ? String.valueOf(count.getAsInt()) : "none";
  }

  private static Stream<String> keys(Map<String, Object> a, Map<String, Object> b) {
    return Stream.concat(a.keySet().stream(), b.keySet().stream()).distinct().sorted();
  }

  static String changed(String name, Object was, Object now) {
    return name + ": " + text(was) + " -> " + text(now);
  }

  private static String text(Object value) {
    String text = value == null ? "none" : value instanceof String s ? s : String.valueOf(value);
    return text.length() > LONG ? text.substring(0, LONG - 1) + "…" : text;
  }
}
