// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.ReadResult;

/** Reading a notebook named on the command line. */
final class Opened {
  private Opened() {}

  /** The notebook, or nothing after the reasons were printed. */
  static Optional<Notebook> notebook(Path path, PrintWriter complaints) {
    byte[] bytes;
    try {
      if (!Files.isRegularFile(path)) {
        complaints.println(path + ": there is no such file. Give the path of an .ipynb file.");
        return Optional.empty();
      }
      bytes = Files.readAllBytes(path);
    } catch (IOException e) {
      complaints.println(path + ": cannot be read (" + e.getMessage() + ").");
      return Optional.empty();
    }
    ReadResult read = NotebookReader.read(bytes);
    read.problems().forEach(p -> complaints.println(path + ": " + p.located()));
    return read.notebook();
  }
}
