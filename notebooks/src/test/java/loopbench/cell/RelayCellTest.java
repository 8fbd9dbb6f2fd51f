// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import loopbench.cell.lang.Value;
import loopbench.figure.Png;
import loopbench.run.DataFiles;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A relay test as a cell. */
class RelayCellTest {
  private static final String PLANT =
      "plant: slow\nmodel: first-order\ngain: 0.5\ntime-constant: 10s\ndead-time: 5s\nfloor: 5ms\n";
  private static final String RUN =
      "run: swing\nplant: slow\nrelay: {rate: 90/s, step: 18/s, target: 50ms}\ndt: 500ms\n";
  private static final String SEED =
      "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 150/s\n";

  @TempDir Path folder;

  private RunReport report(String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder);
  }

  private RunReport.CellReport ran(String address, String... sources) {
    return report(sources).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private RelayRun run(String... sources) {
    RunReport.CellReport cell = ran("run.swing", sources);
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return (RelayRun) cell.result().orElseThrow().value();
  }

  private static double number(RelayRun run, String token) {
    return ((Value.Amount) run.named(token).orElseThrow()).number();
  }

  private String problem(String... sources) {
    return report(sources).cells().stream()
        .filter(c -> c.ending() == RunReport.Ending.FAILED)
        .map(RunReport.CellReport::sentence)
        .findFirst()
        .orElse("nothing failed");
  }

  /**
   * 0.5 ms per 1/s, 10 s after 5 s and half a window: the continuous edge has Ku 7.3, Pu 17.5 s.
   */
  @Test
  void aPlantSwings() {
    RunReport.CellReport cell = ran("run.swing", PLANT, RUN);
    assertThat(cell.sentence())
        .matches(
            "plant\\.slow swings by [0-9.]+ ms about 50 ms when a relay switches its rate between"
                + " 72/s and 108/s: Ku is [0-9.]+ \\(1/s\\)/ms and Pu [0-9.]+ s, averaged over 4"
                + " periods\\. Ziegler and Nichols would make kp [0-9.]+ and ki [0-9.]+ of it\\."
                + " Those gains leave a quarter of each swing and are unsuitable with a window p99,"
                + " which scatters by itself: take them as a limit, and start from the lambda"
                + " rule\\.");
    RelayRun run = run(PLANT, RUN);
    assertThat(number(run, "ku")).isBetween(5.5, 8.0);
    assertThat(number(run, "pu")).isBetween(16.0, 19.0);
    assertThat(number(run, "periods")).isEqualTo(4);
    assertThat(number(run, "ku_low")).isLessThanOrEqualTo(number(run, "ku"));
    assertThat(number(run, "ku_high")).isGreaterThanOrEqualTo(number(run, "ku"));
    // Ku = 4 d / (pi a), with d = 18.
    assertThat(number(run, "ku"))
        .isCloseTo(4 * 18 / (Math.PI * number(run, "amplitude")), within(1e-9));
    assertThat(run.zieglerNichols().kp()).isCloseTo(0.45 * number(run, "ku"), within(1e-12));
    assertThat(run.zieglerNichols().kp() / run.zieglerNichols().ki())
        .isCloseTo(1000 * number(run, "pu") / 1.2, within(1e-6));
    List<Output> outputs = cell.result().orElseThrow().outputs();
    assertThat(outputs).hasSize(3);
    assertThat(Png.encode(((Output.Chart) outputs.get(1)).figure())).isNotEmpty();
    assertThat(((Output.Table) outputs.get(2)).rows())
        .extracting(row -> row.get(0))
        .containsExactly("Ku", "Pu", "kp, Ziegler-Nichols", "ki, Ziegler-Nichols");
    assertThat(cell.result().orElseThrow().machine().orElseThrow().json().get("scores").toString())
        .contains("ku=", "pu=");
  }

  /** Rate and target follow from each other, and a step is a fifth. */
  @Test
  void thePlantSaysWhatIsLeftOut() {
    RelayRun whole = run(PLANT, RUN);
    assertThat(run(PLANT, RUN.replace(", target: 50ms", "")).edge()).isEqualTo(whole.edge());
    assertThat(run(PLANT, RUN.replace("rate: 90/s, step: 18/s, ", "")).edge())
        .isEqualTo(whole.edge());
  }

  @Test
  void aSwingOfAFewTicksHasItsCaution() {
    assertThat(
            ran(
                    "run.swing",
                    SEED,
                    RUN.replace("slow", "seed").replace("rate: 90/s, step: 18/s, ", ""))
                .sentence())
        .contains("ticks long, so that the swing is no sine");
  }

  @Test
  void checksAndFilesReadIt() {
    RunReport report =
        report(
            PLANT,
            RUN,
            "check: c\nthat:\n  - run.swing.ku >= 5\n  - run.swing.pu <= 30s\n"
                + "  - run.swing.amplitude < 10ms\n  - run.swing.periods == 4\n");
    assertThat(report.cells()).allMatch(RunReport.CellReport::passed);
    assertThat(DataFiles.of(report).get("run.swing.csv"))
        .startsWith("t_s,rate [1/s],p99 [ms]\n0.5,108,");
    assertThat(problem(PLANT, RUN, "check: c\nthat:\n  - run.swing.kuu >= 5\n"))
        .contains("run.swing.kuu");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate: 90/s | rate: 30/s | run.swing, line 3: the relay test gives no answer: its latency stays below the target at either rate,",
        "rate: 90/s | rate: 900/s | run.swing, line 3: the relay test gives no answer: its latency stays above the target at either rate,",
        "rate: 90/s | rate: 106/s | run.swing, line 3: the relay test gives no answer: the relay stands at its lower rate for",
        "target: 50ms | 'target: 50ms, ticks: 120' | run.swing, line 3: the relay test gives no answer: in 120 ticks it swung 2 times, and 4 periods are averaged.",
        "target: 50ms | 'target: 50ms, ticks: 80' | run.swing, line 3: the relay test gives no answer: in 80 ticks it swung once, and 4 periods are averaged. Give it more ticks, or test where the plant does not drift.",
        "step: 18/s | step: 90/s | run.swing, line 3: relay.step is not below relay.rate,",
        "step: 18/s | step: 0/s | run.swing, line 3: relay.step is not above 0. Write it like `step: 10/s`.",
        "step: 18/s | step: 18 | run.swing, line 3: relay.step has no unit.",
        "target: 50ms | 'target: 50ms, hysteresis: -1ms' | run.swing, line 3: relay.hysteresis is below 0 ms.",
        "target: 50ms | 'target: 50ms, periods: 3' | run.swing, line 3: relay.periods is 3. Write a whole number from 4 to 1000.",
        "target: 50ms | 'target: 50ms, tikcs: 60' | run.swing, line 3: there is no field `relay.tikcs`. Did you mean ticks?",
        "{rate: 90/s, step: 18/s, target: 50ms} | ~ | run.swing, line 3: relay says nothing. Write `relay: {rate: 40/s, step: 10/s}`.",
        "{rate: 90/s, step: 18/s, target: 50ms} | {step: 10/s} | run.swing, line 3: nothing says about which rate the relay switches.",
        "rate: 90/s, step: 18/s, target: 50ms | target: 4ms | run.swing, line 3: plant.slow has no rate at which its latency stays at 4 ms,",
        "dt: 500ms | about: x | run.swing, line 1: dt is missing. Write `dt: 1s`.",
        "dt: 500ms | dt: 0s | run.swing, line 4: dt is not above 0.",
        "dt: 500ms | 'dt: 500ms;ticks: 60' | run.swing, line 5: a relay test has no ticks: the relay alone drives the plant. Write it inside of `relay: {..}`.",
        "dt: 500ms | 'dt: 500ms;for: 60s' | run.swing, line 5: a relay test has no for: the relay alone drives the plant. Take it out, or take `relay` out.",
        "plant: slow | plant: pool | run.swing, line 2: plant.pool is a pool of model servers, which a relay cannot drive.",
        "plant: slow | about: x | run.swing, line 1: plant is missing.",
      })
  void aTestThatCannotBe(String good, String bad, String sentence) {
    assertThat(
            problem(
                PLANT,
                "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n",
                RUN.replace(good, bad.replace(";", "\n"))))
        .startsWith(sentence);
  }

  @Test
  void whatDriftsIsRefused() {
    StringBuilder capacity = new StringBuilder("capacity: {0s: 400/s");
    for (int i = 1; i < 900; i++) {
      capacity.append(", ").append(2 * i).append("s: ").append(400 * Math.exp(-0.012 * i));
      capacity.append("/s");
    }
    assertThat(
            problem(
                SEED.replace("capacity: 150/s", capacity + "}"),
                "run: swing\nplant: seed\ndt: 1s\nrelay: {rate: 190/s, step: 40/s, target: 50ms,"
                    + " hysteresis: 3ms, ticks: 1500}\n"))
        .startsWith("run.swing, line 4: the relay test gives no answer");
  }

  @Test
  void aPlantWithoutAFormulaNeedsBoth() {
    String queue = "plant: slow\nmodel: queueing\nservers: 10\nservice-time: 100ms\n";
    assertThat(problem(queue, RUN.replace(", target: 50ms", "")))
        .isEqualTo(
            "run.swing, line 3: plant.slow has no formula for its latency at a rate. Write the"
                + " latency at which it is to switch: `target: 30ms`.");
  }

  @Test
  void thereIsNothingToSweep() {
    assertThat(problem(PLANT, RUN, "sweep: s\nrun: swing\naxes:\n  plant.gain: [1, 2]\n"))
        .isEqualTo(
            "sweep.s, line 2: run.swing is a relay test, which has no knobs to turn. Name a run that"
                + " closes a loop, or replays a recording.");
  }
}
