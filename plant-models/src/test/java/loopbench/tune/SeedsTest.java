// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import loopbench.knob.Scale;
import loopbench.loop.FlowScenario;
import loopbench.loop.Vectors;
import loopbench.plant.AffineLatency;
import loopbench.plant.Schedule;
import loopbench.plant.Sensor;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A point under several seeds. */
class SeedsTest {
  private static final AffineLatency NOISY =
      AffineLatency.SEED.withSensor(new Sensor(Sensor.Samples.count(60), Sensor.Tail.EXPONENTIAL));
  private static final Grid GAINS =
      Grid.of(
          Axis.between("flow.kp", "(1/s)/ms", Scale.LOG, 0.02, 2, 5, false),
          Axis.between("flow.ki", "(1/s)/ms²", Scale.LOG, 1e-4, 1e-2, 5, true));

  private static SweepResult run(FlowScenario scenario, int seeds, int threads) {
    return Sweep.run(
        GAINS,
        new FlowEvaluator(List.of(scenario), seeds, GAINS.axes(), () -> false),
        new Objective(Objective.ADMISSION_COST, Objective.admission(true, seeds > 1)),
        threads,
        SweepListener.NONE,
        () -> false);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void anyNumberOfThreadsGivesTheSameToTheBit(int threads) {
    FlowScenario noisy = Vectors.published(0, 0).withPlant(NOISY);
    SweepResult one = run(noisy, 5, 1);
    SweepResult many = run(noisy, 5, threads);
    for (int i = 0; i < GAINS.size(); i++) {
      assertThat(many.scores(i)).isEqualTo(one.scores(i));
    }
    assertThat(many.best()).isEqualTo(one.best());
  }

  @Test
  void aScoreIsTheMeanOfItsSeedsAndKnowsTheirEnds() {
    FlowScenario noisy = Vectors.published(0.1, 0.0005).withPlant(NOISY);
    double[] sum = new double[1];
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < 4; i++) {
      Scores one = new FlowEvaluator(noisy.withSeed(noisy.seed() + i), List.of()).at(new double[0]);
      sum[0] += one.get(Score.SLO_DEBT);
      least = Math.min(least, one.get(Score.SLO_DEBT));
      most = Math.max(most, one.get(Score.SLO_DEBT));
    }
    Scores all = new FlowEvaluator(List.of(noisy), 4, List.of(), () -> false).at(new double[0]);
    assertThat(all.get(Score.SLO_DEBT)).isEqualTo(sum[0] / 4).isBetween(least, most);
    assertThat(all.least(Score.SLO_DEBT)).isEqualTo(least).isLessThan(most);
    assertThat(all.most(Score.SLO_DEBT)).isEqualTo(most);
    assertThat(all.seeds()).isEqualTo(4);
    assertThat(all.get(Score.SETTLED)).isBetween(0.0, 1.0);
  }

  @Test
  void chanceDoesNotDecideClassMarginsAndEquilibrium() {
    FlowScenario noisy = Vectors.published(0.1, 0.0005).withPlant(NOISY);
    FlowScenario quiet = noisy.withPlant(AffineLatency.SEED);
    Scores judged = new FlowEvaluator(List.of(noisy), 3, List.of(), () -> false).at(new double[0]);
    Scores exact = new FlowEvaluator(quiet, List.of()).at(new double[0]);
    assertThat(judged.loopClass()).contains(LoopClass.SETTLES);
    for (Score score : List.of(Score.EQUILIBRIUM_ERROR, Score.GAIN_MARGIN, Score.NOISE_GAIN)) {
      assertThat(judged.get(score)).isEqualTo(exact.get(score));
      assertThat(judged.least(score)).isEqualTo(judged.most(score)).isEqualTo(exact.get(score));
    }
    assertThat(judged.get(Score.SLO_DEBT)).isNotEqualTo(exact.get(Score.SLO_DEBT));
  }

  @Test
  void whatDoesNotSettleWithoutNoiseIsNotTriedWithIt() {
    FlowScenario pOnly = Vectors.published(0.05, 0).withPlant(NOISY);
    Scores scores = new FlowEvaluator(List.of(pOnly), 3, List.of(), () -> false).at(new double[0]);
    assertThat(scores.loopClass()).contains(LoopClass.FLOOR_STUCK);
    assertThat(scores.has(Score.SETTLED)).isFalse();
    assertThat(scores.seeds()).isEqualTo(1);
  }

  @Test
  void neverIsInfiniteAndWhatDoesNotApplyToOneDoesNotApply() {
    Scores settled =
        Scores.of(
            Map.of(Score.SETTLE, 4.0, Score.OVERSHOOT, 2.0, Score.IAE, 1.0),
            LoopClass.SETTLES,
            30,
            40);
    Scores stuck =
        Scores.of(
            Map.of(Score.SETTLE, Double.POSITIVE_INFINITY, Score.IAE, 3.0),
            LoopClass.FLOOR_STUCK,
            30,
            40);
    Scores mean = Scores.mean(List.of(settled, stuck));
    assertThat(mean.get(Score.SETTLE)).isInfinite();
    assertThat(mean.has(Score.OVERSHOOT)).isFalse();
    assertThat(mean.get(Score.IAE)).isEqualTo(2);
    assertThat(mean.normalised(Score.IAE)).isEqualTo((1.0 / 30 + 3.0 / 30) / 2);
    assertThat(mean.loopClass()).contains(LoopClass.FLOOR_STUCK);
    assertThat(mean.get(Score.SETTLED)).isEqualTo(0.5);
    assertThat(Scores.mean(List.of(settled))).isSameAs(settled);
  }

  @Test
  void plantsKeepTheirOwnClassesBesideTheWorst() {
    Grid grid = Grid.of(Axis.list("flow.ki", "", 0.001, 0.003));
    List<FlowScenario> both =
        List.of(
            Vectors.published(0.05, 0)
                .withPlant(AffineLatency.SEED.withCapacity(Schedule.constant(400))),
            Vectors.published(0.05, 0)
                .withPlant(AffineLatency.SEED.withCapacity(Schedule.constant(150))));
    Scores hot = new FlowEvaluator(both, 1, grid.axes(), () -> false).at(new double[] {0.003});
    assertThat(hot.parts()).hasSize(2).startsWith(LoopClass.SETTLES);
    assertThat(hot.loopClass()).contains(hot.parts().get(1)).isNotEqualTo(LoopClass.SETTLES);
  }

  @Test
  void seedsAreFromOneToAThousand() {
    for (int seeds : new int[] {0, 1001}) {
      assertThatThrownBy(
              () ->
                  new FlowEvaluator(
                      List.of(Vectors.published(0, 0)), seeds, List.of(), () -> false))
          .hasMessage("seeds must be 1 to 1000, was " + seeds + ".");
      assertThatThrownBy(() -> OverSeeds.of(42, seeds, seed -> point -> null))
          .hasMessage("seeds must be 1 to 1000, was " + seeds + ".");
    }
  }

  @Test
  void theCommonClassIsThatOfMostSeeds() {
    Scores settles = of(LoopClass.SETTLES);
    Scores cycles = of(LoopClass.LIMIT_CYCLE);
    Scores mostSettle = Scores.mean(List.of(settles, cycles, settles));
    assertThat(mostSettle.commonClass()).contains(LoopClass.SETTLES);
    assertThat(mostSettle.loopClass()).contains(LoopClass.LIMIT_CYCLE);
    Scores even = Scores.mean(List.of(settles, cycles));
    assertThat(even.commonClass()).contains(LoopClass.LIMIT_CYCLE); // the worse of two
    assertThat(Scores.mean(List.of(cycles, settles)).commonClass()).isEqualTo(even.commonClass());
    assertThat(mostSettle.judgedBy(settles).commonClass()).contains(LoopClass.SETTLES);
    assertThat(even.judgedBy(settles).commonClass()).contains(LoopClass.LIMIT_CYCLE);
    assertThat(Scores.worst(List.of(mostSettle, even)).commonClass())
        .contains(LoopClass.LIMIT_CYCLE);
    assertThat(settles.commonClass()).contains(LoopClass.SETTLES);
    assertThat(Scores.mean(List.of(Scores.of(Map.of()), Scores.of(Map.of()))).commonClass())
        .isEmpty();
  }

  private static Scores of(LoopClass loopClass) {
    return Scores.of(Map.of(Score.SETTLE, 3.0), loopClass, 30, 100);
  }
}
