// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.List;
import java.util.Optional;
import loopbench.cell.CellProblem;
import loopbench.cell.Result;
import loopbench.notebook.Notebook;

/**
 * How a notebook's run went.
 *
 * @param notebook the document with its new outputs
 * @param cells the loop cells, in run order, those that could not run last
 * @param timedOut whether the time allowed was over before the end
 */
public record RunReport(Notebook notebook, List<CellReport> cells, boolean timedOut) {
  public RunReport {
    cells = List.copyOf(cells);
  }

  /** How one cell ended. */
  public enum Ending {
    PASSED,
    /** A check cell ran, and something it says does not hold. */
    CHECK_FAILED,
    FAILED,
    /** Not run, because something it reads failed. */
    BLOCKED,
    STOPPED
  }

  /**
   * @param address what others call it
   * @param sentence what came out or went wrong, one sentence
   * @param problems what went wrong, empty for a cell that passed
   * @param result what came out, where it ran
   */
  public record CellReport(
      String address,
      Ending ending,
      String sentence,
      List<CellProblem> problems,
      Optional<Result> result) {
    public CellReport {
      problems = List.copyOf(problems);
    }

    public boolean passed() {
      return ending == Ending.PASSED;
    }
  }

  public long count(Ending ending) {
    return cells.stream().filter(c -> c.ending() == ending).count();
  }

  public long passed() {
    return count(Ending.PASSED);
  }

  public long failed() {
    return cells.size() - passed();
  }
}
