// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import loopbench.cell.CellKinds;
import loopbench.graph.Topology;
import loopbench.notebook.Notebook;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A knob's number finds its place in the text, and takes on the unit that stands there. */
class KnobPlaceTest {
  private static final Notebook POOLS =
      Notebooks.of(
          "params:\n  wait: {value: 60s, range: [0s, 300s]}\n",
          "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n"
              + "decode: {base: 0.02s, per-request: 0.35ms}\nwarm-up: 2m\n"
              + "gateway: {ttl: $wait}\n",
          "load: rise\nrequests: 2/s\nprompt: {mean: 4000 tokens, sd: 300}\noutput: 1000\n"
              + "prefix-hit: 20%\n",
          "scaler: keda\npreset: queue-depth\nset:\n  triggers.epp-queue-size.threshold: 2\n",
          "run: one\nplant: pool\nload: rise\nscaler: keda\nfor: 1h\n",
          "run: two\nfor: 1h\npools:\n  a: {plant: pool, load: rise, replicas: 2}\n"
              + "  b: {plant: pool, load: rise, scaler: keda}\n");

  @ParameterizedTest
  @CsvSource({
    "one, plant.decode.base, 30, ms, base: 0.03s",
    "one, plant.decode.per-request, 0.5, ms, per-request: 0.5ms",
    "one, plant.warm-up, 90, s, warm-up: 1.5m",
    "one, plant.gateway.ttl, 240, s, 'wait: {value: 240s,'",
    "one, load.prompt.mean, 2000, tokens, 'mean: 2000 tokens,'",
    "one, load.prefix-hit, 0.35, '', prefix-hit: 35%",
    "one, scaler.triggers.epp-queue-size.threshold, 8, '', threshold: 8",
    "two, pools.a.load.prompt.sd, 100, tokens, sd: 100}",
    "two, pools.b.scaler.triggers.epp-queue-size.threshold, 5, '', threshold: 5",
  })
  void aNumberGoesWhereItStands(
      String run, String path, double number, String unit, String written) {
    Topology topology = Topology.of(POOLS, CellKinds.standard());
    KnobPlace place = KnobPlace.of(topology, "run." + run, path).orElseThrow();
    Notebook turned = KnobPlace.with(POOLS, Map.of(place, place.inUnitHere(number, unit)));
    assertThat(turned.cells()).anySatisfy(cell -> assertThat(cell.source()).contains(written));
    assertThat(turned).isNotEqualTo(POOLS);
  }

  @ParameterizedTest
  @CsvSource({
    "one, plant.kv",
    "one, plant",
    "one, flow.kp",
    "none, plant.warm-up",
    "one, load.output.mean"
  })
  void whatIsNotWrittenHasNoPlace(String run, String path) {
    Topology topology = Topology.of(POOLS, CellKinds.standard());
    assertThat(KnobPlace.of(topology, "run." + run, path)).isEmpty();
  }
}
