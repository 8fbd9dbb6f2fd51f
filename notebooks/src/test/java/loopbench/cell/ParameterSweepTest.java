// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import loopbench.cell.lang.Numbers;
import loopbench.flow.FlowSettings;
import loopbench.loop.Admission;
import loopbench.notebook.Notebook;
import loopbench.run.HeadlessRun;
import loopbench.run.Notebooks;
import loopbench.run.Overrides;
import loopbench.run.RunReport;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sweeps over parameters: whatever is made with one follows it, as when it is turned by hand. */
class ParameterSweepTest {
  private static final String PARAMS =
      """
      params:
        lambda: {value: 0.3, range: [0.1, 1]}
        target: {value: 30ms, range: [5ms, 200ms]}
        cap: {value: 150/s}
        low: {value: 5/s}
        least: {value: 1}
        most: {value: 8}
        share: {value: 99%}
        depth: {value: 20}
        gear: {value: 2, choices: [1, 2, 4]}
        warm: {value: 60s}
        rule: {value: lambda}
        idle: {value: 3}
      """;
  private static final String PLANT =
      "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: {0s: 400/s, 30s: $cap}\n";
  private static final String OTHER =
      "plant: other\nmodel: affine-latency\nfloor: 5ms\nslope: 120ms\ncapacity: 150/s\n";
  private static final String FLOW =
      "flow: ctl\nrate: 200/s\nminRate: $low\nmaxRate: 800/s\ntargetP99: $target\nquantile: $share\n"
          + "dt: 1s\ngains: {rule: $rule, lambda: $lambda, plant: seed}\n";
  private static final String RUN = "run: baseline\nplant: seed\nflow: ctl\nticks: 120\n";
  private static final String FIXED =
      "run: fixed\nplant: seed\nrate: $cap\ntarget: $target\nticks: 80\n";
  private static final String INCIDENT =
      """
      source: incident
      file: samples/series/queue-incident.json
      series:
        queue: {metric: llm_d_epp_flow_control_queue_size, reduce: sum}
        running: {metric: llm_d_epp_request_running, reduce: sum}
      """;
  private static final String SCALER =
      "scaler: keda\nmanifest: samples/scaledobjects/queue-depth.yaml\n"
          + "set: {triggers.epp-running-requests.threshold: $depth}\n";
  private static final String REPLAY =
      "run: replayed\nreplay: source.incident\nscaler: keda\n"
          + "series: {epp-queue-size: queue, epp-running-requests: running}\n"
          + "need: {series: running, per-replica: 20}\n";
  private static final String POOLS =
      """
      plant: pool
      model: model-server-pool
      preset: qwen3-32b-2xh100
      warm-up: $warm
      ---
      load: rise
      requests: {0s: 2/s, 200s: 5/s}
      prompt: 4000
      output: 300
      ---
      scaler: depth
      preset: queue-depth
      with: {running: $depth}
      replicas: 2
      set: {maxReplicaCount: 6}
      ---
      run: busy
      plant: pool
      load: rise
      scaler: depth
      for: 10m
      """;

  @TempDir Path folder;

  /** Only what the texts speak of, since each cell runs. */
  private static Notebook notebook(String... more) {
    String all = String.join("", more);
    List<String> sources = new ArrayList<>(List.of(PARAMS, PLANT, OTHER, FLOW, RUN, FIXED));
    if (all.contains("replay") || all.contains("keda")) {
      sources.addAll(List.of(INCIDENT, SCALER, REPLAY));
    }
    if (all.contains("busy") || all.contains("rise")) {
      sources.addAll(Arrays.asList(POOLS.split("---\n")));
    }
    sources.addAll(Arrays.asList(more));
    return Notebooks.of(sources.toArray(String[]::new));
  }

  private RunReport run(String... more) {
    return Notebooks.run(notebook(more), folder);
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

  private static Scores scores(RunReport report, String address) {
    RunReport.CellReport cell = cell(report, address);
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return ((RunResult) cell.result().orElseThrow().value()).scores();
  }

  // ---- the law ---------------------------------------------------------------------------------

  /** Each point is to the bit what the run alone gives with these parameters set from outside. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "baseline | {$lambda: {linear: [0.1, 1], n: 7}}",
        "baseline | {$lambda: [0.2, 0.5], flow.targetP99: [20ms, 30ms, 45ms]}",
        "baseline | {flow.targetP99: [20ms, 45ms], $lambda: [0.2, 0.5]}",
        "baseline | {$target: [20ms, 35ms], $lambda: [0.2, 0.5]}",
        "baseline | {$cap: {log: [100, 400], n: 4}}",
        "baseline | {$share: [95, 99.9%]}",
        "fixed | {$cap: [100/s, 130], $target: [0.02s, 30]}",
        "replayed | {$depth: [5, 20, 80]}",
        "replayed | {$depth: [5, 80], scaler.triggers.epp-queue-size.threshold: [1, 8]}",
        "busy | {$warm: [0.5m, 240s], $depth: [4, 32]}",
        "busy | {scaler.behavior.scaleDown.stabilizationWindowSeconds: [0, 300], $depth: [4, 32]}",
      })
  void eachPointIsTheRunWithItsParameters(String base, String axes) {
    SweepRun run = swept(run("sweep: s\nrun: " + base + "\naxes: " + axes + "\n"));
    for (int i = 0; i < run.result().size(); i++) {
      double[] point = run.result().points().point(i);
      Map<String, String> parameters = ParameterAxis.texts(run.axes(), point);
      List<String> single = new ArrayList<>();
      for (int a = 0; a < point.length; a++) {
        Axis axis = run.axes().get(a);
        if (!ParameterAxis.is(axis)) {
          single.add(axis.path() + ": [" + point[a] + "]");
        }
      }
      String knobs = "sweep: s\nrun: " + base + "\naxes: {" + String.join(", ", single) + "}\n";
      String more = single.isEmpty() ? "check: " + base + "\nthat: [1 == 1]\n" : knobs;
      Notebook alone =
          Overrides.apply(notebook(more), CellKinds.standard(), parameters)
              .notebook()
              .orElseThrow();
      RunReport report = Notebooks.run(alone, folder);
      Scores expected =
          single.isEmpty() ? scores(report, "run." + base) : swept(report).result().scores(0);
      assertThat(run.result().scores(i).loopClass()).isEqualTo(expected.loopClass());
      for (Score score : Score.values()) {
        assertThat(Double.doubleToLongBits(run.result().scores(i).get(score)))
            .as("%s at %s", score, parameters)
            .isEqualTo(Double.doubleToLongBits(expected.get(score)));
      }
    }
    assertThat(run.result().size()).isGreaterThan(1);
  }

  /** The one knob's three prices, from each point's own gains. */
  @Test
  void lambdaHasItsPricesAtEachPoint() {
    SweepRun run =
        swept(run("sweep: s\nrun: baseline\naxes: {$lambda: {linear: [0.1, 1], n: 10}}\n"));
    double before = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 10; i++) {
      double lambda = run.result().points().point(i)[0];
      Scores scores = run.result().scores(i);
      double kp = lambda / 0.6;
      assertThat(scores.get(Score.GAIN_MARGIN)).isCloseTo(2 / lambda, offset());
      assertThat(scores.get(Score.NOISE_GAIN))
          .isCloseTo(kp / Math.sqrt(lambda * (2 - lambda)), offset());
      assertThat(scores.get(Score.SETTLE)).isLessThanOrEqualTo(before);
      before = scores.get(Score.SETTLE);
    }
    assertThat(run.columns()).startsWith("$lambda", "class");
  }

  private static Offset<Double> offset() {
    return Offset.offset(1e-9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"grid", "adaptive", "sobol(30)", "random(30)", "cma-es(30)", "nelder-mead(30)"})
  void anyNumberOfThreadsFindsTheSameToTheBit(String search) {
    String sweep =
        "sweep: s\nrun: baseline\naxes: {$lambda: {linear: [0.1, 1], n: 7}, $target: {log: [10ms, 90ms], n: 5}}\n"
            + "limit: {points: 500}\nsearch: "
            + search
            + "\n";
    List<List<List<String>>> rows = new ArrayList<>();
    for (int threads : new int[] {1, 2, 7}) {
      RunReport report =
          HeadlessRun.run(
              notebook(sweep),
              CellKinds.standard(),
              Notebooks.library(folder),
              new HeadlessRun.Limits(false, threads, () -> false),
              cell -> {});
      rows.add(swept(report).rows());
    }
    assertThat(rows.get(0)).isEqualTo(rows.get(1)).isEqualTo(rows.get(2)).isNotEmpty();
  }

  @Test
  void aPointMustHoldOnEveryPlantMadeWithIt() {
    String axes = "axes: {$cap: [120, 150, 200]}\n";
    SweepRun both = swept(run("sweep: s\nrun: baseline\nplants: [seed, other]\n" + axes));
    SweepRun seed = swept(run("sweep: s\nrun: baseline\n" + axes));
    for (int i = 0; i < 3; i++) {
      assertThat(both.result().scores(i).parts()).hasSize(2);
      assertThat(both.result().scores(i).parts().get(0))
          .isEqualTo(seed.result().scores(i).loopClass().orElseThrow());
    }
    assertThat(both.rows()).isNotEqualTo(seed.rows());
  }

  // ---- the winner used further -----------------------------------------------------------------

  @Test
  void theWinnersParametersGoWhereTheWinnerGoes() throws CellFailure {
    RunReport report =
        run(
            "sweep: s\nrun: baseline\naxes: {$lambda: [0.4, 0.6], flow.targetP99: [20ms, 25ms]}\n"
                + "minimise: slo_debt\nwhere:\n  - class == settles\n",
            "run: best\nplant: seed\nflow: ctl\nticks: 120\nat: sweep.s.best\n",
            "export: o\nwhat: flow.ctl\nat: sweep.s.best\nas: json\n",
            "check: c\nthat:\n  - sweep.s.best.lambda == 0.6\n  - sweep.s.best.flow.targetP99 == 20ms\n");
    SweepRun run = swept(report);
    assertThat(run.best()).containsExactly(0.6, 20);
    assertThat(scores(report, "run.best").get(Score.GAIN_MARGIN))
        .isEqualTo(run.bestScores().get(Score.GAIN_MARGIN));
    assertThat(scores(report, "run.best").get(Score.SLO_DEBT))
        .isEqualTo(run.bestScores().get(Score.SLO_DEBT));
    Output.Document document =
        (Output.Document) cell(report, "export.o").result().orElseThrow().outputs().get(0);
    FlowRun best = (FlowRun) cell(report, "run.best").result().orElseThrow().value();
    FlowSettings settings = ((Admission.Controlled) best.scenario().admission()).settings();
    assertThat(document.text())
        .contains("\"kp\": " + Numbers.text(settings.gains().kp()), "\"targetP99\": 20,");
    assertThat(settings.gains().kp()).isCloseTo(1, offset());
    assertThat(cell(report, "check.c").passed()).as(cell(report, "check.c").sentence()).isTrue();
  }

  @Test
  void aScalersAndAPoolsParametersGoWithTheWinnerAsWell() throws CellFailure {
    RunReport report =
        run(
            "sweep: s\nrun: replayed\naxes: {$depth: [5, 80]}\nminimise: replica_hours\n",
            REPLAY.replace("run: replayed", "run: best") + "at: sweep.s.best\n",
            "export: o\nwhat: scaler.keda\nat: sweep.s.best\nas: scaledobject\n",
            "sweep: p\nrun: busy\naxes: {$depth: [4, 32]}\nminimise: replica_hours\n"
                + "where:\n  - replica_hours > 0\n",
            "run: held\nplant: pool\nload: rise\nscaler: depth\nfor: 10m\nat: sweep.p.best\n");
    SweepRun run = swept(report);
    assertThat(run.best()).containsExactly(80);
    assertThat(scores(report, "run.best").get(Score.REPLICA_HOURS))
        .isEqualTo(run.bestScores().get(Score.REPLICA_HOURS));
    Output.Document document =
        (Output.Document) cell(report, "export.o").result().orElseThrow().outputs().get(0);
    assertThat(document.text()).contains("threshold: \"80\"").contains("$depth 80");
    SweepRun pools = (SweepRun) cell(report, "sweep.p").result().orElseThrow().value();
    assertThat(scores(report, "run.held")).isEqualTo(pools.bestScores());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run: x;plant: other;rate: 9/s;target: 30ms;ticks: 9;at: sweep.s.best | run.x: sweep.s turns $lambda, which does not reach run.x. Write $lambda there, or take `at` out.",
        "export: x;what: scaler.keda;at: sweep.s.best;as: hpa | export.x: sweep.s turns $lambda, which does not reach scaler.keda.",
        "run: x;plant: seed;flow: ctl;ticks: 0;at: sweep.s.best | run.x, line 4: ticks is 0.",
      })
  void aWinnerWhoseParameterDoesNotReach(String text, String sentence) {
    RunReport report =
        run(
            "sweep: s\nrun: baseline\naxes: {$lambda: [0.4, 0.6]}\nminimise: slo_debt\n",
            text.replace(';', '\n') + "\n");
    RunReport.CellReport last = report.cells().get(report.cells().size() - 1);
    assertThat(last.sentence()).startsWith(sentence);
  }

  // ---- what cannot be --------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{$lamda: [0.1, 0.3]} | there is no parameter `$lamda`. Did you mean lambda?",
        "{lambda: [0.1, 0.3]} | `lambda` is a parameter. Write it as `$lambda`.",
        "{$$lambda: [0.1, 0.3]} | `$$lambda` is no parameter. Write its name behind one dollar, such as `$lambda`.",
        "{$: [0.1, 0.3]} | `$` is no parameter.",
        "{$lambda: [0.1, 2]} | $lambda ranges from 0.1 to 1, and 2 stands on its axis. Shorten the axis, or widen the parameter's range.",
        "{$target: {linear: [1ms, 50ms], n: 9}} | $target ranges from 5ms to 200ms, and 1ms stands on its axis.",
        "{$target: [20, 30/s]} | $target is 30ms, and 30/s stands on its axis. Write numbers in ms.",
        "{$lambda: [0.2, 30ms]} | $lambda is 0.3, and 30ms stands on its axis. Write bare numbers.",
        "{$rule: [1, 2]} | $rule is the text `lambda`, and an axis is of numbers. Run the sweep once with each text: `-p rule=...`.",
        "{$rule: [lambda, simc]} | `lambda` on this axis is no number.",
        "{$gear: [1, 3]} | $gear does not reach run.baseline. It is made with $cap, $lambda, $low, $rule, $share and $target.",
        "{$idle: [1, 2]} | $idle does not reach run.baseline.",
        "{$lambda: []} | the axis has no values. List some, such as `$lambda: [1, 2, 4]`.",
        "{$lambda: 0.3} | axes.$lambda must be a mapping.",
        "{$lambda: {linear: [0.1]}} | an axis runs from one value to another.",
        "{$lambda: {linear: [0.5, 0.1]}} | the axis runs from 0.5 to 0.1. Write the smaller end first.",
        "{$lambda: [.nan]} | `.nan` on this axis is no number.",
        "{$lambda: {linear: [0.1, 1], n: 40000}, $target: {linear: [10, 20], n: 25000}} | A sweep has at most 1000000 points; take fewer values per axis.",
        "{$lambda: {linear: [0.1, 1], n: 1000000000}} | axes.$lambda.n is 1000000000. Write a whole number from 2 to 99999.",
        "{$lambda: [0.1], $lambda: [0.2]} | The key \"$lambda\" stands here for the second time; the first is on line 3. Remove one of them.",
        "{$lambda: [0.1, 0.2], $target: [20, 30], $cap: [150, 200]} | a sweep goes over at most 2 parameters, and this is one more. Name the knobs instead, or sweep in two steps.",
        "{$target: [20ms, 30ms], flow.targetP99: [10ms, 20ms]} | flow.targetP99 follows $target, and both are axes. Take one of them out.",
        "{flow.ki: [0.001], $lambda: [0.2, 0.3]} | flow.ki follows $lambda, and both are axes. Take one of them out.",
        "{flow.lambda: [0.2, 0.3]} | the run has no knob `flow.lambda`. A rule's lambda is turned as a parameter: write `gains: {lambda: $lambda, ...}` in the flow, and `$lambda` here.",
        "{$low: [5, 900]} | with $low = 900/s there is no run.baseline: flow.ctl, line ",
        "{$low: [-1, 5]} | with $low = -1/s there is no run.baseline: flow.ctl, line 3: minRate must be ",
      })
  void anAxisThatCannotBe(String axes, String sentence) {
    RunReport report = run("sweep: s\nrun: baseline\naxes: " + axes + "\n");
    RunReport.CellReport last = report.cells().get(report.cells().size() - 1);
    assertThat(last.passed()).isFalse();
    assertThat(last.sentence()).contains(sentence).doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "baseline | plants: [other];axes: {$cap: [100, 200]};where: [] | good",
        "fixed | axes: {$lambda: [0.1, 0.2]} | $lambda does not reach run.fixed. It is made with $cap and $target.",
        "plain | axes: {$lambda: [0.1, 0.2]} | $lambda does not reach run.plain. No parameter does; name a knob, such as flow.kp.",
        "plain | plants: [seed];axes: {$cap: [100, 200]} | good",
        "still | plants: [other];axes: {$cap: [100, 200]} | nothing in run.still changes with $cap. Take the axis out.",
        "geared | axes: {$gear: [1, 3]} | $gear cannot be 3. List some of its choices: 1, 2, 4.",
        "geared | axes: {$gear: [1, 4]} | good",
        "late | axes: {$idle: [1, 2]} | source.late is made with $idle, and is not loaded again for each value. Sweep what the autoscaler is made with, not what was recorded.",
      })
  void whatAParameterMustReach(String base, String fields, String sentence) {
    RunReport report =
        run(
            "run: plain\nplant: other\nrate: 100/s\ntarget: 30ms\nticks: 50\n",
            "run: still\nplant: seed\nrate: 100/s\ntarget: 30ms\nticks: 50\n",
            "flow: geared\nrate: 200/s\nminRate: 5/s\ntargetP99: 30ms\ndt: 1s\nburst: $gear\nkp: 0.2\n",
            "run: geared\nplant: seed\nflow: geared\nticks: 50\n",
            INCIDENT
                .replace("source: incident", "source: late")
                .replace("sum}", "sum, match: {shard: \"$idle\"}}"),
            REPLAY.replace("run: replayed", "run: late").replace("source.incident", "source.late"),
            "sweep: s\nrun: " + base + "\n" + fields.replace(';', '\n') + "\n");
    RunReport.CellReport cell = cell(report, "sweep.s");
    if (sentence.equals("good")) {
      assertThat(cell.passed()).as(cell.sentence()).isTrue();
    } else {
      assertThat(cell.sentence()).contains(sentence);
    }
  }

  /** One end of one parameter does not go with one end of the other: those points are refused. */
  @Test
  void pointsThatCannotBeAreInvalidAndNeverWin() {
    SweepRun run =
        swept(
            run(
                "scaler: bound\npreset: queue-depth\n"
                    + "set: {minReplicaCount: $least, maxReplicaCount: $most}\n",
                REPLAY.replace("run: replayed", "run: bound").replace("keda", "bound"),
                "sweep: s\nrun: bound\naxes: {$least: [1, 6], $most: [4, 8]}\n"
                    + "minimise: replica_hours\n"));
    for (int i = 0; i < 4; i++) {
      boolean refused = run.result().points().point(i)[0] > run.result().points().point(i)[1];
      assertThat(run.result().scores(i).equals(Scores.invalid())).isEqualTo(refused);
      assertThat(refused).isEqualTo(i == 2);
    }
    assertThat(run.tuning().winner().orElse(-1)).isNotEqualTo(2);
  }

  @Test
  void whatTheTimeCutsOffIsPartialAndHasNoWinner() {
    RunReport report =
        run(
            "sweep: s\nrun: baseline\naxes: {$lambda: {linear: [0.1, 1], n: 900}, $target: {linear: [10ms, 50ms], n: 900}}\n"
                + "limit: {time: 200ms}\n",
            "run: best\nplant: seed\nflow: ctl\nticks: 120\nat: sweep.s.best\n");
    RunReport.CellReport sweep = cell(report, "sweep.s");
    assertThat(sweep.result().orElseThrow().standing()).isEqualTo(Result.Standing.PARTIAL);
    assertThat(sweep.sentence()).startsWith("Stopped after ");
    assertThat(cell(report, "run.best").sentence()).contains("because sweep.s did not finish");
  }
}
