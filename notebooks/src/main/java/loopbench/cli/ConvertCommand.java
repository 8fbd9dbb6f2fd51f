// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.notebook.LoopMarkdown;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookWriter;
import picocli.CommandLine;

/** {@code convert}: between a notebook and its text twin. */
@CommandLine.Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Turns a notebook into its text twin, or back.",
      "The twin of NAME.ipynb is NAME.loop.md: a text that people read and "
          + "version control compares, with all sources and no outputs. On the way "
          + "back into a notebook that is there already, the outputs of its cells "
          + "are kept.",
      "Exit code 0: done, 3: bad input."
    })
final class ConvertCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      index = "0",
      paramLabel = "FROM",
      description = "An .ipynb or .loop.md file.")
  private Path from;

  @CommandLine.Parameters(index = "1", paramLabel = "TO", description = "A file of the other kind.")
  private Path to;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    boolean fromText = Opened.isText(from);
    if (fromText == Opened.isText(to) || !(fromText ? to : from).toString().endsWith(".ipynb")) {
      err.println(
          "One of the files must be an .ipynb and the other a " + LoopMarkdown.SUFFIX + ".");
      return Main.BAD_INPUT;
    }
    Optional<Opened.Editable> read = Opened.editable(from, err);
    if (read.isEmpty()) {
      return Main.BAD_INPUT;
    }
    Notebook notebook = read.get().notebook();
    if (!fromText) {
      Written.put(to, LoopMarkdown.write(notebook));
      long attached = notebook.cells().stream().filter(c -> c.attachments().isPresent()).count();
      if (attached > 0) {
        spec.commandLine()
            .getOut()
            .println("The attachments of " + attached + " cells are not in the text.");
      }
      return Main.ALL_HOLD;
    }
    if (Files.exists(to)) {
      Optional<Opened.Editable> there = Opened.editable(to, err);
      if (there.isEmpty()) {
        return Main.BAD_INPUT;
      }
      notebook = notebook.withShownOf(there.get().notebook());
    }
    Written.put(to, NotebookWriter.write(notebook));
    return Main.ALL_HOLD;
  }
}
