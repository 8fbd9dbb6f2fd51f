// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loopbench.loop.PoolRun;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import loopbench.score.Score;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools of model servers in closed loop, from cells. */
class PoolRunTest {
  private static final String POOL =
      "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nwarm-up: 60s\n";
  private static final String LOAD =
      "load: ladder\nrequests: {0s: 1/s, 300s: 5/s, 900s: 1/s}\n"
          + "prompt: {mean: 4000, sd: 300, min: 3500, max: 4500}\noutput: {mean: 500, sd: 40}\n";
  private static final String SCALER = "scaler: depth\npreset: queue-depth\n";
  private static final String RUN = "run: r\nplant: pool\nload: ladder\nscaler: depth\nfor: 30m\n";

  @TempDir Path folder;

  private RunReport.CellReport ran(String address, String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private PoolsRun run(String... sources) {
    RunReport.CellReport cell = ran("run.r", sources);
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return (PoolsRun) cell.result().orElseThrow().value();
  }

  private String problem(String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(c -> c.ending() == RunReport.Ending.FAILED)
        .map(RunReport.CellReport::sentence)
        .findFirst()
        .orElse("nothing failed");
  }

  private static String[] with(String... more) {
    List<String> all = new ArrayList<>(List.of(POOL, LOAD, SCALER));
    all.addAll(Arrays.asList(more));
    return all.toArray(String[]::new);
  }

  @Test
  void replicasFollowTheLoadAndTheLoadFeelsThem() {
    PoolsRun run = run(with(RUN));
    PoolRun pool = run.trace().first();
    int most = 0;
    for (int i = 0; i < pool.size(); i++) {
      most = Math.max(most, pool.desired(i));
    }
    assertThat(most).isGreaterThan(2);
    assertThat(pool.desired(0)).isEqualTo(1);
    assertThat(run.scores().get(Score.ATTAINMENT)).isBetween(0.3, 1.0);
    RunReport.CellReport cell = ran("run.r", with(RUN));
    assertThat(cell.sentence()).startsWith("In 30 min ").contains(" requests were served in time");
    List<Output> outputs = cell.result().orElseThrow().outputs();
    assertThat(outputs.get(0)).isInstanceOf(Output.Facts.class);
    assertThat(outputs.get(1)).isInstanceOf(Output.Chart.class);
    Output.Table decisions = (Output.Table) outputs.get(2);
    assertThat(decisions.headings()).containsExactly("time", "by", "replicas", "why");
    assertThat(decisions.rows()).isNotEmpty();
    assertThat(cell.result().orElseThrow().machine().orElseThrow().json())
        .containsKeys("run", "scores", "provenance");
  }

  @Test
  void theSameNotebookGivesTheSameRun() {
    assertThat(run(with(RUN)).rows()).isEqualTo(run(with(RUN)).rows());
    assertThat(run(with(RUN + "seed: 7\n")).rows()).isNotEqualTo(run(with(RUN)).rows());
  }

  @Test
  void aMachineReadsItSyncBySync() {
    PoolsRun run = run(with(RUN));
    assertThat(run.columns())
        .startsWith(
            "t_s", "desired", "replicas", "admitted", "gated", "pending", "warming", "ready")
        .contains("queue", "running", "value:epp-queue-size", "proposal:epp-running-requests")
        .endsWith("stabilized", "limited_by");
    assertThat(run.rows()).hasSize(run.trace().first().size());
    assertThat(run.rows()).allSatisfy(row -> assertThat(row).hasSameSizeAs(run.columns()));
  }

  @Test
  void whatIsStoredCanBeThinned() {
    PoolsRun whole = run(with(RUN));
    PoolsRun thin = run(with(RUN + "keep: every 60s\n"));
    assertThat(thin.scores()).isEqualTo(whole.scores());
    assertThat(whole.rows()).containsAll(thin.rows()).hasSizeGreaterThan(100);
    assertThat(thin.rows()).hasSizeBetween(30, 31);
    assertThat(thin.rows().get(0)).isEqualTo(whole.rows().get(0));
    assertThat(problem(with(RUN + "keep: 15s\n")))
        .isEqualTo("run.r, line 6: keep is `15s`. Write it like `keep: every 15s`.");
    assertThat(problem(with(RUN + "keep: every 0s\n"))).contains("keep is `every 0s`.");
  }

  @Test
  void aFixedNumberIsTheControlRow() {
    PoolsRun run = run(POOL, LOAD, "run: r\nplant: pool\nload: ladder\nreplicas: 6\nfor: 30m\n");
    assertThat(run.scores().get(Score.AVERAGE_REPLICAS)).isEqualTo(6);
    assertThat(run.scores().get(Score.ATTAINMENT)).isGreaterThan(0.99);
    assertThat(run.scores().get(Score.FLAPS_PER_HOUR)).isZero();
  }

  @Test
  void objectivesAreTheRunsOwn() {
    String fixed = "run: r\nplant: pool\nload: ladder\nreplicas: 6\nfor: 30m\n";
    PoolsRun strict = run(POOL, LOAD, fixed + "objectives: {ttft: 3s, tpot: 15ms}\n");
    assertThat(strict.scores().get(Score.ATTAINMENT)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "queue-depth, queue: 2",
    "queue-depth-guard, running: 8",
    "pool-saturation, saturation: 0.6",
    "token-backlog, wait: 1s",
    "slo-aware, ttft: 2s",
  })
  void everyPathClosesTheLoop(String preset, String knob) {
    PoolsRun run =
        run(POOL, LOAD, "scaler: depth\npreset: " + preset + "\nwith: {" + knob + "}\n", RUN);
    PoolRun pool = run.trace().first();
    int most = 0;
    boolean answered = false;
    for (int i = 0; i < pool.size(); i++) {
      most = Math.max(most, pool.desired(i));
      for (int t = 0; t < pool.triggers().size(); t++) {
        answered |= pool.value(t, i) > 0;
      }
    }
    assertThat(answered).isTrue();
    assertThat(most).isGreaterThan(1);
  }

  @Test
  void aTraceIsRunToItsEnd() throws Exception {
    StringBuilder csv = new StringBuilder("arrived_at,num_prefill_tokens,num_decode_tokens\n");
    for (int i = 0; i < 400; i++) {
      csv.append(i).append(",2000,200\n");
    }
    Files.writeString(folder.resolve("t.csv"), csv, StandardCharsets.UTF_8);
    PoolsRun run = run(POOL, SCALER, "load: ladder\ntrace: t.csv\n", RUN.replace("for: 30m\n", ""));
    assertThat(run.trace().scenario().durationS()).isEqualTo(399);
    assertThat(run.trace().first().counters().arrived()).isEqualTo(400);
  }

  @Test
  void aCheckAndASweepReadIt() {
    assertThat(
            ran(
                    "check.c",
                    with(
                        RUN,
                        "check: c\nthat:\n  - run.r.attainment >= 1%\n"
                            + "  - run.r.ttft_p90 <= 600s\n  - run.r.average_replicas >= 1\n"))
                .passed())
        .isTrue();
    RunReport.CellReport sweep =
        ran(
            "sweep.s",
            with(
                RUN,
                "sweep: s\nrun: r\naxes:\n"
                    + "  scaler.triggers.epp-running-requests.threshold: [8, 64]\n"
                    + "  plant.warm-up: [10s, 2m]\n"
                    + "minimise: replica_hours\nwhere:\n  - attainment >= 1%\n"));
    assertThat(sweep.passed()).as(sweep.sentence()).isTrue();
    SweepRun swept = (SweepRun) sweep.result().orElseThrow().value();
    assertThat(swept.axes().get(1).values()).containsExactly(10.0, 120.0);
    assertThat(swept.result().scores(0).get(Score.REPLICA_HOURS))
        .isNotEqualTo(swept.result().scores(2).get(Score.REPLICA_HOURS));
  }

  private static final String SHARED =
      "run: r\nfor: 30m\npools:\n"
          + "  a: {plant: pool-a, load: ladder, scaler: keda-a}\n"
          + "  b: {plant: pool-b, load: late, scaler: keda-b}\n";

  private static String pool(String name, String more) {
    return "plant: pool-"
        + name
        + "\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nwarm-up: 30s\n"
        + more;
  }

  @Test
  void twoPoolsShareABudget() {
    String budget = "budget: {cohort: gpus, floor: 2, gpus-per-replica: 1}\n";
    String[] page = {
      pool("a", budget),
      pool("b", budget),
      LOAD,
      LOAD.replace("ladder", "late").replace("300s", "600s"),
      "scaler: keda-a\npreset: queue-depth\n",
      "scaler: keda-b\npreset: queue-depth\n",
      SHARED,
      "check: c\nthat:\n  - run.r.a.attainment >= 0%\n  - run.r.b.average_replicas <= 4\n"
    };
    PoolsRun run = run(page);
    assertThat(run.each()).hasSize(2);
    PoolRun a = run.trace().pool("a").orElseThrow();
    PoolRun b = run.trace().pool("b").orElseThrow();
    boolean gated = false;
    for (int i = 0; i < a.size(); i++) {
      assertThat(a.get(PoolRun.Column.ADMITTED, i) + b.get(PoolRun.Column.ADMITTED, i))
          .isLessThanOrEqualTo(4);
      gated |= a.get(PoolRun.Column.GATED, i) + b.get(PoolRun.Column.GATED, i) > 0;
    }
    assertThat(gated).isTrue();
    assertThat(run.columns()).contains("a.desired", "b.gated");
    assertThat(ran("check.c", page).passed()).as(ran("check.c", page).sentence()).isTrue();
    assertThat(
            problem(
                pool("a", budget),
                pool("b", budget.replace("gpus,", "others,")),
                LOAD,
                LOAD.replace("ladder", "late"),
                "scaler: keda-a\npreset: queue-depth\n",
                "scaler: keda-b\npreset: queue-depth\n",
                SHARED))
        .isEqualTo(
            "run.r, line 5: the pools are in two cohorts, gpus and others. Make them agree.");
  }

  @Test
  void aSplitPoolHandsItsRequestsOver() {
    PoolsRun run =
        run(
            "plant: p\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nrole: prefill\n",
            "plant: d\nmodel: model-server-pool\npreset: qwen3-32b-2xh100-decode\n",
            LOAD,
            "run: r\nfor: 10m\npools:\n  decode: {plant: d, load: ladder, replicas: 4}\n"
                + "  prefill: {plant: p, load: ladder, replicas: 3}\n");
    PoolRun decode = run.trace().pool("decode").orElseThrow();
    assertThat(decode.pool().from()).isEqualTo("prefill");
    assertThat(decode.counters().served()).isGreaterThan(100);
    assertThat(run.scores("decode").orElseThrow().get(Score.ATTAINMENT)).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "for: 30m | about: x | run.r, line 1: nothing says how long the run is, and what is asked never ends. Write `for: 1h`.",
        "for: 30m | for: 0s | run.r, line 5: for: for must be above 0 s and at most 100 days",
        "for: 30m | for: 200d | run.r, line 5: for: for must be above 0 s and at most 100 days",
        "for: 30m | ticks: 60 | run.r, line 5: a run on a pool has no ticks. Write `for: 1h`.",
        "scaler: depth | about: x | run.r, line 1: nothing says how many replicas there are. Write `scaler: <name>`, or `replicas: 8`",
        "scaler: depth | replicas: -1 | run.r, line 4: replicas is -1. Write a whole number from 0 to 100000.",
        "for: 30m | 'for: 30m;measures: e2e' | run.r, line 6: measures says which latency an admission controller holds, and there is none.",
        "plant: pool | plant: seed | run.r, line 2: plant.seed is no pool, and a load is asked of a pool. Name a plant with `model: model-server-pool`",
        "load: ladder | about: x | run.r, line 4: an autoscaler scales a pool, and a pool needs a load. Write `load: <name>`",
        "for: 30m | 'for: 30m;objectives: {ttft: 0s}' | run.r, line 6: objectives.ttft is not above 0.",
        "load: ladder | load: flood | run.r, line 3: load.flood asks more than 100000000 requests within the run. Shorten the run, or ask less.",
      })
  void aRunThatCannotBe(String good, String bad, String sentence) {
    String bent = bad.startsWith("'") ? bad.substring(1, bad.length() - 1) : bad;
    assertThat(
            problem(
                with(
                    Notebooks.PLANT,
                    Notebooks.PARAMS,
                    Notebooks.FLOW,
                    LOAD.replace("ladder", "flood").replace("5/s", "1000000/s"),
                    RUN.replace(good, bent.replace(";", "\n")))))
        .startsWith(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "preset: que-depth | scaler.depth, line 2: preset cannot be `que-depth`. It is one of queue-depth,",
        "'preset: queue-depth;with: {queue: 0}' | scaler.depth, line 3: with.queue is 0. Write a value above 0.",
        "'preset: queue-depth;with: {wait: 5s}' | scaler.depth, line 3: there is no field `with.wait`.",
        "'preset: token-backlog;with: {wait: 5}' | scaler.depth, line 3: with.wait has no unit. Write 5s if s is meant.",
        "'preset: slo-aware;with: {quantile: 2}' | scaler.depth, line 3: with.quantile is 2. Write a number between 0 and 1.",
        "'with: {up: 1}' | scaler.depth, line 2: with sets a preset's knobs, and there is no preset.",
        "'preset: queue-depth;manifest: a.yaml' | scaler.depth, line 2: a manifest and preset are given.",
      })
  void aPresetThatCannotBe(String fields, String sentence) {
    String bent = fields.startsWith("'") ? fields.substring(1, fields.length() - 1) : fields;
    assertThat(problem("scaler: depth\n" + bent.replace(';', '\n') + "\n")).startsWith(sentence);
  }

  @Test
  void aPresetIsChangedByPathAndExported() {
    PoolsRun run = run(POOL, LOAD, SCALER + "set: {maxReplicaCount: 2}\nreplicas: 2\n", RUN);
    PoolRun pool = run.trace().first();
    for (int i = 0; i < pool.size(); i++) {
      assertThat(pool.desired(i)).isLessThanOrEqualTo(2);
    }
    assertThat(pool.ready(0)).isEqualTo(2);
    RunReport.CellReport export =
        ran("export.e", SCALER, "export: e\nwhat: scaler.depth\nas: scaledobject\nwrite: s.yaml\n");
    assertThat(export.passed()).as(export.sentence()).isTrue();
  }
}
