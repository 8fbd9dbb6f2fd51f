// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.Output;
import loopbench.notebook.Journal;
import loopbench.notebook.Notebook;
import loopbench.notebook.RecentFiles;
import loopbench.notebook.Versions;
import loopbench.run.Keeping;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavingTest {
  @TempDir Path folder;
  private final List<String> told = new ArrayList<>();
  private Optional<Path> chosen = Optional.empty();
  private final FileChoice choice =
      new FileChoice() {
        @Override
        public Optional<Path> toOpen() {
          return chosen;
        }

        @Override
        public Optional<Path> toSave(String name, Optional<Path> in) {
          return chosen;
        }
      };
  private final List<Notebook> takenUp = new ArrayList<>();
  private Path file;

  @BeforeEach
  void copy() throws IOException {
    file = copyOf("small.ipynb");
  }

  private Path copyOf(String name) throws IOException {
    Path path = folder.resolve(name);
    try (InputStream in = getClass().getResourceAsStream("/loopbench/desktop/" + name)) {
      Files.write(path, in.readAllBytes());
    }
    return path;
  }

  private Saving open(Path path) throws IOException {
    return new Saving(OpenNotebook.at(path), choice, told::add, keeping(), this::takeUp);
  }

  private Keeping keeping() {
    return new Keeping(
        new Journal(folder.resolve("state/journal")),
        new Versions(folder.resolve("state/versions"), 3, 1_000_000),
        new RecentFiles(folder.resolve("state/recent")));
  }

  private Optional<String> takeUp(Notebook theirs) {
    takenUp.add(theirs);
    return Optional.of("1 cell was changed by another program.");
  }

  private static Notebook edited(Saving saving) {
    return saving.open().read().notebook().orElseThrow().withSource("title", "# Another title");
  }

  @Test
  void writesInPlaceAndGoesOnFromThere() throws IOException {
    Saving saving = open(file);
    assertThat(saving.target(false)).contains(file);
    assertThat(saving.write(edited(saving), file)).isTrue();
    assertThat(Files.readString(file)).contains("# Another title");
    assertThat(saving.write(edited(saving).withSource("title", "# Third"), file)).isTrue();
    assertThat(Files.readString(file)).contains("# Third");
    assertThat(told).allMatch(s -> s.startsWith("Saved small.ipynb"));
    assertThat(Files.list(folder)).containsExactlyInAnyOrder(file, folder.resolve("state"));
    assertThat(keeping().versions().of(file)).hasSize(2);
    assertThat(keeping().versions().of(file).get(0).file()).content().contains("# Another title");
  }

  @Test
  void leavesAStrangersFileAsItIsWhenNothingChanged() throws IOException {
    String odd = Files.readString(file).replace("\n ", "\n    ");
    Files.writeString(file, odd);
    Saving saving = open(file);
    saving.write(saving.open().read().notebook().orElseThrow(), file);
    assertThat(Files.readString(file)).isEqualTo(odd);
  }

  /** Theirs is taken up first; the next save writes both. */
  @Test
  void doesNotWriteOverWhatSomebodyElseWrote() throws IOException {
    Saving saving = open(file);
    String theirs = Files.readString(file).replace("A small loop", "Their loop");
    Files.writeString(file, theirs);
    assertThat(saving.write(edited(saving), file)).isFalse();
    assertThat(Files.readString(file)).isEqualTo(theirs);
    assertThat(takenUp).hasSize(1);
    assertThat(takenUp.get(0).cells().get(0).source()).contains("Their loop");
    assertThat(told)
        .containsExactly(
            "Not saved yet. 1 cell was changed by another program. Look at it, and save again.");
    assertThat(saving.write(edited(saving), file)).isTrue();
    assertThat(Files.readString(file)).contains("# Another title");
    Files.writeString(file, "{");
    assertThat(saving.write(edited(saving).withSource("title", "# Third"), file)).isFalse();
    assertThat(told.get(told.size() - 1))
        .contains("cannot be read any more")
        .contains("another name");
    Path elsewhere = folder.resolve("mine.ipynb");
    assertThat(saving.write(edited(saving), elsewhere)).isTrue();
    assertThat(saving.open().name()).isEqualTo("mine.ipynb");
  }

  @Test
  void aConflictIsShownButNotWritten() throws IOException {
    Path merged = copyOf("merge.ipynb");
    String before = Files.readString(merged);
    Saving saving = open(merged);
    assertThat(saving.open().read().notebook()).isPresent();
    assertThat(saving.write(edited(saving), merged)).isFalse();
    assertThat(told.get(0)).startsWith("Not saved.");
    assertThat(Files.readString(merged)).isEqualTo(before);
  }

  @Test
  void whatCannotBeWrittenIsSaid() throws IOException {
    Saving saving = open(file);
    assertThat(saving.write(edited(saving), folder.resolve("no/such/folder.ipynb"))).isFalse();
    assertThat(told.get(0)).startsWith("Not saved:").endsWith("Save elsewhere.");
  }

  @Test
  void aPackagedNotebookAsksWhere() {
    OpenNotebook packaged = OpenNotebook.packaged("/loopbench/desktop/small.ipynb").orElseThrow();
    assertThat(OpenNotebook.packaged("/no/such.ipynb")).isEmpty();
    Saving saving = new Saving(packaged, choice, told::add, keeping(), this::takeUp);
    assertThat(saving.target(false)).isEmpty();
    chosen = Optional.of(folder.resolve("copy.ipynb"));
    assertThat(saving.target(false)).isEqualTo(chosen);
    assertThat(saving.write(edited(saving), chosen.get())).isTrue();
    assertThat(saving.target(false)).isEqualTo(chosen);
  }

  @Test
  void anExportGoesWhereTheUserWants() throws IOException {
    chosen = Optional.of(folder.resolve("options.json"));
    Output.Document document =
        new Output.Document(
            "out/options.json", "application/json", "{\"kp\": 0.1}\n", List.of(), "Options.");
    open(file).write(document);
    assertThat(Files.readString(chosen.get(), StandardCharsets.UTF_8)).isEqualTo("{\"kp\": 0.1}\n");
    assertThat(told).containsExactly("Wrote options.json.");
  }
}
