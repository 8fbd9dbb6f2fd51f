// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.LongStream;
import loopbench.flow.Gains;
import loopbench.plant.AffineLatency;
import loopbench.plant.FirstOrder;
import loopbench.plant.LinearPlant;
import loopbench.plant.Queueing;
import loopbench.plant.Sensor;
import loopbench.score.LinearLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TuningRuleTest {
  private static final LinearPlant SEED_AFTER_THE_DROP = LinearPlant.atOnce(0.6, 0);

  @Test
  void gainsMustHoldOnTheSteepestPlant() {
    assertThat(
            AffineLatency.SEED.steepestAt(30, 1000, Double.POSITIVE_INFINITY).orElseThrow().slope())
        .isCloseTo(0.6, within(1e-12));
    assertThat(Queueing.EXAMPLE.steepestAt(30, 1000, Double.POSITIVE_INFINITY)).isEmpty();
  }

  /** kp = lambda / g, ki = kp / dt; the margin is 2 / lambda and the noise kp / sqrt(...). */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.18, 0.3, 0.48, 0.5, 1})
  void lambdaHasItsThreePrices(double lambda) {
    StartPoint start = TuningRule.LAMBDA.start(SEED_AFTER_THE_DROP, 1000, lambda);
    Gains gains = start.gains().orElseThrow();
    assertThat(gains.kp()).isCloseTo(lambda / 0.6, within(1e-12));
    assertThat(gains.ki()).isCloseTo(lambda / 600, within(1e-15));
    LinearLoop loop = start.loop().orElseThrow();
    assertThat(loop.gainMargin()).isCloseTo(2 / lambda, within(1e-9));
    assertThat(loop.noiseGain())
        .isCloseTo(lambda / 0.6 / Math.sqrt(lambda * (2 - lambda)), within(1e-9));
  }

  @Test
  void lambdaOnAPlantThatLagsIsRefusedWithTheReason() {
    StartPoint start =
        TuningRule.LAMBDA.start(FirstOrder.EXAMPLE.linear(1000, 0).orElseThrow(), 1000, 0.3);
    assertThat(start.gains()).isEmpty();
    assertThat(start.warnings())
        .containsExactly("the plant lags by 5.00 s, which it cannot know of.");
  }

  /** By hand, for k = 0.6, tau = 5 s, theta = 2 s and half a window twice: theta = 3 s. */
  @Test
  void theBooksRulesOnALagWithDeadTime() {
    LinearPlant plant = FirstOrder.EXAMPLE.linear(1000, 0).orElseThrow();
    expect(TuningRule.IMC, plant, 5 / (0.6 * (3 / 0.3 + 3)), 5);
    expect(TuningRule.SIMC, plant, 5 / (0.6 * 6), 5);
    expect(
        TuningRule.AMIGO,
        plant,
        0.15 / 0.6 + (0.35 - 15.0 / 64) * 5 / (0.6 * 3),
        0.35 * 3 + 13 * 3 * 25.0 / (25 + 12 * 15 + 7 * 9));
    expect(
        TuningRule.COHEN_COON,
        plant,
        5 / (0.6 * 3) * (0.9 + 3.0 / 60),
        3 * (30 + 9.0 / 5) / (9 + 60.0 / 5));
  }

  /** Where the delay dominates a third of it counts as lag. */
  @Test
  void theBooksRulesOnAPlantThatAnswersAtOnce() {
    expect(TuningRule.SIMC, SEED_AFTER_THE_DROP, 1 / (0.6 * 6), 1.0 / 3);
    expect(TuningRule.AMIGO, SEED_AFTER_THE_DROP, 0.15 / 0.6, 0.35);
    expect(TuningRule.ZIEGLER_NICHOLS, SEED_AFTER_THE_DROP, 0.45 / 0.6, 2 / 1.2);
    StartPoint imc = TuningRule.IMC.start(SEED_AFTER_THE_DROP, 1000, 0.3);
    assertThat(imc.gains().orElseThrow().kp()).isZero();
    assertThat(imc.gains().orElseThrow().ki())
        .isCloseTo(1 / (0.6 * (1 / 0.3 + 1)) / 1000, within(1e-12));
    assertThat(TuningRule.COHEN_COON.start(SEED_AFTER_THE_DROP, 1000, 0.3).warnings())
        .containsExactly("the plant has no lag, and the rule divides by it.");
  }

  private static void expect(TuningRule rule, LinearPlant plant, double kc, double tiS) {
    Gains gains = rule.start(plant, 1000, 0.3).gains().orElseThrow();
    assertThat(gains.kp()).as(rule + " kp").isCloseTo(kc, within(1e-9 * kc));
    assertThat(gains.ki()).as(rule + " ki").isCloseTo(kc / tiS / 1000, within(1e-9 * kc / tiS));
  }

  static LongStream seeds() {
    return new Random(5).longs(40);
  }

  /**
   * The rules that promise robustness keep it on every lag and delay; the hot ones are warned of.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsNotRobustIsWarnedOf(long seed) {
    Random random = new Random(seed);
    FirstOrder model =
        new FirstOrder(
            Math.exp(random.nextGaussian()),
            random.nextInt(4) == 0 ? 0 : Math.exp(2 * random.nextGaussian()),
            random.nextDouble() * 10,
            5,
            Sensor.EXACT);
    LinearPlant plant = model.linear(1000, 0).orElseThrow();
    for (TuningRule rule : TuningRule.values()) {
      StartPoint start = rule.start(plant, 1000, 0.3);
      String as = "seed " + seed + ": " + rule + " on " + plant;
      if (start.gains().isEmpty()) {
        assertThat(start.warnings()).as(as).isNotEmpty();
        continue;
      }
      double margin = start.loop().orElseThrow().gainMargin();
      if (rule == TuningRule.SIMC || rule == TuningRule.AMIGO || rule == TuningRule.IMC) {
        assertThat(margin).as(as).isGreaterThan(1.5);
      }
      if (margin < 2) {
        assertThat(start.warnings()).as(as).anyMatch(w -> w.contains("gain margin"));
      }
    }
  }

  /** Proportional control at the ultimate gain swings with the ultimate period. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theUltimatePeriodIsThatOfTheSwing(long seed) {
    Random random = new Random(seed);
    LinearPlant plant =
        new FirstOrder(1, 1 + random.nextDouble() * 8, random.nextDouble() * 6, 0, Sensor.EXACT)
            .linear(1000, 0)
            .orElseThrow();
    LinearLoop loop = new LinearLoop(new Gains(1, 0, 0, 0), plant, 1000);
    double gain = loop.gainMargin();
    double[] u = new double[4_000];
    double level = 0;
    int crossings = 0;
    int first = -1;
    int last = -1;
    for (int k = 2 + plant.extraDelayTicks(); k < u.length; k++) {
      int d = plant.extraDelayTicks();
      level = plant.pole() * level + plant.lead() * u[k - 1 - d] + plant.follow() * u[k - 2 - d];
      u[k] = -gain * level + (k == 2 + d ? 1 : 0);
      if (k > 2_000 && u[k - 1] < 0 && u[k] >= 0) {
        crossings++;
        first = first < 0 ? k : first;
        last = k;
      }
    }
    double period = (double) (last - first) / (crossings - 1);
    assertThat(loop.ultimatePeriodTicks())
        .as("seed " + seed + ": " + plant)
        .isCloseTo(period, within(0.02 * period));
  }

  @ParameterizedTest
  @EnumSource(TuningRule.class)
  void everyRuleHasItsWordAndItsAssumption(TuningRule rule) {
    assertThat(TuningRule.of(rule.word())).contains(rule);
    assertThat(rule.assumption()).isNotBlank();
    StartPoint flat = rule.start(LinearPlant.atOnce(0, 0), 1000, 0.3);
    assertThat(flat.gains()).isEmpty();
    assertThat(flat.warnings())
        .containsExactly("the latency does not rise with the rate: there is nothing to control.");
    assertThatThrownBy(() -> rule.start(SEED_AFTER_THE_DROP, 1000, 0))
        .hasMessage("lambda must be above 0 and at most 1, was 0.0");
  }
}
