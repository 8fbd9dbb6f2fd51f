// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.Optional;
import loopbench.notebook.Cell;
import loopbench.run.CellState;
import loopbench.run.CellView;

/**
 * A cell in words, as its head and the outline show it.
 *
 * @param kind the kind's word; {@code markdown} or {@code raw} for texts, empty when the text names
 *     none
 * @param name its name; for a text its first line
 * @param state how it stands; empty for texts
 * @param stateWords the word beside the mark
 * @param cost what its result took, may be empty
 */
public record CellFace(
    String kind, String name, Optional<CellState> state, String stateWords, String cost) {

  /**
   * @param inQueue its place among the cells that wait, from 1; 0 when it does not wait
   */
  public static CellFace of(Cell cell, Optional<CellView> view, int inQueue) {
    if (view.isEmpty()) {
      String kind = cell.type() == Cell.Type.CODE ? "" : cell.type().token();
      return new CellFace(kind, firstLine(cell.source()), Optional.empty(), "", "");
    }
    CellView v = view.get();
    return new CellFace(v.kind(), v.name(), Optional.of(v.state()), words(v, inQueue), cost(v));
  }

  /** What the outline and the inspector call it. */
  public String title() {
    return name.isEmpty() ? (kind.isEmpty() ? "cell" : kind) : name;
  }

  private static String words(CellView view, int inQueue) {
    return switch (view.state()) {
      case RUNNING ->
          view.progress()
              .filter(p -> p.total() > 0)
              .map(p -> "running " + 100L * p.done() / p.total() + " %")
              .orElse("running");
      case QUEUED -> "queued" + (inQueue > 0 ? " " + ordinal(inQueue) : "");
      case BLOCKED ->
          view.blockedBy().isEmpty() ? "blocked" : "blocked by " + view.blockedBy().get(0);
      default -> view.state().word();
    };
  }

  private static String cost(CellView view) {
    return view.state() == CellState.RUNNING || view.tookMs() < 0 || view.kind().equals("params")
        ? ""
        : Durations.words(view.tookMs());
  }

  static String ordinal(int n) {
    boolean teen = n % 100 >= 11 && n % 100 <= 13;
    String ending =
        teen ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
    return n + ending;
  }

  private static String firstLine(String text) {
    return text.lines()
        .map(l -> l.replaceFirst("^#+\\s*", "").strip())
        .filter(l -> !l.isEmpty())
        .findFirst()
        .orElse("");
  }
}
