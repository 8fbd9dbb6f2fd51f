// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import loopbench.cell.lang.Value;
import loopbench.run.DataFiles;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** V_P and the threshold that follows from it, as a cell and as what a scaler is set to. */
class CalibrationTest {
  private static final String POOL =
      "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n";
  private static final String RUN =
      "run: vp\nplant: pool\ncalibrate: {chunk: 8192 tokens, warm-ups: 5, measurements: 20}\n"
          + "prompt: 2048 tokens\nobjective: {ttft: 3s, share: 65%}\n";
  private static final String IDLE = "source: idle\nfile: idle.csv\n";
  private static final String RECORDED =
      "run: vp\ncalibrate: {samples: source.idle.ttft, chunk: 8192 tokens}\n"
          + "prompt: 2048 tokens\nobjective: {ttft: 3s, share: 65%}\n";
  private static final String SCALER =
      "scaler: tokens\npreset: token-backlog\n"
          + "with: {prefill: run.vp.prefill, wait: run.vp.threshold}\n";

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

  private Result result(String address, String... sources) {
    RunReport.CellReport cell = ran(address, sources);
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return cell.result().orElseThrow();
  }

  private CalibrationRun run(String... sources) {
    return (CalibrationRun) result("run.vp", sources).value();
  }

  private static double number(CalibrationRun run, String token) {
    return ((Value.Amount) run.named(token).orElseThrow()).number();
  }

  private String problem(String... sources) {
    return report(sources).cells().stream()
        .filter(c -> c.ending() == RunReport.Ending.FAILED)
        .map(RunReport.CellReport::sentence)
        .findFirst()
        .orElse("nothing failed");
  }

  private void recorded(double medianS, double noise, int n) throws Exception {
    Random random = new Random(1);
    StringBuilder csv = new StringBuilder("t_s,ttft\n");
    for (int i = 0; i < n; i++) {
      csv.append(10 * i)
          .append(',')
          .append(medianS * Math.max(0.1, 1 + noise * random.nextGaussian()))
          .append('\n');
    }
    Files.writeString(folder.resolve("idle.csv"), csv, StandardCharsets.UTF_8);
  }

  // ---- the plant ---------------------------------------------------------------------------

  @Test
  void aPlantIsCalibrated() {
    RunReport.CellReport cell = ran("run.vp", POOL, RUN);
    assertThat(cell.sentence())
        .isEqualTo(
            "One replica of plant.pool computes 15928 tokens/s: 8192 tokens took 0.514 s, the median"
                + " of 20 on an idle stack. A prompt of 2048 tokens takes 0.129 s by itself, and 65 %"
                + " of what that leaves of 3 s is a threshold of 1.87 s.");
    CalibrationRun run = run(POOL, RUN);
    assertThat(number(run, "prefill")).isEqualTo(15_928, within(1e-6));
    assertThat(number(run, "ttft")).isEqualTo(8192 / 15_928.0, within(1e-9));
    assertThat(number(run, "floor")).isEqualTo(2048 / 15_928.0, within(1e-9));
    assertThat(number(run, "threshold")).isEqualTo(0.65 * (3 - 2048 / 15_928.0), within(1e-9));
    List<Output> outputs = result("run.vp", POOL, RUN).outputs();
    assertThat(((Output.Facts) outputs.get(0)).facts())
        .extracting(f -> f.name() + " " + f.value() + " " + f.unit())
        .containsExactly(
            "V_P 15928 tokens/s",
            "median TTFT 0.514 s",
            "quartiles apart 0 %",
            "measurements 20 ",
            "prompt by itself 0.129 s",
            "threshold 1.87 s");
  }

  /** The guide's table, whole (without shaving), on the two plants it names. */
  @ParameterizedTest(name = "{1} tokens at {0}/s within {2} s: {3} s")
  @CsvSource({
    "2696, 8192, 8, 5.0",
    "15928, 8192, 8, 7.5",
    "2696, 2048, 3, 2.2",
    "15928, 2048, 3, 2.9"
  })
  void theGuidesTable(int perSecond, int prompt, int objective, double threshold) {
    CalibrationRun run =
        run(
            POOL + "prefill: " + perSecond + " tokens/s\n",
            "run: vp\nplant: pool\ncalibrate: {}\nprompt: "
                + prompt
                + " tokens\nobjective: {ttft: "
                + objective
                + "s, share: 100%}\n");
    assertThat(number(run, "prefill")).isEqualTo(perSecond, within(1e-6));
    assertThat(number(run, "threshold")).isEqualTo(threshold, within(0.05));
  }

  @Test
  void severalPromptsMakeATable() {
    Result result =
        result(
            "run.vp",
            POOL + "prefill: 2696 tokens/s\n",
            RUN.replace(
                "prompt: 2048 tokens",
                "prompt:\n  - 256 tokens\n  - 8192 tokens\n  - 2048 tokens"));
    Output.Table table = (Output.Table) result.outputs().get(1);
    assertThat(table.headings())
        .containsExactly(
            "prompt [tokens]",
            "by itself [s]",
            "objective [s]",
            "left [s]",
            "threshold [s]",
            "at V_P -20 %",
            "at V_P +20 %",
            "alone asks for");
    assertThat(table.rows())
        .containsExactly(
            List.of("256", "0.095", "3", "2.91", "1.89", "1.87", "1.9", "1 replica"),
            List.of("8192", "3.04", "3", "0", "none", "none", "0.304", ""),
            List.of("2048", "0.76", "3", "2.24", "1.46", "1.33", "1.54", "1 replica"));
    assertThat(table.sentence())
        .isEqualTo("1 of 3 prompts take longer by themselves than the objective allows.");
    // The longest decides.
    assertThat(number((CalibrationRun) result.value(), "threshold")).isNaN();
  }

  @Test
  void anObjectiveBelowTheFloor() {
    RunReport.CellReport cell =
        ran("run.vp", POOL, RUN.replace("2048 tokens", "8192 tokens").replace("3s", "500ms"));
    assertThat(cell.passed()).isTrue();
    assertThat(cell.sentence())
        .endsWith(
            "No threshold can bring the first token of a prompt of 8192 tokens within 0.5 s: it takes"
                + " 0.514 s by itself.");
    assertThat(((Output.Facts) cell.result().orElseThrow().outputs().get(0)).facts())
        .contains(new Fact("threshold", "none", "", Fact.Standing.BAD));
  }

  @Test
  void aThresholdThatOnePromptExceeds() {
    assertThat(
            ran("run.vp", POOL, RUN.replace("2048 tokens", "8192 tokens").replace("3s", "800ms"))
                .sentence())
        .endsWith(
            "is a threshold of 0.186 s, which such a prompt alone exceeds: it asks for 3 replicas.");
  }

  @Test
  void withoutAPromptItIsVpAlone() {
    Result result =
        result("run.vp", POOL, "run: vp\nplant: pool\ncalibrate: {chunk: 512 tokens}\n");
    assertThat(result.outputs()).hasSize(1);
    assertThat(number((CalibrationRun) result.value(), "threshold")).isNaN();
    assertThat(result.machine().orElseThrow().json().get("scores").toString())
        .contains("prefill=")
        .doesNotContain("threshold");
  }

  @Test
  void checksAndFilesReadIt() {
    RunReport report =
        report(
            POOL,
            RUN,
            "check: c\nthat:\n  - run.vp.prefill >= 15000 tokens/s\n  - run.vp.threshold <= 2s\n"
                + "  - run.vp.prefill_low > 15.9e3 tokens/s\n  - run.vp.floor < run.vp.threshold\n  - run.vp.spread <= 5%\n");
    assertThat(report.cells()).allMatch(RunReport.CellReport::passed);
    assertThat(DataFiles.of(report).get("run.vp.csv"))
        .startsWith("measurement,warm_up,ttft [s]\n1,true,0.514")
        .contains("\n6,false,");
    assertThat(
            problem(POOL, RUN, "check: c\nthat:\n  - run.vp.attainment >= 1%\n")
                + problem(POOL, RUN, "check: c\nthat:\n  - run.vp.prefil >= 1\n"))
        .contains("run.vp.prefil");
  }

  // ---- recorded times ----------------------------------------------------------------------

  @Test
  void recordedTimesAreCalibrated() throws Exception {
    recorded(0.5143, 0.01, 40);
    Result result = result("run.vp", IDLE, RECORDED);
    CalibrationRun run = (CalibrationRun) result.value();
    assertThat(number(run, "prefill")).isEqualTo(15_928, within(150.0));
    assertThat(number(run, "prefill_low")).isLessThan(number(run, "prefill"));
    assertThat(number(run, "prefill_high")).isGreaterThan(number(run, "prefill"));
    assertThat(run.ttftS()).hasSize(40);
    assertThat(result.outputs().get(0).sentence())
        .startsWith("By source.idle.ttft one replica computes 16017 tokens/s")
        .contains("the median of 40 on an idle stack.");
    assertThat(result.outputs().get(1)).isInstanceOf(Output.Chart.class);
    assertThat(((Output.Facts) result.outputs().get(0)).facts())
        .extracting(Fact::name)
        .contains("19 times in 20");
  }

  @ParameterizedTest(name = "{0} s, {1} of noise, {2} of them")
  @CsvSource(
      delimiter = '|',
      value = {
        "0.5 | 0.25 | 40 | half of the times lie between ",
        "514 | 0 | 40 | a median of 514 s for 8192 tokens makes 15.9 tokens/s, slower than any model server. Write times to the first token in seconds",
        "0.5 | 0 | 12 | there are 12 times to the first token, and 20 measurements are needed. Measure more,",
        "-0.5 | 0 | 40 | measurement 1 is -0.5 s, which is no time to a first token.",
        "0 | 0 | 40 | measurement 1 is 0 s, which is no time to a first token."
      })
  void recordedTimesThatSayNothing(double medianS, double noise, int n, String why)
      throws Exception {
    recorded(medianS, noise, n);
    assertThat(problem(IDLE, RECORDED)).startsWith("run.vp, line 2: source.idle.ttft: " + why);
  }

  @Test
  void aSeriesThatIsNotThere() throws Exception {
    recorded(0.5, 0, 40);
    assertThat(problem(IDLE, RECORDED.replace("idle.ttft", "idle.tftt")))
        .isEqualTo("run.vp, line 2: the source has no series called `tftt`. Did you mean ttft?");
  }

  // ---- what cannot be ----------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plant: pool | about: x | run.vp, line 3: nothing says what is calibrated. Write either `plant: <name of a pool>` or,",
        "plant: pool | plant: seed | run.vp, line 2: plant.seed is no pool, and V_P is a model server's. Name a plant with `model: model-server-pool`.",
        "plant: pool | plant: d | run.vp, line 2: plant.d only decodes, and has no V_P. Name the pool that computes the prompts.",
        "plant: pool | plant: small | run.vp, line 2: a prompt of 8192 tokens does not fit the KV cache of plant.small, which holds 4000. Write a smaller chunk:",
        "chunk: 8192 tokens | chunk: 8192 | run.vp, line 3: calibrate.chunk has no unit. Write 8192 tokens if tokens is meant.",
        "chunk: 8192 tokens | chunk: 0 tokens | run.vp, line 3: calibrate.chunk is 0 tokens. Write a whole number of tokens from 1 to 1000000.",
        "chunk: 8192 tokens | chunk: 1.5 tokens | run.vp, line 3: calibrate.chunk is 1.5 tokens.",
        "measurements: 20 | measurements: 5 | run.vp, line 3: calibrate.measurements is 5. Write a whole number from 6 to 10000.",
        "warm-ups: 5 | warm-ups: -1 | run.vp, line 3: calibrate.warm-ups is -1. Write a whole number from 0 to 10000.",
        "warm-ups: 5 | warmups: 5 | run.vp, line 3: there is no field `calibrate.warmups`. Did you mean warm-ups?",
        "warm-ups: 5 | samples: ttft | run.vp, line 3: calibrate.samples is `ttft`. Write the source and the series, like `samples: source.idle.ttft`.",
        "prompt: 2048 tokens | about: x | run.vp, line 5: a threshold follows from a prompt and an objective, and only one of them is given. Write `prompt: 2048 tokens`,",
        "prompt: 2048 tokens | prompt: 2048 | run.vp, line 4: prompt has no unit. Write 2048 tokens if tokens is meant.",
        "prompt: 2048 tokens | prompt: {mean: 2048 tokens} | run.vp, line 4: prompt must be a list of plain values.",
        "ttft: 3s, share: 65% | share: 65% | run.vp, line 5: objective.ttft is missing. Write `ttft: 3s`.",
        "ttft: 3s | ttft: 0s | run.vp, line 5: objective.ttft is not above 0. Write it like `ttft: 3s`.",
        "share: 65% | share: 120% | run.vp, line 5: objective.share is 120%. Write a share from 1% to 100%.",
        "objective: {ttft: 3s, share: 65%} | objectives: {ttft: 3s} | run.vp, line 4: a threshold follows from a prompt and an objective",
        "prompt: 2048 tokens | 'prompt: 2048 tokens;load: ladder' | run.vp, line 5: a calibration has no load: one request at a time, and nothing else runs. Take it out, or take `calibrate` out.",
        "prompt: 2048 tokens | 'prompt: 2048 tokens;for: 1h' | run.vp, line 5: a calibration has no for:",
        "{chunk: 8192 tokens, warm-ups: 5, measurements: 20} | ~ | run.vp, line 3: calibrate says nothing. Write `calibrate: {chunk: 8192 tokens}`.",
        "{chunk: 8192 tokens, warm-ups: 5, measurements: 20} | yes | run.vp, line 3: calibrate must be a mapping.",
      })
  void aCalibrationThatCannotBe(String good, String bad, String sentence) {
    assertThat(
            problem(
                POOL,
                "plant: d\nmodel: model-server-pool\npreset: qwen3-32b-2xh100-decode\n",
                "plant: small\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nkv: 4000 tokens\n",
                "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 400/s\n",
                "load: ladder\nrequests: 1/s\nprompt: {mean: 100}\noutput: {mean: 100}\n",
                RUN.replace(good, bad.replace(";", "\n"))))
        .startsWith(sentence);
  }

  @Test
  void aPlantAndARecordingAreTwoThings() throws Exception {
    recorded(0.5, 0, 40);
    assertThat(problem(POOL, IDLE, RECORDED + "plant: pool\n"))
        .startsWith("run.vp, line 5: a plant and recorded samples are both given.");
  }

  @Test
  void thereIsNothingToSweep() {
    assertThat(problem(POOL, RUN, "sweep: s\nrun: vp\naxes:\n  plant.prefill: [1000, 2000]\n"))
        .isEqualTo(
            "sweep.s, line 2: run.vp is a calibration, which has no knobs to turn. Name a run that"
                + " closes a loop, or replays a recording.");
  }

  // ---- set to it ---------------------------------------------------------------------------

  private Scaler scaler(String... sources) {
    return (Scaler) result("scaler.tokens", sources).value();
  }

  @Test
  void aScalerIsSetToIt() {
    Scaler scaler = scaler(POOL + "prefill: 2696.3 tokens/s\n", RUN, SCALER);
    Map<String, String> metadata = scaler.object().triggers().get(0).metadata();
    assertThat(metadata.get("query")).contains(" / 2696 ");
    assertThat(metadata.get("threshold")).isEqualTo("1.46");
    // A calibration further down the page will do.
    assertThat(scaler(SCALER, RUN, POOL + "prefill: 2696.3 tokens/s\n")).isEqualTo(scaler);
    assertThat(scaler(POOL, RUN, SCALER).object()).isNotEqualTo(scaler.object());
    assertThat(
            scaler(POOL, RUN, SCALER.replace("prefill: run.vp.prefill", "prefill: 9000 tokens/s"))
                .object()
                .triggers()
                .get(0)
                .metadata())
        .containsEntry("threshold", "1.87")
        .hasEntrySatisfying("query", query -> assertThat(query).contains(" / 9000 "));
  }

  @Test
  void whatIsSetToItRunsAndIsExported() {
    List<String> page =
        new ArrayList<>(
            List.of(
                POOL,
                RUN,
                SCALER,
                "load: steady\nrequests: 3/s\nprompt: {mean: 2048}\noutput: {mean: 50}\n",
                "run: loop\nplant: pool\nload: steady\nscaler: tokens\nfor: 5m\n",
                "export: e\nwhat: scaler.tokens\nas: scaledobject\nwrite: s.yaml\n"));
    assertThat(report(page.toArray(String[]::new)).cells())
        .allSatisfy(cell -> assertThat(cell.passed()).as(cell.sentence()).isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prefill: run.vp.prefill | prefill: run.vp.threshold | scaler.tokens, line 3: with.prefill cannot be `run.vp.threshold`. Write what a calibration gives for it, `run.<name>.prefill`.",
        "wait: run.vp.threshold | wait: run.vp | scaler.tokens, line 3: with.wait cannot be `run.vp`. Write what a calibration gives for it, `run.<name>.threshold`.",
        "wait: run.vp.threshold | kv: run.vp.threshold | scaler.tokens, line 3: with.kv cannot be `run.vp.threshold`. Write a number; a calibration gives prefill and wait.",
        "run.vp.prefill | run.vpp.prefill | scaler.tokens, line 3: there is no run called `vpp`. Did you mean vp?",
        "run.vp.threshold | run.loop.threshold | scaler.tokens, line 3: run.loop is no calibration, and a knob can be set to nothing else of a run. Write a number, or name a run with `calibrate:`.",
        "run.vp.threshold | run.bare.threshold | scaler.tokens, line 3: run.bare gives no threshold: it asks about no prompt. Write `prompt: 2048 tokens`",
        "run.vp.threshold | run.late.threshold | scaler.tokens, line 3: run.late gives no threshold: a prompt takes as long by itself as its objective allows. Allow more time there,",
        "run.vp.prefill | run.idle.prefill | scaler.tokens, line 3: run.idle reads a recording, which is not known before it runs, and an autoscaler must be. Run it, and write the number that it gives here.",
      })
  void aScalerThatCannotBeSetToIt(String good, String bad, String sentence) throws Exception {
    recorded(0.5, 0, 40);
    assertThat(
            problem(
                POOL,
                IDLE,
                RUN,
                RUN.replace("run: vp", "run: late").replace("3s", "1ms"),
                "run: bare\nplant: pool\ncalibrate: {}\n",
                RECORDED.replace("run: vp", "run: idle"),
                "load: l\nrequests: 1/s\nprompt: {mean: 100}\noutput: {mean: 100}\n",
                "run: loop\nplant: pool\nload: l\nreplicas: 1\nfor: 1m\n",
                SCALER.replace(good, bad)))
        .startsWith(sentence);
  }
}
