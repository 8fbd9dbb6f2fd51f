// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import loopbench.cell.Output;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookFile;
import loopbench.run.Keeping;

/** Writes the open notebook and its exports where the user wants them. */
public final class Saving {
  private final FileChoice choice;
  private final Consumer<String> tell;
  private final Keeping keeping;
  private final Outside outside;
  private volatile OpenNotebook open;

  /**
   * @param tell hears one sentence about how each save ended; from any thread
   * @param keeping keeps what a file held before each save
   */
  public Saving(
      OpenNotebook open,
      FileChoice choice,
      Consumer<String> tell,
      Keeping keeping,
      Outside outside) {
    this.open = open;
    this.choice = choice;
    this.tell = tell;
    this.keeping = keeping;
    this.outside = outside;
  }

  /** Takes changes of other programs up into the document that is edited. */
  @FunctionalInterface
  public interface Outside {
    /** Answers what was done, a sentence; empty where there was nothing. */
    Optional<String> takeUp(Notebook theirs);
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
      tell.accept(takeUp());
      return false;
    }
    try {
      keeping.versions().keep(target);
      open = open.write(document, target);
      tell.accept("Saved " + open.name() + ".");
      return true;
    } catch (IOException e) {
      tell.accept(
          "Not saved: " + target + " cannot be written (" + e.getMessage() + "). Save elsewhere.");
      return false;
    }
  }

  /** Nobody's work is lost: theirs is taken up, and the user looks before it is written. */
  private String takeUp() {
    try {
      OpenNotebook theirs = OpenNotebook.at(open.file().orElseThrow());
      if (theirs.read().readOnly() || theirs.read().notebook().isEmpty()) {
        return "Not saved: "
            + open.name()
            + " was changed by another program, and cannot be read any more. Save under another"
            + " name.";
      }
      Optional<String> done = outside.takeUp(theirs.read().notebook().get());
      open = theirs;
      return done.map(sentence -> "Not saved yet. " + sentence + " Look at it, and save again.")
          .orElse("Not saved yet: the file was written by another program. Save again.");
    } catch (IOException e) {
      return "Not saved: "
          + open.name()
          + " cannot be read ("
          + e.getMessage()
          + "). Save elsewhere.";
    }
  }

  /** Asks where an export is to go and writes it; on the window's thread. */
  public void write(Output.Document document) {
    String path = document.path();
    String name = path.substring(path.lastIndexOf('/') + 1);
    write(name.isEmpty() ? "export.txt" : name, document.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Asks where a file is to go and writes it; on the window's thread. */
  public void write(String name, byte[] content) {
    choice
        .toSave(name, open.folder())
        .ifPresent(
            target -> {
              try {
                NotebookFile.save(target, content);
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
