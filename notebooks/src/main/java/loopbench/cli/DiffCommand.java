// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.notebook.CellDifference;
import loopbench.notebook.Differences;
import loopbench.notebook.Notebook;
import picocli.CommandLine;

/** {@code diff}: says in words how two notebooks differ. */
@CommandLine.Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says how two notebooks differ, cell by cell and field by field.",
      "Exit code 0: they do not, 1: they do, 3: bad input."
    })
final class DiffCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      index = "0",
      paramLabel = "BEFORE",
      description = "The earlier notebook, .ipynb or .loop.md.")
  private Path before;

  @CommandLine.Parameters(index = "1", paramLabel = "AFTER", description = "The later one.")
  private Path after;

  @CommandLine.Option(
      names = "--sources",
      description = "Looks at what was written alone, not at what cells show.")
  private boolean sources;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Optional<Notebook> one = Opened.notebook(before, err).map(this::compared);
    Optional<Notebook> other = Opened.notebook(after, err).map(this::compared);
    if (one.isEmpty() || other.isEmpty()) {
      return Main.BAD_INPUT;
    }
    Differences differences = Differences.between(one.get(), other.get());
    if (differences.none()) {
      out.println("They do not differ.");
      return Main.ALL_HOLD;
    }
    for (CellDifference cell : differences.cells()) {
      out.println(cell.what().word() + " ".repeat(9 - cell.what().word().length()) + cell.label());
      said(out, cell.sentences());
    }
    if (!differences.metadata().isEmpty()) {
      out.println("changed  the notebook itself");
      said(out, differences.metadata());
    }
    int n = differences.cells().size();
    out.println(n + (n == 1 ? " cell differs." : " cells differ."));
    return Main.CHECK_FAILED;
  }

  private Notebook compared(Notebook notebook) {
    return sources ? notebook.withoutOutputs() : notebook;
  }

  private static void said(PrintWriter out, List<String> sentences) {
    sentences.forEach(s -> out.println("         " + s));
  }
}
