// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Notebooks on disk. Reading touches nothing; a save leaves the old file or the new, never half.
 */
public final class NotebookFile {
  private NotebookFile() {}

  /**
   * Opens a file.
   *
   * @throws IOException where the file cannot be read at all
   */
  public static ReadResult read(Path file) throws IOException {
    if (Files.size(file) > NotebookReader.MOST_BYTES) {
      return NotebookReader.tooLarge();
    }
    return NotebookReader.read(Files.readAllBytes(file));
  }

  /**
   * Writes the text as UTF-8: first beside the file, then, once it is on the disk, in its place.
   * Where the file is a link, what it leads to is replaced and the link stays.
   *
   * @throws IOException where that fails; the file is then as it was
   */
  public static void save(Path file, String text) throws IOException {
    save(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for any content. */
  public static void save(Path file, byte[] content) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path beside = target.resolveSibling(target.getFileName() + ".saving");
    try {
      try (FileChannel channel =
          FileChannel.open(
              beside,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      keepPermissions(target, beside);
      try {
        Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  private static void keepPermissions(Path from, Path to) throws IOException {
    try {
      if (Files.exists(from)) {
        Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
      }
    } catch (UnsupportedOperationException e) {
      // Not a file system with such permissions.
    }
  }
}
