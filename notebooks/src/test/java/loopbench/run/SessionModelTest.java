// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import loopbench.cell.CellKinds;
import loopbench.cell.Output;
import loopbench.cell.Result;
import loopbench.notebook.Notebook;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random edits, runs, stops, undos and redos, with the lanes' work done at random moments: what is
 * called fresh is always what a run from scratch of the document of now gives.
 */
class SessionModelTest {
  private static final int STEPS = 250;

  /** Never holds, so that its sentence tells the number it was given. */
  private static final String TELLING = "check: telling\nthat:\n  - run.baseline.iae <= 0\n";

  private static final String OVER =
      "sweep: over\nrun: baseline\naxes: {$kp: [0.1, 0.3], flow.ki: [0.0005]}\n";
  private static final String BEST =
      "run: best\nplant: seed\nflow: ctl\nticks: 60\nat: sweep.over.best\n";

  private static final List<String> KPS = List.of("0.05", "0.1", "0.5", "oops", "0.2");
  private static final List<String> TICKS = List.of("60", "61", "-3");

  @TempDir Path folder;
  private final Map<String, Map<String, String>> fromScratch = new HashMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void freshIsWhatARunFromScratchGives(long seed) {
    Random random = new Random(seed);
    Deque<Runnable> interactive = new ArrayDeque<>();
    Deque<Runnable> costly = new ArrayDeque<>();
    Session session =
        new Session(
            Notebooks.of(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                Notebooks.SWEEP,
                Notebooks.CHART,
                OVER,
                BEST,
                TELLING),
            CellKinds.standard(),
            Notebooks.library(folder),
            interactive::add,
            costly::add,
            1,
            () -> 0);
    session.start();
    for (int step = 0; step < STEPS; step++) {
      String did = act(random, session, interactive, costly);
      check(session.snapshot(), "seed " + seed + ", step " + step + ": " + did);
    }
  }

  private static String act(
      Random random, Session session, Deque<Runnable> interactive, Deque<Runnable> costly) {
    switch (random.nextInt(12)) {
      case 0, 1:
        String kp = KPS.get(random.nextInt(KPS.size()));
        session.setSource("params-", Notebooks.PARAMS.replace("0.05", kp));
        return "kp " + kp;
      case 2:
        String ticks = TICKS.get(random.nextInt(TICKS.size()));
        session.setSource("run-baseline", Notebooks.RUN.replace("60", ticks));
        return "ticks " + ticks;
      case 3:
        return "undo " + session.undo();
      case 4:
        return "redo " + session.redo();
      case 5:
        String sweep = random.nextBoolean() ? "sweep-band" : "sweep-over";
        session.run(sweep);
        return "run " + sweep;
      case 6:
        session.runAll();
        return "run all";
      case 7:
        session.stop();
        return "stop";
      case 8, 9, 10:
        Optional.ofNullable(interactive.poll()).ifPresent(Runnable::run);
        return "one job of the interactive lane";
      default:
        Optional.ofNullable(costly.poll()).ifPresent(Runnable::run);
        return "one job of the long lane";
    }
  }

  private void check(Snapshot snapshot, String story) {
    Map<String, String> expected =
        fromScratch.computeIfAbsent(texts(snapshot.notebook()), t -> results(snapshot.notebook()));
    for (CellView cell : snapshot.cells().values()) {
      if (cell.state() == CellState.FRESH) {
        assertThat(cell.resultKey()).as(story + ", " + cell.address()).isEqualTo(cell.key());
        assertThat(cell.result().map(SessionModelTest::said).orElse("nothing"))
            .as(story + ", " + cell.address())
            .isEqualTo(expected.get(cell.address()));
      }
    }
  }

  private Map<String, String> results(Notebook notebook) {
    Map<String, String> results = new HashMap<>();
    for (RunReport.CellReport cell : Notebooks.run(notebook, folder).cells()) {
      results.put(cell.address(), cell.result().map(SessionModelTest::said).orElse("nothing"));
    }
    return results;
  }

  private static String said(Result result) {
    return result.outputs().stream().map(Output::sentence).collect(Collectors.joining("|"));
  }

  private static String texts(Notebook notebook) {
    return notebook.cells().stream().map(c -> c.source()).collect(Collectors.joining("\u0000"));
  }
}
