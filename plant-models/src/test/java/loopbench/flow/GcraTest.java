// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GcraTest {
  static Stream<Arguments> cases() {
    return Vectors.cases("gcra.json", "cases");
  }

  static Stream<Map<String, Object>> errors() {
    return Vectors.list(Vectors.read("gcra.json").get("errors")).stream().map(Vectors::options);
  }

  static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void answersAsTheOriginalToTheBit(Map<String, Object> golden) {
    List<Double> backward = new ArrayList<>();
    Map<String, Object> options = new HashMap<>(Vectors.map(golden.get("options")));
    options.put(
        "onError",
        (DoubleConsumer)
            reading -> {
              backward.add(reading);
              throw new IllegalStateException("swallowed");
            });
    Gcra gcra = Gcra.fromOptions(options);
    assertThat(gcra.emissionIntervalMs()).isEqualTo(Vectors.number(golden.get("emissionInterval")));
    int row = 0;
    for (Object each : Vectors.list(golden.get("steps"))) {
      Map<String, Object> step = Vectors.map(each);
      String at = "step " + row++ + " " + step;
      double now = Vectors.number(step.get("now"));
      double n = Vectors.number(step.get("n"));
      Object result = step.get("result");
      backward.clear();
      switch ((String) step.get("op")) {
        case "tryConsume" -> {
          if (result instanceof Map) {
            assertThatIllegalArgumentException().isThrownBy(() -> gcra.tryConsume(n, now));
          } else {
            boolean admitted = n == 1 ? gcra.tryConsume(now) : gcra.tryConsume(n, now);
            assertThat(admitted).as(at).isEqualTo(result);
          }
          if (step.containsKey("retryAfterNow")) {
            assertThat(gcra.retryAfter(n, now))
                .as(at)
                .isEqualTo(Vectors.number(step.get("retryAfterNow")));
          }
        }
        case "retryAfter" -> {
          if (result instanceof Map) {
            assertThatIllegalArgumentException().isThrownBy(() -> gcra.retryAfter(n, now));
          } else {
            assertThat(gcra.retryAfter(n, now)).as(at).isEqualTo(Vectors.number(result));
          }
        }
        case "available" ->
            assertThat(gcra.available(now)).as(at).isEqualTo(Vectors.number(result));
        case "tryReserve" ->
            Vectors.assertExact(
                at, gcra.tryReserve(n, now), Vectors.number(Vectors.map(result).get("runAt")));
        case "setRate" -> gcra.setRate(Vectors.number(step.get("rate")), now);
        case "reset" -> gcra.reset();
        default -> throw new IllegalStateException(at);
      }
      assertThat(gcra.tatMs()).as(at).isEqualTo(Vectors.number(step.get("tat")));
      if (step.containsKey("backwardClockReported")) {
        assertThat(backward)
            .as(at)
            .containsExactly(Vectors.number(step.get("backwardClockReported")));
      } else {
        assertThat(backward).as(at).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void refusesWhatTheOriginalRefuses(Map<String, Object> options) {
    assertThatIllegalArgumentException().isThrownBy(() -> Gcra.fromOptions(options));
  }

  @Test
  void namesTheFieldTheRangeAndWhatCame() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Gcra(-1, 0))
        .withMessage("rate must be finite and above 0, was -1.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gcra.fromOptions(Map.of("rate", 1, "brust", 2)))
        .withMessage("Unknown option 'brust'; did you mean 'burst'?");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gcra.fromOptions(Map.of("rate", 1, "now", (DoubleSupplier) () -> 0)))
        .withMessageContaining("told the time");
    Gcra gcra = new Gcra(10, 2.5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> gcra.retryAfter(4, 0))
        .withMessage("n must be at most 3, the most that burst 2.5 ever admits at once, was 4.");
    assertThatIllegalArgumentException().isThrownBy(() -> gcra.tryConsume(Double.NaN, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> gcra.tryConsume(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> gcra.setRate(0, 0));
    assertThat(gcra.tryConsume(0.5, 0)).isTrue();
    assertThat(gcra.tryConsume(-3, 0)).isTrue();
    assertThat(gcra.retryAfter(0, 0)).isZero();
    assertThat(gcra.tatMs()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** The promise of the limiter, over any window, with bursts, batches and idle stretches. */
  @ParameterizedTest
  @MethodSource("seeds")
  void neverAdmitsMoreThanRateTimesTimePlusBurstPlusOne(long seed) {
    Random random = new Random(seed);
    double rate = Math.exp(random.nextDouble() * 9 - 2);
    double burst = random.nextBoolean() ? random.nextInt(20) : random.nextDouble() * 20;
    Gcra gcra = new Gcra(rate, burst);
    List<double[]> admitted = new ArrayList<>(); // {time, count}
    double now = random.nextDouble() * 1e12;
    for (int i = 0; i < 600; i++) {
      now += random.nextInt(5) == 0 ? random.nextDouble() * 20_000 / rate : random.nextDouble();
      double n = random.nextInt(4) == 0 ? random.nextInt(6) : 1;
      double conforming = gcra.available(now);
      boolean taken = gcra.tryConsume(n, now);
      if (taken != conforming >= n) {
        fail("seed %d call %d: %s conform, asked for %s, got %s", seed, i, conforming, n, taken);
      }
      if (taken) {
        admitted.add(new double[] {now, n});
      }
    }
    double worst = Double.NEGATIVE_INFINITY;
    for (int from = 0; from < admitted.size(); from++) {
      double total = 0;
      for (int to = from; to < admitted.size(); to++) {
        total += admitted.get(to)[1];
        double seconds = (admitted.get(to)[0] - admitted.get(from)[0]) / 1000;
        worst = Math.max(worst, total - (rate * seconds + burst + 1));
      }
    }
    // At 1e12 ms the last digit of a double is a tenth of a microsecond.
    assertThat(worst).as("seed %d", seed).isLessThanOrEqualTo(1e-6 * rate + 1e-9);
  }

  /** A change of the rate gives nothing away: the debt is the same number of operations. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aMovingRateAdmitsNoMoreThanTheRatesAllowed(long seed) {
    Random random = new Random(seed);
    double burst = random.nextInt(8);
    double rate = 50;
    Gcra gcra = new Gcra(rate, burst);
    double now = 0;
    double allowed = burst + 1;
    long admitted = 0;
    for (int tick = 0; tick < 200; tick++) {
      double debt = (Math.max(gcra.tatMs(), now) - now) * rate;
      rate = Math.exp(random.nextDouble() * 5);
      gcra.setRate(rate, now);
      double debtAfter = (Math.max(gcra.tatMs(), now) - now) * rate;
      assertThat(debtAfter)
          .as("seed %d tick %d", seed, tick)
          .isCloseTo(debt, within(1e-6 * (1 + debt)));
      for (int i = 0; i < 50; i++) {
        now += 2;
        allowed += rate * 0.002;
        if (gcra.tryConsume(now)) {
          admitted++;
        }
      }
      assertThat((double) admitted).as("seed %d", seed).isLessThanOrEqualTo(allowed + 1e-6);
    }
  }

  @Test
  void waitingAsLongAsItSaysIsEnough() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Gcra gcra = new Gcra(1 + random.nextInt(40), random.nextInt(12));
      double now = random.nextDouble() * 1000;
      for (int i = 0; i < 30; i++) {
        double n = 1 + random.nextInt((int) gcra.largestBatch());
        double wait = gcra.take(n, now);
        if (!Double.isNaN(wait)) {
          assertThat(gcra.tryConsume(n, now + wait + 1e-6)).as("seed %d", seed).isTrue();
          now += wait + 1e-6;
        }
      }
    }
  }
}
