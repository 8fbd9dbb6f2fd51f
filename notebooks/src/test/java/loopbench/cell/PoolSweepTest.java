// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import loopbench.figure.Figure;
import loopbench.figure.FigureDrawing;
import loopbench.figure.Ink;
import loopbench.figure.Png;
import loopbench.figure.ScatterFigure;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import loopbench.score.Score;
import loopbench.score.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sweeps over thresholds in closed loop: what serves the load, what it costs, and the front. */
class PoolSweepTest {
  private static final String POOL =
      "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nwarm-up: 60s\n";
  private static final String LOAD =
      "load: ladder\nrequests: {0s: 2/s, 300s: 5/s, 900s: 1/s}\n"
          + "prompt: {mean: 4000, sd: 300, min: 3500, max: 4500}\noutput: {mean: 500, sd: 40}\n";
  private static final String SCALER =
      "scaler: depth\npreset: queue-depth\nreplicas: 2\nset: {maxReplicaCount: 8}\n";
  private static final String RUN =
      "run: busy\nplant: pool\nload: ladder\nscaler: depth\nfor: 20m\n";
  private static final String SWEEP =
      "sweep: front\nrun: busy\naxes:\n"
          + "  scaler.triggers.epp-running-requests.threshold: [2, 4, 8, 16, 32, 64]\n"
          + "  scaler.behavior.scaleDown.stabilizationWindowSeconds: [0, 300]\n";

  @TempDir Path folder;

  private RunReport run(String... more) {
    List<String> sources = new ArrayList<>(List.of(POOL, LOAD, SCALER, RUN));
    sources.addAll(List.of(more));
    return Notebooks.run(Notebooks.of(sources.toArray(String[]::new)), folder);
  }

  private static RunReport.CellReport cell(RunReport report, String address) {
    return report.cells().stream()
        .filter(c -> c.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private static SweepRun swept(RunReport report) {
    RunReport.CellReport cell = cell(report, "sweep.front");
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return (SweepRun) cell.result().orElseThrow().value();
  }

  @Test
  void theCheapestThatServesTheLoadWins() {
    RunReport report = run(SWEEP);
    SweepRun run = swept(report);
    int best = run.result().winner().orElseThrow();
    double hours = run.result().scores(best).get(Score.REPLICA_HOURS);
    for (int i = 0; i < run.result().size(); i++) {
      Scores one = run.result().scores(i);
      boolean serves = one.get(Score.ATTAINMENT) >= 0.95 && one.get(Score.LOST_SHARE) <= 0.001;
      assertThat(serves && one.get(Score.REPLICA_HOURS) < hours).isFalse();
      assertThat(serves || i != best).isTrue();
    }
    assertThat(cell(report, "sweep.front").sentence())
        .startsWith("Set epp-running-requests threshold to ")
        .contains("the best of 12 points. It has the least `replica_hours` of the ")
        .contains(
            "`attainment >= 95%` and `lost_share <= 0.1%` (the default conditions). What that"
                + " costs: replica hours ");
    assertThat(run.controls().stream().map(Swept.Control::name))
        .startsWith("current when swept", "fixed at 1 replica")
        .endsWith("fixed at 8 replicas")
        .hasSize(4);
    Output.Table table =
        (Output.Table)
            cell(report, "sweep.front").result().orElseThrow().outputs().stream()
                .filter(o -> o instanceof Output.Table)
                .findFirst()
                .orElseThrow();
    assertThat(table.rows().stream().map(r -> r.get(0)))
        .startsWith("best", "current when swept")
        .hasSize(5);
    assertThat(table.headings()).endsWith("fails");
    assertThat(table.rows().get(0)).endsWith("");
    assertThat(table.rows().get(2).get(table.headings().size() - 1)).contains("attainment >= 95%");
  }

  @Test
  void aFrontIsDrawnListedAndMarked() throws IOException {
    RunReport report =
        run(
            SWEEP + "pareto: [replica_hours, missed]\nwhere: []\nseeds: 3\n",
            "chart: f\ndata: sweep.front\nview: pareto\n",
            "chart: m\ndata: sweep.front\nview: map\n",
            "run: best\nplant: pool\nload: ladder\nscaler: depth\nfor: 20m\nat: sweep.front.best\n");
    assertThat(report.failed()).as(report.cells().toString()).isZero();
    SweepRun run = swept(report);
    List<Integer> front = run.result().front().orElseThrow().points();
    assertThat(front.size()).isGreaterThan(2);
    assertThat(run.result().winner()).isEqualTo(run.result().front().orElseThrow().knee());
    Scores first = run.result().scores(front.get(0));
    assertThat(first.seeds()).isEqualTo(3);
    assertThat(first.least(Score.MISSED)).isLessThan(first.most(Score.MISSED));
    assertThat(run.columns())
        .contains("replica_hours_least [replica·h]", "missed_most")
        .endsWith("front");
    assertThat(run.rows().stream().filter(r -> r.get(r.size() - 1).equals("true")))
        .hasSize(front.size());
    RunReport.CellReport cell = cell(report, "sweep.front");
    Map<String, Object> json = cell.result().orElseThrow().machine().orElseThrow().json();
    assertThat((List<?>) json.get("front")).hasSize(front.size());
    assertThat(cell.sentence())
        .contains("It is the knee of the front of `replica_hours` and `missed`");
    Figure figure =
        ((Output.Chart) cell(report, "chart.f").result().orElseThrow().outputs().get(0)).figure();
    assertThat(figure).isInstanceOf(ScatterFigure.class);
    Path pictures = Files.createDirectories(Path.of("target", "figures"));
    for (Ink ink : Ink.values()) {
      Files.write(
          pictures.resolve("pool-front-" + ink.name().toLowerCase(Locale.ROOT) + ".png"),
          Png.encode(figure, ink, 760, FigureDrawing.heightFor(figure, 760, true), 2));
    }
  }

  @Test
  void ifNothingServesTheLoadTheClosestIsSaid() {
    RunReport report = run(SWEEP + "where:\n  - attainment >= 99.999%\n  - replica_hours <= 0.1\n");
    assertThat(swept(report).result().best()).isEmpty();
    assertThat(cell(report, "sweep.front").sentence())
        .startsWith("No point serves the load (12 points); the closest is epp-running-requests")
        .contains("which fails ")
        .contains("`replica_hours <= 0.1` with ")
        .endsWith("replica_hours <= 0.1 holds at none of the 12 points.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pareto: [replica_hours] | pareto: a front is of two different scores.",
        "pareto: [replica_hours, mised] | pareto names `mised`, which is no score. Did you mean missed or ise?",
        "seeds: 0 | seeds is 0. Write a whole number from 1 to 1000.",
        "seeds: 1001 | seeds is 1001. Write a whole number from 1 to 1000.",
        "'seeds: 500;limit: {points: 5000}' | the grid has 12 points with 500 seeds each, and limit.points allows 5000.",
        "'limit: {time: 0s}' | limit.time is not above 0. Write it like `time: 60s`.",
      })
  void aSweepThatCannotBe(String more, String sentence) {
    String text = more.replace("'", "").replace(";", "\n") + "\n";
    RunReport report = run(SWEEP + text);
    assertThat(report.cells().stream().map(RunReport.CellReport::sentence))
        .anySatisfy(s -> assertThat(s).contains(sentence.replaceFirst("^pareto: ", "")));
  }

  @Test
  void aChartOfAFrontNeedsOne() {
    RunReport report = run(SWEEP, "chart: f\ndata: sweep.front\nview: pareto\n");
    assertThat(cell(report, "chart.f").sentence())
        .contains("sweep.front asks for no front. Write `pareto: [replica_hours, missed]` there.");
  }
}
