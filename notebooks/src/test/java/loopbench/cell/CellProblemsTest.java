// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user wrote wrong is one sentence: what, where, what now. */
class CellProblemsTest {
  @TempDir Path folder;

  private String problem(String... sources) {
    RunReport ran = Notebooks.run(Notebooks.of(sources), folder);
    return ran.cells().stream()
        .filter(c -> c.ending() == RunReport.Ending.FAILED)
        .map(RunReport.CellReport::sentence)
        .findFirst()
        .orElse("nothing failed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kp: $kp | kp: NaN | flow.ctl, line 6: kp is `NaN`, which is no number. Write a number such as 0.05.",
        "rate: 200/s | rate: -5/s | flow.ctl, line 2: rate must be ",
        "minRate: 5/s | minRate: 0/s | flow.ctl, line 3: minRate must be ",
        "rate: 200/s | rate: 1/s | flow.ctl, line 2: rate must be ",
        "dt: 1s | dt: 1 | flow.ctl, line 8: dt has no unit. Write 1ms if ms is meant.",
        "dt: 1s | burst: 0 | flow.ctl, line 1: dt is missing. Write how often observe() is called, such as `dt: 1s`; without it the original counts 1 ms.",
        "ki: $ki | k1: 0.001 | flow.ctl, line 7: there is no field `k1`. Did you mean k",
        "kp: $kp | kp: 0.05ms | flow.ctl, line 6: kp is a bare number, but has the unit ms. Write 0.05.",
        "targetP99: $target | targetP99: 30/s | flow.ctl, line 5: targetP99 is given in /s. Write it like 30ms.",
        "rate: 200/s | rate: [1, 2] | flow.ctl, line 2: rate must be a single value.",
        "dt: 1s | dt: 0s | flow.ctl, line 8: dt is not above 0. Write it like 1s.",
        "dt: 1s | 'dt: 1s\nquantile: 0.99' | flow.ctl, line 9: quantile has no unit. Write 0.99% if % is meant.",
      })
  void aFlowThatCannotBe(String good, String bad, String sentence) {
    String bent = bad.startsWith("'") ? bad.substring(1, bad.length() - 1) : bad;
    String told =
        problem(
            Notebooks.PARAMS,
            Notebooks.PLANT,
            Notebooks.FLOW.replace(good, bent.replace("\\n", "\n")),
            Notebooks.RUN);
    assertThat(told).startsWith(sentence);
  }

  @Test
  void aPlantThatCannotBe() {
    assertThat(problem(Notebooks.PLANT.replace("{0s: 400/s, 30s: 150/s}", "{10s: 400/s}")))
        .startsWith("plant.seed, line 5: A schedule must say what holds from 0 s on");
    assertThat(problem(Notebooks.PLANT.replace("affine-latency", "afine-latency")))
        .contains("Did you mean affine-latency?");
    assertThat(problem(Notebooks.PLANT.replace("affine-latency", "queueing")))
        .startsWith("plant.seed, line 1: servers is missing. Write `servers: 10`.")
        .contains("line 3: there is no field `floor`.");
  }

  @Test
  void aRunThatCannotBe() {
    assertThat(
            problem(
                Notebooks.PARAMS, Notebooks.PLANT, Notebooks.FLOW, Notebooks.RUN + "rate: 5/s\n"))
        .isEqualTo(
            "run.baseline, line 5: a flow and a fixed rate are both given. Write exactly one of `flow: <name>` and `rate: 111.1/s`.");
    assertThat(
            problem(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN.replace("60", "2000000")))
        .isEqualTo(
            "run.baseline, line 4: ticks is 2000000. Write a whole number from 1 to 1000000.");
  }

  @Test
  void aSweepOverAKnobThatIsNotThere() {
    assertThat(
            problem(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                Notebooks.SWEEP.replace("flow.kp", "flow.kq")))
        .startsWith("sweep.band, line 4: the run has no knob `flow.kq`. Did you mean flow.k");
    assertThat(
            problem(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                Notebooks.SWEEP + "where:\n  - overshot <= 5ms\n"))
        .contains("asks for `overshot`, which is no score. Did you mean overshoot?");
    assertThat(
            problem(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                Notebooks.SWEEP.replace("n: 4", "n: 99000")))
        .contains("at most 1000000 points");
  }

  @Test
  void aReplayWithoutANeedIsNotRanked() {
    RunReport ran =
        Notebooks.run(
            Notebooks.of(
                "source: s\nfile: samples/series/queue-incident.json\nseries:\n"
                    + "  queue: {metric: llm_d_epp_flow_control_queue_size, reduce: sum}\n"
                    + "  running: {metric: llm_d_epp_request_running, reduce: sum}\n",
                "scaler: keda\nmanifest: samples/scaledobjects/queue-depth.yaml\n",
                "run: today\nreplay: source.s\nscaler: keda\n"
                    + "series: {epp-queue-size: queue, epp-running-requests: running}\n",
                "sweep: t\nrun: today\naxes: {scaler.triggers.epp-queue-size.threshold: [1, 2]}\n"
                    + "minimise: replica_hours\n"),
            folder);
    assertThat(ran.failed()).isZero();
    assertThat(ran.cells().get(3).sentence())
        .isEqualTo(
            "2 points. Nothing is ranked, since run.today states no need; write `need:"
                + " {series: ..., per-replica: ...}` there.");
  }

  @Test
  void aCheckWithoutItsUnit() {
    assertThat(
            problem(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                "check: c\nthat:\n  - run.baseline.overshoot <= 5\n"))
        .isEqualTo(
            "check.c, line 3: `run.baseline.overshoot <= 5` has no answer: the bare number 5 is compared with a quantity in ms; write 5ms.");
  }

  /** Said while the cell is read, not after all its points were tried. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "overshoot <= 5 | the bare number 5 is compared with a quantity in ms; write 5ms.",
        "gain_margin >= 2% | `gain_margin` is a bare number, and 2% has a unit; write 0.02.",
        "starvation <= 1 | the bare number 1 is compared with a quantity in %; write 100%.",
        "gain_margin >= overshoot | `gain_margin` is a bare number and cannot be compared with a"
            + " quantity in ms.",
        "max(overshoot, 3) <= 5ms | the bare number 3 is compared with a quantity in ms; write 3ms.",
        "overshoot | `overshoot` is no comparison; write one such as `<= 5ms`."
      })
  void aGateWhoseUnitsDoNotFit(String gate, String why) {
    assertThat(
            problem(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                Notebooks.SWEEP + "where:\n  - " + gate + "\n"))
        .endsWith("`" + gate + "` has no answer: " + why);
  }

  @Test
  void aFileThatIsNotThereOrLeadsOut() {
    assertThat(problem("source: s\nfile: nowhere.csv\n"))
        .isEqualTo(
            "source.s: there is no file `nowhere.csv` in the notebook's folder or among the packaged samples.");
    assertThat(problem("source: s\nfile: ../secret.csv\n"))
        .contains("leads out of the notebook's folder");
    assertThat(problem("source: s\nfile: /etc/passwd\n"))
        .contains("leads out of the notebook's folder");
  }

  @Test
  void aTableWithABrokenRow() throws Exception {
    Files.writeString(
        folder.resolve("broken.csv"),
        "time,queue\n2026-08-21T10:00:00Z,1\n2026-08-21T10:00:15Z,many\n",
        StandardCharsets.UTF_8);
    assertThat(problem("source: s\nfile: broken.csv\n")).contains("line 3").contains("many");
  }

  @Test
  void severalSeriesWhereOneIsNeeded() {
    assertThat(
            problem(
                "source: s\nfile: samples/series/queue-incident.json\nseries:\n"
                    + "  queue: {metric: llm_d_epp_flow_control_queue_size}\n"))
        .startsWith("source.s: ")
        .contains("4 series")
        .contains("fairness_id");
  }

  @Test
  void aConnectionThatThisMachineDoesNotHave() {
    assertThat(
            problem(
                "source: s\nprometheus: prod\nseries:\n  q: up\nrange: {last: 5m, step: 15s}\n"))
        .isEqualTo(
            "source.s, line 2: this machine has no connection called `prod`. Add it to this machine's connections, or name a file.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "- a",
        "plant",
        "plant: [1]",
        "plant: Seed",
        "plnt: seed",
        "plant: seed\nplant: other",
        "plant: &a seed",
        "plant: !!java seed",
        "{",
        "\t",
        "params: 5",
        "params:\n  kp: 5",
        "sweep: x",
        "chart: ~",
        "check: ~",
        "export: ~",
        "source: x",
        "scaler: x",
        "run: x",
        "params:\n  kp: {value: 5, range: [0, 1], scale: log}",
        "scaler: x\nspec: {triggers: 5}",
        "scaler: x\nspec: {}",
        "scaler: x\nspec: []",
        "sweep: x\nrun: y\naxes: 5",
        "sweep: x\nrun: y\naxes: {a: {log: 5}}",
      })
  void nothingTheUserWritesThrows(String text) {
    RunReport ran = Notebooks.run(Notebooks.of(text), folder);
    ran.cells()
        .forEach(c -> assertThat(c.sentence()).as(text).isNotBlank().doesNotContain("Exception"));
    assertThat(ran.cells().stream().allMatch(c -> c.ending() == RunReport.Ending.FAILED))
        .as(text)
        .isTrue();
  }
}
