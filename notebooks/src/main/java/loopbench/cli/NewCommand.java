// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import loopbench.notebook.Beginning;
import loopbench.notebook.LoopMarkdown;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookWriter;
import picocli.CommandLine;

/** {@code new}: a notebook to begin with. */
@CommandLine.Command(
    name = "new",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes a small notebook that runs as it is, to make your own.",
      "Exit code 0: done, 3: bad input; a file that is there is never overwritten."
    })
final class NewCommand implements Callable<Integer> {
  @CommandLine.Parameters(paramLabel = "FILE", description = "The .ipynb or .loop.md to write.")
  private Path file;

  @CommandLine.Option(
      names = "--about",
      paramLabel = "WHAT",
      defaultValue = "admission",
      description = {
        "admission: an admission controller on a plant, its gains swept;",
        "pool: model servers under load, scaled by a guide's thresholds;",
        "manifest: what a ScaledObject will do.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Beginning about;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    if (Files.exists(file)) {
      err.println(file + " is there already. Give another name.");
      return Main.BAD_INPUT;
    }
    boolean text = Opened.isText(file);
    if (!text && !file.toString().endsWith(".ipynb")) {
      err.println(file + " must end in .ipynb or " + LoopMarkdown.SUFFIX + ".");
      return Main.BAD_INPUT;
    }
    Notebook notebook = about.notebook();
    Written.put(file, text ? LoopMarkdown.write(notebook) : NotebookWriter.write(notebook));
    spec.commandLine()
        .getOut()
        .println(
            file
                + ": "
                + notebook.cells().size()
                + " cells. Run it with `loopbench run "
                + file
                + " -o out.ipynb`.");
    return Main.ALL_HOLD;
  }
}
