// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import loopbench.flow.FlowSettings;
import loopbench.flow.Gains;
import loopbench.loop.Admission;
import loopbench.loop.FlowLoop;
import loopbench.loop.FlowScenario;
import loopbench.loop.Vectors;
import loopbench.plant.AffineLatency;
import loopbench.plant.LinearPlant;
import loopbench.plant.Schedule;
import loopbench.score.FlowScores;
import loopbench.score.LinearLoop;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.score.StabilityLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The published experiment (start 200/s, 5 to 800/s, target 30 ms, one window a second, capacity
 * 400 and from tick 30 on 150) with the guide's gains and with those of the lambda rule at 0.3.
 */
class LambdaComparisonTest {
  private static final Gains DEFAULT = new Gains(0.05, 0.001, 0, 0);
  private static final Gains LAMBDA =
      TuningRule.LAMBDA
          .start(
              AffineLatency.SEED.steepestAt(30, 1000, Double.POSITIVE_INFINITY).orElseThrow(),
              1000,
              0.3)
          .gains()
          .orElseThrow();

  private static Scores published(Gains gains, int ticks) {
    FlowScenario scenario =
        Vectors.published(0, 0)
            .withAdmission(new Admission.Controlled(Vectors.settings(0, 0).withGains(gains)))
            .withTicks(ticks);
    return FlowScores.of(FlowLoop.run(scenario), scenario);
  }

  @Test
  void lambdaHasThreeTimesTheMarginAndHalfTheNoise() {
    Scores guide = published(DEFAULT, 60);
    Scores lambda = published(LAMBDA, 60);
    assertThat(guide.get(Score.GAIN_MARGIN)).isCloseTo(1.75, within(5e-3));
    assertThat(lambda.get(Score.GAIN_MARGIN)).isCloseTo(6.67, within(5e-3));
    assertThat(guide.get(Score.NOISE_GAIN)).isCloseTo(1.52, within(5e-3));
    assertThat(lambda.get(Score.NOISE_GAIN)).isCloseTo(0.70, within(5e-3));
    assertThat(guide.get(Score.MAX_SENSITIVITY)).isCloseTo(2.59, within(5e-3));
    assertThat(lambda.get(Score.MAX_SENSITIVITY)).isCloseTo(1.18, within(5e-3));
  }

  /** After the drop: less error in sum and no swing, and more of it above the target. */
  @Test
  void lambdaSumsLessErrorAfterTheDrop() {
    Scores guide = published(DEFAULT, 60);
    Scores lambda = published(LAMBDA, 60);
    assertThat(guide.get(Score.IAE)).isCloseTo(156.57, within(5e-3));
    assertThat(lambda.get(Score.IAE)).isCloseTo(132.93, within(5e-3));
    assertThat(guide.get(Score.SLO_DEBT)).isCloseTo(113.00, within(5e-3));
    assertThat(lambda.get(Score.SLO_DEBT)).isCloseTo(132.93, within(5e-3));
    assertThat(guide.get(Score.SETTLE)).isEqualTo(16);
    assertThat(lambda.get(Score.SETTLE)).isEqualTo(12);
    assertThat(guide.get(Score.REBOUND)).isCloseTo(8.35, within(5e-3));
    assertThat(lambda.get(Score.REBOUND)).isCloseTo(47.25, within(5e-3));
  }

  /**
   * Its price: tuned for the steep plant after the drop, it is slow on the flat one before. There g
   * is 0.225 and the pole 1 - 0.3 x 0.375 = 0.8875.
   */
  @Test
  void lambdaIsSlowToStart() {
    assertThat(coldStart(DEFAULT)).isEqualTo(12);
    assertThat(coldStart(LAMBDA)).isEqualTo(31);
  }

  private static double coldStart(Gains gains) {
    FlowScenario scenario =
        new FlowScenario(
            new Admission.Controlled(Vectors.settings(0, 0).withGains(gains)),
            AffineLatency.SEED.withCapacity(Schedule.constant(400)),
            300,
            42);
    return FlowScores.of(FlowLoop.run(scenario), scenario).get(Score.SETTLE);
  }

  /** At capacity 150 the guide's gains hold up to 1.717 s between two observations. */
  @Test
  void theSampleIntervalIsAGain() {
    double limitMs = StabilityLimit.dtLimitMs(0.05, 0.001, 0.6);
    assertThat(limitMs).isCloseTo(1_716.7, within(0.05));
    assertThat(at(DEFAULT, 0.99 * limitMs)).isEqualTo(LoopClass.SETTLES);
    assertThat(at(DEFAULT, 1.01 * limitMs)).isEqualTo(LoopClass.LIMIT_CYCLE);
  }

  /** With a derivative there is no closed form; the sampled loop's limit is the real core's. */
  @ParameterizedTest
  @ValueSource(doubles = {20, 100, 300, 400, 500, 700, 1_000})
  void theMarginWithADerivativeIsTheCores(double kd) {
    Gains gains = DEFAULT.withKd(kd);
    double margin = new LinearLoop(gains, LinearPlant.atOnce(0.6, 0), 1000).gainMargin();
    assertThat(at(times(gains, 0.97 * margin), 1000)).isEqualTo(LoopClass.SETTLES);
    assertThat(at(times(gains, 1.03 * margin), 1000)).isNotEqualTo(LoopClass.SETTLES);
  }

  /** A little of it helps, more of it hurts: there is a best kd, and beyond it an edge. */
  @Test
  void theDerivativeHasABest() {
    double none = margin(0);
    assertThat(margin(100)).isGreaterThan(none);
    assertThat(margin(400)).isGreaterThan(margin(100));
    assertThat(margin(700)).isCloseTo(none, within(1e-9));
    assertThat(margin(1_000)).isLessThan(1.1);
  }

  private static double margin(double kd) {
    return new LinearLoop(DEFAULT.withKd(kd), LinearPlant.atOnce(0.6, 0), 1000).gainMargin();
  }

  private static Gains times(Gains gains, double factor) {
    return new Gains(
        factor * gains.kp(), factor * gains.ki(), factor * gains.kd(), gains.derivativeFilter());
  }

  private static LoopClass at(Gains gains, double dtMs) {
    FlowSettings settings = Vectors.settings(0, 0).withGains(gains).withDtMs(dtMs);
    FlowScenario scenario =
        new FlowScenario(
            new Admission.Controlled(settings),
            AffineLatency.SEED.withCapacity(Schedule.constant(150)),
            3000,
            42);
    return FlowScores.loopClass(FlowLoop.run(scenario), scenario);
  }
}
