// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import loopbench.notebook.LoopMarkdown;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookFile;
import loopbench.notebook.ReadResult;

/** Reading a notebook named on the command line. */
final class Opened {
  /** A notebook that may be written again, and the text it was read from. */
  record Editable(Notebook notebook, String text) {}

  private Opened() {}

  static boolean isText(Path path) {
    return path.toString().endsWith(LoopMarkdown.SUFFIX);
  }

  /** The notebook, or nothing after the reasons were printed. */
  static Optional<Notebook> notebook(Path path, PrintWriter complaints) {
    return read(path, complaints).flatMap(ReadResult::notebook);
  }

  /**
   * The same for a notebook that is to be changed: what is read-only is refused with the reason.
   */
  static Optional<Editable> editable(Path path, PrintWriter complaints) {
    Optional<ReadResult> read = read(path, complaints).filter(r -> r.notebook().isPresent());
    if (read.isPresent() && read.get().readOnly()) {
      complaints.println(path + ": " + read.get().readOnlyBecause().orElseThrow());
      return Optional.empty();
    }
    return read.map(r -> new Editable(r.notebook().orElseThrow(), r.text()));
  }

  private static Optional<ReadResult> read(Path path, PrintWriter complaints) {
    try {
      if (!Files.isRegularFile(path)) {
        complaints.println(path + ": there is no such file. Give the path of an .ipynb file.");
        return Optional.empty();
      }
      ReadResult read =
          isText(path)
              ? LoopMarkdown.read(Files.readString(path, StandardCharsets.UTF_8))
              : NotebookFile.read(path);
      read.problems().forEach(p -> complaints.println(path + ": " + p.located()));
      return Optional.of(read);
    } catch (IOException e) {
      complaints.println(path + ": cannot be read (" + e.getMessage() + ").");
      return Optional.empty();
    }
  }
}
