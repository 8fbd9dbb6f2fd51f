// SPDX-License-Identifier: Apache-2.0
package loopbench.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import loopbench.cell.CellKinds;
import loopbench.notebook.Notebook;
import loopbench.run.Notebooks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTest {
  private static Topology of(String... sources) {
    return Topology.of(Notebooks.of(sources), CellKinds.standard());
  }

  private static String problem(Topology topology, String id) {
    return topology.order().problems().get(id).get(0).sentence();
  }

  @Test
  void pageOrderIsFreeAndRunOrderTopological() {
    Topology topology =
        of(Notebooks.CHECK, Notebooks.RUN, Notebooks.FLOW, Notebooks.PLANT, Notebooks.PARAMS);
    assertThat(topology.problems()).isEmpty();
    assertThat(topology.order().runnable())
        .isEqualTo(List.of("plant-seed", "params-", "flow-ctl", "run-baseline", "check-ok"));
  }

  @Test
  void twoCellsWithOneNameShowTheProblemOnBoth() {
    Notebook twice =
        Notebooks.of(Notebooks.PARAMS, Notebooks.PLANT, Notebooks.FLOW, Notebooks.RUN)
            .insert(
                4,
                loopbench.notebook.Cell.of(
                    "other", loopbench.notebook.Cell.Type.CODE, Notebooks.PLANT));
    Topology topology = Topology.of(twice, CellKinds.standard());
    assertThat(topology.order().problems().get("plant-seed").get(0).others())
        .isEqualTo(List.of("other"));
    assertThat(topology.order().problems().get("other").get(0).others())
        .isEqualTo(List.of("plant-seed"));
    assertThat(topology.order().runnable()).isEqualTo(List.of("params-", "flow-ctl"));
    Topology off =
        Topology.of(
            twice.withSource("other", Notebooks.PLANT + "when: off\n"), CellKinds.standard());
    assertThat(off.problems()).as("switching one off resolves the clash").isEmpty();
  }

  @Test
  void aMissingReferenceNamesTheNearest() {
    Topology topology =
        of(
            Notebooks.PARAMS,
            Notebooks.PLANT,
            Notebooks.FLOW,
            Notebooks.RUN.replace("plant: seed", "plant: seeed"));
    assertThat(problem(topology, "run-baseline"))
        .isEqualTo("run.baseline, line 2: there is no plant called `seeed`. Did you mean seed?");
  }

  @Test
  void aWrongKindIsNamed() {
    Topology topology =
        of(
            Notebooks.PARAMS,
            Notebooks.PLANT,
            Notebooks.FLOW,
            Notebooks.RUN.replace("plant: seed", "plant: ctl"));
    assertThat(problem(topology, "run-baseline"))
        .isEqualTo("run.baseline, line 2: plant needs a plant; ctl is a flow. Name a plant cell.");
  }

  @Test
  void everyCellOnACycleShowsTheChain() {
    String run = "run: a\nplant: seed\nflow: ctl\nticks: 60\nat: sweep.s.best\n";
    String sweep = "sweep: s\nrun: a\naxes: {flow.kp: [0.1, 0.2]}\n";
    Topology topology =
        of(Notebooks.PARAMS, Notebooks.PLANT, Notebooks.FLOW, run, sweep, Notebooks.RUN);
    assertThat(problem(topology, "run-a"))
        .contains("in a circle: run.a reads sweep.s reads run.a.");
    assertThat(problem(topology, "sweep-s")).contains("sweep.s reads run.a reads sweep.s.");
    assertThat(topology.order().runnable()).contains("run-baseline");
  }

  @Test
  void anUnknownParameterIsAProblemOfItsReader() {
    Topology topology = of(Notebooks.PARAMS, Notebooks.FLOW.replace("$target", "$targt"));
    assertThat(problem(topology, "flow-ctl"))
        .isEqualTo("flow.ctl, line 5: there is no parameter `$targt`. Did you mean target?");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theOrderNeverDependsOnThePageAndBlocksOnlyWhatDepends(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      List<String> sources =
          new ArrayList<>(
              List.of(
                  Notebooks.PARAMS,
                  Notebooks.PLANT,
                  Notebooks.FLOW,
                  Notebooks.RUN,
                  Notebooks.SWEEP,
                  Notebooks.CHART,
                  Notebooks.CHECK));
      int broken = random.nextInt(sources.size());
      String victim = sources.get(broken);
      sources.set(broken, victim + "nonsense: 1\n");
      Collections.shuffle(sources, random);
      Topology topology = of(sources.toArray(String[]::new));
      String id = victim.lines().findFirst().orElseThrow().replaceAll("[^a-z0-9]+", "-");
      Set<String> dependent = new HashSet<>(Set.of(id));
      boolean grew = true;
      while (grew) {
        grew = false;
        for (String other : topology.plans().keySet()) {
          if (topology.reads().get(other).stream().anyMatch(dependent::contains)) {
            grew |= dependent.add(other);
          }
        }
      }
      Set<String> runnable = new HashSet<>(topology.order().runnable());
      for (String other : topology.plans().keySet()) {
        assertThat(runnable.contains(other))
            .as("seed %d, broken %s, %s", seed, id, other)
            .isEqualTo(!dependent.contains(other));
      }
      for (String one : topology.order().runnable()) {
        assertThat(topology.order().runnable().indexOf(one))
            .isGreaterThan(
                topology.reads().get(one).stream()
                    .mapToInt(topology.order().runnable()::indexOf)
                    .max()
                    .orElse(-1));
      }
    }
  }
}
