// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The notebooks that were opened last, newest first, one path a line in a file of the user's. A
 * line that cannot be a path is passed over. Safe from any thread.
 */
public final class RecentFiles {
  /** So many are remembered. */
  public static final int MOST = 8;

  private final Path file;

  /**
   * @param file the user's; created with the first notebook that is opened
   */
  public RecentFiles(Path file) {
    this.file = file;
  }

  /**
   * A notebook that was opened once.
   *
   * @param missing why it cannot be opened now, a sentence; empty where it can
   */
  public record Recent(Path path, Optional<String> missing) {}

  /** What was opened last, newest first; looks at each file, so not for a thread in a hurry. */
  public synchronized List<Recent> list() {
    return paths().stream().map(path -> new Recent(path, missing(path))).toList();
  }

  /**
   * Remembers that a notebook was opened.
   *
   * @throws IOException where that fails; the list is then as it was
   */
  public synchronized void opened(Path notebook) throws IOException {
    Path now = notebook.toAbsolutePath().normalize();
    List<Path> paths = new ArrayList<>(paths());
    if (!paths.isEmpty() && paths.get(0).equals(now)) {
      return;
    }
    paths.remove(now);
    paths.add(0, now);
    StringBuilder text = new StringBuilder();
    paths.stream().limit(MOST).forEach(path -> text.append(path).append('\n'));
    Files.createDirectories(file.toAbsolutePath().getParent());
    NotebookFile.save(file, text.toString());
  }

  private List<Path> paths() {
    List<Path> paths = new ArrayList<>();
    try {
      if (Files.isRegularFile(file)) {
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
          path(line).filter(p -> paths.size() < MOST && !paths.contains(p)).ifPresent(paths::add);
        }
      }
    } catch (IOException e) {
      // A list that cannot be read is no reason to keep somebody from their notebooks.
      return paths;
    }
    return paths;
  }

  private static Optional<Path> path(String line) {
    try {
      return Optional.of(Path.of(line)).filter(p -> p.isAbsolute() && p.getFileName() != null);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> missing(Path path) {
    if (Files.isReadable(path)) {
      return Files.isDirectory(path) ? Optional.of("It is a folder now.") : Optional.empty();
    }
    if (Files.exists(path)) {
      return Optional.of("You may not read it.");
    }
    Path folder = path.getParent();
    return Optional.of(
        folder != null && Files.isDirectory(folder)
            ? "It is not there any more."
            : "Its folder is not there any more.");
  }
}
