// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import loopbench.cell.CellKind;
import loopbench.cell.Cost;
import loopbench.cell.Library;
import loopbench.cell.Output;
import loopbench.cell.Preparation;
import loopbench.cell.Result;
import loopbench.cell.Results;
import loopbench.graph.Topology;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookWriter;
import loopbench.notebook.ReadResult;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ten thousand lives of a session: edits, numbers turned, runs, stops, undos and redos, cells
 * disabled, deleted, pasted and moved, documents saved and opened again, with the lanes' work done
 * at random moments. After every step:
 *
 * <ul>
 *   <li>a cell is fresh exactly when its result's key is the key of now, as a session that has just
 *       been made for the same document tells it;
 *   <li>work reads only results of now, so a stale cell never feeds a fresh one;
 *   <li>what is fresh shows what a run from scratch shows;
 *   <li>undo and redo lead to the bytes there were;
 *   <li>a document saved and opened is fresh where it was.
 * </ul>
 */
class SessionLivesTest {
  private static final int BATCHES = 20;
  private static final int LIVES_PER_BATCH = 500;

  private static final String TEXT = "# Does the loop survive?\n";
  private static final String RUN = Notebooks.RUN.replace("60", "6");
  private static final String SWEEP =
      "sweep: band\nrun: baseline\naxes: {flow.kp: [0.01, 0.1], flow.ki: [1.0e-4]}\n";
  private static final String OVER = "sweep: over\nrun: baseline\naxes: {$kp: [0.1, 0.3]}\n";
  private static final String BEST =
      "run: best\nplant: seed\nflow: ctl\nticks: 5\nat: sweep.over.best\n";
  private static final String MAP = "chart: map\ndata: sweep.band\n";

  /** Never holds, so that its sentence tells the number it was given. */
  private static final String TELLING = "check: telling\nthat:\n  - run.baseline.iae <= 0\n";

  private static final Map<String, List<String>> VARIANTS =
      Map.of(
          "params-",
              List.of(
                  Notebooks.PARAMS,
                  Notebooks.PARAMS.replace("0.05", "0.1"),
                  Notebooks.PARAMS.replace("0.05", "oops"),
                  Notebooks.PARAMS.replace("  target", "  goal")),
          "plant-seed",
              List.of(
                  Notebooks.PLANT,
                  Notebooks.PLANT.replace("400/s", "300/s") + "# a comment\n",
                  Notebooks.PLANT.replace("plant: seed", "plant: sed"),
                  "plant: [seed\n"),
          "flow-ctl",
              List.of(
                  Notebooks.FLOW,
                  Notebooks.FLOW.replace("$kp", "0.1"),
                  Notebooks.FLOW.replace("$target", "30")),
          "run-baseline",
              List.of(
                  RUN,
                  RUN.replace("6", "7"),
                  RUN + "about: " + QuietKinds.FAILS + "\n",
                  RUN.replace("ctl", "clt"),
                  RUN + "at: sweep.over.best\n",
                  RUN.replace("baseline", "base"),
                  RUN + "when: on demand\n"),
          "sweep-band", List.of(SWEEP, SWEEP.replace("0.01", "0.02"), SWEEP + "when: auto\n"),
          "check-telling", List.of(TELLING, TELLING.replace("0\n", "1\n"), ""));

  private static final EnumSet<CellState> OF_THE_TEXT =
      EnumSet.of(CellState.DISABLED, CellState.FAILED, CellState.UNRESOLVED, CellState.BLOCKED);

  @TempDir static Path folder;

  /** What each key's result says, over all lives: equal keys, equal results. */
  private static final Map<String, String> SAID_UNDER = new HashMap<>();

  private static final int REMEMBERED = 20_000;
  private static final Map<String, Map<String, Now>> NOWS = new HashMap<>();

  /** How a cell stands in a session that has just been made for a document. */
  private record Now(Optional<String> key, CellState state) {}

  static IntStream batches() {
    return IntStream.range(0, BATCHES);
  }

  @ParameterizedTest
  @MethodSource("batches")
  void freshExactlyWhenTheKeyIsThatOfNow(int batch) {
    for (int i = 0; i < LIVES_PER_BATCH; i++) {
      new Life(batch * LIVES_PER_BATCH + i).live();
    }
  }

  /** One sequence, and a plain model beside it: what was before, and what was ever finished. */
  private final class Life implements QuietKinds.Watcher {
    private final long seed;
    private final Random random;
    private final Library library = Notebooks.library(folder);
    private final List<CellKind> kinds = QuietKinds.watched(this);
    private final Deque<Runnable> interactive = new ArrayDeque<>();
    private final Deque<Runnable> costly = new ArrayDeque<>();
    private final List<String> story = new ArrayList<>();
    private Session session;

    private final Deque<String> before = new ArrayDeque<>();
    private final Deque<String> after = new ArrayDeque<>();
    private final Set<String> finished = new HashSet<>();
    private final Set<String> failed = new HashSet<>();
    private final Map<Result, String> keys = new IdentityHashMap<>();
    private Optional<Cell> clipboard = Optional.empty();

    Life(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void live() {
      open(
          Notebooks.of(
                  Notebooks.PARAMS,
                  Notebooks.PLANT,
                  Notebooks.FLOW,
                  RUN,
                  SWEEP,
                  OVER,
                  BEST,
                  MAP,
                  TELLING)
              .insert(0, Cell.of("text", Cell.Type.MARKDOWN, TEXT)));
      for (int left = 5 + random.nextInt(9); left > 0; left--) {
        act();
        check(session.snapshot());
      }
      if (seed % 25 == 0) {
        compareWithARunFromScratch();
      }
    }

    private void open(Notebook notebook) {
      interactive.clear();
      costly.clear();
      before.clear();
      after.clear();
      finished.clear();
      failed.clear();
      keys.clear();
      session = new Session(notebook, kinds, library, interactive::add, costly::add, 1, () -> 0);
      check(session.snapshot());
      if (random.nextInt(8) > 0) {
        session.start();
      }
    }

    // ---- steps -----------------------------------------------------------------------------

    private void act() {
      Notebook now = session.snapshot().notebook();
      List<Cell> cells = now.cells();
      String any = cells.isEmpty() ? "" : cells.get(random.nextInt(cells.size())).id();
      int dice = random.nextInt(100);
      if (dice < 14) {
        List<String> ids = VARIANTS.keySet().stream().sorted().toList();
        String id = ids.get(random.nextInt(ids.size()));
        List<String> texts = VARIANTS.get(id);
        String text = texts.get(random.nextInt(texts.size()));
        edit("edit " + id, n -> n.indexOf(id) < 0 ? n : n.withSource(id, text));
      } else if (dice < 22) {
        String path = List.of("flow.kp", "flow.ki", "$target").get(random.nextInt(3));
        double number = List.of(0.02, 0.05, 0.1).get(random.nextInt(3));
        edit(
            "turn " + path + " to " + number,
            n ->
                KnobPlace.of(session.snapshot().topology(), "run.baseline", path)
                    .map(place -> place.with(n, path.equals("$target") ? 20 + number : number))
                    .orElse(n));
      } else if (dice < 29) {
        edit("switch " + any, n -> any.isEmpty() ? n : switched(n, any));
      } else if (dice < 33) {
        clipboard = now.cell(any).or(() -> clipboard);
        edit("delete " + any, n -> any.isEmpty() ? n : n.delete(any));
      } else if (dice < 37) {
        Cell copy = clipboard.or(() -> now.cell(any)).orElse(Cell.of("x", Cell.Type.CODE, RUN));
        int at = random.nextInt(cells.size() + 1);
        edit("paste " + copy.id() + " at " + at, n -> n.insert(at, copy));
      } else if (dice < 41) {
        int to = cells.isEmpty() ? 0 : random.nextInt(cells.size());
        edit("move " + any + " to " + to, n -> any.isEmpty() ? n : n.move(any, to));
      } else if (dice < 49) {
        walk("undo", before, after, session::undo);
      } else if (dice < 54) {
        walk("redo", after, before, session::redo);
      } else if (dice < 62) {
        told("run " + any);
        session.run(any);
      } else if (dice < 65) {
        told("run all");
        session.runAll();
      } else if (dice < 68) {
        told("stop " + any);
        if (random.nextBoolean()) {
          session.stop();
        } else {
          session.stop(any);
        }
      } else if (dice < 80) {
        told("one job of the interactive lane");
        work(interactive, true);
      } else if (dice < 86) {
        told("one job of the long lane");
        work(costly, false);
      } else if (dice < 93) {
        told("all jobs");
        drain();
      } else {
        told("save and reopen");
        saveAndReopen();
      }
    }

    private Notebook switched(Notebook notebook, String id) {
      String source = notebook.cell(id).orElseThrow().source();
      return notebook.withSource(
          id,
          source.contains("when: off\n")
              ? source.replace("when: off\n", "")
              : source + "when: off\n");
    }

    private void edit(String what, UnaryOperator<Notebook> change) {
      told(what);
      Notebook old = session.snapshot().notebook();
      session.edit(what, "", change);
      if (!session.snapshot().notebook().equals(old)) {
        before.push(bytes(old));
        after.clear();
      }
    }

    private void walk(
        String what,
        Deque<String> from,
        Deque<String> to,
        java.util.function.Supplier<Optional<String>> step) {
      told(what);
      String bytes = bytes(session.snapshot().notebook());
      assertThat(step.get().isPresent()).as(this::told).isEqualTo(!from.isEmpty());
      if (!from.isEmpty()) {
        to.push(bytes);
        assertThat(bytes(session.snapshot().notebook())).as(this::told).isEqualTo(from.pop());
      }
    }

    /** The bytes of the file in every third life; in the others, which are faster, the texts. */
    private String bytes(Notebook notebook) {
      return seed % 3 == 0 ? NotebookWriter.write(notebook) : texts(notebook);
    }

    private String texts(Notebook notebook) {
      return notebook.cells().stream()
          .map(c -> c.id() + '\1' + c.source())
          .collect(Collectors.joining("\0"));
    }

    private void work(Deque<Runnable> lane, boolean quick) {
      Runnable job = lane.poll();
      if (job != null) {
        Map<String, CellView> cells = session.snapshot().cells();
        List<CellView> running =
            cells.values().stream().filter(c -> c.state() == CellState.RUNNING).toList();
        assertThat(running.stream().filter(c -> isQuick(c) == quick).count())
            .as(this::told)
            .isLessThanOrEqualTo(1);
        job.run();
      }
    }

    private boolean isQuick(CellView cell) {
      return !cell.kind().equals("sweep");
    }

    private void drain() {
      for (int jobs = 0; !interactive.isEmpty() || !costly.isEmpty(); jobs++) {
        assertThat(jobs).as(this::told).isLessThan(200);
        work(interactive.isEmpty() ? costly : interactive, !interactive.isEmpty());
      }
      Snapshot snapshot = session.snapshot();
      for (CellView cell : snapshot.cells().values()) {
        assertThat(cell.state())
            .as(() -> told() + ": " + cell.address())
            .isNotIn(CellState.RUNNING, CellState.QUEUED);
      }
    }

    private void saveAndReopen() {
      Snapshot old = session.snapshot();
      String bytes = NotebookWriter.write(session.document());
      ReadResult read = NotebookReader.read(bytes.getBytes(StandardCharsets.UTF_8));
      assertThat(read.problems()).as(this::told).isEmpty();
      Notebook again = read.notebook().orElseThrow();
      assertThat(NotebookWriter.write(again)).as(this::told).isEqualTo(bytes);
      assertThat(NotebookWriter.write(again.withoutOutputs()))
          .as(this::told)
          .isEqualTo(NotebookWriter.write(old.notebook().withoutOutputs()));
      open(again);
      Map<String, CellView> now = session.snapshot().cells();
      for (CellView cell : old.cells().values()) {
        if (cell.state() == CellState.FRESH) {
          assertThat(now.get(cell.id()).key()).as(() -> told() + cell.id()).isEqualTo(cell.key());
          assertThat(now.get(cell.id()).state())
              .as(() -> told() + ": " + cell.address())
              .isIn(CellState.FRESH, CellState.RUNNING);
        }
      }
    }

    // ---- the model -------------------------------------------------------------------------

    private Map<String, Now> now(Notebook notebook) {
      String texts = texts(notebook);
      if (NOWS.size() > REMEMBERED) {
        NOWS.clear();
      }
      return NOWS.computeIfAbsent(
          texts,
          t -> {
            Map<String, Now> now = new LinkedHashMap<>();
            new Session(notebook.withoutOutputs(), kinds, library, j -> {}, j -> {}, 1, () -> 0)
                .snapshot()
                .cells()
                .forEach((id, cell) -> now.put(id, new Now(cell.key(), cell.state())));
            return now;
          });
    }

    private void check(Snapshot snapshot) {
      Map<String, Now> now = now(snapshot.notebook());
      assertThat(snapshot.cells().keySet()).as(this::told).isEqualTo(now.keySet());
      for (CellView cell : snapshot.cells().values()) {
        Now expected = now.get(cell.id());
        if (!cell.key().equals(expected.key())) {
          throw wrong(cell, "its key is not that of its text");
        }
        if (OF_THE_TEXT.contains(expected.state())) {
          if (cell.state() != expected.state()) {
            throw wrong(cell, "it ought to be " + expected.state());
          }
          continue;
        }
        String key = cell.key().orElseThrow();
        switch (cell.state()) {
          case FRESH -> fresh(snapshot, cell, key);
          case RUNNING, CANCELLED -> {}
          case STALE, QUEUED -> {
            if (isFinished(snapshot, cell.id(), key)) {
              throw wrong(cell, "the result of now was made, and it is not fresh");
            }
          }
          case FAILED -> {
            if (!failed.contains(key)) {
              throw wrong(cell, "nothing of it failed");
            }
          }
          case BLOCKED -> {
            if (failed.isEmpty()) {
              throw wrong(cell, "nothing failed");
            }
          }
          case UNRESOLVED, DISABLED -> throw wrong(cell, "its text is sound");
        }
      }
    }

    private boolean isFinished(Snapshot snapshot, String id, String key) {
      return finished.contains(key)
          || OutputBundles.storedKey(snapshot.notebook().cell(id).orElseThrow())
              .filter(key::equals)
              .isPresent();
    }

    private void fresh(Snapshot snapshot, CellView cell, String key) {
      if (!cell.kind().equals("params") && !isFinished(snapshot, cell.id(), key)) {
        throw wrong(cell, "the result of now was never made");
      }
      if (!cell.resultKey().equals(cell.key())) {
        throw wrong(cell, "its result is not that of now");
      }
      cell.result().ifPresent(result -> says(cell.address(), key, result));
    }

    private void says(String address, String key, Result result) {
      String said = said(result);
      String first = SAID_UNDER.putIfAbsent(key, said);
      if (first != null && !first.equals(said)) {
        throw new AssertionError(
            told() + ": " + address + " says " + said + ", and under the same key " + first);
      }
    }

    private void compareWithARunFromScratch() {
      session.runAll();
      drain();
      Snapshot snapshot = session.snapshot();
      check(snapshot);
      Map<String, RunReport.CellReport> scratch = new HashMap<>();
      HeadlessRun.run(
              snapshot.notebook().withoutOutputs(),
              kinds,
              library,
              new HeadlessRun.Limits(false, 1, () -> false),
              c -> {})
          .cells()
          .forEach(c -> scratch.put(c.address(), c));
      for (CellView cell : snapshot.cells().values()) {
        RunReport.CellReport report = scratch.get(cell.address());
        if (cell.cost() == Cost.OFF) {
          continue;
        }
        assertThat(cell.state() == CellState.FRESH)
            .as(() -> told() + ": " + cell.address() + " is " + cell.state())
            .isEqualTo(report.result().isPresent());
        cell.result()
            .filter(result -> cell.state() == CellState.FRESH)
            .ifPresent(
                result ->
                    assertThat(said(result))
                        .as(() -> told() + ": " + cell.address())
                        .isEqualTo(said(report.result().orElseThrow())));
      }
    }

    private String said(Result result) {
      return result.standing()
          + result.outputs().stream().map(Output::sentence).collect(Collectors.joining("|"));
    }

    // ---- what the work tells -----------------------------------------------------------------

    @Override
    public void begins(String key, Preparation.Ready ready, Results results) {
      if (session == null) {
        return;
      }
      Topology topology = session.snapshot().topology();
      Map<String, Now> now = now(session.snapshot().notebook());
      for (String read : ready.reads()) {
        String fed = keys.get(results.result(read));
        String due = now.get(topology.idOf(read).orElseThrow()).key().orElseThrow();
        if (fed != null && !fed.equals(due)) {
          throw new AssertionError(
              told() + ": a stale " + read + " feeds a cell that will be fresh");
        }
      }
    }

    @Override
    public void done(String key, Result result) {
      keys.put(result, key);
      finished.add(key);
    }

    @Override
    public void failed(String key) {
      failed.add(key);
    }

    private AssertionError wrong(CellView cell, String what) {
      return new AssertionError(
          told()
              + ": "
              + cell.address()
              + " (#"
              + cell.id()
              + ") is "
              + cell.state()
              + ": "
              + what
              + " "
              + cell.problems());
    }

    private void told(String step) {
      story.add(step);
    }

    private String told() {
      return "seed " + seed + ": " + String.join("; ", story);
    }
  }
}
