// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.LongStream;
import loopbench.flow.Gains;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StabilityLimitTest {
  private static final double BEFORE = 0.225; // ms per 1/s at capacity 400
  private static final double AFTER = 0.6; // at capacity 150

  @Test
  void theBoundaryLiesWhereTheSpecPutsIt() {
    assertThat(StabilityLimit.kiLimit(0.05, AFTER, 1000, 0)).isCloseTo(0.00172, within(5e-6));
    assertThat(StabilityLimit.kiLimit(0.05, BEFORE, 1000, 0)).isCloseTo(0.00449, within(5e-6));
    assertThat(StabilityLimit.kiLimit(0, AFTER, 1000, 0)).isCloseTo(0.00167, within(5e-6));
    assertThat(StabilityLimit.kiLimit(0, BEFORE, 1000, 0)).isCloseTo(0.00444, within(5e-6));
    assertThat(StabilityLimit.dtLimitMs(0.05, 0.001, AFTER)).isCloseTo(1716, within(1.0));
    assertThat(StabilityLimit.dtLimitMs(0.05, 0.001, BEFORE)).isCloseTo(4494, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({
    "0.05, 0.001, true",
    "0.1, 0.0005, true",
    "0.1, 0.002, false",
    "0.2, 0.004, false",
    "0.5, 0.05, false",
    "0.2, 0.01, false",
    "0.05, 0, false"
  })
  void thePublishedRowsFallOnTheRightSide(double kp, double ki, boolean stable) {
    assertThat(StabilityLimit.stable(kp, ki, AFTER, 1000, 0)).isEqualTo(stable);
  }

  @Test
  void theDefaultsMarginsAreThePublishedOnes() {
    assertThat(StabilityLimit.gainMargin(0.05, 0.001, AFTER, 1000)).isCloseTo(1.75, within(5e-3));
    assertThat(StabilityLimit.gainMargin(0.05, 0.001, BEFORE, 1000)).isCloseTo(4.68, within(5e-3));
    assertThat(StabilityLimit.gainMargin(0.05, 0, AFTER, 1000)).isCloseTo(33.3, within(0.1));
    assertThat(StabilityLimit.gainMargin(0.05, -0.001, AFTER, 1000)).isZero();
  }

  @Test
  void aPureIntegralsLimitShrinksWithTheDelay() {
    double[] published = {1, 0.618, 0.445, 0.347};
    for (int d = 0; d < published.length; d++) {
      assertThat(StabilityLimit.pureIntegralLimit(1, d)).isCloseTo(published[d], within(5e-4));
      assertThat(StabilityLimit.kiLimit(0, 0.7, 250, d) * 250 * 0.7)
          .isCloseTo(StabilityLimit.pureIntegralLimit(1, d), within(1e-9));
      assertThat(StabilityLimit.kiFloor(0, 0.7, 250, d)).isCloseTo(0, within(1e-9));
    }
  }

  @Test
  void noIntegralGainSteadiesALoopThatProportionalGainAloneShakes() {
    assertThat(StabilityLimit.kiLimit(3.01 / AFTER, AFTER, 1000, 0)).isNaN();
    assertThat(StabilityLimit.kiFloor(3.01 / AFTER, AFTER, 1000, 0)).isNaN();
    assertThat(StabilityLimit.kpLimit(0, AFTER, 1000, 0)).isNaN();
    assertThat(StabilityLimit.kiLimit(3.01 / AFTER, AFTER, 1000, 1)).isNaN();
  }

  static LongStream seeds() {
    return new Random(7).longs(200);
  }

  /** The closed form, the polynomial's roots and the loop itself agree, away from the edge. */
  @ParameterizedTest
  @MethodSource("seeds")
  void lawPolynomialAndLinearLoopAgree(long seed) {
    Random random = new Random(seed);
    double g = Math.exp(random.nextGaussian());
    double dt = 100 + random.nextInt(3000);
    double kp = random.nextDouble() * 3.2 / g;
    double ki = random.nextDouble() * 4.5 / g / dt;
    int delay = random.nextInt(3);
    boolean stable = StabilityLimit.stable(kp, ki, g, dt, delay);
    LinearLoop loop = new LinearLoop(new Gains(kp, ki, 0, 0), g, dt, delay);
    String as = "seed " + seed + ": " + loop;
    assertThat(loop.stable()).as(as).isEqualTo(stable);
    double margin = loop.gainMargin();
    assertThat(margin > 1).as(as).isEqualTo(stable);
    if (Math.abs(margin - 1) > 0.03) {
      assertThat(decays(kp, ki * dt, g, delay)).as(as).isEqualTo(stable);
    }
    double limit = StabilityLimit.kiLimit(kp, g, dt, delay);
    double floor = StabilityLimit.kiFloor(kp, g, dt, delay);
    if (Math.abs(margin - 1) > 0.03 && !Double.isNaN(limit)) {
      assertThat(ki > floor && ki < limit).as(as).isEqualTo(stable);
    }
    if (stable) {
      assertThat(StabilityLimit.kpLimit(ki, g, dt, delay)).as(as).isGreaterThan(kp);
      assertThat(StabilityLimit.stable(kp * margin * 1.001, ki * margin * 1.001, g, dt, delay))
          .as(as)
          .isFalse();
      assertThat(StabilityLimit.stable(kp * margin * 0.999, ki * margin * 0.999, g, dt, delay))
          .as(as)
          .isTrue();
    }
  }

  /** Whether a disturbed linear loop comes to rest. */
  private static boolean decays(double kp, double k, double g, int delay) {
    double[] u = new double[3000 + delay + 1];
    double integral = 1;
    for (int t = delay + 1; t < u.length; t++) {
      double e = -g * u[t - 1 - delay];
      u[t] = kp * e + integral;
      integral += k * e;
      if (Math.abs(u[t]) > 1e12) {
        return false;
      }
    }
    return Math.abs(u[u.length - 1]) < 1e-3;
  }
}
