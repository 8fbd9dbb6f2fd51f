// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loopbench.notebook.Beginning;
import loopbench.notebook.Cell;
import loopbench.notebook.Journal;
import loopbench.notebook.Notebook;
import loopbench.notebook.RecentFiles;
import loopbench.notebook.Versions;
import loopbench.run.Keeping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartContentsTest {
  @TempDir Path folder;

  private Keeping keeping() {
    return new Keeping(
        new Journal(folder.resolve("journal")),
        new Versions(folder.resolve("versions"), 3, 1_000_000),
        new RecentFiles(folder.resolve("recent")));
  }

  @Test
  void everyExampleHasACardWithAPicture() throws IOException {
    List<GalleryCard> cards = StartContents.read(keeping()).examples();
    try (Stream<Path> files = Files.list(Path.of("..", "notebooks", "gallery"))) {
      assertThat(cards.stream().map(GalleryCard::resource))
          .containsExactlyElementsOf(
              files
                  .map(f -> f.getFileName().toString())
                  .filter(f -> f.endsWith(".ipynb"))
                  .sorted()
                  .map(f -> "/gallery/" + f)
                  .toList());
    }
    assertThat(cards)
        .allSatisfy(
            card -> {
              assertThat(card.title()).isNotBlank().doesNotStartWith("#");
              assertThat(card.sentence()).isNotBlank().matches("(?s).*[.?!:]");
              assertThat(card.picture()).isPresent();
            });
  }

  @Test
  void aCardSaysTheFirstSentenceUnderTheHeading() {
    Notebook notebook =
        Notebook.of(
            List.of(
                Cell.of(
                    "a",
                    Cell.Type.MARKDOWN,
                    "# Two pools\n\nA target of `30 ms`\nholds *111.1/s*. At 30 s it falls.\n\nNo.")));
    assertThat(GalleryCard.of("/x.ipynb", notebook, "none"))
        .isEqualTo(
            new GalleryCard(
                "/x.ipynb", "Two pools", "A target of 30 ms holds 111.1/s.", Optional.empty()));
  }

  @Test
  void whatWasNotSavedIsToldByItsDifferences() throws IOException {
    Notebook saved = Notebook.of(List.of(Cell.of("p", Cell.Type.CODE, "params:\n  kp: 0.05\n")));
    Path file = folder.resolve("n.ipynb");
    keeping().journal().keep(file.toString(), saved, saved.withSource("p", "params:\n  kp: 0.1\n"));
    List<StartContents.Unsaved> unsaved = StartContents.read(keeping()).unsaved();
    assertThat(unsaved).hasSize(1);
    assertThat(unsaved.get(0).file()).isEqualTo(file);
    assertThat(unsaved.get(0).at()).isPresent();
    assertThat(unsaved.get(0).differs()).hasSize(1);
    assertThat(unsaved.get(0).differs().get(0))
        .contains("changed")
        .contains("0.05")
        .contains("0.1");
  }

  @Test
  void manyDifferencesAreCounted() throws IOException {
    Notebook saved = Beginning.pool.notebook();
    Notebook now = saved;
    for (Cell cell : saved.cells()) {
      now = now.withSource(cell.id(), cell.source() + "\n# more");
    }
    keeping().journal().keep(folder.resolve("n.ipynb").toString(), saved, now);
    assertThat(StartContents.read(keeping()).unsaved().get(0).differs())
        .hasSize(4)
        .last()
        .isEqualTo("and " + (saved.cells().size() - 3) + " more");
  }
}
