// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loopbench.cell.CellKinds;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session saves is what a run without a window would have written. */
class SavedDocumentTest {
  @TempDir Path folder;

  private Session session(Notebook notebook) {
    return new Session(
        notebook,
        CellKinds.standard(),
        Notebooks.library(folder),
        Runnable::run,
        Runnable::run,
        1,
        () -> 0);
  }

  private Notebook headless(Notebook notebook) {
    return HeadlessRun.run(
            notebook,
            CellKinds.standard(),
            Notebooks.library(folder),
            new HeadlessRun.Limits(false, 1, () -> false),
            cell -> {})
        .notebook();
  }

  @Test
  void aSessionThatRanAllSavesWhatTheCommandLineWrites() {
    Session session = session(Notebooks.example());
    session.runAll();
    assertThat(NotebookWriter.write(session.document()))
        .isEqualTo(NotebookWriter.write(headless(Notebooks.example())));
  }

  @Test
  void whatIsStaleKeepsTheOutputsOfTheFile() {
    Notebook stored = headless(Notebooks.example());
    Session session = session(stored);
    session.edit(
        "Turn", "", n -> n.withScalar("params-", "params.target.value", "40ms").orElseThrow());
    session.start();
    Notebook document = session.document();
    Cell sweep = stored.cell("sweep-band").orElseThrow();
    Cell run = stored.cell("run-baseline").orElseThrow();
    assertThat(document.cell("sweep-band").orElseThrow().outputs()).isEqualTo(sweep.outputs());
    assertThat(document.cell("run-baseline").orElseThrow().outputs()).isNotEqualTo(run.outputs());
  }

  @Test
  void openingAndSavingChangesNothing() {
    Notebook stored = headless(Notebooks.example());
    Session session = session(stored);
    assertThat(session.document()).isEqualTo(stored);
    session.runAll();
    assertThat(session.snapshot().cells().get("run-baseline").result()).isPresent();
    assertThat(session.document()).as("the same results, stored already").isEqualTo(stored);
  }

  @Test
  void severalNumbersOfOneTextChangeAtOnce() {
    Session session = session(Notebooks.example());
    var topology = session.snapshot().topology();
    Map<KnobPlace, Double> numbers = new LinkedHashMap<>();
    for (String name : List.of("kp", "ki")) {
      numbers.put(KnobPlace.parameter(topology, name).orElseThrow(), 0.0123456);
    }
    Notebook turned = KnobPlace.with(Notebooks.example(), numbers);
    String before = Notebooks.example().cell("params-").orElseThrow().source();
    String after = turned.cell("params-").orElseThrow().source();
    assertThat(after.split("0\\.01235", -1)).hasSize(3);
    assertThat(after.lines().count()).isEqualTo(before.lines().count());
    assertThat(session(turned).snapshot().problems()).isEmpty();
  }
}
