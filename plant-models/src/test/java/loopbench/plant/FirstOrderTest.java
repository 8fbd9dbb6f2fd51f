// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

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
