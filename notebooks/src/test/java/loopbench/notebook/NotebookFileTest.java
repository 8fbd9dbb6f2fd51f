// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotebookFileTest {
  private static final Notebook SMALL = Notebook.of(List.of(Cell.of("a", Cell.Type.RAW, "é😀")));

  @Test
  void savesAndReadsAndLeavesNothingBeside(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("x.ipynb");
    NotebookFile.save(file, NotebookWriter.write(SMALL));
    NotebookFile.save(file, NotebookWriter.write(SMALL.withSource("a", "b")));
    assertThat(NotebookFile.read(file).notebook()).contains(SMALL.withSource("a", "b"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void readingTouchesNothing(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("x.ipynb");
    NotebookFile.save(file, NotebookWriter.write(SMALL));
    FileTime then = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(file, then);
    NotebookFile.read(file);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(then);
  }

  @Test
  void aSaveThatFailsLeavesTheFileAsItWas(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("x.ipynb");
    NotebookFile.save(file, "old");
    // Something in the way that cannot be written over.
    Files.createDirectories(folder.resolve("x.ipynb.saving").resolve("y"));
    assertThatThrownBy(() -> NotebookFile.save(file, "new")).isInstanceOf(IOException.class);
    assertThat(file).hasContent("old");
  }

  @Test
  void whatCannotTakeItsPlaceIsTakenAway(@TempDir Path folder) throws IOException {
    Path inTheWay = folder.resolve("x.ipynb");
    Files.createDirectories(inTheWay.resolve("y"));
    assertThatThrownBy(() -> NotebookFile.save(inTheWay, "new")).isInstanceOf(IOException.class);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(inTheWay);
    }
  }

  @Test
  void linksAndPermissionsStay(@TempDir Path folder) throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path file = folder.resolve("x.ipynb");
    Path link = Files.createSymbolicLink(folder.resolve("link.ipynb"), file);
    NotebookFile.save(file, "old");
    Set<PosixFilePermission> mine = PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(file, mine);
    NotebookFile.save(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(mine);
  }

  @Test
  void aFileFarTooLargeIsNotEvenRead(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("x.ipynb");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(8L * 1024 * 1024 * 1024);
    }
    ReadResult read = NotebookFile.read(file);
    assertThat(read.notebook()).isEmpty();
    assertThat(read.problems().get(0).message()).contains("larger than 134,217,728 bytes");
  }
}
