// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import loopbench.flow.FlowSettings;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gains from a plant by a rule. */
class GainsTest {
  private static final String RULED =
      "flow: ctl\nrate: 200/s\nminRate: 5/s\nmaxRate: 800/s\ntargetP99: 30ms\ndt: 1s\n";

  @TempDir Path folder;

  private RunReport.CellReport ran(String address, String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  /** The seed's plant after its drop has g = 0.6: kp = 0.3 / 0.6, ki = kp / 1000. */
  @Test
  void lambdaDrivesBothGains() {
    String params = "params:\n  lambda: {value: 0.3, range: [0.1, 0.5]}\n";
    String flow = RULED + "gains: {rule: lambda, lambda: $lambda, plant: seed}\n";
    RunReport.CellReport cell = ran("flow.ctl", params, Notebooks.PLANT, flow);
    FlowSettings settings = (FlowSettings) cell.result().orElseThrow().value();
    assertThat(settings.gains().kp()).isCloseTo(0.5, within(1e-12));
    assertThat(settings.gains().ki()).isCloseTo(0.0005, within(1e-15));
    Output.Table table = (Output.Table) cell.result().orElseThrow().outputs().get(0);
    assertThat(table.rows()).hasSize(6);
    assertThat(table.rows()).allSatisfy(row -> assertThat(row).hasSameSizeAs(table.headings()));
    assertThat(table.rows().get(0).subList(0, 7))
        .containsExactly("lambda (taken)", "0.5", "0.0005", "settles", "12", "6.67", "0.7");
    assertThat(table.sentence())
        .isEqualTo(
            "By lambda kp is 0.5 and ki 0.0005: the loop settles in 12 ticks, its gain margin is"
                + " 6.67, and 1 ms of noise moves the rate by 0.7/s.");
    assertThat(ran("run.baseline", params, Notebooks.PLANT, flow, Notebooks.RUN).sentence())
        .contains("class settles");
  }

  @Test
  void aRuleThatDoesNotFitNamesThoseThatDo() {
    String lag =
        "plant: seed\nmodel: first-order\ngain: 0.6\ntime-constant: 5s\ndead-time: 2s\nfloor: 5ms\n";
    assertThat(ran("flow.ctl", lag, RULED + "gains: {rule: lambda, plant: seed}\n").sentence())
        .isEqualTo(
            "flow.ctl, line 7: the rule lambda gives no gains here: the plant lags by 5.00 s, which"
                + " it cannot know of. Take another rule: imc, simc, amigo, cohen-coon,"
                + " ziegler-nichols.");
    assertThat(ran("flow.ctl", lag, RULED + "gains: {rule: simc, plant: seed}\n").sentence())
        .startsWith("By simc kp is 1.389 and ki 0.0002778");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gains: {plant: seed, lambda: 2} | line 7: gains.lambda must be above 0 and at most 1, was 2. 0.3 is a sound start; more is faster, with less margin and more noise.",
        "gains: {plant: seed, rule: lamda} | line 7: gains.rule cannot be `lamda`. It is one of lambda, imc, simc, amigo, cohen-coon or ziegler-nichols. Did you mean lambda?",
        "gains: {rule: simc} | line 7: gains.plant is missing. Write `plant: <the name of a plant cell>`.",
        "gains: simc | line 7: gains must be a mapping.",
        "'gains: {plant: seed};kp: 0.1' | line 8: kp and gains are both given. Take out one: gains works kp out of a plant.",
        "gains: {plant: queue} | line 7: plant.queue has no formula for its slope, which the rules start from. Name an affine-latency, knee-latency or first-order plant, or write kp and ki.",
        "gains: {plant: pool} | line 7: plant.pool is a pool of model servers, for which no rule knows the slope.",
      })
  void whatCannotBe(String fields, String sentence) {
    String bent = fields.startsWith("'") ? fields.substring(1, fields.length() - 1) : fields;
    List<String> cells =
        List.of(
            Notebooks.PLANT,
            "plant: queue\nmodel: queueing\nservers: 10\nservice-time: 100ms\n",
            "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n",
            RULED + bent.replace(';', '\n') + "\n");
    assertThat(ran("flow.ctl", cells.toArray(String[]::new)).sentence())
        .startsWith("flow.ctl, " + sentence);
  }
}
