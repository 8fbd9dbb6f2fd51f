// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loopbench.figure.FigureWords;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.MapAxis;
import loopbench.figure.Mark;
import loopbench.figure.Panel;
import loopbench.knob.Scale;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import loopbench.score.Score;
import loopbench.tune.Axis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sweep over one knob: its curves, and its values with their units. */
class CurvesTest {
  private static final List<String> LOOP =
      List.of(
          "params:\n  lambda: {value: 0.3, range: [0.1, 1]}\n  target: {value: 30ms}\n",
          "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\n"
              + "capacity: {0s: 400/s, 300s: 150/s}\n",
          "flow: ctl\nrate: 200/s\nminRate: 5/s\nmaxRate: 800/s\ntargetP99: $target\ndt: 1s\n"
              + "gains: {rule: lambda, lambda: $lambda, plant: seed}\n",
          "run: smooth\nplant: seed\nflow: ctl\nticks: 600\n");
  private static final List<String> POOLS =
      List.of(
          "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nwarm-up: 60s\n",
          "load: ladder\nrequests: {0s: 2/s, 300s: 5/s, 900s: 1/s}\nprompt: 4000\noutput: 500\n",
          "scaler: depth\npreset: queue-depth\nreplicas: 2\nset: {maxReplicaCount: 8}\n",
          "run: busy\nplant: pool\nload: ladder\nscaler: depth\nfor: 20m\n",
          "sweep: s\nrun: busy\naxes:\n"
              + "  scaler.triggers.epp-running-requests.threshold: [2, 8, 32, 64]\n");

  @TempDir Path folder;

  private RunReport run(List<String> base, String... more) {
    List<String> sources = new ArrayList<>(base);
    sources.addAll(List.of(more));
    return Notebooks.run(Notebooks.of(sources.toArray(String[]::new)), folder);
  }

  private static RunReport.CellReport cell(RunReport report, String address) {
    return report.cells().stream()
        .filter(c -> c.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private static LineFigure curves(RunReport report, String address) {
    RunReport.CellReport cell = cell(report, address);
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return (LineFigure)
        cell.result().orElseThrow().outputs().stream()
            .filter(o -> o instanceof Output.Chart)
            .map(o -> ((Output.Chart) o).figure())
            .findFirst()
            .orElseThrow();
  }

  private static List<String> names(LineFigure figure) {
    return figure.panels().stream().map(Panel::name).toList();
  }

  @Test
  void oneKnobAndItsPrices() {
    RunReport report =
        run(
            LOOP,
            "sweep: knob\nrun: smooth\naxes: {flow.kp: {linear: [0.1, 3], n: 30}}\n",
            "chart: x\ndata: sweep.knob\n",
            "chart: y\ndata: sweep.knob\nview: curves\nmarks: [best]\n");
    LineFigure figure = curves(report, "sweep.knob");
    assertThat(names(figure))
        .containsExactly(
            "slo_debt + 0.3 * starvation + 0.1 * effort",
            "settle",
            "gain margin",
            "noise gain",
            "rebound");
    SweepRun run = (SweepRun) cell(report, "sweep.knob").result().orElseThrow().value();
    MapAxis along = (MapAxis) figure.along();
    assertThat(along.spacing()).isEqualTo(MapAxis.Spacing.LINEAR);
    assertThat(along.values()).isEqualTo(run.axes().get(0).array());
    Line settle = figure.panels().get(1).lines().get(0);
    int never = 0;
    for (int i = 0; i < 30; i++) {
      assertThat(settle.y()[i]).isEqualTo(run.result().scores(i).get(Score.SETTLE));
      assertThat(settle.fails()[i]).isEqualTo(!run.result().fails(i).isEmpty());
      never += Double.isInfinite(settle.y()[i]) ? 1 : 0;
    }
    assertThat(never).isPositive();
    double best = run.result().points().point(run.result().best().orElseThrow())[0];
    assertThat(figure.marks())
        .extracting(Mark::kind, Mark::x)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Mark.Kind.BEST, best),
            org.assertj.core.groups.Tuple.tuple(Mark.Kind.NOW, 0.5));
    assertThat(figure.panels().get(2).bounds()).extracting(b -> b.label()).contains("at least 2");
    assertThat(figure.panels().get(3).bounds()).extracting(b -> b.label()).contains("at most 1");
    assertThat(FigureWords.of(figure))
        .contains("Over kp from 0.1 to 3 (1/s)/ms: ", "never at " + never);
    assertThat(curves(report, "chart.x")).isEqualTo(figure);
    assertThat(curves(report, "chart.y").marks())
        .extracting(Mark::kind)
        .containsOnly(Mark.Kind.BEST);
  }

  @Test
  void poolsShowWhatIsPaidAndWhatIsMissed() {
    LineFigure figure = curves(run(POOLS), "sweep.s");
    assertThat(names(figure)).startsWith("replica hours", "attainment").contains("lost");
    assertThat(figure.panels().get(1).unit()).isEqualTo("%");
    assertThat(figure.panels().get(1).bounds().get(0).value()).isEqualTo(95);
    assertThat(figure.panels().get(1).bounds().get(0).label()).isEqualTo("at least 95 %");
    assertThat(((MapAxis) figure.along()).spacing()).isEqualTo(MapAxis.Spacing.LIST);
  }

  @Test
  void itsOwnConditionsAreAmongThePanels() {
    LineFigure figure =
        curves(
            run(
                LOOP,
                "sweep: s\nrun: smooth\naxes: {flow.kp: {log: [0.1, 1], n: 5, zero: true}}\n"
                    + "minimise: settle\nwhere: [overshoot <= 0.005s, starvation <= 2%]\n"),
            "sweep.s");
    assertThat(names(figure))
        .containsExactly(
            "settle", "gain margin", "noise gain", "rebound", "overshoot", "starvation");
    assertThat(figure.panels().get(4).bounds().get(0).value()).isEqualTo(5);
    assertThat(((MapAxis) figure.along()).zeroRow()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "view: map | {$lambda: [0.3, 0.4]} | a map needs two axes; sweep.s has 1. Write `view: curves`, or take it out.",
        "view: curves | {$lambda: [0.3, 0.4], $target: [20ms, 30ms]} | curves need one axis; sweep.s has 2. Write `view: map`, or take it out.",
        "view: map | {$lambda: [0.3, 0.4], $target: [20ms, 30ms], flow.minRate: [5, 6]} | a map needs two axes; sweep.s has 3. Show its table instead.",
        "marks: [best] | {$lambda: [0.3, 0.4], $target: [20ms, 30ms], flow.minRate: [5, 6]} | a picture needs one axis or two; sweep.s has 3. Show its table instead.",
        "plant: seed | {$lambda: [0.3, 0.4]} | curves are of all plants together, and sweep.s has one axis. Take plant out, or sweep on `seed` alone.",
      })
  void aChartThatCannotBe(String chart, String axes, String sentence) {
    RunReport report =
        run(
            LOOP,
            "sweep: s\nrun: smooth\nplants: [seed]\naxes: " + axes + "\n",
            "chart: x\ndata: sweep.s\n" + chart + "\n");
    assertThat(cell(report, "chart.x").sentence()).contains(sentence);
  }

  // ---- values ----------------------------------------------------------------------------------

  @Test
  void valuesAreToldWithTheirUnit() {
    RunReport report =
        run(
            LOOP,
            "sweep: s\nrun: smooth\nminimise: settle\nwhere: []\n"
                + "axes: {$target: [10ms, 20ms], flow.minRate: [5, 6], flow.kp: [0.2, 0.3]}\n");
    assertThat(cell(report, "sweep.s").sentence())
        .matches("Set \\$target to [12]0 ms, minRate to [56]/s and kp to 0\\.[23], the best.*");
    Output.Table table =
        (Output.Table)
            cell(report, "sweep.s").result().orElseThrow().outputs().stream()
                .filter(o -> o instanceof Output.Table)
                .findFirst()
                .orElseThrow();
    assertThat(table.headings()).startsWith("", "$target [ms]", "minRate [1/s]", "kp");
    assertThat(table.rows().get(0).get(1)).matches("[12]0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.1 0.45000000000000007 0.8 | ms | 0.45000000000000007 | 0.45 ms",
        "1000 1000.5 1001 | s | 1000.5 | 1000.5 s",
        "1000 1000.5 1001 | s | 1001 | 1001 s",
        "10000 20000 | tokens | 20000 | 20000 tokens",
        "1 2 | 1/s | 1.23456 | 1.23/s",
        "1 2 | (1/s)/ms | 2 | 2",
        "50 99.5 99.95 | % | 99.95 | 99.95 %",
        "0 1 | ms | 0 | 0 ms",
      })
  void asManyDigitsAsTellNeighboursApart(String values, String unit, double value, String text) {
    Axis axis =
        new Axis(
            "x",
            unit,
            Scale.LINEAR,
            Arrays.stream(values.split(" ")).map(Double::valueOf).toList());
    assertThat(SweepWords.value(axis, value)).isEqualTo(text);
  }
}
