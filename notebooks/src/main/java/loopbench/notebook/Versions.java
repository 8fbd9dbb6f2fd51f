// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a notebook's file held before each save, in a folder of the user's: the way back from a save
 * that was a mistake. The newest are kept.
 */
public final class Versions {
  private static final String SUFFIX = ".ipynb";

  private final Path folder;
  private final int most;
  private final long mostBytes;

  /**
   * @param folder the user's; created with the first version
   * @param most versions of one notebook, at least 1
   * @param mostBytes of all versions of one notebook; the newest is kept even so
   */
  public Versions(Path folder, int most, long mostBytes) {
    if (most < 1 || mostBytes < 1) {
      throw new IllegalArgumentException(
          "most and mostBytes must be at least 1, were " + most + " and " + mostBytes);
    }
    this.folder = folder;
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /**
   * @param number counts up with each version of its notebook
   */
  public record Version(int number, Path file, long bytes) {}

  /**
   * Keeps a copy of what a file holds now, unless the newest version says the same.
   *
   * @throws IOException where that fails; the file itself is never touched
   */
  public void keep(Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    List<Version> kept = of(file);
    if (!kept.isEmpty() && Files.mismatch(kept.get(0).file(), file) < 0) {
      return;
    }
    int next = kept.isEmpty() ? 1 : kept.get(0).number() + 1;
    Path own = own(file);
    Files.createDirectories(own);
    NotebookFile.save(
        own.resolve(String.format(Locale.ROOT, "%06d%s", next, SUFFIX)), Files.readAllBytes(file));
    long bytes = 0;
    int count = 0;
    for (Version version : of(file)) {
      bytes += version.bytes();
      count++;
      if (count > 1 && (count > most || bytes > mostBytes)) {
        Files.deleteIfExists(version.file());
      }
    }
  }

  /** The versions of a notebook, the newest first; none where they cannot be read. */
  public List<Version> of(Path file) {
    List<Version> versions = new ArrayList<>();
    Path own = own(file);
    if (Files.isDirectory(own)) {
      try (Stream<Path> files = Files.list(own)) {
        files.forEach(f -> version(f).ifPresent(versions::add));
      } catch (IOException e) {
        return List.of();
      }
    }
    versions.sort(Comparator.comparingInt(Version::number).reversed());
    return versions;
  }

  private Path own(Path file) {
    return folder.resolve(
        CellIds.digest(file.toAbsolutePath().normalize().toString()).substring(0, 32));
  }

  private static Optional<Version> version(Path file) {
    String name = file.getFileName().toString();
    try {
      return name.matches("\\d{6}\\.ipynb")
          ? Optional.of(new Version(Integer.parseInt(name.substring(0, 6)), file, Files.size(file)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
