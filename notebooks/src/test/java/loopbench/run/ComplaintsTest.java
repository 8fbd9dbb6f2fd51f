// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.cell.CellFailure;
import loopbench.cell.CellKind;
import loopbench.cell.CellKinds;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.cell.Fields;
import loopbench.cell.FlowRun;
import loopbench.cell.Library;
import loopbench.cell.Preparation;
import loopbench.cell.Recipe;
import loopbench.cell.Result;
import loopbench.cell.RunControl;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookWriter;
import loopbench.source.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users of other notebooks complained of, each as a test, where it needs no window and no test
 * elsewhere shows it.
 */
class ComplaintsTest {
  @TempDir Path folder;

  private Session session(Notebook notebook, List<CellKind> kinds, Deque<Runnable> lane) {
    return new Session(
        notebook, kinds, Notebooks.library(folder), lane::add, Runnable::run, 1, () -> 0);
  }

  private static void drain(Deque<Runnable> lane) {
    for (Runnable job = lane.poll(); job != null; job = lane.poll()) {
      job.run();
    }
  }

  /** jupyter/notebook#6001: "Non-unique cell id" on every save after copy and paste. */
  @Test
  void pastingBetweenTwoFilesGivesANewIdOnce() {
    Notebook one = Notebooks.example();
    Cell copied = one.cell("run-baseline").orElseThrow();
    Notebook other = Notebooks.of(Notebooks.RUN).insert(1, copied).insert(1, copied);
    assertThat(other.cells().stream().map(Cell::id).distinct().count()).isEqualTo(3);
    assertThat(other.cells().get(0).id()).isEqualTo("run-baseline");
    String first = NotebookWriter.write(other);
    String second = NotebookWriter.write(NotebookReader.read(first).notebook().orElseThrow());
    String third = NotebookWriter.write(NotebookReader.read(second).notebook().orElseThrow());
    assertThat(second).isEqualTo(first);
    assertThat(third).isEqualTo(first);
  }

  /** altair#2311, nbviewer#1037: charts that are invisible or black elsewhere. */
  @Test
  void everyChartIsAPictureAloneInItsBundle() {
    int pictures = 0;
    for (Cell cell : Notebooks.run(Notebooks.example(), folder).notebook().cells()) {
      for (Map<String, Object> output : cell.outputs()) {
        if (output.get("data") instanceof Map<?, ?> data && data.containsKey("image/png")) {
          pictures++;
          assertThat(data.keySet().stream().map(Object::toString).toList())
              .contains("text/plain")
              .doesNotContain("text/html", "text/markdown", "application/javascript");
        }
      }
    }
    assertThat(pictures).isGreaterThanOrEqualTo(3);
  }

  /** PlutoUI#177, marimo#4924, streamlit#4541: a slider floods slow cells. */
  @Test
  void aDragOf200EventsIsFewRunsOneStepOfUndoAndItsLastValue() {
    Deque<Runnable> lane = new ArrayDeque<>();
    List<String> runs = new ArrayList<>();
    QuietKinds.Watcher watcher =
        new QuietKinds.Watcher() {
          @Override
          public void begins(String key, Preparation.Ready ready, loopbench.cell.Results results) {
            if (ready.value() instanceof loopbench.cell.RunRecipe) {
              runs.add(key);
            }
          }

          @Override
          public void done(String key, Result result) {}

          @Override
          public void failed(String key) {}
        };
    Session session = session(Notebooks.example(), QuietKinds.watched(watcher), lane);
    session.start();
    drain(lane);
    runs.clear();
    Notebook before = session.snapshot().notebook();
    // 200 events in a second, and work of 50 ms: a job ends after every tenth event.
    for (int event = 1; event <= 200; event++) {
      double kp = 0.05 + event / 1000.0;
      session.edit(
          "Turn kp",
          "kp",
          n ->
              KnobPlace.of(session.snapshot().topology(), "run.baseline", "flow.kp")
                  .orElseThrow()
                  .with(n, kp));
      if (event % 10 == 0) {
        Optional.ofNullable(lane.poll()).ifPresent(Runnable::run);
      }
    }
    session.commit();
    drain(lane);
    assertThat(runs.size()).isBetween(1, 31);
    CellView run = session.snapshot().cells().get("run-baseline");
    assertThat(run.state()).isEqualTo(CellState.FRESH);
    FlowRun shown = (FlowRun) run.result().orElseThrow().value();
    assertThat(shown.scenario().knob("flow.kp").orElseThrow().get(shown.scenario()))
        .isEqualTo(0.25);
    assertThat(session.undo()).contains("Turn kp");
    assertThat(session.snapshot().notebook()).isEqualTo(before);
    assertThat(session.undo()).isEmpty();
  }

  /** marimo#8677: with debounce on, the typed number never took effect. */
  @Test
  void aTypedNumberStartsItsRunAtOnce() {
    Deque<Runnable> lane = new ArrayDeque<>();
    Session session = session(Notebooks.example(), CellKinds.standard(), lane);
    session.start();
    drain(lane);
    session.setSource("params-", Notebooks.PARAMS.replace("0.05", "0.1"));
    assertThat(lane).hasSize(1);
    assertThat(session.snapshot().count(CellState.RUNNING)).isEqualTo(1);
  }

  /** marimo#6489: a rule of unique names for throw-away variables drives teams away. */
  @Test
  void twoCellsMayUseTheSameLocalKeys() {
    Session session =
        session(
            Notebooks.example()
                .insert(
                    3, Cell.of("flow-b", Cell.Type.CODE, Notebooks.FLOW.replace("ctl", "other")))
                .insert(
                    3,
                    Cell.of(
                        "load-a",
                        Cell.Type.CODE,
                        "load: a\nrequests: 2/s\nprompt: 100\noutput: 5\n"))
                .insert(
                    3,
                    Cell.of(
                        "load-b",
                        Cell.Type.CODE,
                        "load: b\nrequests: 2/s\nprompt: 100\noutput: 5\n")),
            CellKinds.standard(),
            new ArrayDeque<>());
    assertThat(session.snapshot().problems()).isEmpty();
  }

  /** jjava#53, IJava#109: a redefinition leaves what is derived from it stale or null. */
  @Test
  void whatIsDownstreamOfARedefinitionIsStaleAndNeverWrong() {
    Deque<Runnable> lane = new ArrayDeque<>();
    Session session = session(Notebooks.example(), CellKinds.standard(), lane);
    session.runAll();
    drain(lane);
    Result before = session.snapshot().cells().get("run-baseline").result().orElseThrow();
    session.setSource("plant-seed", Notebooks.PLANT.replace("400/s", "200/s"));
    for (String id : List.of("run-baseline", "check-ok", "sweep-band", "chart-map")) {
      assertThat(session.snapshot().cells().get(id).state())
          .as(id)
          .isIn(CellState.STALE, CellState.QUEUED);
    }
    drain(lane);
    Result after = session.snapshot().cells().get("run-baseline").result().orElseThrow();
    assertThat(after.outputs()).isNotEqualTo(before.outputs());
    assertThat(
            Notebooks.run(session.snapshot().notebook(), folder).cells().stream()
                .filter(c -> c.address().equals("run.baseline"))
                .map(RunReport.CellReport::sentence))
        .containsExactly(after.outputs().get(0).sentence());
  }

  /** A kind whose cells do as they are told, as a badly written one might. */
  private record Doing(String word, loopbench.cell.Work work) implements CellKind {
    @Override
    public Cost cost() {
      return Cost.AUTO;
    }

    @Override
    public Recipe read(Fields fields) {
      return upstream -> new Preparation.Ready(word, word, List.of(), work);
    }
  }

  /** beakerx#5427: after one error the next cell hangs. */
  @Test
  void anErrorOfACellIsThatCellsAlone() {
    List<CellKind> kinds = new ArrayList<>(CellKinds.standard());
    kinds.add(
        new Doing(
            "failing",
            (results, control) -> {
              throw new CellFailure(CellProblem.of("failing.a", 0, "", "no answer.", ""));
            }));
    kinds.add(
        new Doing(
            "broken",
            (results, control) -> {
              throw new IllegalStateException("ours");
            }));
    Deque<Runnable> lane = new ArrayDeque<>();
    Session session =
        session(
            Notebooks.example()
                .insert(0, Cell.of("a", Cell.Type.CODE, "failing: a\n"))
                .insert(0, Cell.of("b", Cell.Type.CODE, "broken: b\n")),
            kinds,
            lane);
    session.start();
    drain(lane);
    Snapshot now = session.snapshot();
    assertThat(now.cells().get("a").problems().get(0).sentence())
        .isEqualTo("failing.a: no answer.");
    assertThat(now.cells().get("b").problems().get(0).sentence())
        .contains("an error of Loopbench's own")
        .contains("The other cells are unharmed");
    assertThat(now.cells().get("run-baseline").state()).isEqualTo(CellState.FRESH);
    session.run("run-baseline");
    session.setSource("run-baseline", Notebooks.RUN.replace("60", "61"));
    drain(lane);
    assertThat(session.snapshot().cells().get("run-baseline").state()).isEqualTo(CellState.FRESH);
  }

  /** Pluto#2319, #2564: a cell that logs in a loop freezes the page. */
  @Test
  void aCellThatTellsTooMuchIsHeardTenTimesASecond() {
    int[] offered = new int[1];
    int[] asked = new int[1];
    List<CellKind> kinds = new ArrayList<>(CellKinds.standard());
    kinds.add(
        new Doing(
            "chatty",
            (results, control) -> {
              for (int i = 0; i < 10_000_000; i++) {
                offered[0]++;
                int done = i;
                control.progress(
                    () -> {
                      asked[0]++;
                      return new RunControl.Progress(done, 10_000_000, "", Optional.empty());
                    });
              }
              return Result.of(0, List.of());
            }));
    Deque<Runnable> lane = new ArrayDeque<>();
    Session session =
        new Session(
            Notebook.of(List.of(Cell.of("c", Cell.Type.CODE, "chatty: c\n"))),
            kinds,
            Notebooks.library(folder),
            lane::add,
            lane::add,
            1,
            () -> offered[0] / 10_000); // a second of ten million offers
    int[] heard = new int[1];
    session.listen(s -> heard[0]++);
    session.start();
    heard[0] = 0;
    drain(lane);
    assertThat(asked[0]).isBetween(1, 12);
    assertThat(heard[0]).isBetween(1, 15);
    assertThat(session.snapshot().cells().get("c").state()).isEqualTo(CellState.FRESH);
  }

  /** Pluto#473, #259; beakerx#1260: opening runs the file. */
  @Test
  void openingAHundredQueriesAndExportsTouchesNothing() {
    List<Cell> cells = new ArrayList<>(Notebooks.example().cells());
    for (int i = 0; i < 50; i++) {
      cells.add(
          Cell.of(
              "q" + i,
              Cell.Type.CODE,
              "source: q"
                  + i
                  + "\nprometheus: prod\nseries: {up: up}\nrange: {last: 90m, step: 15s}\n"));
      cells.add(
          Cell.of(
              "e" + i,
              Cell.Type.CODE,
              "export: e" + i + "\nwhat: flow.ctl\nas: json\nwrite: out/" + i + ".json\n"));
    }
    String bytes = NotebookWriter.write(Notebook.of(cells));
    List<String> asked = new ArrayList<>();
    Library library =
        new Library() {
          @Override
          public Found file(String path) {
            asked.add(path);
            return Found.not("there are no files.");
          }

          @Override
          public Optional<Connection> connection(String name) {
            // A name is looked up in this machine's settings; nothing is asked of it.
            return Optional.empty();
          }

          @Override
          public String notebook() {
            return "";
          }

          @Override
          public long nowMs() {
            return 0;
          }
        };
    Deque<Runnable> jobs = new ArrayDeque<>();
    Notebook opened =
        NotebookReader.read(bytes.getBytes(StandardCharsets.UTF_8)).notebook().orElseThrow();
    Session session =
        new Session(opened, CellKinds.standard(), library, jobs::add, jobs::add, 1, () -> 0);
    session.listen(s -> {});
    Snapshot snapshot = session.snapshot();
    assertThat(snapshot.cells()).hasSize(107);
    assertThat(Set.copyOf(snapshot.cells().values().stream().map(CellView::state).toList()))
        .doesNotContain(CellState.RUNNING, CellState.QUEUED, CellState.FRESH);
    assertThat(jobs).isEmpty();
    assertThat(asked).isEmpty();
    assertThat(folder).isEmptyDirectory();
    assertThat(NotebookWriter.write(session.document())).isEqualTo(bytes);
  }
}
