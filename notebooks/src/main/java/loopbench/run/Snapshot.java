// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.CellProblem;
import loopbench.graph.Topology;
import loopbench.notebook.Notebook;

/**
 * A session at one moment. Immutable.
 *
 * @param generation grows with every change; a view ignores what is older than what it shows
 * @param cells the loop cells by id, in page order
 * @param undo what undo would take back, empty when there is nothing
 * @param redo what redo would do again, empty when there is nothing
 * @param dirty whether the document differs from what was opened or saved last
 */
public record Snapshot(
    long generation,
    Notebook notebook,
    Topology topology,
    Map<String, CellView> cells,
    Optional<String> undo,
    Optional<String> redo,
    boolean dirty) {
  public Snapshot {
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
  }

  public long count(CellState state) {
    return cells.values().stream().filter(c -> c.state() == state).count();
  }

  /** Everything that is wrong, in page order. */
  public List<CellProblem> problems() {
    return cells.values().stream().flatMap(c -> c.problems().stream()).toList();
  }
}
