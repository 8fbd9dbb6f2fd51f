// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import loopbench.cell.CellKinds;
import loopbench.cell.Cost;
import loopbench.desktop.form.KnobViewModel;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.run.CellState;
import loopbench.run.CellView;
import loopbench.run.FolderLibrary;
import loopbench.run.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The session as the window sees it, without a window: every thread is a list to be worked off. */
class NotebookViewModelTest {
  private final Deque<Runnable> edits = new ArrayDeque<>();
  private final Deque<Runnable> window = new ArrayDeque<>();
  private boolean mayChange = true;
  private long clockMs;
  private Session session;
  private NotebookViewModel model;

  @BeforeEach
  void open() throws IOException {
    Notebook notebook;
    try (InputStream in = getClass().getResourceAsStream("/loopbench/desktop/small.ipynb")) {
      notebook = NotebookReader.read(in.readAllBytes()).notebook().orElseThrow();
    }
    session =
        new Session(
            notebook.delete("sweep-big"),
            CellKinds.standard(),
            new FolderLibrary(Path.of(""), List.of(), Map.of(), () -> 0),
            Runnable::run,
            Runnable::run,
            1,
            () -> 0);
    model =
        new NotebookViewModel(
            session,
            new NotebookViewModel.Threads(edits::add, edits::add, window::add, window::add),
            () -> mayChange,
            () -> clockMs += 100);
  }

  private void settle() {
    while (!edits.isEmpty() || !window.isEmpty()) {
      Runnable next = edits.isEmpty() ? window.poll() : edits.poll();
      next.run();
    }
  }

  private CellViewModel cell(String id) {
    return model.cell(id).orElseThrow();
  }

  private KnobViewModel knob(String name) {
    return cell("params").params().knobs().stream()
        .filter(k -> k.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private CellState state(String id) {
    return cell(id).view().map(CellView::state).orElseThrow();
  }

  @Test
  void openingRunsNothing() {
    settle();
    assertThat(state("run-baseline")).isEqualTo(CellState.STALE);
    assertThat(cell("title").view()).isEmpty();
    assertThat(knob("kp").fieldText()).isEqualTo("0.05");
  }

  @Test
  void aTurnedKnobRunsWhatLiesDownstreamAndIsOneStepOfUndo() {
    KnobViewModel kp = knob("kp");
    kp.slide(0.6);
    settle();
    kp.slide(0.8);
    settle();
    kp.release();
    settle();
    assertThat(state("run-baseline")).isEqualTo(CellState.FRESH);
    assertThat(state("sweep-band")).isEqualTo(CellState.STALE);
    assertThat(cell("params").cell().source())
        .contains("value: " + kp.fieldText() + ",")
        .contains("# how far at once");
    assertThat(kp.changedProperty().get()).isTrue();
    model.undo();
    settle();
    assertThat(kp.fieldText()).isEqualTo("0.05");
    assertThat(kp.changedProperty().get()).isFalse();
    assertThat(model.snapshot().undo()).isEmpty();
  }

  @Test
  void ofPreviewsThatWaitOnlyTheNewestIsMade() {
    List<String> texts = new ArrayList<>();
    session.listen(s -> texts.add(s.notebook().cell("params").orElseThrow().source()));
    KnobViewModel kp = knob("kp");
    for (int i = 1; i <= 9; i++) {
      kp.slide(i / 10.0);
    }
    settle();
    assertThat(texts.stream().distinct()).hasSize(2);
  }

  @Test
  void rowsDoNotGoBackWhileACommitIsOnItsWay() {
    KnobViewModel kp = knob("kp");
    kp.type("0.2");
    model.run("run-baseline");
    Runnable first = edits.poll();
    session.run("run-baseline");
    while (!window.isEmpty()) {
      window.poll().run();
    }
    assertThat(kp.fieldText()).isEqualTo("0.2");
    first.run();
    settle();
    assertThat(kp.fieldText()).isEqualTo("0.2");
  }

  @Test
  void aPointOfTheMapSetsBothKnobsInOneStep() {
    model.run("chart-band");
    settle();
    assertThat(state("chart-band")).isEqualTo(CellState.FRESH);
    model.place("chart-band", 0.3, 0.0004, false);
    settle();
    model.place("chart-band", 0.2, 0.0005, true);
    settle();
    assertThat(cell("params").cell().source())
        .contains("kp: {value: 0.2,")
        .contains("ki: {value: 0.0005,")
        .contains("# how fast in the long run");
    assertThat(knob("ki").fieldText()).isEqualTo("0.0005");
    assertThat(state("run-baseline")).isEqualTo(CellState.FRESH);
    assertThat(state("sweep-band")).as("its axes replace both").isEqualTo(CellState.FRESH);
    model.undo();
    settle();
    assertThat(cell("params").cell().source()).contains("kp: {value: 0.05,");
  }

  @Test
  void onlyCellsThatChangedTellSo() {
    settle();
    List<String> told = new ArrayList<>();
    for (CellViewModel cell : model.cells()) {
      cell.viewProperty().addListener((p, was, is) -> told.add(cell.id()));
      cell.cellProperty().addListener((p, was, is) -> told.add(cell.id()));
    }
    model.setSource("check-lesson", "check: lesson\nthat:\n  - run.baseline.class == ringing");
    settle();
    told.clear();
    model.setSource("check-lesson", "check: lesson\nthat:\n  - run.baseline.class == settles");
    settle();
    assertThat(told)
        .contains("check-lesson")
        .doesNotContain("plant-seed", "flow-ctl", "sweep-band");
  }

  @Test
  void aStateThatPassesIsNotShownAndOneThatLastsIs() {
    model.run("chart-band");
    settle();
    List<CellState> shown = new ArrayList<>();
    for (String id : List.of("run-baseline", "chart-band")) {
      cell(id).viewProperty().addListener((p, was, is) -> shown.add(is.orElseThrow().state()));
    }
    knob("kp").type("0.07");
    settle();
    assertThat(shown).isNotEmpty().containsOnly(CellState.FRESH);
    model.setSource("plant-seed", cell("plant-seed").cell().source().replace("90ms", "80ms"));
    settle();
    assertThat(state("sweep-band")).isEqualTo(CellState.STALE);
    assertThat(state("chart-band")).as("its sweep waits to be asked").isEqualTo(CellState.STALE);
  }

  @Test
  void aCellCanBeSwitchedOff() {
    model.setWhen("check-lesson", Cost.OFF);
    settle();
    assertThat(state("check-lesson")).isEqualTo(CellState.DISABLED);
    assertThat(cell("check-lesson").cell().source()).endsWith("\nwhen: off");
    model.setWhen("check-lesson", Cost.ON_DEMAND);
    settle();
    assertThat(cell("check-lesson").cell().source()).endsWith("\nwhen: on demand");
  }

  @Test
  void aDocumentThatMustNotChangeDoesNot() {
    mayChange = false;
    KnobViewModel kp = knob("kp");
    kp.slide(0.9);
    kp.release();
    model.setSource("params", "params: {}");
    settle();
    assertThat(model.snapshot().dirty()).isFalse();
    assertThat(kp.fieldText()).isEqualTo("0.05");
  }

  @Test
  void savingHandsOverTheOutputsOfFreshResultsAndIsNoEdit() {
    knob("kp").type("0.1");
    settle();
    List<Notebook> written = new ArrayList<>();
    int[] told = new int[1];
    model.save(written::add, () -> told[0]++);
    settle();
    assertThat(told[0]).isEqualTo(1);
    assertThat(written).hasSize(1);
    assertThat(written.get(0).cell("run-baseline").orElseThrow().outputs()).isNotEmpty();
    assertThat(written.get(0).cell("sweep-band").orElseThrow().outputs()).isEmpty();
    assertThat(model.snapshot().dirty()).isFalse();
    assertThat(knob("kp").changedProperty().get()).as("0.1 is the value in the file").isFalse();
    model.save(document -> false, () -> told[0]++);
    settle();
    assertThat(told[0]).isEqualTo(1);
  }

  @Test
  void aWrongTextKeepsTheRowsAndSaysWhatIsWrong() {
    model.setSource("params", "params:\n  kp: {value: 0.05, range: [0.001, 5]");
    settle();
    assertThat(state("params")).isEqualTo(CellState.FAILED);
    assertThat(cell("params").view().orElseThrow().problems()).isNotEmpty();
    assertThat(cell("params").params().usableProperty().get()).isFalse();
    assertThat(knob("kp").fieldText()).isEqualTo("0.05");
    model.undo();
    settle();
    assertThat(cell("params").params().usableProperty().get()).isTrue();
  }

  @Test
  void aFieldIsWrittenIntoTheTextAndIsOneStepOfUndo() {
    settle();
    String before = cell("plant-seed").cell().source();
    model.setField("plant-seed", "floor", "6ms");
    settle();
    assertThat(cell("plant-seed").cell().source())
        .isEqualTo(before.replace("floor: 5ms", "floor: 6ms"));
    model.setField("plant-seed", "no-such-field", "1");
    settle();
    model.undo();
    settle();
    assertThat(cell("plant-seed").cell().source()).isEqualTo(before);
  }
}
