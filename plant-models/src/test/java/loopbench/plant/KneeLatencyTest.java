// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import loopbench.knob.Knob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeLatencyTest extends PlantLaws {
  private static final KneeLatency HUNDRED =
      new KneeLatency(5, 4, Schedule.constant(100), 2_000, Sensor.EXACT);

  @Override
  List<PlantModel> models() {
    return List.of(
        KneeLatency.EXAMPLE,
        HUNDRED,
        HUNDRED.withCapacity(Schedule.step(100, 20, 40)),
        HUNDRED.withSensor(new Sensor(Sensor.Samples.count(40), Sensor.Tail.EXPONENTIAL)),
        HUNDRED.withFloorMs(0).withCeilingMs(35));
  }

  @Test
  void isInTheListOfModels() {
    assertThat(PlantModel.standard()).extracting(PlantModel::model).contains("knee-latency");
  }

  /** 5 + 4 / (1 - u / 100); at 99.9/s that would be 4,005 ms, and 2 s are waited at most. */
  @ParameterizedTest(name = "at {0}/s {1} ms")
  @CsvSource({
    "0, 9",
    "50, 13",
    "75, 21",
    "90, 45",
    "99, 405",
    "99.9, 2000",
    "100, 2000",
    "250, 2000"
  })
  void bendsUpTowardsItsCapacity(double rate, double latencyMs) {
    assertThat(HUNDRED.settledLatencyMs(rate, 0)).isCloseTo(latencyMs, within(1e-9));
    Plant plant = HUNDRED.start(1);
    List<Double> heard = new ArrayList<>();
    plant.advance(1, rate, (latency, n) -> heard.add(latency));
    assertThat(heard).hasSize(1);
    assertThat(heard.get(0)).isCloseTo(latencyMs, within(1e-9));
    assertThat(plant.latencyMs()).isEqualTo(HUNDRED.settledLatencyMs(rate, 0));
  }

  @Test
  void theCapacityIsThatOfTheWindowsStart() {
    Plant plant = HUNDRED.withCapacity(Schedule.step(100, 2, 60)).start(1);
    plant.advance(2, 50, (latency, n) -> {});
    assertThat(plant.latencyMs()).isEqualTo(13);
    plant.advance(3, 50, (latency, n) -> {});
    assertThat(plant.latencyMs()).isCloseTo(29, within(1e-9));
    plant.advance(4, 60, (latency, n) -> {});
    assertThat(plant.latencyMs()).isEqualTo(2_000);
    plant.advance(5, 0, (latency, n) -> {}); // nothing is left of the window above
    assertThat(plant.latencyMs()).isEqualTo(9);
  }

  /** At 45 ms the rate is 90/s and the slope 40^2 / (4 100). */
  @Test
  void theSlopeDependsOnTheTarget() {
    assertThat(HUNDRED.equilibriumRate(45, 0)).isCloseTo(90, within(1e-12));
    assertThat(HUNDRED.slopeAt(45, 0)).isEqualTo(4);
    assertThat(HUNDRED.linearAt(45, 1000, 0)).contains(LinearPlant.atOnce(4, 0));
    assertThat(HUNDRED.slopeAt(9, 0)).isEqualTo(0.04); // the least, of an idle plant
    assertThat(HUNDRED.slope(0)).isNaN();
    assertThat(HUNDRED.linear(1000, 0)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0", "5", "9", "2000", "2001", "NaN"})
  void someTargetsHaveNoRate(double latencyMs) {
    assertThat(HUNDRED.equilibriumRate(latencyMs, 0)).isNaN();
    assertThat(HUNDRED.linearAt(latencyMs, 1000, 0).isPresent()).isEqualTo(latencyMs == 9);
  }

  /** Knobs are turned one by one, so that each must stand whatever the others are. */
  @Test
  void aCeilingBelowTheFloorHidesTheKnee() {
    KneeLatency flat = HUNDRED.withCeilingMs(3);
    assertThat(flat.settledLatencyMs(0, 0)).isEqualTo(5);
    assertThat(flat.settledLatencyMs(300, 0)).isEqualTo(5);
    assertThat(flat.latencyAtCapacityMs(0)).isEqualTo(5);
    assertThat(flat.equilibriumRate(4, 0)).isNaN();
  }

  @Test
  void itsEventsAreThoseOfItsCapacity() {
    KneeLatency falls = HUNDRED.withCapacity(Schedule.step(100, 20, 40));
    assertThat(falls.eventTimesS()).containsExactly(20);
    assertThat(falls.events()).containsExactly(new Event(20, "capacity 100 -> 40 /s"));
    assertThat(falls.knobs())
        .extracting(Knob::name)
        .containsExactly("floor", "rise", "capacity.0s", "capacity.20s", "ceiling");
  }

  @Test
  void refusesNonsense() {
    assertThatThrownBy(() -> HUNDRED.withRiseMs(0))
        .hasMessage("rise must be a finite time above 0 ms, was 0.0.");
    assertThatThrownBy(() -> HUNDRED.withFloorMs(Double.NaN))
        .hasMessage("floor must be a finite time of at least 0 ms, was NaN.");
    assertThatThrownBy(() -> HUNDRED.withCeilingMs(0))
        .hasMessage("ceiling must be a finite time above 0 ms, was 0.0.");
    assertThatThrownBy(() -> HUNDRED.withCeilingMs(Double.POSITIVE_INFINITY))
        .hasMessageContaining("was Infinity");
    assertThatThrownBy(() -> HUNDRED.withCapacity(Schedule.step(100, 20, 0)))
        .hasMessage("capacity must be above 0/s at every time, was 0.0.");
    assertThatThrownBy(() -> HUNDRED.start(1, 0)).hasMessageContaining("quantile");
  }
}
