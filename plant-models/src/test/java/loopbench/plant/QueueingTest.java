// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueingTest extends PlantLaws {
  private static final double SERVICE_MS = 20;

  @Override
  List<PlantModel> models() {
    return List.of(
        Queueing.EXAMPLE,
        new Queueing(1, 1e6, Queueing.Arrivals.POISSON),
        new Queueing(1_000, 0.01, Queueing.Arrivals.REGULAR));
  }

  @Test
  void isInTheListOfModels() {
    assertThat(PlantModel.standard()).extracting(PlantModel::model).contains("queueing");
  }

  /** Erlang's C from tables: 2 servers at 1 erlang 1/3, 10 at 8 erlang 0.4092. */
  @ParameterizedTest
  @CsvSource({"1,0.5,0.5", "2,1,0.333333", "10,8,0.409180", "5,4,0.554113", "1,1,1", "3,7,1"})
  void knowsErlangsFormula(int servers, double erlang, double waits) {
    Queueing model = new Queueing(servers, 1_000, Queueing.Arrivals.POISSON);
    assertThat(model.waitProbability(erlang)).isCloseTo(waits, within(1e-5));
  }

  @Test
  void oneServersLatencyIsExponential() {
    Queueing model = new Queueing(1, 10, Queueing.Arrivals.POISSON);
    for (double rate : new double[] {0, 10, 50, 90}) {
      double meanMs = 1000 / (100 - rate);
      assertThat(model.meanLatencyMs(rate)).isCloseTo(meanMs, within(1e-9));
      assertThat(model.latencyQuantileMs(rate, 0.99))
          .isCloseTo(meanMs * Math.log(100), within(1e-6));
    }
    assertThat(model.meanLatencyMs(100)).isInfinite();
    assertThat(model.latencyQuantileMs(101, 0.5)).isInfinite();
  }

  /** The grid: 1, 2, 4, 8 and 16 servers at 50, 70, 80 and 90 % of capacity. */
  @ParameterizedTest
  @CsvSource({
    "1,0.5,500000", "1,0.7,1000000", "1,0.8,2000000", "1,0.9,8000000",
    "2,0.5,500000", "2,0.7,1000000", "2,0.8,2000000", "2,0.9,6000000",
    "4,0.5,500000", "4,0.7,500000", "4,0.8,1000000", "4,0.9,4000000",
    "8,0.5,500000", "8,0.7,500000", "8,0.8,1000000", "8,0.9,3000000",
    "16,0.5,500000", "16,0.7,500000", "16,0.8,500000", "16,0.9,2000000"
  })
  void itsMeanIsErlangsWithinTwoPercent(int servers, double busy, int operations) {
    Queueing model = new Queueing(servers, SERVICE_MS, Queueing.Arrivals.POISSON);
    double rate = busy * model.capacityPerSecond();
    double[] sum = new double[2];
    Plant plant = model.start(servers * 100 + Math.round(busy * 10));
    double windowS = 10_000 / rate;
    for (int i = 1; i <= operations / 10_000; i++) {
      plant.advance(
          i * windowS,
          rate,
          (latencyMs, n) -> {
            sum[0] += n;
            sum[1] += latencyMs;
          });
    }
    assertThat(sum[1] / sum[0] / model.meanLatencyMs(rate)).isCloseTo(1, within(0.02));
  }

  @Test
  void itsQuantileIsTheFormulas() {
    Queueing model = new Queueing(4, SERVICE_MS, Queueing.Arrivals.POISSON);
    double rate = 0.8 * model.capacityPerSecond();
    List<Double> heard = new ArrayList<>();
    Plant plant = model.start(5, 0.99);
    for (int i = 1; i <= 100; i++) {
      plant.advance(i * 5_000 / rate, rate, (latencyMs, n) -> heard.add(latencyMs));
    }
    double[] sorted = heard.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    for (double q : new double[] {0.5, 0.9, 0.99}) {
      assertThat(sorted[(int) (q * sorted.length)] / model.latencyQuantileMs(rate, q))
          .isCloseTo(1, within(0.02));
    }
  }

  @Test
  void itsLatencyIsTheWindowsQuantile() {
    Plant plant = Queueing.EXAMPLE.start(1, 0.9);
    assertThat(plant.latencyMs()).isNaN();
    plant.advance(0.001, 0, (latencyMs, n) -> {});
    assertThat(plant.latencyMs()).isCloseTo(100 * Math.log(10), within(1e-9));
    List<Double> heard = new ArrayList<>();
    plant.advance(10, 50, (latencyMs, n) -> heard.add(latencyMs));
    double[] sorted = heard.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    assertThat(plant.latencyMs()).isEqualTo(sorted[(int) Math.ceil(0.9 * sorted.length) - 1]);
    assertThat(Arrays.stream(sorted).min().orElseThrow()).isPositive();
  }

  @Test
  void holdsNoMoreThanItsBound() {
    Plant plant = new Queueing(1, 1_000, Queueing.Arrivals.REGULAR).start(1);
    for (int i = 1; i <= 50; i++) {
      plant.advance(i, 100_000, (latencyMs, n) -> {});
    }
    double[] last = new double[1];
    plant.advance(100_100, 0, (latencyMs, n) -> last[0] = latencyMs);
    assertThat(last[0]).isLessThan(102_000_000);
  }

  @Test
  void saysWhatItRefuses() {
    assertThatThrownBy(() -> Queueing.EXAMPLE.withServers(0))
        .hasMessage("servers must be from 1 to 10000, was 0.");
    assertThatThrownBy(() -> Queueing.EXAMPLE.withServiceMs(0))
        .hasMessage("service-time must be finite and above 0 ms, was 0.0.");
  }
}
