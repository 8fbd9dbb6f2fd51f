// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import loopbench.cell.CellKinds;
import loopbench.notebook.Notebook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two lanes of work, each a list that the test works off: no threads, no waiting. */
class LanesTest {
  private static final String OVER =
      "sweep: over\nrun: baseline\naxes: {flow.kp: [0.1, 0.3], flow.ki: [0.0005]}\n";
  private static final String FIXED =
      "run: fixed\nplant: seed\nrate: 100/s\ntarget: 30ms\nticks: 20\n";

  @TempDir Path folder;
  private final Deque<Runnable> interactive = new ArrayDeque<>();
  private final Deque<Runnable> costly = new ArrayDeque<>();
  private Session session;

  private void open(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                Notebooks.SWEEP,
                Notebooks.CHART));
    all.addAll(List.of(more));
    Notebook notebook = Notebooks.of(all.toArray(String[]::new));
    session =
        new Session(
            notebook,
            CellKinds.standard(),
            Notebooks.library(folder),
            interactive::add,
            costly::add,
            1,
            () -> 0);
    session.start();
    drain(interactive);
  }

  private static void drain(Deque<Runnable> lane) {
    for (Runnable job = lane.poll(); job != null; job = lane.poll()) {
      job.run();
    }
  }

  private CellState state(String id) {
    return session.snapshot().cells().get(id).state();
  }

  /** Works off the long lane; as soon as the sweep has finished a point, something happens. */
  private boolean whileTheSweepRuns(Runnable what) {
    List<String> happened = new ArrayList<>();
    Consumer<Snapshot> watcher =
        s -> {
          CellView sweep = s.cells().get("sweep-band");
          if (happened.isEmpty()
              && sweep.state() == CellState.RUNNING
              && sweep.progress().isPresent()) {
            happened.add("once");
            what.run();
          }
        };
    session.listen(watcher);
    drain(costly);
    return !happened.isEmpty();
  }

  @Test
  void anInteractiveRunIsNeverQueuedBehindASweep() {
    open();
    session.run("sweep-band");
    boolean happened =
        whileTheSweepRuns(
            () -> {
              session.setSource("params-", Notebooks.PARAMS.replace("0.05", "0.2"));
              drain(interactive);
              assertThat(state("run-baseline")).isEqualTo(CellState.FRESH);
              assertThat(state("sweep-band")).as("and it goes on").isEqualTo(CellState.RUNNING);
            });
    assertThat(happened).isTrue();
    assertThat(state("sweep-band")).isEqualTo(CellState.FRESH);
  }

  @Test
  void aPinnedSweepRunsOnTheLongLaneAndARunOnDemandOnTheOther() {
    open(OVER + "when: auto\n", FIXED + "when: on demand\n");
    assertThat(state("sweep-over")).isEqualTo(CellState.RUNNING);
    assertThat(costly).hasSize(1);
    session.run("run-fixed");
    assertThat(interactive).hasSize(1);
    drain(interactive);
    assertThat(state("run-fixed")).isEqualTo(CellState.FRESH);
    assertThat(state("sweep-over")).isEqualTo(CellState.RUNNING);
  }

  @Test
  void stoppingASweepLeavesIndependentCellsRunning() {
    open(OVER, FIXED + "when: on demand\n");
    session.run("sweep-band");
    session.run("sweep-over");
    session.run("run-fixed");
    boolean happened = whileTheSweepRuns(() -> session.stop("sweep-band"));
    drain(interactive);
    assertThat(happened).isTrue();
    assertThat(state("sweep-band")).isEqualTo(CellState.CANCELLED);
    assertThat(state("chart-map")).as("it depends on the stopped one").isEqualTo(CellState.STALE);
    assertThat(state("sweep-over")).as("it waited behind").isEqualTo(CellState.FRESH);
    assertThat(state("run-fixed")).isEqualTo(CellState.FRESH);
  }

  @Test
  void stoppingAWaitingCellLeavesTheRunningOneAlone() {
    open(OVER);
    session.run("sweep-band");
    session.run("sweep-over");
    assertThat(state("sweep-over")).isEqualTo(CellState.QUEUED);
    session.stop("sweep-over");
    drain(costly);
    assertThat(state("sweep-band")).isEqualTo(CellState.FRESH);
    assertThat(state("sweep-over")).isEqualTo(CellState.STALE);
  }

  @Test
  void eachLaneHasOneJobAtATime() {
    open(OVER, FIXED + "when: on demand\n");
    session.runAll();
    assertThat(costly).hasSize(1);
    assertThat(interactive).hasSize(1);
    session.setSource("params-", Notebooks.PARAMS.replace("0.05", "0.2"));
    session.run("sweep-over");
    assertThat(costly).as("the one that runs is not overtaken").hasSize(1);
    assertThat(interactive).hasSize(1);
  }
}
