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

/** Thresholds from objectives, a plant and a load. */
class DerivedTest {
  private static final String PLANT =
      "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n";
  private static final String LOAD =
      "load: ladder\nrequests: {0s: 2/s, 330s: 10/s}\n"
          + "prompt: {mean: 4000, sd: 300, min: 3500, max: 4500}\noutput: {mean: 1000, sd: 80}\n";
  private static final String DERIVE =
      "derive: {plant: pool, load: ladder, objectives: {ttft: 3s, tpot: 100ms}}\n";

  @TempDir Path folder;

  private RunReport.CellReport ran(String address, String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private Scaler scaler(String text) {
    RunReport.CellReport cell = ran("scaler.s", PLANT, LOAD, text);
    assertThat(cell.problems()).isEmpty();
    return (Scaler) cell.result().orElseThrow().value();
  }

  @Test
  void thresholdsComeFromThePlant() {
    assertThat(scaler("scaler: s\npreset: queue-depth\n" + DERIVE).object().thresholds().values())
        .containsExactly("1.96", "48.8");
    assertThat(scaler("scaler: s\npreset: token-backlog\n" + DERIVE).object().thresholds().values())
        .containsExactly("1.79", "0.625");
    Scaler slo = scaler("scaler: s\npreset: slo-aware\n" + DERIVE);
    assertThat(slo.object().advanced().modifiers().formula()).contains("0.48", "0.434");
  }

  @Test
  void whatIsWrittenStands() {
    assertThat(
            scaler("scaler: s\npreset: queue-depth\n" + DERIVE + "with: {queue: 3}\n")
                .object()
                .thresholds()
                .values())
        .containsExactly("3", "48.8");
  }

  @Test
  void theDerivationIsShown() {
    RunReport.CellReport cell =
        ran("scaler.s", PLANT, LOAD, "scaler: s\npreset: queue-depth\n" + DERIVE);
    assertThat(cell.sentence())
        .isEqualTo(
            "One replica carries at most 1.64/s of this load, then its KV cache is full; at 80 % of"
                + " it the peak of 10/s takes 8 replicas. A * marks counts at which replicas would"
                + " carry more than they can.");
    Output.Table table = (Output.Table) cell.result().orElseThrow().outputs().get(0);
    assertThat(table.rows()).allSatisfy(row -> assertThat(row).hasSize(4));
    assertThat(table.rows().get(0).get(2))
        .startsWith("Little's law: 1.31/s times the 37.2 s a request stays");
    assertThat(table.rows()).extracting(row -> row.get(3)).contains("9 / 8 / 7", "3* / 3* / 3*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "derive: {plant: pool} | line 3: derive.load is missing. Write `load: <the name of a load cell>`.",
        "derive: 8 | line 3: derive must be a mapping.",
        "derive: {plant: seed, load: ladder} | line 3: plant.seed is no pool, and only a pool of model servers is scaled. Name a plant with `model: model-server-pool`.",
        "derive: {plant: pool, load: clients} | line 3: load.clients is a fixed number of clients, whose peak the pool itself sets. Name a load with `requests:`, `shape:` or a trace of some minutes.",
        "derive: {plant: pool, load: ladder, objectives: {ttft: 200ms}} | line 3: no rate keeps these objectives on one replica: the first token comes too late, even for a request alone. Promise less, shorten the prompts, or use faster replicas.",
        "derive: {plant: pool, load: ladder, objectives: {tpot: 0s}} | line 3: objectives.tpot is not above 0. Write it like 100ms.",
        "derive: {plant: pool, load: ladder, share: 0%} | line 3: derive.share is 0%. Write a share from 1% to 100%.",
      })
  void whatCannotBe(String field, String sentence) {
    List<String> cells =
        List.of(
            PLANT,
            LOAD,
            Notebooks.PLANT,
            "load: clients\nclients: 32\nprompt: 8192\noutput: 100\n",
            "scaler: s\npreset: queue-depth\n" + field + "\n");
    assertThat(ran("scaler.s", cells.toArray(String[]::new)).sentence())
        .startsWith("scaler.s, " + sentence);
  }
}
