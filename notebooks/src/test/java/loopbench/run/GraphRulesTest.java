// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import loopbench.cell.CellKinds;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.cell.Result;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The eight rules of the graph, each where a front end meets it: in a session. */
class GraphRulesTest {
  private static final String OTHER_PLANT = Notebooks.PLANT.replace("400/s", "300/s");

  @TempDir Path folder;

  private Session session(Notebook notebook) {
    Session session =
        new Session(
            notebook,
            CellKinds.standard(),
            Notebooks.library(folder),
            Runnable::run,
            Runnable::run,
            1,
            () -> 0);
    session.start();
    return session;
  }

  private static Notebook clash() {
    return Notebooks.example().insert(7, Cell.of("other", Cell.Type.CODE, OTHER_PLANT));
  }

  private static CellView cell(Session session, String id) {
    return session.snapshot().cells().get(id);
  }

  private static CellState state(Session session, String id) {
    return cell(session, id).state();
  }

  // ---- rule 1: one definition per name --------------------------------------------------------

  @Test
  void rule1BothSidesOfAClashNameTheOtherAndOfferAWayOut() {
    Session session = session(clash());
    for (List<String> pair :
        List.of(List.of("plant-seed", "other"), List.of("other", "plant-seed"))) {
      CellView one = cell(session, pair.get(0));
      assertThat(one.state()).isEqualTo(CellState.FAILED);
      CellProblem problem = one.problems().get(0);
      assertThat(problem.others()).isEqualTo(List.of(pair.get(1)));
      assertThat(problem.sentence())
          .isEqualTo(
              "plant.seed, line 1: 2 cells are called plant.seed."
                  + " Rename this one, or switch one off with `when: off`.");
    }
  }

  @Test
  void rule1AClashStopsItsReadersAndNothingElse() {
    Session session = session(clash());
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.BLOCKED);
    assertThat(cell(session, "run-baseline").blockedBy()).isEqualTo(List.of("plant.seed"));
    assertThat(state(session, "params-")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "flow-ctl")).isEqualTo(CellState.FRESH);
  }

  @Test
  void rule1DisablingEitherOneResolvesTheClash() {
    for (String off : List.of("plant-seed", "other")) {
      Session session = session(clash());
      String text = session.snapshot().notebook().cell(off).orElseThrow().source();
      session.setSource(off, text + "when: off\n");
      assertThat(session.snapshot().problems()).isEmpty();
      assertThat(state(session, off)).isEqualTo(CellState.DISABLED);
      assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
    }
  }

  @Test
  void rule1NothingStaysDisabledWhenTheClashEnds() {
    Session session = session(clash());
    session.setSource("other", OTHER_PLANT.replace("seed", "second"));
    assertThat(session.snapshot().problems()).isEmpty();
    assertThat(state(session, "plant-seed")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "other")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
    session.undo();
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.BLOCKED);
    session.edit("Delete cell", "", n -> n.delete("plant-seed"));
    assertThat(session.snapshot().problems()).isEmpty();
    assertThat(state(session, "other")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
  }

  @Test
  void rule1AParameterDefinedTwiceIsAClash() {
    String second = "params:\n  kp: {value: 0.2}\n";
    Session session =
        session(Notebooks.example().insert(1, Cell.of("more", Cell.Type.CODE, second)));
    assertThat(cell(session, "params-").problems().get(0).others()).isEqualTo(List.of("more"));
    assertThat(cell(session, "more").problems().get(0).others()).isEqualTo(List.of("params-"));
    assertThat(state(session, "flow-ctl")).isEqualTo(CellState.BLOCKED);
    assertThat(state(session, "plant-seed")).isEqualTo(CellState.FRESH);
    session.setSource("more", second + "when: off\n");
    assertThat(session.snapshot().problems()).isEmpty();
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
  }

  @Test
  void rule1CellsWithoutANameNeverClash() {
    String check = "check: ~\nthat:\n  - run.baseline.iae >= 0\n";
    Session session =
        session(
            Notebooks.example()
                .insert(7, Cell.of("one", Cell.Type.CODE, check))
                .insert(8, Cell.of("two", Cell.Type.CODE, check)));
    assertThat(session.snapshot().problems()).isEmpty();
    assertThat(state(session, "one")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "two")).isEqualTo(CellState.FRESH);
  }

  // ---- rule 2: references are exact -----------------------------------------------------------

  @Test
  void rule2EdgesAreKnownBeforeAnythingRuns() {
    Snapshot opened =
        new Session(
                Notebooks.example(),
                CellKinds.standard(),
                Notebooks.library(folder),
                job -> {
                  throw new AssertionError("opening runs nothing");
                },
                job -> {
                  throw new AssertionError("opening runs nothing");
                },
                1,
                () -> 0)
            .snapshot();
    assertThat(opened.cells().get("flow-ctl").reads()).isEqualTo(List.of("params #params-"));
    assertThat(opened.cells().get("run-baseline").reads())
        .isEqualTo(List.of("plant.seed", "flow.ctl"));
    assertThat(opened.cells().get("run-baseline").readBy())
        .isEqualTo(List.of("sweep.band", "check.ok"));
  }

  @Test
  void rule2AMissingReferenceNamesTheThreeNearest() {
    Notebook notebook = Notebooks.example();
    for (String name : List.of("seeds", "sed", "seel", "ocean", "pool")) {
      notebook =
          notebook.insert(
              2,
              Cell.of(
                  name, Cell.Type.CODE, Notebooks.PLANT.replace("plant: seed", "plant: " + name)));
    }
    Session session =
        session(
            notebook.withSource(
                "run-baseline", Notebooks.RUN.replace("plant: seed", "plant: seedl")));
    CellView run = cell(session, "run-baseline");
    assertThat(run.state()).isEqualTo(CellState.UNRESOLVED);
    assertThat(run.problems().get(0).sentence())
        .isEqualTo(
            "run.baseline, line 2: there is no plant called `seedl`."
                + " Did you mean seed, seeds or seel?");
    session.setSource("run-baseline", Notebooks.RUN.replace("plant: seed", "plant: x"));
    assertThat(cell(session, "run-baseline").problems().get(0).whatNow())
        .as("nothing is near, and a list of all would be long")
        .isEqualTo("There is ocean, pool, sed and 3 more.");
  }

  // ---- rule 3: cycles -------------------------------------------------------------------------

  @Test
  void rule3EveryCellOnACycleShowsTheChainAndTheRestRuns() {
    Notebook circle =
        Notebooks.example()
            .insert(
                7,
                Cell.of(
                    "a",
                    Cell.Type.CODE,
                    Notebooks.RUN.replace("baseline", "a") + "at: sweep.s.best\n"))
            .insert(
                8, Cell.of("s", Cell.Type.CODE, "sweep: s\nrun: a\naxes: {flow.kp: [0.1, 0.2]}\n"))
            .insert(9, Cell.of("m", Cell.Type.CODE, "chart: m\ndata: sweep.s\n"));
    Session session = session(circle);
    assertThat(cell(session, "a").problems().get(0).sentence())
        .contains("in a circle: run.a reads sweep.s reads run.a.");
    assertThat(cell(session, "a").problems().get(0).others()).isEqualTo(List.of("s"));
    assertThat(cell(session, "s").problems().get(0).sentence())
        .contains("in a circle: sweep.s reads run.a reads sweep.s.");
    assertThat(cell(session, "m").problems()).as("it reads the cycle and is not on it").isEmpty();
    assertThat(state(session, "m")).isEqualTo(CellState.BLOCKED);
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "check-ok")).isEqualTo(CellState.FRESH);
  }

  // ---- rule 4: one order ----------------------------------------------------------------------

  @Test
  void rule4RunAllAndAHeadlessRunGoInOneOrderWhateverThePage() {
    Notebook upsideDown =
        Notebooks.of(
            Notebooks.CHECK,
            Notebooks.CHART,
            Notebooks.SWEEP,
            Notebooks.RUN,
            Notebooks.FLOW,
            Notebooks.PLANT,
            Notebooks.PARAMS);
    List<String> headless = new ArrayList<>();
    HeadlessRun.run(
        upsideDown,
        CellKinds.standard(),
        Notebooks.library(folder),
        new HeadlessRun.Limits(false, 1, () -> false),
        c -> headless.add(c.address()));
    List<String> inSession = new ArrayList<>();
    Deque<Runnable> lane = new ArrayDeque<>();
    Session session =
        new Session(
            upsideDown,
            CellKinds.standard(),
            Notebooks.library(folder),
            lane::add,
            lane::add,
            1,
            () -> 0);
    session.runAll();
    for (Runnable job = lane.poll(); job != null; job = lane.poll()) {
      Set<String> before = Set.copyOf(fresh(session));
      job.run();
      fresh(session).stream().filter(a -> !before.contains(a)).forEach(inSession::add);
    }
    assertThat(headless)
        .isEqualTo(
            List.of(
                "plant.seed",
                "params #params-",
                "flow.ctl",
                "run.baseline",
                "check.ok",
                "sweep.band",
                "chart.map"));
    assertThat(inSession)
        .as("two lanes: the map need not wait for the check, and each comes after what it reads")
        .containsExactlyInAnyOrderElementsOf(headless);
    assertThat(session.snapshot().topology().order().runnable())
        .isEqualTo(
            List.of(
                "plant-seed",
                "params-",
                "flow-ctl",
                "run-baseline",
                "check-ok",
                "sweep-band",
                "chart-map"));
  }

  private static List<String> fresh(Session session) {
    return session.snapshot().cells().values().stream()
        .filter(c -> c.state() == CellState.FRESH)
        .map(CellView::address)
        .toList();
  }

  // ---- rule 5: deletion -----------------------------------------------------------------------

  @Test
  void rule5DeletingMakesReadersUnresolvedAndUndoRestoresTheResultAtOnce() {
    Session session = session(Notebooks.example());
    session.runAll();
    Result ran = cell(session, "run-baseline").result().orElseThrow();
    session.edit("Delete cell", "", n -> n.delete("plant-seed"));
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.UNRESOLVED);
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.BLOCKED);
    assertThat(state(session, "flow-ctl")).isEqualTo(CellState.FRESH);
    assertThat(session.undo()).contains("Delete cell");
    assertThat(session.snapshot().cells().values())
        .allSatisfy(c -> assertThat(c.state()).as(c.address()).isEqualTo(CellState.FRESH));
    assertThat(cell(session, "run-baseline").result().orElseThrow()).isSameAs(ran);
  }

  @Test
  void rule5DeletingParametersMakesTheirReadersUnresolved() {
    Session session = session(Notebooks.example());
    session.edit("Delete cell", "", n -> n.delete("params-"));
    assertThat(state(session, "flow-ctl")).isEqualTo(CellState.UNRESOLVED);
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.BLOCKED);
    assertThat(state(session, "plant-seed")).isEqualTo(CellState.FRESH);
    session.undo();
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.FRESH);
  }

  // ---- rule 6: fresh by key -------------------------------------------------------------------

  @Test
  void rule6WhatDoesNotChangeTheResultLeavesItFresh() {
    Session session = session(Notebooks.example());
    session.runAll();
    session.setSource(
        "plant-seed", "# measured in May\n" + Notebooks.PLANT.replace("5ms", "0.005s"));
    session.edit("Move cell", "", n -> n.move("check-ok", 0));
    session.setSource("run-baseline", Notebooks.RUN + "about: The loop as it is.\n");
    assertThat(session.snapshot().cells().values())
        .allSatisfy(c -> assertThat(c.state()).as(c.address()).isEqualTo(CellState.FRESH));
  }

  @Test
  void rule6AResultOfNowIsNotHiddenByOneOfMeanwhile() {
    Notebook ran = Notebooks.run(Notebooks.example(), folder).notebook();
    Session session = session(ran);
    session.setSource("params-", Notebooks.PARAMS.replace("0.05", "0.2"));
    assertThat(cell(session, "run-baseline").result()).isPresent();
    session.undo();
    CellView run = cell(session, "run-baseline");
    assertThat(run.state()).isEqualTo(CellState.FRESH);
    assertThat(run.resultKey()).isEqualTo(run.key());
    assertThat(run.result()).as("the outputs in the document are those of now").isEmpty();
  }

  // ---- rule 7: when a cell runs by itself -----------------------------------------------------

  @Test
  void rule7CheapCellsAreAutoAndCostlyOnesOnDemand() {
    Session session = session(Notebooks.example());
    for (CellView c : session.snapshot().cells().values()) {
      assertThat(c.cost())
          .as(c.address())
          .isEqualTo(c.kind().equals("sweep") ? Cost.ON_DEMAND : Cost.AUTO);
    }
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.STALE);
    session.setSource("sweep-band", Notebooks.SWEEP + "when: auto\n");
    assertThat(state(session, "sweep-band")).as("pinned").isEqualTo(CellState.FRESH);
    session.setSource("run-baseline", Notebooks.RUN.replace("60", "61") + "when: on demand\n");
    assertThat(state(session, "run-baseline")).isEqualTo(CellState.STALE);
    assertThat(state(session, "check-ok"))
        .as("what reads a cell that waits to be asked waits, too")
        .isEqualTo(CellState.STALE);
    session.setSource("check-ok", Notebooks.CHECK + "when: off\n");
    assertThat(state(session, "check-ok")).isEqualTo(CellState.DISABLED);
  }

  // ---- rule 8: stale ancestors first ----------------------------------------------------------

  @Test
  void rule8RunningACellRunsWhatIsStaleAboveItAndSaysSoBefore() {
    Session session = session(Notebooks.example());
    assertThat(state(session, "chart-map")).isEqualTo(CellState.STALE);
    Ahead ahead = session.ahead("chart-map");
    assertThat(ahead.cells()).isEqualTo(List.of("sweep.band", "chart.map"));
    assertThat(ahead.unknown()).isEqualTo(2);
    assertThat(ahead.sentence()).isEqualTo("2 cells run; how long that takes is not known yet.");
    assertThat(state(session, "sweep-band")).as("asking runs nothing").isEqualTo(CellState.STALE);
    session.run("chart-map");
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "chart-map")).isEqualTo(CellState.FRESH);
    assertThat(session.ahead("chart-map").sentence()).isEqualTo("Nothing needs to run.");
    session.setSource("plant-seed", OTHER_PLANT);
    Ahead again = session.ahead("chart-map");
    assertThat(again.cells()).isEqualTo(List.of("sweep.band", "chart.map"));
    assertThat(again.unknown()).isZero();
    assertThat(again.knownMs()).isPositive();
  }

  @Test
  void rule8HowLongIsSaidInWords() {
    List<String> three = List.of("run.a", "sweep.b", "chart.c");
    assertThat(new Ahead(three, 250, 0).sentence()).isEqualTo("3 cells run, in about a second.");
    assertThat(new Ahead(three, 41_400, 1).sentence())
        .isEqualTo("3 cells run, in about 41 s and what 1 of them takes more.");
    assertThat(new Ahead(three, 240_000, 2).sentence())
        .isEqualTo("3 cells run, in about 4 min and what 2 of them take more.");
    assertThat(new Ahead(List.of("run.a"), 0, 1).sentence())
        .isEqualTo("1 cell runs; how long that takes is not known yet.");
  }

  @Test
  void rule8AStoppedAncestorRunsAgainWhenItsReaderIsAskedFor() {
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
    session.stop("sweep-band");
    longLane.poll().run();
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.CANCELLED);
    session.run("chart-map");
    longLane.poll().run();
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.FRESH);
    assertThat(state(session, "chart-map")).isEqualTo(CellState.FRESH);
  }

  @Test
  void rule8AskingAgainWhileACellStillStopsRunsIt() {
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
    session.stop("sweep-band");
    session.run("sweep-band");
    while (!longLane.isEmpty()) {
      longLane.poll().run();
    }
    assertThat(state(session, "sweep-band")).isEqualTo(CellState.FRESH);
  }
}
