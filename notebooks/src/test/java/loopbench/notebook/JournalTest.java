// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final int KILLS = 200;
  private static final int CELLS = 40;

  @TempDir Path folder;

  private static Notebook numbered(int n) {
    List<Cell> cells =
        IntStream.range(0, CELLS)
            .mapToObj(
                i ->
                    Cell.of("c" + i, Cell.Type.CODE, "run: r" + i + "\nticks: " + n + "\n")
                        .withOutputs(
                            List.of(
                                Map.of(
                                    "output_type",
                                    "stream",
                                    "name",
                                    "stdout",
                                    "text",
                                    ("number " + n + " ").repeat(500))),
                            OptionalInt.of(n)))
            .toList();
    return Notebook.of(cells);
  }

  /** The process that is killed: edits, keeps, saves, and says what it has kept. */
  static final class Editor {
    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      Journal journal = new Journal(Path.of(arguments[1]));
      String name = file.toString();
      for (int n = Integer.parseInt(arguments[2]); ; n++) {
        journal.keep(name, numbered(n), numbered(n + 1));
        System.out.println(n + 1);
        System.out.flush();
        NotebookFile.save(file, NotebookWriter.write(numbered(n + 1)));
        journal.forget(name);
      }
    }
  }

  @Test
  void killedWhileItSavesTheFileIsTheOldOrTheNewAndTheJournalHoldsTheRest() throws Exception {
    Path file = folder.resolve("n.ipynb");
    Journal journal = new Journal(folder.resolve("journal"));
    NotebookFile.save(file, NotebookWriter.write(numbered(0)));
    Random dice = new Random(42);
    int saved = 0;
    int old = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      int kept = killed(file, saved, 1 + dice.nextInt(4), dice.nextInt(12_000_000));
      Notebook onDisk =
          NotebookReader.read(Files.readString(file, StandardCharsets.UTF_8))
              .notebook()
              .orElseThrow();
      saved = onDisk.cells().get(0).executionCount().orElseThrow();
      assertThat(onDisk).as("kill %d", kill).isEqualTo(numbered(saved));
      assertThat(saved).isGreaterThanOrEqualTo(kept - 1);
      if (saved == kept - 1) {
        old++;
        Merge recovered = journal.pending(file.toString()).orElseThrow().recovered(onDisk);
        assertThat(recovered.conflicts()).isEmpty();
        assertThat(recovered.notebook())
            .extracting(n -> n.cells().get(CELLS - 1).source())
            .isEqualTo("run: r" + (CELLS - 1) + "\nticks: " + kept + "\n");
      }
    }
    assertThat(old).as("kills that came before the new file stood").isBetween(1, KILLS - 1);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(p -> p.getFileName().toString()))
          .isSubsetOf("n.ipynb", "n.ipynb.saving", "journal");
    }
  }

  /** Runs an editor and kills it some time after it has kept so many edits; answers the last. */
  private int killed(Path file, int from, int edits, long afterNs) throws Exception {
    Process editor =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Editor.class.getName(),
                file.toString(),
                folder.resolve("journal").toString(),
                Integer.toString(from))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(editor.getInputStream(), StandardCharsets.UTF_8))) {
      String last = "";
      for (int i = 0; i < edits; i++) {
        last = said.readLine();
      }
      LockSupport.parkNanos(afterNs);
      editor.toHandle().destroyForcibly(); // a Process would close what it has said
      editor.waitFor();
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        last = line.matches("\\d+") ? line : last;
      }
      return Integer.parseInt(last);
    } finally {
      editor.destroyForcibly();
    }
  }

  @Test
  void whatIsAsItWasSavedIsNotKept() throws IOException {
    Journal journal = new Journal(folder.resolve("journal"));
    Notebook one = numbered(1);
    journal.keep("a", one, one);
    assertThat(folder.resolve("journal")).doesNotExist();
    journal.keep("a", one, one.withSource("c0", "changed"));
    journal.keep("b", one, one.delete("c1"));
    assertThat(journal.pending()).extracting(Journal.Entry::name).containsExactly("a", "b");
    journal.keep("a", one, one);
    assertThat(journal.pending("a")).isEmpty();
    journal.forget("b");
    assertThat(journal.pending()).isEmpty();
  }

  @Test
  void anEntryMeetsAFileThatAnotherProgramHasChanged() throws IOException {
    Journal journal = new Journal(folder.resolve("journal"));
    Notebook one = numbered(1);
    journal.keep("a", one, one.withSource("c0", "mine"));
    Notebook onDisk = one.withSource("c1", "theirs");
    Merge merge = journal.pending("a").orElseThrow().recovered(onDisk);
    assertThat(merge).isEqualTo(new Merge(onDisk.withSource("c0", "mine"), List.of()));
  }

  @Test
  void damagedEntriesAreLeftAlone() throws IOException {
    Path own = folder.resolve("journal");
    Journal journal = new Journal(own);
    journal.keep("a", numbered(1), numbered(2));
    try (Stream<Path> files = Files.list(own)) {
      files.forEach(
          f -> {
            try {
              Files.writeString(f, "{\"journal\": 1, \"na");
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    assertThat(journal.pending()).isEmpty();
    assertThat(journal.pending("a")).isEmpty();
  }

  @Test
  void theNewestVersionsAreKeptAndNoneTwice() throws IOException {
    Path file = folder.resolve("n.ipynb");
    Versions versions = new Versions(folder.resolve("versions"), 3, 1_000_000_000);
    versions.keep(file);
    assertThat(versions.of(file)).isEmpty();
    for (int n = 0; n < 5; n++) {
      Files.writeString(file, "version " + n);
      versions.keep(file);
      versions.keep(file);
    }
    assertThat(versions.of(file)).extracting(Versions.Version::number).containsExactly(5, 4, 3);
    assertThat(versions.of(file).get(0).file()).hasContent("version 4");
    Versions small = new Versions(folder.resolve("versions"), 3, 12);
    Files.writeString(file, "version 5");
    small.keep(file);
    assertThat(small.of(file)).extracting(Versions.Version::number).containsExactly(6);
    assertThat(versions.of(folder.resolve("other.ipynb"))).isEmpty();
  }
}
