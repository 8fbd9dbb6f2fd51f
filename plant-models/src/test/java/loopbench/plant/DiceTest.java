// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiceTest {
  private static final int DRAWS = 4_000_000;

  /** The first moments of many draws, about 0. */
  private static double[] moments(ToDoubleFunction<Dice> draw) {
    Dice dice = new Dice(99);
    double[] sums = new double[5];
    for (int i = 0; i < DRAWS; i++) {
      double x = draw.applyAsDouble(dice);
      double power = 1;
      for (int k = 1; k < 5; k++) {
        power *= x;
        sums[k] += power / DRAWS;
      }
    }
    return sums;
  }

  @Test
  void theQuickExponentialIsExponential() {
    double[] moments = moments(Dice::quickExponential);
    assertThat(moments[1]).isCloseTo(1, within(0.003));
    assertThat(moments[2]).isCloseTo(2, within(0.02));
    assertThat(moments[3]).isCloseTo(6, within(0.15));
    assertThat(moments[4]).isCloseTo(24, within(2.0));
  }

  @Test
  void theNormalIsNormal() {
    double[] moments = moments(Dice::normal);
    assertThat(moments[1]).isCloseTo(0, within(0.002));
    assertThat(moments[2]).isCloseTo(1, within(0.003));
    assertThat(moments[3]).isCloseTo(0, within(0.01));
    assertThat(moments[4]).isCloseTo(3, within(0.03));
  }

  @Test
  void tailsAreDrawnAsOftenAsTheyShould() {
    Dice dice = new Dice(4);
    int far = 0;
    double how = 0;
    int late = 0;
    for (int i = 0; i < DRAWS; i++) {
      double z = Math.abs(dice.normal());
      if (z > 3.6541528853610088) {
        far++;
        how += z;
      }
      late += dice.quickExponential() > 7.69711747013104972 ? 1 : 0;
    }
    assertThat(far / (DRAWS * 2.5804e-4)).isCloseTo(1, within(0.1));
    assertThat(how / far).isCloseTo(3.8968, within(0.03)); // the inverse Mills ratio there
    assertThat(late / (DRAWS * Math.exp(-7.69711747013104972))).isCloseTo(1, within(0.1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 1, 4, 100})
  void gammaHasMeanOneAndItsVariance(double shape) {
    double[] moments = moments(dice -> dice.gamma(shape));
    assertThat(moments[1]).isCloseTo(1, within(0.005));
    assertThat(moments[2] - moments[1] * moments[1]).isCloseTo(1 / shape, within(0.02 / shape));
  }

  /** The first draws, so that another machine or JDK that draws otherwise is noticed. */
  @Test
  void drawsTheSameEverywhere() {
    Dice dice = Dice.of(42, 3);
    assertThat(new double[] {dice.uniform(), dice.normal(), dice.quickExponential(), dice.gamma(2)})
        .containsExactly(
            0.1127864787762679, -1.0430166649629937, 0.08744841758298537, 0.30586165559521733);
  }
}
