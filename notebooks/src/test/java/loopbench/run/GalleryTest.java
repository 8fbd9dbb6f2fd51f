// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import loopbench.cell.CellKinds;
import loopbench.cell.Output;
import loopbench.cell.PoolsRun;
import loopbench.manifest.KedaCrd;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookValidator;
import loopbench.notebook.PythonNbformat;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every gallery notebook runs, every check in it holds, and what is committed is what a run gives:
 * all but the pictures' bytes, which may differ by a few pixels from one Java to the next.
 */
class GalleryTest {
  private static final Path FOLDER = Path.of("gallery");

  static List<String> notebooks() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(p -> p.getFileName().toString())
          .filter(n -> n.endsWith(".ipynb"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void runsAndGivesWhatIsCommitted(String name) throws IOException {
    Notebook committed =
        NotebookReader.read(Files.readAllBytes(FOLDER.resolve(name))).notebook().orElseThrow();
    assertThat(NotebookValidator.validate(committed)).isEmpty();
    RunReport ran = run(committed.withoutOutputs(), name);
    assertThat(ran.cells()).allSatisfy(c -> assertThat(c.passed()).as(c.sentence()).isTrue());
    assertThat(ran.cells()).anySatisfy(c -> assertThat(c.address()).startsWith("check."));
    assertThat(ran.notebook().cells()).hasSameSizeAs(committed.cells());
    for (int i = 0; i < committed.cells().size(); i++) {
      assertThat(withoutPictures(ran.notebook().cells().get(i)))
          .isEqualTo(withoutPictures(committed.cells().get(i)));
    }
  }

  @Test
  void jupyterReadsAndWritesTheSameBytes(@TempDir Path folder) throws IOException {
    for (String name : notebooks()) {
      Files.copy(FOLDER.resolve(name), folder.resolve(name));
    }
    assertThat(PythonNbformat.verdicts(folder))
        .hasSameSizeAs(notebooks())
        .allSatisfy((name, verdict) -> assertThat(verdict).as(name).isEqualTo("same"));
  }

  /** As nbviewer and GitHub show it: each chart is a picture, and none hides behind a text. */
  @Test
  void nbconvertShowsEveryChart(@TempDir Path folder) throws IOException {
    for (String name : notebooks()) {
      Files.copy(FOLDER.resolve(name), folder.resolve(name));
    }
    assertThat(PythonNbformat.pictures(folder))
        .hasSameSizeAs(notebooks())
        .allSatisfy(
            (name, counts) -> assertThat(counts).as(name).matches("([1-9]\\d*) held, \\1 shown"));
  }

  @Test
  void theExportedScaledObjectPassesKedasSchema() throws IOException {
    String name = "02-queue-thresholds.ipynb";
    RunReport ran =
        run(
            NotebookReader.read(Files.readAllBytes(FOLDER.resolve(name))).notebook().orElseThrow(),
            name);
    Output.Document exported =
        ran.cells().stream()
            .flatMap(c -> c.result().stream())
            .flatMap(r -> r.outputs().stream())
            .filter(Output.Document.class::isInstance)
            .map(Output.Document.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(exported.text())
        .contains("# evidence: ")
        .contains("threshold: \"20\"", "stabilizationWindowSeconds: 0");
    assertThat(KedaCrd.errors(exported.text())).isEmpty();
  }

  /** A recorded minute in place of the ladder: every set-up is asked just those requests. */
  @Test
  void fourSignalsTakesATraceWhenOneIsNamed(@TempDir Path folder) throws IOException {
    StringBuilder trace = new StringBuilder("arrived_at,num_prefill_tokens,num_decode_tokens\n");
    for (int i = 0; i < 120; i++) {
      trace.append(i * 0.5).append(",1500,100\n");
    }
    Files.writeString(folder.resolve("minute.csv"), trace);
    Map<String, Long> asked = asked(folder, "minute.csv");
    assertThat(asked)
        .hasSizeGreaterThanOrEqualTo(7)
        .allSatisfy((run, n) -> assertThat(n).isEqualTo(120));
  }

  /** The hour of real requests beside the project, where it is there. */
  @Test
  void fourSignalsTakesTheRecordedHour(@TempDir Path folder) throws IOException {
    Path hour = beside("traces/azure-llm-conv-2023.csv");
    Files.copy(hour, folder.resolve("hour.csv"));
    assertThat(asked(folder, "hour.csv"))
        .allSatisfy((run, n) -> assertThat(n).as(run).isBetween(19_300L, 19_366L));
  }

  /** How many requests ended in each run on the load that a trace may stand for. */
  private static Map<String, Long> asked(Path folder, String trace) throws IOException {
    Notebook notebook =
        NotebookReader.read(Files.readAllBytes(FOLDER.resolve("03-four-signals.ipynb")))
            .notebook()
            .orElseThrow()
            .withoutOutputs();
    Overrides.Applied applied =
        Overrides.apply(notebook, CellKinds.standard(), Map.of("trace", trace));
    assertThat(applied.problems()).isEmpty();
    RunReport ran = Notebooks.run(applied.notebook().orElseThrow(), folder);
    assertThat(ran.cells()).allSatisfy(c -> assertThat(c.problems()).as(c.sentence()).isEmpty());
    Map<String, Long> asked = new TreeMap<>();
    for (RunReport.CellReport cell : ran.cells()) {
      if (cell.address().startsWith("run.") && !cell.address().equals("run.clients")) {
        PoolsRun run = (PoolsRun) cell.result().orElseThrow().value();
        asked.put(cell.address(), run.trace().first().attainment().ended());
      }
    }
    return asked;
  }

  private static Path beside(String name) {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path file = at.resolve("shared").resolve(name);
      if (Files.exists(file)) {
        return file;
      }
    }
    return Assumptions.abort("there is no folder shared beside the project");
  }

  private static RunReport run(Notebook notebook, String name) {
    return HeadlessRun.run(
        notebook,
        CellKinds.standard(),
        Notebooks.library(FOLDER).named(name),
        new HeadlessRun.Limits(false, 2, () -> false),
        cell -> {});
  }

  private static Cell withoutPictures(Cell cell) {
    return cell.withOutputs(
        cell.outputs().stream().map(GalleryTest::withoutPicture).toList(), cell.executionCount());
  }

  private static Map<String, Object> withoutPicture(Map<String, Object> output) {
    Map<String, Object> copy = new TreeMap<>(output);
    if (copy.get("data") instanceof Map<?, ?> data && data.containsKey("image/png")) {
      Map<String, Object> rest = new TreeMap<>();
      data.forEach((mime, value) -> rest.put((String) mime, mime.equals("image/png") ? "" : value));
      copy.put("data", rest);
    }
    return copy;
  }
}
