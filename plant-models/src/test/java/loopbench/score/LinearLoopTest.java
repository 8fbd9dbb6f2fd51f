// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.LongStream;
import loopbench.flow.Gains;
import loopbench.plant.LinearPlant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinearLoopTest {
  private static LinearLoop loop(double kp, double ki) {
    return new LinearLoop(new Gains(kp, ki, 0, 0), 0.6, 1000, 0);
  }

  @Test
  void noiseGainsAreThePublishedOnes() {
    assertThat(loop(0.05, 0.001).noiseGain()).isCloseTo(1.52, within(5e-3));
    assertThat(loop(0.1, 0.0005).noiseGain()).isCloseTo(0.76, within(5e-3));
    assertThat(loop(0.1, 0.002).noiseGain()).isInfinite();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.18, 0.3, 0.5, 0.9, 1.0})
  void theLambdaRuleHasItsMarginAndItsNoise(double lambda) {
    double kp = lambda / 0.6;
    LinearLoop loop = loop(kp, kp / 1000);
    assertThat(loop.gainMargin()).isCloseTo(2 / lambda, within(1e-9));
    assertThat(loop.noiseGain()).isCloseTo(kp / Math.sqrt(lambda * (2 - lambda)), within(1e-9));
    for (int d = 1; d < 4; d++) {
      double limit = 2 * Math.sin(Math.PI / (2 * (2 * d + 1)));
      assertThat(new LinearLoop(new Gains(kp, kp / 1000, 0, 0), 0.6, 1000, d).gainMargin())
          .isCloseTo(limit / lambda, within(1e-6));
    }
  }

  static LongStream seeds() {
    return new Random(8).longs(25);
  }

  /** Every second plant lags: part of a change shows late, the rest decays. */
  private static LinearPlant plant(Random random, double g) {
    int delay = random.nextInt(3);
    if (random.nextBoolean()) {
      return LinearPlant.atOnce(g, delay);
    }
    double pole = random.nextDouble() * 0.95;
    return new LinearPlant(g, pole, (1 - pole) * random.nextDouble(), delay);
  }

  private static LinearLoop random(long seed, boolean derivative) {
    Random random = new Random(seed);
    while (true) {
      double g = Math.exp(random.nextGaussian());
      LinearLoop loop =
          new LinearLoop(
              new Gains(
                  random.nextDouble() * 1.5 / g,
                  random.nextDouble() * 2 / g / 500,
                  derivative ? random.nextDouble() * 300 / g : 0,
                  derivative && random.nextBoolean() ? random.nextDouble() : 0),
              plant(random, g),
              500);
      if (loop.stable() && loop.gainMargin() > 1.05) {
        return loop;
      }
    }
  }

  /** The scores of the whole loop against the loop itself, walked step by step. */
  @ParameterizedTest
  @MethodSource("seeds")
  void noiseGainIsWhatTheLoopDoesWithNoise(long seed) {
    for (boolean derivative : new boolean[] {false, true}) {
      LinearLoop loop = random(seed, derivative);
      double squares = 0;
      double[] response = response(loop, 1, 20_000);
      for (double u : response) {
        squares += u * u;
      }
      assertThat(loop.noiseGain())
          .as("seed " + seed + ": " + loop)
          .isCloseTo(Math.sqrt(squares), within(1e-6 * Math.sqrt(squares)));
    }
  }

  /** All gains times the margin: neither grows nor decays for long. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theGainMarginIsWhereTheLoopTurns(long seed) {
    for (boolean derivative : new boolean[] {false, true}) {
      LinearLoop loop = random(seed, derivative);
      double margin = loop.gainMargin();
      if (margin > 1e6) {
        continue;
      }
      double[] inside = response(loop, margin * 0.99, 20_000);
      double[] outside = response(loop, margin * 1.01, 20_000);
      String as = "seed " + seed + ": " + loop;
      assertThat(Math.abs(inside[19_999])).as(as).isLessThan(1e-2);
      assertThat(Math.abs(outside[19_999])).as(as).isGreaterThan(1);
    }
  }

  private static double[] response(LinearLoop loop, double factor, int steps) {
    Gains gains = loop.gains();
    double filter = gains.derivativeFilter();
    double[] u = new double[steps];
    double integral = 0;
    double derivative = 0;
    double previous = 0;
    double level = 0;
    LinearPlant plant = loop.plant();
    for (int k = 0; k < steps; k++) {
      int from = k - 1 - plant.extraDelayTicks();
      double first = from < 0 ? 0 : u[from];
      double next = from < 1 ? 0 : u[from - 1];
      level =
          plant.pole() * level
              + plant.slope() * (plant.lead() * first + (1 - plant.pole() - plant.lead()) * next);
      double y = level + (k == 0 ? 1 : 0);
      double raw = (previous - y) / loop.dtMs();
      derivative = filter == 0 ? raw : derivative + filter * (raw - derivative);
      previous = y;
      u[k] =
          Math.max(
              -1e200,
              Math.min(
                  1e200,
                  factor * (-gains.kp() * y + gains.ki() * integral + gains.kd() * derivative)));
      integral -= y * loop.dtMs();
    }
    return u;
  }

  /** Whole ticks of delay below the margin leave it stable, those above do not. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theDelayMarginIsInTicks(long seed) {
    LinearLoop loop = random(seed, false);
    double margin = loop.delayMargin();
    for (int extra = 1; extra < 4; extra++) {
      LinearLoop later = new LinearLoop(loop.gains(), loop.plant().later(extra), loop.dtMs());
      if (Math.abs(margin - extra) > 1e-6) {
        assertThat(later.stable()).as("seed " + seed + ", " + later).isEqualTo(extra < margin);
      }
    }
  }

  /** Ms is what the closed loop does to the worst sine, sampled densely and independently. */
  @ParameterizedTest
  @MethodSource("seeds")
  void maxSensitivityIsTheWorstSine(long seed) {
    for (boolean derivative : new boolean[] {false, true}) {
      LinearLoop loop = random(seed, derivative);
      double worst = 0;
      for (int i = 1; i <= 10_000; i++) {
        worst = Math.max(worst, sensitivity(loop, Math.PI * i / 10_000));
      }
      assertThat(loop.maxSensitivity())
          .as("seed " + seed + ": " + loop)
          .isBetween(worst * (1 - 1e-6), worst * 1.001);
    }
    assertThat(loop(0.1, 0.002).maxSensitivity()).isInfinite();
    assertThat(loop(0.1, 0.002).delayMargin()).isZero();
  }

  private static double sensitivity(LinearLoop loop, double w) {
    // L from the servo's and the plant's difference equations, in plain complex arithmetic.
    Complex z = new Complex(Math.cos(w), Math.sin(w));
    Complex one = new Complex(1, 0);
    Gains gains = loop.gains();
    double f = gains.derivativeFilter() == 0 ? 1 : gains.derivativeFilter();
    Complex c =
        new Complex(gains.kp(), 0)
            .plus(new Complex(gains.ki() * loop.dtMs(), 0).over(z.minus(one)))
            .plus(
                new Complex(gains.kd() / loop.dtMs() * f, 0)
                    .times(z.minus(one))
                    .over(z.minus(new Complex(1 - f, 0))));
    Complex l = c.times(new Complex(loop.plant().slope(), 0));
    for (int i = 0; i <= loop.plant().extraDelayTicks(); i++) {
      l = l.over(z);
    }
    LinearPlant plant = loop.plant();
    Complex answer =
        new Complex(plant.lead(), 0)
            .plus(new Complex(1 - plant.pole() - plant.lead(), 0).over(z))
            .over(one.minus(new Complex(plant.pole(), 0).over(z)));
    l = l.times(answer);
    return 1 / Math.hypot(1 + l.re, l.im);
  }

  private record Complex(double re, double im) {
    Complex plus(Complex b) {
      return new Complex(re + b.re, im + b.im);
    }

    Complex minus(Complex b) {
      return new Complex(re - b.re, im - b.im);
    }

    Complex times(Complex b) {
      return new Complex(re * b.re - im * b.im, re * b.im + im * b.re);
    }

    Complex over(Complex b) {
      double n = b.re * b.re + b.im * b.im;
      return new Complex((re * b.re + im * b.im) / n, (im * b.re - re * b.im) / n);
    }
  }

  @Test
  void aLoopWithoutFeedbackHasNoLimit() {
    LinearLoop flat = new LinearLoop(new Gains(0.05, 0.001, 0, 0), 0, 1000, 0);
    assertThat(flat.gainMargin()).isInfinite();
    assertThat(flat.delayMargin()).isInfinite();
    assertThat(flat.maxSensitivity()).isEqualTo(1);
    LinearLoop proportional = loop(0.05, 0);
    assertThat(proportional.noiseGain()).isCloseTo(0.05, within(1e-4));
    assertThatThrownBy(() -> new LinearLoop(Gains.DEFAULT, Double.NaN, 1000, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
