// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.keda.Preset;
import loopbench.score.PoolScores;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.signal.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** llm-d's benchmark of SLO-aware scaling: Qwen3-32B on two H100, 3 s and 100 ms, 3 to 8. */
class SloAwareTest {
  private static final PoolModel PLAIN =
      PoolModel.QWEN3_32B_2XH100.withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF));
  private static final double LOAD_S = 2430;

  private static final Schedule LADDER =
      new Schedule(
          List.of(
              new Schedule.Step(0, 2),
              new Schedule.Step(330, 4),
              new Schedule.Step(690, 6),
              new Schedule.Step(1050, 8),
              new Schedule.Step(1410, 10),
              new Schedule.Step(1770, 4),
              new Schedule.Step(2130, 1),
              new Schedule.Step(LOAD_S, 0)));

  static LoadModel load(Spacing spacing) {
    return LoadModel.open(
        LADDER,
        spacing,
        Lengths.normal(4000, 300, 3500, 4500),
        Lengths.normal(1000, 80, 900, 1100));
  }

  static PoolScenario scenario(Spacing spacing, Scaling scaling, long seed) {
    return PoolScenario.of(3600, seed, Pool.of("", PLAIN, load(spacing), scaling))
        .withRules(Rules.sloAware(Rules.Slo.DEFAULTS));
  }

  static Scaling.Scaled sloAware() {
    return Scaling.Scaled.of(
        Preset.SLO_AWARE.at(new Preset.Place("ns", "epp", "qwen", "pool", "decode")));
  }

  /** Replicas asked for on average from the start until the floor is reached again. */
  private static double averageUntilTheFloor(PoolRun run) {
    int floor = run.size() - 1;
    while (floor > 0 && run.desired(floor - 1) == 3) {
      floor--;
    }
    double sum = 0;
    for (int i = 0; i < floor; i++) {
      sum += run.desired(i);
    }
    return sum / floor;
  }

  /** Published: 95.8 % at 5.93 replicas, the mean of repeated runs. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theBenchmarkLandsInItsBand(long seed) {
    for (Spacing spacing : List.of(Spacing.REGULAR, Spacing.POISSON)) {
      PoolTrace trace = PoolLoop.run(scenario(spacing, sloAware(), seed));
      PoolRun run = trace.first();
      Scores scores = PoolScores.of(run, 3600);
      assertThat(scores.get(Score.ATTAINMENT)).isBetween(0.93, 0.98);
      assertThat(averageUntilTheFloor(run)).isBetween(5.5, 6.5);
      assertThat(scores.get(Score.LOST)).isZero();
      assertThat(run.attainment().missedTpot()).as("all that is missed is TTFT").isZero();
      assertThat(scores.get(Score.TIME_TO_READY)).isEqualTo(100);
      assertThat(run.desired(run.size() - 1)).isEqualTo(3);
      assertThat(run.leftInPool()).isZero();
    }
  }

  /** Down from 8 takes one step in 120 s, from some 2690 s to some 3170 s. */
  @Test
  void drainsOnePodInTwoMinutes() {
    PoolRun run = PoolLoop.run(scenario(Spacing.REGULAR, sloAware(), 1)).first();
    List<Double> fewer = new ArrayList<>();
    for (int i = 1; i < run.size(); i++) {
      if (run.desired(i) < run.desired(i - 1)) {
        assertThat(run.desired(i)).isEqualTo(run.desired(i - 1) - 1);
        fewer.add(run.timeS(i));
      }
    }
    assertThat(fewer).hasSize(5);
    assertThat(fewer.get(4) - fewer.get(0)).isBetween(479.0, 485.0);
  }

  @Test
  void eightReplicasAlwaysServe() {
    PoolRun run = PoolLoop.run(scenario(Spacing.POISSON, new Scaling.Fixed(8), 1)).first();
    Scores scores = PoolScores.of(run, 3600);
    assertThat(scores.get(Score.ATTAINMENT)).isGreaterThanOrEqualTo(0.999);
    assertThat(scores.get(Score.AVERAGE_REPLICAS)).isEqualTo(8);
  }

  /**
   * With flow control on, requests wait at the gateway, and what is predicted when they are let
   * through does not know of it: the law asks for one replica after the other.
   */
  @Test
  void aGatewayThatHoldsRequestsHidesTheirWaitFromThePrediction() {
    PoolScenario scenario = scenario(Spacing.REGULAR, sloAware(), 1);
    PoolScenario held =
        scenario.withPool(0, scenario.pools().get(0).withModel(PoolModel.QWEN3_32B_2XH100));
    double predicted = PoolScores.of(PoolLoop.run(held).first(), 3600).get(Score.ATTAINMENT);
    double measured =
        PoolScores.of(
                PoolLoop.run(
                        held.withPool(
                            0,
                            held.pools()
                                .get(0)
                                .withExposure(Exposure.DEFAULTS.withPredictor(false))))
                    .first(),
                3600)
            .get(Score.ATTAINMENT);
    assertThat(predicted).isLessThan(0.8);
    assertThat(measured).isGreaterThan(predicted);
  }

  /** Without kube-state-metrics the law reads no replicas and asks for the floor under load. */
  @Test
  void withoutReplicaCountsThePoolDrainsUnderLoad() {
    PoolScenario scenario = scenario(Spacing.REGULAR, sloAware(), 1).withDurationS(1400);
    Pool pool = scenario.pools().get(0).withExposure(Exposure.DEFAULTS.withKubeState(false));
    PoolRun run = PoolLoop.run(scenario.withPool(0, pool)).first();
    for (int i = 0; i < run.size(); i++) {
      assertThat(run.desired(i)).isEqualTo(3);
    }
  }
}
