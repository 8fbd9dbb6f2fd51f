// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import loopbench.cell.lang.Parameters;
import loopbench.plant.FirstOrder;
import loopbench.plant.KneeLatency;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import loopbench.source.FileQuery;
import loopbench.source.FileSeries;
import loopbench.source.SourceAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plant from a recording, in cells. */
class FitTest {
  private static final String SOURCE =
      "source: incident\nfile: step.csv\nseries:\n  rate: rate\n  p99: p99\n";
  private static final String FIT =
      "plant: fitted\nfit: source.incident\ninput: rate\noutput: p99\n";
  private static final String FLOW =
      "flow: ctl\nrate: 60/s\nminRate: 5/s\nmaxRate: 800/s\ntargetP99: 40ms\nkp: 0.05\nki: 0.0001\n"
          + "dt: 1s\n";

  @TempDir Path folder;

  private RunReport.CellReport ran(String address, String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  /** A lag of 4 s after 2 s, 0.5 ms per (1/s) above 10 ms, in rates that step. */
  private void record(int windows) throws Exception {
    Random random = new Random(6);
    StringBuilder csv = new StringBuilder("time,rate [1/s],p99 [ms]\n");
    double[] rates = new double[windows];
    double level = 30;
    double pole = Math.exp(-1 / 4.0);
    for (int k = 0; k < windows; k++) {
      rates[k] = k % 20 == 0 ? 30 + random.nextInt(60) : rates[Math.max(0, k - 1)];
      level = pole * level + (1 - pole) * 0.5 * rates[Math.max(0, k - 2)];
      csv.append(1_787_313_600L + k).append(',').append(rates[k]).append(',');
      csv.append(k % 50 == 7 ? "" : String.valueOf(10 + level + 0.2 * random.nextGaussian()));
      csv.append('\n');
    }
    Files.writeString(folder.resolve("step.csv"), csv);
  }

  @Test
  void aPlantIsFittedAndRunOn() throws Exception {
    record(300);
    RunReport.CellReport cell = ran("plant.fitted", SOURCE, FIT);
    assertThat(cell.problems()).isEmpty();
    FirstOrder plant = (FirstOrder) cell.result().orElseThrow().value();
    assertThat(plant.gainMs()).isCloseTo(0.5, within(0.01));
    assertThat(plant.timeConstantS()).isCloseTo(4, within(0.2));
    assertThat(plant.deadTimeS()).isEqualTo(2);
    assertThat(cell.sentence())
        .startsWith("The plant answers with 0.499 ± 0.0031 ms per 1/s above 10 ± 0.18 ms, a lag of")
        .contains(" s after 2 s; on the ", " windows that it was not shown it explains ");
    assertThat(cell.result().orElseThrow().outputs()).hasSize(3);
    RunReport.CellReport run =
        ran("run.r", SOURCE, FIT, FLOW, "run: r\nplant: fitted\nflow: ctl\nticks: 300\n");
    assertThat(run.sentence()).contains("class settles");
  }

  /** The project's own sample changes its rate once, too early to judge a fit by. */
  @Test
  void aRecordingThatStandsStillAtItsEndIsRefused() {
    String source =
        "source: step\nfile: samples/series/latency-step.csv\nseries:\n  rate: rate\n  p99: p99\n";
    assertThat(
            ran(
                    "plant.fitted",
                    source,
                    "plant: fitted\nfit: source.step\ninput: rate\noutput: p99\nuse: {from: 31s}\n")
                .sentence())
        .isEqualTo(
            "plant.fitted, line 2: the rate stands still in the last 30 % of the recording, which is"
                + " to judge the fit. Use a part whose last third has a change in it, too.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "output: p99 | input: speed | plant.fitted, line 2: the source has no series called `speed`.",
        "output: p99 | candidates: [static, foptd] | plant.fitted, line 5: there is no shape `foptd`. The shapes are static, knee, fopdt, sopdt or arx. Did you mean fopdt or sopdt?",
        "output: p99 | use: {from: 10s, to: 5s} | plant.fitted, line 5: use.to is not above use.from.",
        "output: p99 | use: {from: 10h} | plant.fitted, line 2: the part to use holds 0 windows of 1000 ms.",
        "output: p99 | use: {to: 19s} | plant.fitted, line 2: of 19 windows 18 have both a rate and a latency, and 40 are needed.",
        "output: p99 | bounds: {min: 1000/s} | plant.fitted, line 2: of 300 windows 0 have both",
      })
  void whatCannotBe(String was, String becomes, String sentence) throws Exception {
    record(300);
    String fit =
        becomes.startsWith("input") ? FIT.replace("input: rate", becomes) : FIT + becomes + "\n";
    assertThat(ran("plant.fitted", SOURCE, fit).sentence()).startsWith(sentence);
  }

  // ---- knees -------------------------------------------------------------------------------

  /** 5 ms + a rise / (1 - u / capacity), at rates from 30 to 92. */
  private void bent(double rise, double capacity) throws Exception {
    Random random = new Random(6);
    StringBuilder csv = new StringBuilder("time,rate [1/s],p99 [ms]\n");
    double rate = 30;
    for (int k = 0; k < 300; k++) {
      rate = k % 5 == 0 ? 30 + random.nextDouble() * 62 : rate;
      double latency = 5 + rise / (1 - rate / capacity) + 0.2 * random.nextGaussian();
      csv.append(1_787_313_600L + k).append(',').append(rate).append(',').append(latency);
      csv.append('\n');
    }
    Files.writeString(folder.resolve("step.csv"), csv);
  }

  @Test
  void aKneeIsFittedAndRunOn() throws Exception {
    bent(4, 100);
    RunReport.CellReport cell = ran("plant.fitted", SOURCE, FIT);
    assertThat(cell.problems()).isEmpty();
    KneeLatency plant = (KneeLatency) cell.result().orElseThrow().value();
    assertThat(plant.floorMs()).isCloseTo(5, within(0.3));
    assertThat(plant.riseMs()).isCloseTo(4, within(0.3));
    assertThat(plant.capacityPerSecond().valueAt(0)).isCloseTo(100, within(0.5));
    assertThat(cell.sentence())
        .startsWith("The plant answers at once and bends upwards: ")
        .contains(" ms / (1 - rate / capacity), with a capacity of ", "/s. One 1/s more adds ")
        .contains("/s, the highest rate recorded; tune for the latter, and stay below ")
        .contains(" windows that it was not shown it explains ");
    Output.Facts facts = (Output.Facts) cell.result().orElseThrow().outputs().get(0);
    assertThat(facts.facts()).extracting(Fact::name).contains("rise", "capacity", "usable below");
    Output.Table table = (Output.Table) cell.result().orElseThrow().outputs().get(2);
    assertThat(table.rows()).extracting(row -> row.get(0)).contains("knee (taken)");
    RunReport.CellReport run =
        ran(
            "run.r",
            SOURCE,
            FIT,
            FLOW.replace("40ms", "25ms"),
            "run: r\nplant: fitted\nflow: ctl\nticks: 300\n");
    assertThat(run.sentence()).contains("class settles");
  }

  @Test
  void farFromTheKneeItSaysSo() throws Exception {
    bent(200, 1_000);
    RunReport.CellReport cell = ran("plant.fitted", SOURCE, FIT + "candidates: [static, knee]\n");
    assertThat(cell.problems()).isEmpty();
    assertThat(cell.result().orElseThrow().value()).isInstanceOf(FirstOrder.class);
    assertThat(cell.sentence())
        .contains(" No bend can be told: the recording never comes near one: its highest rate is ")
        .endsWith(", so that a straight line is the answer.");
    Output.Table table = (Output.Table) cell.result().orElseThrow().outputs().get(2);
    assertThat(table.rows().get(1).get(1)).startsWith("not to be told: the recording never comes");
    assertThat(ran("plant.fitted", SOURCE, FIT + "candidates: [knee]\n").sentence())
        .startsWith("plant.fitted, line 2: the recording never comes near one")
        .endsWith("or let static be a candidate.");
  }

  // ---- stopping ----------------------------------------------------------------------------

  /** The thread is interrupted once the file is read, as it is where nobody waits any longer. */
  @Test
  void aStoppedFitSaysSoAndIsNotKept() throws Exception {
    record(300);
    SourceAnswer data = FileSeries.read(folder.resolve("step.csv"), "step.csv", FileQuery.ALL);
    boolean[] stop = {true};
    Upstream upstream =
        new Upstream(
            Map.<String, Object>of(
                "source.incident",
                new SourceCell.Named(
                    "step.csv",
                    Optional.of(
                        new SourceCell.OfFile(
                            "step",
                            () -> {
                              if (stop[0]) {
                                Thread.currentThread().interrupt();
                              }
                              return data;
                            })))),
            null,
            null);
    Recipe recipe =
        CellText.of("1", FIT, List.of(new PlantCell()))
            .plan(Parameters.NONE)
            .recipe()
            .orElseThrow();
    Preparation stopped = recipe.prepare(upstream);
    assertThat(Thread.interrupted()).as("the interrupt is left to whoever made it").isTrue();
    assertThat(stopped)
        .isEqualTo(
            Preparation.wrong(
                CellProblem.of(
                    "plant.fitted",
                    2,
                    "fit",
                    "the fit was stopped before its end.",
                    "Run it again.")));
    stop[0] = false;
    assertThat(recipe.prepare(upstream)).isInstanceOf(Preparation.Ready.class);
  }
}
