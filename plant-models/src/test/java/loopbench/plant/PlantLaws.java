// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.knob.Knob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every plant; a plant's test extends this and says which models to try. */
abstract class PlantLaws {
  abstract List<PlantModel> models();

  static LongStream seeds() {
    return new Random(20260821).longs(30);
  }

  /** A run with random rates and windows: each latency and count, and the true latencies. */
  private static List<Double> drive(PlantModel model, long seed) {
    Random random = new Random(seed);
    Plant plant = model.start(seed, 0.5 + random.nextDouble() / 2);
    List<Double> heard = new ArrayList<>();
    double tS = 0;
    for (int i = 0; i < 40; i++) {
      tS += random.nextDouble() * 3;
      double rate = Math.exp(random.nextGaussian() * 2);
      plant.advance(
          tS,
          rate,
          (latencyMs, count) -> {
            heard.add(latencyMs);
            heard.add((double) count);
          });
      heard.add(plant.latencyMs());
      assertThat(plant.timeS()).isEqualTo(tS);
    }
    return heard;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void repeatsItself(long seed) {
    for (PlantModel model : models()) {
      assertThat(drive(model, seed)).as(model + ", seed " + seed).isEqualTo(drive(model, seed));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void latencyIsFiniteAndNotNegative(long seed) {
    for (PlantModel model : models()) {
      assertThat(drive(model, seed))
          .as(model + ", seed " + seed)
          .allMatch(latency -> latency >= 0 && latency < Double.POSITIVE_INFINITY);
    }
  }

  @Test
  void staysFiniteUnderAbsurdRates() {
    for (PlantModel model : models()) {
      Plant plant = model.start(1);
      List<Double> heard = new ArrayList<>();
      plant.advance(1, Double.MAX_VALUE, (latency, n) -> heard.add(latency));
      assertThat(heard).allMatch(latency -> latency >= 0 && Double.isFinite(latency));
      assertThat(plant.latencyMs()).isFinite();
    }
  }

  @Test
  void timeDoesNotRunBackwards() {
    for (PlantModel model : models()) {
      Plant plant = model.start(1);
      plant.advance(2, 10, (latency, n) -> {});
      assertThatThrownBy(() -> plant.advance(1, 10, (latency, n) -> {}))
          .hasMessageContaining("1.0 s after 2.0 s");
    }
  }

  @Test
  void aKnobReadsWhatItWrote() {
    for (PlantModel model : models()) {
      for (Knob<PlantModel> knob : model.knobs()) {
        double value = Math.rint(knob.range().at(0.4)) + 1;
        assertThat(knob.get(knob.with(model, value))).as(knob.name()).isEqualTo(value);
        assertThat(knob.with(model, knob.get(model))).as(knob.name()).isEqualTo(model);
      }
    }
  }

  @Test
  void theEquilibriumHoldsItsTarget() {
    for (PlantModel model : models()) {
      double rate = model.equilibriumRate(30, 0);
      if (!Double.isNaN(rate)) {
        assertThat(model.settledLatencyMs(rate, 0)).isCloseTo(30, within(1e-9));
        assertThat(
                (model.settledLatencyMs(rate + 1e-4, 0) - model.settledLatencyMs(rate - 1e-4, 0))
                    / 2e-4)
            .isCloseTo(model.slopeAt(30, 0), within(1e-6));
      }
    }
  }
}
