// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentFilesTest {
  @TempDir Path folder;

  private Path notebook(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "{}");
  }

  private RecentFiles recent() {
    return new RecentFiles(folder.resolve("state/recent"));
  }

  @Test
  void theNewestIsFirstAndNoneIsTwice() throws IOException {
    Path a = notebook("a.ipynb");
    Path b = notebook("b.ipynb");
    recent().opened(a);
    recent().opened(b);
    recent().opened(a);
    assertThat(recent().list())
        .containsExactly(
            new RecentFiles.Recent(a, Optional.empty()),
            new RecentFiles.Recent(b, Optional.empty()));
  }

  @Test
  void onlySoManyAreRemembered() throws IOException {
    for (int i = 0; i < 2 * RecentFiles.MOST; i++) {
      recent().opened(notebook(i + ".ipynb"));
    }
    assertThat(recent().list()).hasSize(RecentFiles.MOST);
    assertThat(recent().list().get(0).path()).isEqualTo(folder.resolve("15.ipynb"));
  }

  @Test
  void aMissingOneIsKeptWithItsReason() throws IOException {
    Path a = notebook("a.ipynb");
    recent().opened(a);
    Path gone = Files.createDirectory(folder.resolve("sub")).resolve("b.ipynb");
    recent().opened(gone);
    Files.delete(a);
    Files.delete(gone.getParent());
    assertThat(recent().list())
        .containsExactly(
            new RecentFiles.Recent(gone, Optional.of("Its folder is not there any more.")),
            new RecentFiles.Recent(a, Optional.of("It is not there any more.")));
  }

  @Test
  void linesThatAreNoPathsArePassedOver() throws IOException {
    Path a = notebook("a.ipynb");
    Files.createDirectories(folder.resolve("state"));
    Files.writeString(folder.resolve("state/recent"), "\nrelative\n/\n\0\n" + a + "\n");
    assertThat(recent().list()).containsExactly(new RecentFiles.Recent(a, Optional.empty()));
  }
}
