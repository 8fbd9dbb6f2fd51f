// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import loopbench.cell.Output;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookFile;

/** Writes the open notebook and its exports where the user wants them. */
public final class Saving {
  private final FileChoice choice;
  private final Consumer<String> tell;
  private volatile OpenNotebook open;

  /**
   * @param tell hears one sentence about how each save ended; from any thread
   */
  public Saving(OpenNotebook open, FileChoice choice, Consumer<String> tell) {
    this.open = open;
    this.choice = choice;
    this.tell = tell;
  }

  public OpenNotebook open() {
    return open;
  }

  /**
   * Where the document is to go, asked for where it has no place; on the window's thread.
   *
   * @param elsewhere to ask even so
   */
  public Optional<Path> target(boolean elsewhere) {
    return elsewhere || open.file().isEmpty()
        ? choice.toSave(open.name(), open.folder())
        : open.file();
  }

  /** Writes the document; answers whether that was done. Not for the window's thread. */
  public boolean write(Notebook document, Path target) {
    if (open.read().readOnly()) {
      tell.accept("Not saved. " + open.read().readOnlyBecause().orElse("It could not be read."));
      return false;
    }
    boolean same = open.file().filter(target.toAbsolutePath()::equals).isPresent();
    if (same && open.changedOnDisk()) {
      tell.accept(
          "Not saved: "
              + open.name()
              + " was changed by another program since it was opened. Save under another name, or"
              + " open it again.");
      return false;
    }
    try {
      open = open.write(document, target);
      tell.accept("Saved " + open.name() + ".");
      return true;
    } catch (IOException e) {
      tell.accept(
          "Not saved: " + target + " cannot be written (" + e.getMessage() + "). Save elsewhere.");
      return false;
    }
  }

  /** Asks where an export is to go and writes it; on the window's thread. */
  public void write(Output.Document document) {
    String path = document.path();
    String name = path.substring(path.lastIndexOf('/') + 1);
    choice
        .toSave(name.isEmpty() ? "export.txt" : name, open.folder())
        .ifPresent(
            target -> {
              try {
                NotebookFile.save(target, document.text());
                tell.accept("Wrote " + target.getFileName() + ".");
              } catch (IOException e) {
                tell.accept(
                    "Not written: "
                        + target
                        + " cannot be written ("
                        + e.getMessage()
                        + "). Choose another place.");
              }
            });
  }
}
