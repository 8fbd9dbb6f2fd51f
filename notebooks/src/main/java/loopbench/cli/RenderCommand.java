// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.notebook.HtmlPage;
import loopbench.notebook.Notebook;
import loopbench.run.FolderLibrary;
import loopbench.run.SideFiles;
import picocli.CommandLine;

/** {@code render}: a notebook as one HTML file. */
@CommandLine.Command(
    name = "render",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes a notebook and what its cells show as one HTML file.",
      "The file needs nothing else, loads nothing and has no script. Nothing "
          + "is run: what the notebook holds is shown, so run it first.",
      "Exit code 0: done, 3: bad input."
    })
final class RenderCommand implements Callable<Integer> {
  @CommandLine.Parameters(paramLabel = "NOTEBOOK", description = "The .ipynb file.")
  private Path input;

  @CommandLine.Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "The .html file to write.")
  private Path output;

  @CommandLine.Option(
      names = "--open-sources",
      description = "Shows the cells' texts; else they are folded.")
  private boolean openSources;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    Optional<Notebook> notebook = Opened.notebook(input, err);
    if (notebook.isEmpty()) {
      return Main.BAD_INPUT;
    }
    String name = input.getFileName().toString().replaceFirst("\\.ipynb$", "");
    Written.put(output, HtmlPage.of(whole(notebook.get()), name, openSources));
    return Main.ALL_HOLD;
  }

  /** With the pictures that lie beside it, if they lie below its folder. */
  private Notebook whole(Notebook notebook) {
    Path folder = Optional.ofNullable(input.toAbsolutePath().normalize().getParent()).orElseThrow();
    FolderLibrary library =
        new FolderLibrary(folder, List.of(), Map.of(), System::currentTimeMillis);
    return SideFiles.back(
        notebook,
        name -> Optional.of(library.file(name)).filter(f -> f.ok()).map(f -> f.content()));
  }
}
