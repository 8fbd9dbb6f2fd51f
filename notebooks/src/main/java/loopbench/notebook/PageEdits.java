// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What Jupyter's command mode does to a page of cells; each gives another document. */
public final class PageEdits {
  private PageEdits() {}

  /**
   * Copies of cells beside another cell, with ids of their own where theirs are taken.
   *
   * @param id the cell they go beside; where there is no such cell they go to the end
   */
  public static Notebook pasted(Notebook notebook, String id, boolean above, List<Cell> cells) {
    int at = notebook.indexOf(id);
    int index = at < 0 ? notebook.cells().size() : above ? at : at + 1;
    Notebook next = notebook;
    for (Cell cell : cells) {
      boolean taken = next.cell(cell.id()).isPresent();
      next = next.insert(index++, taken ? cell.withId(next.freshId(cell.id())) : cell);
    }
    return next;
  }

  /** The cell with another type; what it showed does not belong to it any more. */
  public static Notebook typed(Notebook notebook, String id, Cell.Type type) {
    Cell cell = notebook.cell(id).orElseThrow();
    return cell.type() == type
        ? notebook
        : notebook.withCell(Cell.of(id, type, cell.source()).withMetadata(cell.metadata()));
  }

  /**
   * The cell with the text of the next one behind its own; empty where none of its type is next.
   */
  public static Optional<Notebook> merged(Notebook notebook, String id) {
    int at = notebook.indexOf(id);
    if (at < 0 || at + 1 >= notebook.cells().size()) {
      return Optional.empty();
    }
    Cell cell = notebook.cells().get(at);
    Cell next = notebook.cells().get(at + 1);
    if (cell.type() != next.type()) {
      return Optional.empty();
    }
    String between = cell.source().isEmpty() || cell.source().endsWith("\n") ? "" : "\n";
    return Optional.of(
        notebook.delete(next.id()).withSource(id, cell.source() + between + next.source()));
  }

  /**
   * The cell in two, parted at a place of its text.
   *
   * @param offset in characters, from 0
   */
  public static Notebook split(Notebook notebook, String id, int offset) {
    Cell cell = notebook.cell(id).orElseThrow();
    int at = Math.max(0, Math.min(cell.source().length(), offset));
    String above = cell.source().substring(0, at);
    String below = cell.source().substring(at);
    Cell second =
        Cell.of(
            notebook.freshId(id), cell.type(), below.startsWith("\n") ? below.substring(1) : below);
    return notebook.withSource(id, above).insert(notebook.indexOf(id) + 1, second);
  }

  /** The document without anything its cells have shown. */
  public static Notebook cleared(Notebook notebook) {
    List<Cell> cells = new ArrayList<>();
    for (Cell cell : notebook.cells()) {
      cells.add(
          cell.type() == Cell.Type.CODE ? cell.withOutputs(List.of(), OptionalInt.empty()) : cell);
    }
    return new Notebook(cells, notebook.metadata(), notebook.minor());
  }
}
