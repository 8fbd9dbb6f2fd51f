// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A document. Immutable: every edit makes the next one and leaves this one as it is, so undo is a
 * list and dirty is {@code !equals}.
 *
 * @param cells in page order, no two with one id
 * @param metadata whatever others put there is kept
 * @param minor the {@code nbformat_minor} it was read with; what is written is {@value #MINOR}
 */
public record Notebook(List<Cell> cells, Map<String, Object> metadata, int minor) {
  /** The format this package writes: nbformat 4.5. */
  public static final int MINOR = 5;

  public Notebook {
    cells = List.copyOf(cells);
    metadata = JsonValues.frozenMap(metadata);
    Set<String> ids = new HashSet<>();
    for (Cell cell : cells) {
      if (!ids.add(cell.id())) {
        throw new IllegalArgumentException(
            "ids must be unique, \"" + cell.id() + "\" is there twice");
      }
    }
  }

  /** A new document with the metadata that tells Jupyter what these cells are. */
  public static Notebook of(List<Cell> cells) {
    return new Notebook(
        cells,
        Map.of(
            "kernelspec",
            Map.of("name", "loopbench", "display_name", "Loopbench", "language", "yaml"),
            "language_info",
            Map.of(
                "name", "yaml",
                "mimetype", "application/yaml",
                "file_extension", ".yaml",
                "codemirror_mode", "yaml",
                "pygments_lexer", "yaml"),
            "loopbench",
            Map.of("format", 1, "seed", 42)),
        MINOR);
  }

  public Optional<Cell> cell(String id) {
    int index = indexOf(id);
    return index < 0 ? Optional.empty() : Optional.of(cells.get(index));
  }

  /** Page position from 0; -1 where there is no such cell. */
  public int indexOf(String id) {
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  /** With this cell in the place of the one that has its id. */
  public Notebook withCell(Cell cell) {
    List<Cell> next = new ArrayList<>(cells);
    next.set(existing(cell.id()), cell);
    return withCells(next);
  }

  public Notebook withSource(String id, String text) {
    return withCell(cells.get(existing(id)).withSource(text));
  }

  /** With one scalar of a code cell's YAML changed; empty where the path leads to no scalar. */
  public Optional<Notebook> withScalar(String id, String path, String newText) {
    return CellText.withScalar(cells.get(existing(id)).source(), path, newText)
        .map(source -> withSource(id, source));
  }

  public Notebook withOutputs(
      String id, List<Map<String, Object>> outputs, OptionalInt executionCount) {
    return withCell(cells.get(existing(id)).withOutputs(outputs, executionCount));
  }

  /**
   * As "save without outputs" wants it: no code cell has an output, a count, or a mark that says
   * what its outputs were made from.
   */
  public Notebook withoutOutputs() {
    return withCells(cells.stream().map(Cell::withoutOutputs).toList());
  }

  /**
   * With what the cells of another show: outputs, counts, attachments and this program's marks go
   * to the cells of the same id and type. A result that no longer belongs to its text is told by
   * its mark.
   */
  public Notebook withShownOf(Notebook other) {
    return withCells(
        cells.stream()
            .map(
                cell ->
                    other
                        .cell(cell.id())
                        .filter(shown -> shown.type() == cell.type())
                        .map(cell::withShownOf)
                        .orElse(cell))
            .toList());
  }

  /**
   * With one more cell. If its id is taken, as after a copy, the new cell gets another; so pasting
   * never makes two cells of one id, and what was there keeps its own.
   *
   * @param index its page position from 0 to the number of cells
   */
  public Notebook insert(int index, Cell cell) {
    List<Cell> next = new ArrayList<>(cells);
    next.add(index, indexOf(cell.id()) < 0 ? cell : cell.withId(freshId(cell.id())));
    return withCells(next);
  }

  public Notebook delete(String id) {
    List<Cell> next = new ArrayList<>(cells);
    next.remove(existing(id));
    return withCells(next);
  }

  /**
   * @param index its page position afterwards
   */
  public Notebook move(String id, int index) {
    List<Cell> next = new ArrayList<>(cells);
    Cell cell = next.remove(existing(id));
    next.add(index, cell);
    return withCells(next);
  }

  public Notebook withMetadata(Map<String, Object> map) {
    return new Notebook(cells, map, minor);
  }

  /**
   * An id no cell here has. The same document and the same text give the same id.
   *
   * @param from anything that tells new cells apart: a kind, a name, the id of the cell copied
   */
  public String freshId(String from) {
    Set<String> taken = new HashSet<>();
    cells.forEach(cell -> taken.add(cell.id()));
    return CellIds.derived(from, taken::contains);
  }

  /** The document with one entry of its metadata set. */
  public Notebook withMetadata(String key, Object value) {
    Map<String, Object> next = new HashMap<>(metadata);
    next.put(key, value);
    return new Notebook(cells, next, minor);
  }

  private Notebook withCells(List<Cell> next) {
    return new Notebook(next, metadata, minor);
  }

  private int existing(String id) {
    int index = indexOf(id);
    if (index < 0) {
      throw new IllegalArgumentException("id must be that of a cell here, was \"" + id + '"');
    }
    return index;
  }
}
