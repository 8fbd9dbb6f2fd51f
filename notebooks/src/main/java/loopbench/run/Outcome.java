// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.concurrent.CancellationException;
import loopbench.cell.CellFailure;
import loopbench.cell.CellProblem;
import loopbench.cell.Result;
import loopbench.cell.Results;
import loopbench.cell.RunControl;

/** How one cell's work ended. */
sealed interface Outcome {
  record Done(Result result) implements Outcome {}

  record Failed(CellProblem problem) implements Outcome {}

  record Stopped() implements Outcome {}

  /** Does the work; an error of ours becomes a failure of this cell alone. */
  static Outcome of(Agenda.Item item, Results results, RunControl control) {
    try {
      control.check();
      return new Done(item.ready().work().run(results, control));
    } catch (CellFailure failure) {
      return new Failed(failure.problem());
    } catch (CancellationException stopped) {
      return new Stopped();
    } catch (OutOfMemoryError | StackOverflowError | RuntimeException ours) {
      return new Failed(
          CellProblem.of(
              item.plan().address(),
              0,
              "",
              "this cell ran into an error of Loopbench's own (" + ours + ").",
              "The other cells are unharmed; please report it with this notebook."));
    }
  }
}
