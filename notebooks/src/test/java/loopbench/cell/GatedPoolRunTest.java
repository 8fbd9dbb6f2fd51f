// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An admission controller before a pool, in cells. */
class GatedPoolRunTest {
  private static final String PLANT =
      "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\ngateway: {detector: off}\n";
  private static final String LOAD =
      "load: rise\nrequests: {0s: 1.5/s, 300s: 6/s}\n"
          + "prompt: {mean: 4000, sd: 300, min: 3500, max: 4500}\noutput: {mean: 500, sd: 80}\n";
  private static final String FLOW =
      "flow: door\nrate: 2/s\nminRate: 0.5/s\nmaxRate: 3/s\ntargetP99: 3s\nquantile: 90%\n"
          + "queueCapacity: 5\nkp: 0.0003\nki: 3.0e-8\ndt: 10s\npreload: true\n";
  private static final String SCALER = "scaler: tokens\npreset: token-backlog\n";
  private static final String RUN =
      "run: both\nplant: pool\nload: rise\nflow: door\nscaler: tokens\nfor: 20m\n";

  @TempDir Path folder;

  private RunReport.CellReport ran(String address, String... more) {
    return Notebooks.run(Notebooks.of(more), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void bothLoopsRunOnOnePool() {
    RunReport.CellReport cell =
        ran(
            "run.both",
            PLANT,
            LOAD,
            FLOW,
            SCALER,
            RUN,
            "check: seen\nthat:\n  - run.both.lost >= 1000\n  - run.both.at_ceiling >= 50%\n");
    assertThat(cell.problems()).isEmpty();
    PoolsRun run = (PoolsRun) cell.result().orElseThrow().value();
    assertThat(run.trace().first().refused()).isGreaterThan(1_000);
    assertThat(cell.sentence())
        .contains("with 1 replica asked for")
        .endsWith(run.trace().first().refused() + " were lost.");
    assertThat(run.columns())
        .containsSequence("rate [1/s]", "measured [ms]", "waiting for admission", "refused");
    assertThat(run.rows()).allSatisfy(row -> assertThat(row).hasSameSizeAs(run.columns()));
    int rate = run.columns().indexOf("rate [1/s]");
    assertThat(run.rows().get(0).get(rate)).isEmpty(); // nothing observed yet is no rate of 0
    assertThat(Double.parseDouble(run.rows().get(40).get(rate))).isBetween(2.9, 3.0);
    Output.Chart chart =
        cell.result().orElseThrow().outputs().stream()
            .filter(Output.Chart.class::isInstance)
            .map(Output.Chart.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(((loopbench.figure.LineFigure) chart.figure()).panels())
        .extracting(loopbench.figure.Panel::name)
        .containsExactly(
            "replicas", "queue", "running", "first token p90", "admitted rate", "measured latency");
    Output.Facts facts = (Output.Facts) cell.result().orElseThrow().outputs().get(0);
    assertThat(facts.facts())
        .extracting(Fact::name)
        .contains("admitted at the end", "not admitted");
  }

  @Test
  void aSweepTurnsTheControllerAndTheScaler() {
    RunReport.CellReport cell =
        ran(
            "sweep.door",
            PLANT,
            LOAD,
            FLOW,
            SCALER,
            RUN,
            "sweep: door\nrun: both\naxes:\n  flow.maxRate: [3, 6]\n"
                + "  scaler.triggers.prefill-backlog-seconds.threshold: [0.5, 1.5]\n");
    assertThat(cell.problems()).isEmpty();
    assertThat(((SweepRun) cell.result().orElseThrow().value()).result().done()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "measures: p99 | line 7: measures cannot be `p99`. It is one of ttft or e2e.",
        "rate: 3/s | line 7: a run on a pool has no rate. Take it out.",
      })
  void whatCannotBe(String field, String sentence) {
    assertThat(ran("run.both", PLANT, LOAD, FLOW, SCALER, RUN + field + "\n").sentence())
        .startsWith("run.both, " + sentence);
  }

  @Test
  void measuresNeedsAController() {
    String run = "run: both\nplant: pool\nload: rise\nreplicas: 2\nmeasures: e2e\nfor: 10m\n";
    assertThat(ran("run.both", PLANT, LOAD, run).sentence())
        .isEqualTo(
            "run.both, line 5: measures says which latency an admission controller holds, and there"
                + " is none. Write `flow: <name>` beside it, or take it out.");
    assertThat(
            ran(
                    "run.r",
                    Notebooks.PLANT,
                    FLOW,
                    "run: r\nplant: seed\nflow: door\nticks: 9\nmeasures: ttft\n")
                .sentence())
        .isEqualTo(
            "run.r, line 5: measures tells two latencies of a pool apart; this plant has one. Take"
                + " it out.");
  }

  @Test
  void oneOfSeveralPoolsMayHaveOne() {
    String run =
        "run: both\nfor: 10m\npools:\n  a: {plant: pool, load: rise, flow: door, measures: e2e,"
            + " replicas: 1}\n  b: {plant: pool, load: rise, replicas: 2}\n";
    PoolsRun value =
        (PoolsRun) ran("run.both", PLANT, LOAD, FLOW, run).result().orElseThrow().value();
    assertThat(value.trace().pools())
        .extracting(p -> p.admission().isPresent())
        .isEqualTo(List.of(true, false));
  }
}
