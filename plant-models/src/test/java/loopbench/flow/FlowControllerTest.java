// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FlowControllerTest {
  private static final FlowSettings SETTINGS =
      FlowSettings.of(200, 5).withMaxRate(800).withTargetP99Ms(30).withDtMs(1000);

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  /**
   * A regression baseline of the composition, not an oracle of the original. Its admissions after a
   * change of the rate are those of a limiter that keeps its debt in operations.
   */
  @Test
  void answersCallByCallAsTheComposition() {
    Map<String, Object> golden = Vectors.read("controller.json");
    double[] now = {0};
    List<List<Double>> changes = new ArrayList<>();
    FlowController<String> flow =
        new FlowController<>(
            FlowSettings.fromOptions(Vectors.options(golden.get("options"))),
            () -> now[0],
            (newRate, oldRate) -> {
              changes.add(List.of(newRate, oldRate));
              throw new IllegalStateException("swallowed");
            });
    int row = 0;
    for (Object each : Vectors.list(golden.get("calls"))) {
      Map<String, Object> call = Vectors.map(each);
      String at = "call " + row++ + " " + call.get("op");
      Object arg = call.get("arg");
      Object result = call.get("result");
      switch ((String) call.get("op")) {
        case "submit" -> assertThat(flow.submit((String) arg)).as(at).isEqualTo(result);
        case "admit" -> assertThat(flow.admit()).as(at).isEqualTo(result);
        case "advance" -> now[0] += Vectors.number(arg);
        case "record" -> {
          if (result == null) {
            flow.record(Vectors.number(arg));
          } else {
            assertThatIllegalArgumentException().isThrownBy(() -> flow.record(Vectors.number(arg)));
          }
        }
        case "p99" -> assertFourUlp(at, flow.p99(), result);
        case "observe" ->
            assertFourUlp(
                at, arg == null ? flow.observe() : flow.observe(Vectors.number(arg)), result);
        case "reset" -> flow.reset();
        case "clear" -> flow.clear();
        case "dispose" -> flow.dispose();
        default -> throw new IllegalStateException(at);
      }
      assertThat(now[0]).as(at).isEqualTo(Vectors.number(call.get("now")));
      assertThat(changes).as(at).hasSize((int) Vectors.number(call.get("rateChanges")));
      assertStats(at, flow.stats(), Vectors.map(call.get("stats")));
    }
    assertThat(row).isEqualTo(44);
    List<Object> expected = Vectors.list(golden.get("rateChanges"));
    for (int i = 0; i < expected.size(); i++) {
      assertFourUlp("change " + i, changes.get(i).get(0), Vectors.list(expected.get(i)).get(0));
      assertFourUlp("change " + i, changes.get(i).get(1), Vectors.list(expected.get(i)).get(1));
    }
  }

  private static void assertFourUlp(String as, double actual, Object expected) {
    double wanted = Vectors.number(expected);
    if (Double.isNaN(wanted)) {
      assertThat(actual).as(as).isNaN();
    } else {
      assertThat(actual).as(as).isCloseTo(wanted, within(4 * Math.ulp(wanted)));
    }
  }

  private static void assertStats(String at, FlowStats stats, Map<String, Object> golden) {
    assertFourUlp(at + " rate", stats.rate(), golden.get("rate"));
    assertThat(stats.minRate()).as(at).isEqualTo(Vectors.number(golden.get("minRate")));
    assertThat(stats.maxRate()).as(at).isEqualTo(Vectors.number(golden.get("maxRate")));
    assertThat(stats.targetP99()).as(at).isEqualTo(Vectors.number(golden.get("targetP99")));
    assertThat(stats.quantile()).as(at).isEqualTo(Vectors.number(golden.get("quantile")));
    assertThat(stats.depth()).as(at).isEqualTo(golden.get("depth"));
    assertThat(stats.queueCapacity()).as(at).isEqualTo(golden.get("queueCapacity"));
    assertThat((double) stats.submitted())
        .as(at)
        .isEqualTo(Vectors.number(golden.get("submitted")));
    assertThat((double) stats.admitted()).as(at).isEqualTo(Vectors.number(golden.get("admitted")));
    assertThat((double) stats.recorded()).as(at).isEqualTo(Vectors.number(golden.get("recorded")));
    assertThat((double) stats.dropped()).as(at).isEqualTo(Vectors.number(golden.get("dropped")));
    assertThat((double) stats.observations())
        .as(at)
        .isEqualTo(Vectors.number(golden.get("observations")));
    assertFourUlp(at + " p99", stats.p99(), golden.get("p99"));
    assertThat(stats.saturated()).as(at).isEqualTo(golden.get("saturated"));
  }

  static Stream<Arguments> coldStarts() {
    return Vectors.cases("cold-start.json", "runs");
  }

  @ParameterizedTest
  @MethodSource("coldStarts")
  void climbsFromColdAsPublished(Map<String, Object> run) {
    Map<String, Object> options =
        new HashMap<>(Vectors.options(Vectors.read("cold-start.json").get("options")));
    options.put("rate", run.get("rate"));
    List<List<Double>> changes = new ArrayList<>();
    FlowController<String> flow =
        new FlowController<>(
            FlowSettings.fromOptions(options),
            null,
            (newRate, oldRate) -> changes.add(List.of(newRate, oldRate)));
    for (Object each : Vectors.list(run.get("steps"))) {
      List<Object> step = Vectors.list(each);
      flow.record(Vectors.number(step.get(0)));
      double rate = flow.observe();
      assertThat(rate).isEqualTo(Vectors.number(step.get(1)));
      assertThat(new BigDecimal(rate).setScale(1, RoundingMode.HALF_UP))
          .hasToString((String) step.get(2));
      assertThat(flow.servo().integral()).isEqualTo(Vectors.number(step.get(3)));
      assertThat(flow.saturated()).isEqualTo(step.get(4));
    }
    List<List<Double>> expected =
        Vectors.list(run.get("rateChanges")).stream()
            .map(c -> Vectors.list(c).stream().map(Vectors::number).toList())
            .toList();
    assertThat(changes).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasSubmittedWasAdmittedOrWaits(long seed) {
    Random random = new Random(seed);
    double min = Math.exp(random.nextDouble() * 3);
    double max = min * (1 + random.nextDouble() * 200);
    FlowSettings settings =
        FlowSettings.of(min + random.nextDouble() * (max - min), min)
            .withMaxRate(max)
            .withBurst(random.nextInt(10))
            .withQueueCapacity(1 + random.nextInt(50))
            .withGains(
                new Gains(
                    Math.exp(random.nextDouble() * 8 - 6),
                    Math.exp(random.nextDouble() * 8 - 9),
                    random.nextInt(3) * 20,
                    random.nextDouble()))
            .withPreload(random.nextBoolean());
    FlowController<Integer> flow = new FlowController<>(settings);
    double now = 0;
    long offered = 0;
    int next = 0;
    List<Integer> out = new ArrayList<>();
    List<Integer> in = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      now += random.nextDouble() * 20;
      switch (random.nextInt(4)) {
        case 0 -> {
          offered++;
          if (flow.submit(next)) {
            in.add(next);
          }
          next++;
        }
        case 1 -> {
          Integer item = flow.admit(now);
          if (item != null) {
            out.add(item);
          }
        }
        case 2 -> flow.record(random.nextDouble() * 200, random.nextInt(3));
        default -> {
          if (random.nextInt(10) == 0) {
            flow.observe(1000);
          }
        }
      }
      FlowStats stats = flow.stats();
      String at = "seed " + seed + " call " + i;
      assertThat(stats.submitted()).as(at).isEqualTo(stats.admitted() + stats.depth());
      assertThat(stats.submitted() + stats.dropped()).as(at).isEqualTo(offered);
      assertThat(stats.depth()).as(at).isBetween(0, settings.queueCapacity());
      assertThat(stats.rate()).as(at).isBetween(min, max);
      assertThat(flow.limiter().rate()).as(at).isEqualTo(stats.rate());
    }
    assertThat(out).as("first in, first out").isEqualTo(in.subList(0, out.size()));
  }

  @Test
  void anEmptyWindowHoldsTheRateAndIsCounted() {
    FlowController<String> flow = new FlowController<>(SETTINGS);
    flow.record(1);
    flow.observe();
    flow.record(1);
    double rate = flow.observe();
    double integral = flow.servo().integral();
    assertThat(flow.observe()).isEqualTo(rate);
    assertThat(flow.observe()).isEqualTo(rate);
    assertThat(flow.servo().integral()).isEqualTo(integral);
    assertThat(flow.observations()).isEqualTo(2);
    assertThat(flow.stats().emptyWindows()).isEqualTo(2);
    assertThat(flow.p99()).isNaN();
  }

  @Test
  void theStartRateIsThrownAwayUnlessPreloaded() {
    FlowController<String> plain = new FlowController<>(SETTINGS);
    plain.record(30);
    assertThat(plain.observe()).isEqualTo(5);
    assertThat(plain.atFloor()).isTrue();
    FlowController<String> preloaded = new FlowController<>(SETTINGS.withPreload(true));
    preloaded.record(30);
    assertThat(preloaded.observe()).isEqualTo(200);
    preloaded.reset();
    preloaded.record(30);
    assertThat(preloaded.observe()).isEqualTo(200);
    assertThat(preloaded.atFloor()).isFalse();
  }

  @Test
  void observingWithoutDtMeansOneMillisecond() {
    FlowController<String> flow =
        new FlowController<>(FlowSettings.of(200, 5).withMaxRate(800).withTargetP99Ms(30));
    int observations = 0;
    double rate = 200;
    do {
      flow.record(5 + rate / 400 * 90);
      rate = flow.observe();
      observations++;
    } while (rate <= 110);
    assertThat(observations - 1)
        .as("after the first, which only drops the start rate")
        .isEqualTo(20_393);
  }

  @Test
  void floorAndCeilingAreSaidOnlyAfterAnObservation() {
    FlowController<String> flow =
        new FlowController<>(FlowSettings.of(5, 5).withMaxRate(5).withTargetP99Ms(30));
    assertThat(flow.saturated() || flow.atFloor() || flow.atCeiling()).isFalse();
    flow.record(1);
    flow.observe();
    assertThat(flow.saturated() && flow.atFloor() && flow.atCeiling()).isTrue();
    flow.reset();
    assertThat(flow.saturated() || flow.atFloor() || flow.atCeiling()).isFalse();
  }

  @Test
  void admittingFromAnEmptyQueueCostsNoBudget() {
    FlowController<String> flow = new FlowController<>(SETTINGS);
    assertThat(flow.admit(0)).isNull();
    flow.submit("a");
    assertThat(flow.admit(0)).isEqualTo("a");
    assertThat(flow.now()).isZero();
  }

  @Test
  void refusesALatencyThatIsNoNumberAndDoesNotCountIt() {
    FlowController<String> flow = new FlowController<>(SETTINGS);
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> flow.record(bad))
          .withMessageStartingWith("latency must be a");
      assertThatIllegalArgumentException().isThrownBy(() -> flow.record(bad, 2));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> flow.submit(null));
    assertThat(flow.recorded()).isZero();
    assertThat(flow.submitted()).isZero();
  }

  @Test
  void resetForgetsAllAndTellsNobody() {
    List<Double> told = new ArrayList<>();
    FlowController<String> flow =
        new FlowController<>(SETTINGS, null, (newRate, oldRate) -> told.add(newRate));
    flow.submit("a");
    flow.submit("b");
    flow.admit(0);
    flow.record(10);
    flow.observe();
    flow.observe();
    flow.record(10);
    flow.reset();
    assertThat(flow.stats()).isEqualTo(new FlowController<String>(SETTINGS).stats());
    assertThat(flow.limiter().tatMs()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(told).containsExactly(5.0);
  }

  @Test
  void disposedItTakesNoWork() {
    List<Double> told = new ArrayList<>();
    FlowController<String> flow =
        new FlowController<>(SETTINGS, null, (newRate, oldRate) -> told.add(newRate));
    flow.submit("a");
    flow.dispose();
    flow.close();
    assertThat(flow.submit("b")).isFalse();
    assertThat(flow.admit()).isNull();
    flow.record(10);
    flow.record(10, 5);
    assertThat(flow.observe()).isEqualTo(200);
    assertThat(flow.stats()).isEqualTo(new FlowController<String>(SETTINGS).stats());
    assertThat(told).isEmpty();
  }

  @Test
  void aChangedRateKeepsTheDebtInOperations() {
    FlowController<Integer> flow = new FlowController<>(SETTINGS.withBurst(4));
    for (int i = 0; i < 20; i++) {
      flow.submit(i);
    }
    while (flow.admit(1_000) != null) {}
    double debt = flow.limiter().tatMs() - 1_000;
    flow.record(30);
    flow.observe(1000, 1_000);
    assertThat(flow.rate()).isEqualTo(5);
    assertThat(flow.limiter().tatMs() - 1_000).isCloseTo(debt * 200 / 5, within(1e-9));
  }
}
