// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AffineLatencyTest extends PlantLaws {
  private static final Sensor POISSON_TAIL =
      new Sensor(Sensor.Samples.POISSON, Sensor.Tail.EXPONENTIAL);

  @Override
  List<PlantModel> models() {
    return List.of(
        AffineLatency.SEED,
        AffineLatency.SEED.withSensor(new Sensor(Sensor.Samples.count(7), Sensor.Tail.NONE)),
        AffineLatency.SEED.withSensor(POISSON_TAIL),
        new AffineLatency(0, 0, Schedule.constant(1), Sensor.EXACT),
        new AffineLatency(
            3,
            1e9,
            Schedule.constant(1e-3),
            new Sensor(Sensor.Samples.count(50), Sensor.Tail.EXPONENTIAL)));
  }

  @Test
  void isInTheListOfModels() {
    assertThat(PlantModel.standard()).extracting(PlantModel::model).contains("affine-latency");
  }

  @Test
  void answersWithTheCapacityAtTheWindowsStart() {
    Plant plant = AffineLatency.SEED.start(1);
    plant.advance(29, 100, (latency, n) -> assertThat(latency).isEqualTo(5 + 100.0 / 400 * 90));
    plant.advance(30.5, 100, (latency, n) -> assertThat(latency).isEqualTo(5 + 100.0 / 400 * 90));
    plant.advance(31, 100, (latency, n) -> assertThat(latency).isEqualTo(5 + 100.0 / 150 * 90));
    assertThat(plant.latencyMs()).isEqualTo(65);
  }

  @Test
  void knowsItsEquilibriumSlopeAndEvents() {
    PlantModel seed = AffineLatency.SEED;
    assertThat(seed.equilibriumRate(30, 0)).isCloseTo(111.11111111111111, within(1e-12));
    assertThat(seed.equilibriumRate(30, 30)).isCloseTo(41.66666666666667, within(1e-12));
    assertThat(seed.equilibriumRate(5, 0)).isNaN();
    assertThat(AffineLatency.SEED.withSlopeMs(0).equilibriumRate(30, 0)).isNaN();
    assertThat(seed.slope(0)).isEqualTo(0.225);
    assertThat(seed.slope(31)).isEqualTo(0.6);
    assertThat(seed.events()).containsExactly(new Event(30, "capacity 400 -> 150 /s"));
    assertThat(seed.knobs())
        .extracting(knob -> knob.name())
        .containsExactly("floor", "slope", "capacity.0s", "capacity.30s");
  }

  @Test
  void anExactSensorGivesOneSampleWhateverTheTail() {
    Plant plant =
        AffineLatency.SEED
            .withSensor(new Sensor(Sensor.Samples.EXACT, Sensor.Tail.EXPONENTIAL))
            .start(1);
    List<Double> heard = new ArrayList<>();
    plant.advance(1, 40, (latency, n) -> heard.add(latency * n));
    assertThat(heard).containsExactly(plant.latencyMs());
  }

  @Test
  void theTailsQuantileIsThePlantsLatency() {
    for (double quantile : new double[] {0.5, 0.9, 0.99}) {
      Plant plant =
          AffineLatency.SEED
              .withSensor(
                  new Sensor(Sensor.Samples.count(Sensor.MOST_SAMPLES), Sensor.Tail.EXPONENTIAL))
              .start(11, quantile);
      List<Double> heard = new ArrayList<>();
      plant.advance(1, 1000.0 / 9, (latency, n) -> heard.add(latency));
      double[] sorted = heard.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      assertThat(sorted[0]).isGreaterThanOrEqualTo(5);
      assertThat(sorted[(int) (quantile * sorted.length)]).isCloseTo(30, within(0.5));
    }
  }

  /** The spec's figures: at n = 42, 111 and 1000 the window's p99 scatters by 7.0, 4.3 and 1.7. */
  @Test
  void aWindowOfFewSamplesScattersAndReadsLow() {
    double[] n = {42, 111, 1000};
    double[] mean = {28.5, 28.3, 29.7};
    double[] deviation = {7.0, 4.3, 1.7};
    for (int row = 0; row < n.length; row++) {
      Sensor sensor = new Sensor(Sensor.Samples.count((int) n[row]), Sensor.Tail.EXPONENTIAL);
      Plant plant = AffineLatency.SEED.withSensor(sensor).start(42);
      double sum = 0;
      double squares = 0;
      int windows = 4000;
      for (int i = 0; i < windows; i++) {
        List<Double> heard = new ArrayList<>();
        plant.advance(0, 1000.0 / 9, (latency, c) -> heard.add(latency));
        double[] sorted = heard.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double p99 = sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
        sum += p99;
        squares += p99 * p99;
      }
      double found = sum / windows;
      assertThat(found).isCloseTo(mean[row], within(0.4));
      assertThat(Math.sqrt(squares / windows - found * found))
          .isCloseTo(deviation[row], within(0.4));
    }
    assertThat(
            new Sensor(Sensor.Samples.count(1000), Sensor.Tail.EXPONENTIAL)
                .deviationMs(25, 0.99, 0))
        .isCloseTo(1.7, within(0.05));
  }

  @Test
  void poissonCountsHaveTheirMeanAndVariance() {
    for (double mean : new double[] {0.5, 42, 1300, 20_000}) {
      Plant plant =
          AffineLatency.SEED
              .withSensor(new Sensor(Sensor.Samples.POISSON, Sensor.Tail.NONE))
              .start(5);
      int windows = 3000;
      double[] counts = new double[windows];
      for (int i = 0; i < windows; i++) {
        int window = i;
        plant.advance((i + 1) * 0.25, mean * 4, (latency, n) -> counts[window] += n);
      }
      double found = Arrays.stream(counts).average().orElseThrow();
      double variance =
          Arrays.stream(counts).map(c -> (c - found) * (c - found)).average().orElseThrow();
      assertThat(found).isCloseTo(mean, within(4 * Math.sqrt(mean / windows)));
      assertThat(variance / mean).isCloseTo(1, within(0.12));
    }
  }

  @Test
  void saysWhatItRefuses() {
    AffineLatency seed = AffineLatency.SEED;
    assertThatThrownBy(() -> seed.withFloorMs(-1))
        .hasMessage("floor must be a finite time of at least 0 ms, was -1.0.");
    assertThatThrownBy(() -> seed.withSlopeMs(Double.NaN))
        .hasMessage("slope must be a finite time of at least 0 ms, was NaN.");
    assertThatThrownBy(() -> seed.withCapacity(Schedule.step(400, 30, 0)))
        .hasMessage("capacity must be above 0/s at every time, was 0.0.");
    assertThatThrownBy(() -> Sensor.Samples.count(0))
        .hasMessage("samples must be exact, poisson or a count from 1 to 100000, was 0.");
    assertThatThrownBy(() -> Schedule.step(1, 0, 2)).hasMessageContaining("must ascend");
    assertThatThrownBy(() -> new Schedule(List.of(new Schedule.Step(1, 2))))
        .hasMessageContaining("from 0 s on");
    assertThatThrownBy(() -> Schedule.constant(Double.NaN)).hasMessageContaining("was NaN");
  }

  @Test
  void aScheduleHoldsFromItsStepOn() {
    Schedule schedule =
        new Schedule(
            List.of(new Schedule.Step(0, 1), new Schedule.Step(10, 1), new Schedule.Step(20.5, 3)));
    assertThat(schedule.valueAt(-1)).isEqualTo(1);
    assertThat(schedule.valueAt(20.499)).isEqualTo(1);
    assertThat(schedule.valueAt(20.5)).isEqualTo(3);
    assertThat(schedule.valueAt(1e9)).isEqualTo(3);
    assertThat(schedule.changes()).containsExactly(new Schedule.Change(20.5, 1, 3));
  }
}
