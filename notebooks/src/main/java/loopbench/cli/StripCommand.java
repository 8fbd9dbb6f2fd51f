// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookWriter;
import picocli.CommandLine;

/** {@code strip}: takes outputs out of notebooks. */
@CommandLine.Command(
    name = "strip",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Takes the outputs out of notebooks, for version control.",
      "Texts, ids, tags and the metadata of others stay. Changes the files "
          + "themselves unless -o is given.",
      "Exit code 0: done, 3: bad input; then that file is as it was."
    })
final class StripCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "NOTEBOOK",
      arity = "1..*",
      description = "The .ipynb files.")
  private List<Path> paths;

  @CommandLine.Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "Where the one stripped notebook goes; - prints it, as git filters want it.")
  private String output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (output != null && paths.size() > 1) {
      err.println("-o takes one notebook, and " + paths.size() + " are named.");
      return Main.BAD_INPUT;
    }
    boolean sound = true;
    for (Path path : paths) {
      Optional<Opened.Editable> read = Opened.editable(path, err);
      if (read.isEmpty()) {
        sound = false;
        continue;
      }
      Notebook bare = read.get().notebook().withoutOutputs();
      String text =
          bare.equals(read.get().notebook()) ? read.get().text() : NotebookWriter.write(bare);
      if ("-".equals(output)) {
        out.print(text);
        out.flush();
      } else if (output != null) {
        Written.put(Path.of(output), text);
      } else if (!text.equals(read.get().text())) {
        Written.put(path, text);
      }
    }
    return sound ? Main.ALL_HOLD : Main.BAD_INPUT;
  }
}
