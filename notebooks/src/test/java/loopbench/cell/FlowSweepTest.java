// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import loopbench.figure.Curve;
import loopbench.figure.MapFigure;
import loopbench.figure.SeedShares;
import loopbench.flow.Gains;
import loopbench.plant.LinearPlant;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import loopbench.score.LinearLoop;
import loopbench.score.Score;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sweeps of an admission loop: several plants and seeds, other searches, and what is refused. */
class FlowSweepTest {
  private static final String SLOW =
      "plant: slow\nmodel: affine-latency\nfloor: 5ms\nslope: 180ms\ncapacity: {0s: 400/s, 30s: 150/s}\n";
  private static final String NOISY =
      "plant: noisy\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: {0s: 400/s, 30s: 150/s}\n"
          + "sensor: {samples: 200, tail: exponential}\n";
  private static final String LOUD = "run: loud\nplant: noisy\nflow: ctl\nticks: 120\n";
  private static final String AXES =
      "axes:\n  flow.kp: {log: [0.02, 2], n: 6}\n  flow.ki: {log: [1.0e-4, 0.01], n: 6}\n";

  @TempDir Path folder;

  private RunReport run(String... more) {
    List<String> sources =
        new ArrayList<>(
            List.of(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                SLOW,
                NOISY,
                Notebooks.FLOW,
                Notebooks.RUN.replace("60", "120"),
                LOUD));
    sources.addAll(Arrays.asList(more));
    return Notebooks.run(Notebooks.of(sources.toArray(String[]::new)), folder);
  }

  private static RunReport.CellReport cell(RunReport report, String address) {
    return report.cells().stream()
        .filter(c -> c.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private static SweepRun swept(RunReport report) {
    RunReport.CellReport cell = cell(report, "sweep.s");
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return (SweepRun) cell.result().orElseThrow().value();
  }

  private static MapFigure map(RunReport report, String address) {
    return (MapFigure)
        ((Output.Chart)
                cell(report, address).result().orElseThrow().outputs().stream()
                    .filter(o -> o instanceof Output.Chart)
                    .findFirst()
                    .orElseThrow())
            .figure();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"grid", "adaptive", "sobol(64)", "random(64)", "cma-es(40)", "nelder-mead(40)"})
  void everySearchRecommendsWhatHoldsAndSaysWhy(String search) {
    RunReport report =
        run(
            "sweep: s\nrun: baseline\n" + AXES + "search: " + search + "\nlimit: {points: 2000}\n",
            "run: best\nplant: seed\nflow: ctl\nticks: 120\nat: sweep.s.best\n",
            "check: c\nthat:\n  - run.best.class == settles\n  - run.best.gain_margin >= 2\n");
    SweepRun run = swept(report);
    assertThat(cell(report, "sweep.s").sentence())
        .startsWith("Set kp to ")
        .contains(
            " It has the least `slo_debt + 0.3 * starvation + 0.1 * effort` of the ",
            "(the default conditions). What that costs: ");
    assertThat(cell(report, "check.c").passed()).isTrue();
    Map<String, Object> json =
        cell(report, "sweep.s").result().orElseThrow().machine().orElseThrow().json();
    assertThat(json).containsKeys("best", "neighbourhood", "controls", "minimise", "where");
    assertThat(run.controls().stream().map(Swept.Control::name))
        .containsExactly("current when swept", "fixed at 41.7/s");
    assertThat(run.rows()).hasSize(run.result().size());
  }

  @Test
  void plantsCanBePeeledOffTheirIntersection() {
    RunReport report =
        run(
            "sweep: s\nrun: baseline\nplants: [seed, slow]\n" + AXES,
            "chart: seed-alone\ndata: sweep.s\nplant: seed\n",
            "chart: slow-alone\ndata: sweep.s\nplant: slow\n");
    MapFigure both = map(report, "sweep.s");
    MapFigure seed = map(report, "chart.seed-alone");
    MapFigure slow = map(report, "chart.slow-alone");
    int settles = 0;
    for (int i = 0; i < both.classAt().length; i++) {
      boolean onAll = seed.classAt()[i] == 0 && slow.classAt()[i] == 0;
      assertThat(both.classAt()[i] == 0).isEqualTo(onAll);
      settles += seed.classAt()[i] == 0 ? 1 : 0;
    }
    assertThat(settles).isGreaterThan(0);
    assertThat(seed.classAt()).isNotEqualTo(slow.classAt());
    assertThat(both.subtitle()).endsWith("the worst on seed and slow");
    assertThat(slow.subtitle()).endsWith("on slow alone");
    assertThat(cell(report, "sweep.s").sentence()).contains("on each of seed and slow");
  }

  private static List<String> limits(MapFigure map) {
    return map.limits().stream()
        .filter(c -> !c.label().isEmpty())
        .map(c -> c.label() + (c.minor() ? " (thin)" : "") + " " + c.pattern())
        .toList();
  }

  @Test
  void eachPlantAndEachLevelOfItsScheduleHasItsLine() {
    String steady =
        "plant: steady\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 150/s\n";
    String lag =
        "plant: lag\nmodel: first-order\ngain: 0.25\ntime-constant: 3s\ndead-time: 2s\nfloor: 5ms\n";
    RunReport report =
        run(
            steady,
            lag,
            "sweep: s\nrun: baseline\n" + AXES,
            "sweep: t\nrun: baseline\nplants: [seed, slow, steady, lag]\n" + AXES,
            "chart: peeled\ndata: sweep.t\nplant: lag\n",
            "chart: plain\ndata: sweep.t\nmarks: [best]\n");
    assertThat(limits(map(report, "sweep.s")))
        .containsExactly("limit at 400/s (thin) 0", "limit at 150/s 0");
    assertThat(limits(map(report, "sweep.t")))
        .containsExactly(
            "seed at 400/s (thin) 0",
            "seed at 150/s, steady 0", // they answer alike from then on
            "slow at 400/s (thin) 1",
            "slow at 150/s 1",
            "lag 3");
    assertThat(limits(map(report, "chart.peeled"))).containsExactly("stability limit 0");
    assertThat(limits(map(report, "chart.plain"))).isEmpty();
    // (1/g + kp) / dt with g = 180/150
    Curve slow =
        map(report, "sweep.t").limits().stream()
            .filter(c -> c.label().equals("slow at 150/s"))
            .findFirst()
            .orElseThrow();
    assertThat(slow.y()[0]).isCloseTo((150.0 / 180 + 0.02) / 1000, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lag", "kick"})
  void whereNoClosedFormHoldsTheLineIsTheSampledLoops(String plant) {
    // with a derivative, and on a plant that lags
    RunReport report =
        run(
            "plant: lag\nmodel: first-order\ngain: 0.25\ntime-constant: 3s\ndead-time: 2s\nfloor: 5ms\n",
            "plant: kick\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 150/s\n",
            Notebooks.FLOW.replace("flow: ctl", "flow: d") + "kd: 0.2\n",
            "run: r\nplant: " + plant + "\nflow: d\nticks: 60\n",
            "sweep: s\nrun: r\naxes:\n  flow.kp: {log: [0.02, 2], n: 6}\n"
                + "  flow.ki: {log: [1.0e-5, 0.1], n: 6}\n");
    MapFigure map = map(report, "sweep.s");
    Curve line = map.limits().get(0);
    LinearPlant linear =
        ((RunRecipe.Flow) swept(report).recipe().base()).scenario().plant().linear(1000, 0).get();
    int edges = 0;
    for (int i = 0; i < line.x().length; i++) {
      if (!Double.isNaN(line.y()[i])) {
        edges++;
        Gains below = new Gains(line.x()[i], 0.999 * line.y()[i], 0.2, 0);
        Gains above = new Gains(line.x()[i], 1.001 * line.y()[i], 0.2, 0);
        assertThat(new LinearLoop(below, linear, 1000).stable()).isTrue();
        assertThat(new LinearLoop(above, linear, 1000).stable()).isFalse();
      }
    }
    assertThat(edges).isGreaterThan(10);
  }

  @Test
  void aNoisyLoopIsRankedOnTheMeanOfItsSeedsAndShowsTheirSpread() {
    RunReport report = run("sweep: s\nrun: loud\nseeds: 5\n" + AXES);
    SweepRun run = swept(report);
    int best = run.result().winner().orElseThrow();
    assertThat(run.result().scores(best).get(Score.SETTLED)).isGreaterThanOrEqualTo(0.95);
    assertThat(cell(report, "sweep.s").sentence())
        .contains("the best of 36 points, 5 seeds each.", "`settled >= 95%`", "settled 100 %")
        .containsPattern("slo debt [0-9.]+ \\([0-9.]+ to [0-9.]+\\)");
    MapFigure map = map(report, "sweep.s");
    SeedShares shares = map.shares().orElseThrow();
    assertThat(shares.seeds()).isEqualTo(5);
    int tried = 0;
    for (int i = 0; i < run.result().size(); i++) {
      int at = i % 6 * 6 + i / 6; // figures run through the first axis fastest
      double settled = run.result().scores(i).get(Score.SETTLED);
      assertThat(Double.compare(shares.settled()[at], settled)).isZero();
      assertThat(map.classAt()[at] == 0).isEqualTo(settled > 0.5);
      tried += Double.isNaN(settled) ? 0 : 1;
    }
    assertThat(tried).isBetween(1, 35); // what does not settle without noise is not tried with it
    assertThat(map(run("sweep: s\nrun: loud\n" + AXES), "sweep.s").shares()).isEmpty();
  }

  @Test
  void whatTheTimeCutsOffIsPartialAndHasNoWinner() {
    RunReport report =
        run(
            "sweep: s\nrun: baseline\naxes:\n  flow.kp: {log: [0.001, 5], n: 900}\n"
                + "  flow.ki: {log: [1.0e-5, 0.1], n: 900}\nlimit: {time: 200ms}\n",
            "run: best\nplant: seed\nflow: ctl\nticks: 120\nat: sweep.s.best\n");
    RunReport.CellReport sweep = cell(report, "sweep.s");
    assertThat(sweep.result().orElseThrow().standing()).isEqualTo(Result.Standing.PARTIAL);
    assertThat(sweep.sentence()).startsWith("Stopped after ");
    assertThat(cell(report, "run.best").passed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "search: simplex | search cannot be `simplex`. It is one of grid, adaptive, sobol(100), random(100), cma-es(100) or nelder-mead(100).",
        "search: sobol | search cannot be `sobol`.",
        "search: grid(5) | search cannot be `grid(5)`.",
        "search: sobol(0) | sobol takes 1 to 100000 points, was 0.",
        "search: cma-es(999999) | cma-es takes 1 to 100000 points, was 999999.",
        "'search: cma-es(50);pareto: [slo_debt, noise_gain]' | cma-es(50) follows one number; state what is to be minimised, or search on a grid.",
        "'limit: {points: 35}' | the grid has 36 points, and limit.points allows 35.",
        "'search: sobol(64);seeds: 10;limit: {points: 600}' | sobol(64) has 64 points with 10 seeds each, and limit.points allows 600.",
        "where: class = settles | `class = settles` cannot be read",
      })
  void aSweepThatCannotBe(String more, String sentence) {
    RunReport report =
        run("sweep: s\nrun: baseline\n" + AXES + more.replace("'", "").replace(";", "\n") + "\n");
    assertThat(cell(report, "sweep.s").passed()).isFalse();
    assertThat(cell(report, "sweep.s").sentence()).contains(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{flow.kp: []} | the axis has no values. List some, such as `flow.kp: [1, 2, 4]`.",
        "{} | axes names no knob.",
        "{flow.kp: {log: [0.001, 5], n: 40000}, flow.ki: {log: [0.001, 5], n: 25000}} | A sweep has at most 1000000 points; take fewer values per axis.",
        "{flow.kp: [.nan]} | `.nan` on this axis is no number.",
        "{flow.kp: {log: [0, 5]}} | the axis runs from 0 to 5. Write the smaller end first, above 0",
        "{flow.kp: {log: [0.001, 5], n: 1000000000}} | axes.flow.kp.n is 1000000000. Write a whole number from 2 to 99999.",
        "{flow.kp: [1], flow.kp: [2]} | The key \"flow.kp\" stands here for the second time; the first is on line 3. Remove one of them.",
      })
  void axesThatCannotBe(String axes, String sentence) {
    RunReport report = run("sweep: s\nrun: baseline\naxes: " + axes + "\n");
    RunReport.CellReport last = report.cells().get(report.cells().size() - 1);
    assertThat(last.passed()).isFalse();
    assertThat(last.sentence()).contains(sentence);
  }

  @Test
  void aPlantThatNeverAnswersHasNoWinnerAndSaysWhy() {
    RunReport report =
        run(
            "plant: flat\nmodel: affine-latency\nfloor: 5ms\nslope: 0ms\ncapacity: 150/s\n",
            "run: still\nplant: flat\nflow: ctl\nticks: 120\n",
            "sweep: s\nrun: still\n" + AXES);
    assertThat(swept(report).result().best()).isEmpty();
    assertThat(cell(report, "sweep.s").sentence())
        .startsWith("No point fulfils all conditions (36 points); the closest is kp ")
        .contains("`class == settles`, being ", "class == settles holds at none of the 36 points.");
  }

  @Test
  void onlyASweepOfSeveralPlantsIsShownOfOne() {
    RunReport report =
        run(
            "sweep: s\nrun: baseline\nplants: [seed]\n" + AXES,
            "chart: a\ndata: sweep.s\nplant: slow\n",
            "chart: b\ndata: run.baseline\nplant: slow\n");
    assertThat(cell(report, "chart.a").sentence())
        .contains("sweep.s does not try `slow`. It tries seed.");
    assertThat(cell(report, "chart.b").sentence())
        .contains("only a sweep's map can be shown of one plant.");
  }
}
