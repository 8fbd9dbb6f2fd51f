// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each rule, and the order in which they are tried: target 30 ms, tolerance 0.6 ms, 5 to 800/s. */
class LoopClassesTest {
  private static LoopClass of(int n, IntToDoubleFunction latencyMs, IntToDoubleFunction rate) {
    return LoopClasses.classify(
        IntStream.range(0, n).mapToDouble(latencyMs).toArray(),
        IntStream.range(0, n).mapToDouble(rate).toArray(),
        n,
        LoopClasses.window(n),
        30,
        0.6,
        5,
        800);
  }

  @Test
  void windowsAreAThirdOfTheRunAndAtMostAMinuteOfSeconds() {
    assertThat(LoopClasses.window(8)).isZero();
    assertThat(LoopClasses.window(9)).isEqualTo(3);
    assertThat(LoopClasses.window(100)).isEqualTo(33);
    assertThat(LoopClasses.window(1000)).isEqualTo(60);
  }

  @Test
  void invalidComesBeforeTooShort() {
    assertThat(of(3, k -> 30, k -> Double.NaN)).isEqualTo(LoopClass.INVALID);
    assertThat(of(3, k -> 30, k -> 40)).isEqualTo(LoopClass.TOO_SHORT);
    assertThat(of(30, k -> k < 20 ? 30 : Double.NaN, k -> 40)).isEqualTo(LoopClass.INVALID);
    assertThat(of(30, k -> k % 2 == 0 ? 30 : Double.NaN, k -> 40)).isEqualTo(LoopClass.SETTLES);
  }

  @Test
  void aLatencyThatIsTheSameWhateverTheRateIsASaturatedSensor() {
    assertThat(of(30, k -> 5000, k -> k < 3 ? 200 : 5)).isEqualTo(LoopClass.SENSOR_SATURATED);
    assertThat(of(30, k -> 10, k -> 40 + k)).isEqualTo(LoopClass.SENSOR_SATURATED);
    assertThat(of(300, k -> k % 11 == 0 ? 4990 : 5000, k -> 40 + k % 7))
        .isEqualTo(LoopClass.SENSOR_SATURATED);
    assertThat(of(300, k -> k % 8 == 0 ? 4990 : 5000, k -> 40 + k % 7))
        .isNotEqualTo(LoopClass.SENSOR_SATURATED);
    assertThat(of(30, k -> 30.1, k -> 40 + k)).isEqualTo(LoopClass.SETTLES);
  }

  @Test
  void restingOnABoundIsToldByTheLatency() {
    assertThat(of(30, k -> 8, k -> 5)).isEqualTo(LoopClass.FLOOR_STUCK);
    assertThat(of(30, k -> 8, k -> 800)).isEqualTo(LoopClass.DEMAND_LIMITED);
    assertThat(of(30, k -> 80, k -> 800)).isEqualTo(LoopClass.OVERLOADED);
    assertThat(of(30, k -> 30.2, k -> 5)).isEqualTo(LoopClass.SETTLES);
    assertThat(of(30, k -> 29.8, k -> 800)).isEqualTo(LoopClass.SETTLES);
    // nine of ten are enough, eight are not
    assertThat(of(30, k -> k == 29 ? 8.5 : 8, k -> k == 29 ? 6 : 5))
        .isEqualTo(LoopClass.FLOOR_STUCK);
    assertThat(of(30, k -> k >= 28 ? 8.5 : 8, k -> k >= 28 ? 6 : 5)).isEqualTo(LoopClass.SLUGGISH);
  }

  @Test
  void aFixedRateThatIsTooHighIsOverloaded() {
    double[] latency = new double[30];
    double[] rate = new double[30];
    Arrays.fill(latency, 71.7);
    Arrays.fill(rate, 111.1);
    assertThat(LoopClasses.classify(latency, rate, 30, 10, 30, 0.6, 111.1, 111.1))
        .isEqualTo(LoopClass.OVERLOADED);
  }

  @Test
  void touchingBothBoundsIsClampToClampEvenWhileItDecays() {
    assertThat(of(90, k -> k % 2 == 0 ? 8 : 400, k -> k % 2 == 0 ? 5 : 800))
        .isEqualTo(LoopClass.CLAMP_TO_CLAMP);
  }

  @Test
  void notArrivedAndNotCrossingIsSluggish() {
    assertThat(of(90, k -> 10 + k * 0.1, k -> 40 + k)).isEqualTo(LoopClass.SLUGGISH);
    assertThat(of(90, k -> 60 - k * 0.1, k -> 400 - k)).isEqualTo(LoopClass.SLUGGISH);
    assertThat(of(90, k -> k < 31 ? 29 + k % 2 * 2 : 20, k -> 40 + k % 2))
        .as("a crossing two windows ago, a third that was not")
        .isNotEqualTo(LoopClass.SLUGGISH);
  }

  @Test
  void aSwingThatHalvesRingsAndOneThatDoesNotIsALimitCycle() {
    assertThat(of(90, k -> 30 + swing(k) * 20 * Math.pow(0.5, k / 59.0), k -> 40 + swing(k)))
        .isEqualTo(LoopClass.RINGS);
    assertThat(of(90, k -> 30 + swing(k) * 20 * Math.pow(0.5, k / 62.0), k -> 40 + swing(k)))
        .isEqualTo(LoopClass.LIMIT_CYCLE);
    assertThat(of(90, k -> 30 + swing(k) * 20, k -> 40 + swing(k)))
        .isEqualTo(LoopClass.LIMIT_CYCLE);
  }

  private static int swing(int k) {
    return k % 2 == 0 ? 1 : -1;
  }

  @Test
  void tokensAreTheOnesThatFilesHold() {
    assertThat(Arrays.stream(LoopClass.values()).map(LoopClass::token))
        .containsExactlyInAnyOrder(
            "invalid",
            "sensor-saturated",
            "floor-stuck",
            "demand-limited",
            "overloaded",
            "settles",
            "clamp-to-clamp",
            "sluggish",
            "rings",
            "limit-cycle",
            "too-short");
    for (LoopClass one : LoopClass.values()) {
      assertThat(LoopClass.of(one.token())).contains(one);
      assertThat(one == LoopClass.SETTLES || one.worseThan(LoopClass.SETTLES)).isTrue();
    }
    assertThat(Arrays.stream(Score.values()).map(Score::token))
        .containsExactly(
            "settle first_entry transient overshoot p99_mean reversals slo_debt starvation iae ise itae effort at_floor at_ceiling gain_margin delay_margin max_sensitivity noise_gain rebound equilibrium_error arrived settled attainment replica_hours average_replicas flaps_per_hour over_ask lost lost_share time_to_ready unmet missed asked_while_warming cold_exposure preempted ttft_p50 ttft_p90 ttft_p99 tpot_p50 tpot_p90 tpot_p99 admitted_rate rejected"
                .split(" "));
    assertThat(Score.of("overshoot")).contains(Score.OVERSHOOT);
    assertThat(Score.of("Overshoot")).isEmpty();
  }
}
