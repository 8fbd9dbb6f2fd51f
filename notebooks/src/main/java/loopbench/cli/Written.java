// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.Output;
import loopbench.cell.Result;
import loopbench.notebook.NotebookFile;
import loopbench.run.RunReport;

/** What commands write, and where they may. */
final class Written {
  private Written() {}

  /** Creates the folder, too; a half-written file never stands under its name. */
  static void put(Path path, String text) throws IOException {
    put(path, text.getBytes(StandardCharsets.UTF_8));
  }

  static void put(Path path, byte[] content) throws IOException {
    Path absolute = path.toAbsolutePath();
    Files.createDirectories(Optional.ofNullable(absolute.getParent()).orElseThrow());
    NotebookFile.save(absolute, content);
  }

  /**
   * Writes what the export cells made below a folder.
   *
   * @return why an export was not written, one sentence each
   */
  static List<String> exports(RunReport ran, Path folder, List<Path> allowed) throws IOException {
    List<String> refused = new ArrayList<>();
    for (RunReport.CellReport cell : ran.cells()) {
      for (Output shown : cell.result().map(Result::outputs).orElse(List.of())) {
        if (shown instanceof Output.Document document && !document.path().isEmpty()) {
          Optional<Path> path = below(folder, document.path(), allowed);
          if (path.isPresent()) {
            put(path.get(), document.text());
          } else {
            refused.add(
                cell.address()
                    + ": `"
                    + document.path()
                    + "` leads out of the output folder."
                    + " Write below it, or allow the folder with --allow-path.");
          }
        }
      }
    }
    return refused;
  }

  private static Optional<Path> below(Path folder, String name, List<Path> allowed) {
    try {
      Path path = folder.resolve(name).normalize();
      boolean inside =
          path.startsWith(folder)
              || allowed.stream().anyMatch(a -> path.startsWith(a.toAbsolutePath().normalize()));
      return inside ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
