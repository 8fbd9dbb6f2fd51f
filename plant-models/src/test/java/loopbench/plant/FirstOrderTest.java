// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstOrderTest extends PlantLaws {
  private static final Latencies NOBODY = (latency, n) -> {};

  @Override
  List<PlantModel> models() {
    return List.of(
        FirstOrder.EXAMPLE,
        new FirstOrder(0, 0, 0, 0, Sensor.EXACT),
        new FirstOrder(
            1e6, 1e-6, 86_400, 3, new Sensor(Sensor.Samples.count(9), Sensor.Tail.EXPONENTIAL)),
        FirstOrder.EXAMPLE.withSensor(new Sensor(Sensor.Samples.POISSON, Sensor.Tail.EXPONENTIAL)));
  }

  @Test
  void isInTheListOfModels() {
    assertThat(PlantModel.standard()).extracting(PlantModel::model).contains("first-order");
  }

  @Test
  void answersAStepAfterItsDeadTimeByTheExponential() {
    Plant plant = new FirstOrder(0.5, 4, 3, 10, Sensor.EXACT).start(1);
    plant.advance(2, 0, NOBODY);
    plant.advance(5, 100, NOBODY); // seen from 5 s on
    assertThat(plant.latencyMs()).isEqualTo(10);
    for (double tS = 6; tS < 40; tS += 1.7) {
      plant.advance(tS, 100, NOBODY);
      assertThat(plant.latencyMs())
          .isCloseTo(10 + 50 * (1 - Math.exp(-(tS - 5) / 4)), within(1e-12 * 60));
    }
  }

  @Test
  void doesNotDependOnHowTimeIsCut() {
    for (double dtS : new double[] {0.01, 0.3, 5}) {
      Plant plant = FirstOrder.EXAMPLE.start(1);
      int windows = (int) Math.round(30 / dtS);
      for (int i = 1; i <= windows; i++) {
        plant.advance(i * dtS, i * dtS <= 15 + 1e-9 ? 50 : 20, NOBODY);
      }
      double after15 = 5 + 30 * (1 - Math.exp(-(15.0) / 5));
      double atEnd = 17 + (after15 - 17) * Math.exp(-13.0 / 5);
      assertThat(plant.latencyMs()).isCloseTo(atEnd, within(1e-9));
    }
  }

  @Test
  void followsAtOnceWithoutLagAndDeadTime() {
    FirstOrder model = new FirstOrder(0.6, 0, 0, 5, Sensor.EXACT);
    Plant plant = model.start(1);
    plant.advance(1, 100, NOBODY);
    assertThat(plant.latencyMs()).isEqualTo(65);
    assertThat(model.answersAtOnce()).isTrue();
    assertThat(FirstOrder.EXAMPLE.answersAtOnce()).isFalse();
  }

  /** The difference equation of its windows, against the running plant. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void itsWindowsAnswerAsTheLinearPlantSays(long seed) {
    Random random = new Random(seed);
    double dtS = 0.25 * (1 + random.nextInt(12)); // exact, as are its multiples
    FirstOrder model =
        new FirstOrder(
            random.nextDouble(),
            random.nextInt(4) == 0 ? 0 : random.nextDouble() * 10,
            random.nextInt(3) == 0 ? dtS * random.nextInt(4) : random.nextDouble() * 7,
            5,
            Sensor.EXACT);
    LinearPlant linear = model.linear(dtS * 1000, 0).orElseThrow();
    Plant plant = model.start(seed);
    double[] rate = new double[60]; // rate[k] is in force in window k, decided at the end of k - 1
    double level = 0;
    for (int k = 1; k < rate.length; k++) {
      rate[k] = random.nextDouble() * 100;
      plant.advance(k * dtS, rate[k], NOBODY);
      int first = k - linear.extraDelayTicks();
      level =
          linear.pole() * level
              + linear.slope()
                  * (linear.lead() * (first < 0 ? 0 : rate[first])
                      + linear.follow() * (first < 1 ? 0 : rate[first - 1]));
      assertThat(plant.latencyMs())
          .as("seed " + seed + ", window " + k + ", " + linear)
          .isCloseTo(5 + level, within(1e-7 * (5 + level)));
    }
  }

  @Test
  void whatIsSeenTooLateHasNoLinearPlant() {
    assertThat(FirstOrder.EXAMPLE.withDeadTimeS(300).linear(1000, 0)).isPresent();
    assertThat(FirstOrder.EXAMPLE.withDeadTimeS(301).linear(1000, 0)).isEmpty();
    assertThat(Queueing.EXAMPLE.linear(1000, 0)).isEmpty();
  }

  @Test
  void saysWhatItRefuses() {
    assertThatThrownBy(() -> FirstOrder.EXAMPLE.withTimeConstantS(-1))
        .hasMessage("time-constant must be a finite time of at least 0 s, was -1.0.");
    assertThatThrownBy(() -> FirstOrder.EXAMPLE.withDeadTimeS(1e9))
        .hasMessage("dead-time must be from 0 to 86400 s, was 1.0E9.");
    assertThatThrownBy(() -> FirstOrder.EXAMPLE.withGainMs(Double.NaN))
        .hasMessage("gain must be finite and at least 0 ms, was NaN.");
  }
}
