// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loopbench.cell.CellKinds;
import loopbench.cell.Output;
import loopbench.cell.Result;
import loopbench.cell.SweepRecipe;
import loopbench.notebook.Notebook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a sweep over a parameter is stale by, and what it outlives. */
class ParameterAxisTest {
  private static final String PARAMS =
      "params:\n  lambda: {value: 0.3, range: [0.1, 1]}\n  target: {value: 30ms}\n  a: {value: 0.2}\n  b: {value: 0.2}\n";
  private static final String FLOW =
      "flow: ctl\nrate: 200/s\nminRate: 5/s\nmaxRate: 800/s\ntargetP99: $target\ndt: 1s\n"
          + "gains: {rule: lambda, lambda: $lambda, plant: seed}\n";
  private static final String PAIR =
      "flow: pair\nrate: 200/s\nminRate: 5/s\ntargetP99: 30ms\ndt: 1s\nkp: $a\nki: $b\n";
  private static final String SWEEP =
      "sweep: band\nrun: baseline\naxes: {$lambda: [0.2, 0.5], flow.targetP99: [20ms, 30ms]}\n";
  private static final String BEST =
      "run: best\nplant: seed\nflow: ctl\nticks: 60\nat: sweep.band.best\n";
  private static final String TWO =
      "sweep: two\nrun: pair\naxes: {$a: [0.1, 0.2], $b: [0.1, 0.2]}\n";

  @TempDir Path folder;

  private Session session() {
    Session session =
        new Session(
            Notebooks.of(
                PARAMS,
                Notebooks.PLANT,
                FLOW,
                Notebooks.RUN,
                SWEEP,
                Notebooks.CHART,
                BEST,
                PAIR,
                "run: pair\nplant: seed\nflow: pair\nticks: 60\n",
                TWO),
            CellKinds.standard(),
            Notebooks.library(folder),
            Runnable::run,
            Runnable::run,
            1,
            () -> 0);
    session.runAll();
    return session;
  }

  private static String said(Result result) {
    return result.outputs().stream().map(Output::sentence).collect(Collectors.joining("|"));
  }

  /** Whatever is changed: what stays fresh is what a run from scratch gives. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "params- | value: 0.3 | value: 0.5 | FRESH | FRESH",
        "params- | value: 0.3 | value: 1.0 | FRESH | FRESH",
        "params- | range: [0.1, 1] | range: [0.1, 0.6] | FRESH | FRESH",
        "params- | value: 30ms | value: 45ms | FRESH | FRESH",
        "params- | value: 30ms | value: 0.03s | FRESH | FRESH",
        "params- | a: {value: 0.2} | a: {value: 0.7} | FRESH | FRESH",
        "flow-ctl | lambda: $lambda | lambda: 0.3 | FAILED | FRESH",
        "flow-ctl | rule: lambda | rule: imc | STALE | FRESH",
        "flow-ctl | rate: 200/s | rate: 300/s | STALE | FRESH",
        "flow-ctl | dt: 1s | dt: 1s # as ever | FRESH | FRESH",
        "flow-pair | kp: $a | kp: $b | FRESH | FAILED",
        "flow-pair | 'kp: $a;ki: $b' | 'kp: $b;ki: $a' | FRESH | STALE",
        "flow-pair | ki: $b | ki: 0.1 | FRESH | FAILED",
        "plant-seed | slope: 90ms | slope: 80ms | STALE | STALE",
        "sweep-band | [0.2, 0.5] | [0.2, 0.4] | STALE | FRESH",
      })
  void isStaleByAllButWhatItTurns(
      String id, String text, String other, CellState band, CellState two) {
    Session session = session();
    Notebook before = session.snapshot().notebook();
    assertThat(session.snapshot().cells().values())
        .allSatisfy(cell -> assertThat(cell.state()).as(cell.address()).isEqualTo(CellState.FRESH));
    String source = before.cell(id).orElseThrow().source();
    String bent = source.replace(text.replace(';', '\n'), other.replace(';', '\n'));
    assertThat(bent).isNotEqualTo(source);
    session.setSource(id, bent);
    Snapshot after = session.snapshot();
    assertThat(after.cells().get("sweep-band").state()).isEqualTo(band);
    assertThat(after.cells().get("sweep-two").state()).isEqualTo(two);
    for (RunReport.CellReport scratch : Notebooks.run(after.notebook(), folder).cells()) {
      CellView cell = after.cells().get(after.topology().idOf(scratch.address()).orElse("params-"));
      if (cell.state() == CellState.FRESH && !scratch.address().startsWith("params")) {
        assertThat(said(cell.result().orElseThrow()))
            .as(scratch.address())
            .isEqualTo(said(scratch.result().orElseThrow()));
      }
    }
    session.undo();
    assertThat(session.snapshot().cells().get("sweep-band").state()).isEqualTo(CellState.FRESH);
  }

  @Test
  void theMarkReadsTheParameterAndAClickWritesIt() {
    Session session = session();
    SweepRecipe sweep = session.snapshot().cells().get("chart-map").sweep().orElseThrow();
    assertThat(sweep.current("$lambda")).contains(0.3);
    assertThat(sweep.current("flow.targetP99")).contains(30.0);
    KnobPlace place =
        KnobPlace.of(session.snapshot().topology(), sweep.run(), "$lambda").orElseThrow();
    session.edit("Set point", "map", n -> place.with(n, place.inUnitHere(0.5, "")));
    assertThat(session.snapshot().notebook().cell("params-").orElseThrow().source())
        .contains("lambda: {value: 0.5, range");
    assertThat(session.snapshot().cells().get("chart-map").sweep().orElseThrow().current("$lambda"))
        .contains(0.5);
    List<CellState> states = new ArrayList<>();
    session.snapshot().cells().values().forEach(cell -> states.add(cell.state()));
    assertThat(states).containsOnly(CellState.FRESH);
  }

  /** The number of now says nothing of whether the cell follows the parameter. */
  @Test
  void aCellAtTheBestIsStaleByWhetherItFollowsTheParameter() {
    Session session = session();
    String second = FLOW.replace("flow: ctl", "flow: second");
    session.edit(
        "Add",
        "add",
        n ->
            Notebook.of(
                Stream.concat(
                        n.cells().stream(),
                        Notebooks.of(
                            second,
                            "run: second\nplant: seed\nflow: second\nticks: 60\nat: sweep.band.best\n",
                            "export: second\nwhat: flow.second\nat: sweep.band.best\nas: json\n")
                            .cells()
                            .stream())
                    .toList()));
    session.runAll();
    assertThat(session.snapshot().cells().get("run-second").state()).isEqualTo(CellState.FRESH);
    session.edit(
        "Turn",
        "lambda",
        n ->
            KnobPlace.parameter(session.snapshot().topology(), "lambda")
                .orElseThrow()
                .with(n, 0.4));
    assertThat(session.snapshot().cells().get("export-second").state()).isEqualTo(CellState.FRESH);
    session.undo();
    session.setSource("flow-second", second.replace("lambda: $lambda", "lambda: 0.3"));
    for (String id : List.of("run-second", "export-second")) {
      CellView cell = session.snapshot().cells().get(id);
      assertThat(cell.state()).as(id).isEqualTo(CellState.FAILED);
      assertThat(cell.problems().get(0).sentence())
          .contains("sweep.band turns $lambda, which does not reach ");
    }
  }
}
