// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import loopbench.cell.DroppedFile;

/** Files that are dropped on a page. */
public final class Dropping {
  /** A manifest is some kilobytes, and of other files only the name is wanted. */
  private static final int MOST_READ = 1_000_000;

  private Dropping() {}

  /**
   * What a file becomes on a page. Only what lies in the notebook's folder does: a notebook reads
   * nothing outside of it.
   *
   * @param folder the notebook's; empty for one that is not saved yet
   * @param taken the addresses of the cells that are there
   */
  public static DroppedFile.Made cell(Path file, Optional<Path> folder, Set<String> taken) {
    if (folder.isEmpty() || !file.toAbsolutePath().startsWith(folder.get().toAbsolutePath())) {
      return not(
          "Put "
              + file.getFileName()
              + folder
                  .map(f -> " into " + f + " first: a notebook reads what lies in its folder.")
                  .orElse(" beside the notebook, and save that first."));
    }
    String path =
        folder
            .get()
            .toAbsolutePath()
            .relativize(file.toAbsolutePath())
            .toString()
            .replace('\\', '/');
    try {
      byte[] content = Files.size(file) > MOST_READ ? new byte[0] : Files.readAllBytes(file);
      return DroppedFile.cell(path, content, taken);
    } catch (IOException e) {
      return not(file.getFileName() + " cannot be read (" + e.getMessage() + ").");
    }
  }

  private static DroppedFile.Made not(String why) {
    return new DroppedFile.Made(Optional.empty(), why);
  }
}
