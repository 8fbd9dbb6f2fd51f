// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import loopbench.cell.CellKinds;
import loopbench.cell.FlowRun;
import loopbench.notebook.Notebook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
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

  private static CellState state(Session session, String id) {
    return session.snapshot().cells().get(id).state();
  }

  @Test
  void openingRunsNothing() {
    Session session = session(Notebooks.example());
    assertThat(session.snapshot().cells().values())
        .allSatisfy(c -> assertThat(c.result()).isEmpty());
  }

  @Test
  void cheapCellsRunByThemselvesAndCostlyOnesWait() {
    Session session = session(Notebooks.example());
    session.start();
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "check-ok")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.STALE);
    assertThat(state(session, "chart-map")).isEqualTo(CellState.STALE);
    session.run("sweep-band");
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "chart-map")).isEqualTo(CellState.FRESH);
  }

  @Test
  void turningAParameterRunsWhatLiesDownstreamAndNothingElse() {
    Session session = session(Notebooks.example());
    session.runAll();
    Snapshot before = session.snapshot();
    KnobPlace place = KnobPlace.of(before.topology(), "run.baseline", "flow.kp").orElseThrow();
    assertThat(place.cellId()).isEqualTo("params-");
    session.edit("Turn kp", "kp", n -> place.with(n, 0.1));
    Snapshot after = session.snapshot();
    assertThat(after.notebook().cell("params-").orElseThrow().source())
        .isEqualTo(Notebooks.PARAMS.replace("0.05", "0.1"));
    assertThat(after.cells().get("plant-seed").result().orElseThrow())
        .as("the plant does not read kp")
        .isSameAs(before.cells().get("plant-seed").result().orElseThrow());
    FlowRun run = (FlowRun) after.cells().get("run-baseline").result().orElseThrow().value();
    assertThat(run.scenario().knob("flow.kp").orElseThrow().get(run.scenario())).isEqualTo(0.1);
    assertThat(after.cells().get("sweep-band").state())
        .as("a map over kp does not depend on where kp stands")
        .isEqualTo(CellState.FRESH);
  }

  @Test
  void aDragIsOneStepOfUndo() {
    Session session = session(Notebooks.example());
    session.start();
    Notebook opened = session.snapshot().notebook();
    for (int i = 1; i <= 20; i++) {
      double kp = 0.05 + i / 100.0;
      session.edit(
          "Turn kp",
          "kp",
          n ->
              KnobPlace.of(session.snapshot().topology(), "run.baseline", "flow.kp")
                  .orElseThrow()
                  .with(n, kp));
    }
    session.commit();
    assertThat(session.undo()).contains("Turn kp");
    assertThat(session.snapshot().notebook()).isEqualTo(opened);
    assertThat(session.undo()).isEmpty();
    session.redo();
    assertThat(session.snapshot().notebook().cell("params-").orElseThrow().source())
        .contains("kp: {value: 0.25,");
  }

  @Test
  void oneBrokenCellBlocksOnlyWhatReadsIt() {
    Session session = session(Notebooks.example());
    session.start();
    session.setSource("flow-ctl", Notebooks.FLOW.replace("30ms", "30").replace("$target", "30"));
    CellView flow = session.snapshot().cells().get("flow-ctl");
    assertThat(flow.state()).isEqualTo(CellState.FAILED);
    assertThat(flow.problems().get(0).sentence())
        .isEqualTo("flow.ctl, line 5: targetP99 has no unit. Write 30ms if ms is meant.");
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.BLOCKED);
    assertThat(session.snapshot().cells().get("run-baseline").blockedBy())
        .isEqualTo(List.of("flow.ctl"));
    assertThat(state(session, "plant-seed")).isEqualTo(CellState.FRESH);
    session.undo();
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
  }

  @Test
  void theNewestTextWinsOverWorkThatWaits() {
    Deque<Runnable> lane = new ArrayDeque<>();
    Session session =
        new Session(
            Notebooks.example(),
            CellKinds.standard(),
            Notebooks.library(folder),
            lane::add,
            Runnable::run,
            1,
            () -> 0);
    session.start();
    while (!lane.isEmpty()) {
      lane.poll().run();
    }
    List<Long> generations = new ArrayList<>();
    session.listen(s -> generations.add(s.generation()));
    for (String kp : List.of("0.06", "0.07", "0.08")) {
      session.setSource("params-", Notebooks.PARAMS.replace("0.05", kp));
    }
    int jobs = 0;
    while (!lane.isEmpty()) {
      lane.poll().run();
      jobs++;
    }
    FlowRun run =
        (FlowRun) session.snapshot().cells().get("run-baseline").result().orElseThrow().value();
    assertThat(run.scenario().knob("flow.kp").orElseThrow().get(run.scenario())).isEqualTo(0.08);
    assertThat(jobs).as("params, flow, run and check, and one that had waited").isLessThan(8);
    assertThat(generations).isSorted();
  }

  @Test
  void workForAnOlderTextIsNotDone() {
    Deque<Runnable> longLane = new ArrayDeque<>();
    Session session =
        new Session(
            Notebooks.example(),
            CellKinds.standard(),
            Notebooks.library(folder),
            Runnable::run,
            longLane::add,
            1,
            () -> 0);
    session.run("sweep-band");
    session.setSource("run-baseline", Notebooks.RUN.replace("60", "90"));
    longLane.poll().run();
    session.stop();
    while (!longLane.isEmpty()) {
      longLane.poll().run();
    }
    session.undo();
    assertThat(state(session, "sweep-band"))
        .as("the sweep over 60 ticks was overtaken before it began")
        .isNotEqualTo(CellState.FRESH);
  }

  @Test
  void aSweepStopsAtOnceAndKeepsWhatIsDone() throws Exception {
    ExecutorService longLane = Executors.newSingleThreadExecutor();
    try {
      String big =
          Notebooks.SWEEP.replace("n: 4}", "n: 900}").replace("n: 4, zero: true}", "n: 900}");
      Session session =
          new Session(
              Notebooks.of(
                  Notebooks.PARAMS,
                  Notebooks.PLANT,
                  Notebooks.FLOW,
                  Notebooks.RUN,
                  big,
                  Notebooks.CHART),
              CellKinds.standard(),
              Notebooks.library(folder),
              Runnable::run,
              longLane,
              1,
              () -> System.nanoTime() / 1_000_000);
      CountDownLatch moving = new CountDownLatch(1);
      session.listen(
          s -> {
            if (s.cells().get("sweep-band").progress().filter(p -> p.done() > 0).isPresent()) {
              moving.countDown();
            }
          });
      CountDownLatch stopped = new CountDownLatch(1);
      session.run("sweep-band");
      assertThat(moving.await(60, TimeUnit.SECONDS)).isTrue();
      session.listen(
          s -> {
            if (s.cells().get("sweep-band").state() == CellState.CANCELLED) {
              stopped.countDown();
            }
          });
      session.stop("sweep-band");
      assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
      CellView sweep = session.snapshot().cells().get("sweep-band");
      assertThat(sweep.result()).isPresent();
      assertThat(sweep.result().get().outputs().get(0).sentence()).startsWith("Stopped after ");
      assertThat(session.snapshot().cells().get("chart-map").state())
          .as("nothing is built on a partial sweep")
          .isEqualTo(CellState.STALE);
    } finally {
      longLane.shutdownNow();
    }
  }

  @Test
  void stoppingARerunOfAStoredSweepIsNotFresh() {
    Notebook ran = Notebooks.run(Notebooks.example(), folder).notebook();
    Deque<Runnable> longLane = new ArrayDeque<>();
    Session session =
        new Session(
            ran,
            CellKinds.standard(),
            Notebooks.library(folder),
            Runnable::run,
            longLane::add,
            1,
            () -> 0);
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.FRESH);
    session.run("sweep-band");
    session.stop("sweep-band");
    longLane.poll().run();
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.CANCELLED);
  }

  @Test
  void outputsThatWereTakenAwayAreNotFresh() {
    Notebook bare = Notebooks.run(Notebooks.example(), folder).notebook().withoutOutputs();
    assertThat(session(bare).snapshot().cells().values())
        .allSatisfy(c -> assertThat(c.state()).as(c.address()).isEqualTo(CellState.STALE));
  }

  @Test
  void reopeningWithEqualKeysIsFresh() {
    Notebook ran = Notebooks.run(Notebooks.example(), folder).notebook();
    Session session = session(ran);
    assertThat(session.snapshot().cells().values())
        .allSatisfy(c -> assertThat(c.state()).as(c.address()).isEqualTo(CellState.FRESH));
    session.start();
    session.setSource("params-", Notebooks.PARAMS.replace("0.05", "0.07"));
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
    assertThat(session.snapshot().cells().get("run-baseline").result()).isPresent();
  }
}
