// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.cell.CellKinds;
import loopbench.cell.CellProblem;
import loopbench.graph.Topology;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookProblem;
import loopbench.notebook.NotebookValidator;
import picocli.CommandLine;

/** {@code validate}: says whether a file is a sound notebook, without running it. */
@CommandLine.Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = {
      "Says whether notebooks can be read and run.",
      "They have to be valid nbformat 4.5, and each cell sound. Nothing is run, fetched or written. Exit code 0: all sound, 3: not."
    })
final class ValidateCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "NOTEBOOK",
      arity = "1..*",
      description = "The .ipynb files.")
  private List<Path> paths;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    int sound = 0;
    for (Path path : paths) {
      Optional<Notebook> notebook = Opened.notebook(path, spec.commandLine().getErr());
      List<String> sentences = new ArrayList<>();
      if (notebook.isEmpty()) {
        continue;
      }
      for (NotebookProblem problem : NotebookValidator.validate(notebook.get())) {
        sentences.add(problem.located());
      }
      Topology topology = Topology.of(notebook.get(), CellKinds.standard());
      for (CellProblem problem : topology.problems()) {
        sentences.add(problem.sentence());
      }
      if (sentences.isEmpty()) {
        sound++;
        out.println(path + ": sound, " + topology.plans().size() + " loop cells.");
      } else {
        sentences.forEach(s -> out.println(path + ": " + s));
      }
    }
    out.println(sound + " passed, " + (paths.size() - sound) + " failed");
    return sound == paths.size() ? Main.ALL_HOLD : Main.BAD_INPUT;
  }
}
