// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** From an objective to a token backlog's threshold. */
class TokenThresholdTest {
  /** The guide's table: prompt, V_P, its floor, objective, its threshold; printed to a digit. */
  @ParameterizedTest(name = "{0} tokens at {1}/s within {3} s: floor {2} s, threshold {4} s")
  @CsvSource({
    "8192, 2696, 3.04, 8, 5.0",
    "8192, 15928, 0.51, 8, 7.5",
    "2048, 2696, 0.76, 3, 2.2",
    "2048, 15928, 0.13, 3, 2.9"
  })
  void theGuidesTable(
      double tokens, double perSecond, double floorS, double objectiveS, double thresholdS) {
    TokenThreshold threshold = new TokenThreshold(perSecond, tokens, objectiveS, 1);
    assertThat(threshold.floorS()).isEqualTo(floorS, within(0.005));
    assertThat(threshold.thresholdS().getAsDouble()).isEqualTo(thresholdS, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({"256, 2696, 0.09", "256, 15928, 0.02"})
  void theGuidesFloorsOfShortPrompts(double tokens, double perSecond, double floorS) {
    assertThat(new TokenThreshold(perSecond, tokens, 3, 1).floorS())
        .isEqualTo(floorS, within(0.006));
  }

  @Test
  void anObjectiveBelowTheFloorHasNone() {
    assertThat(new TokenThreshold(2696, 8192, 3, 1).thresholdS()).isEmpty();
    assertThat(new TokenThreshold(2048, 8192, 4, 1).thresholdS()).isEmpty();
    assertThat(new TokenThreshold(2048, 8192, 4, 1).aloneAsks()).isEmpty();
    assertThat(new TokenThreshold(2048, 8192, 4.1, 1).thresholdS()).isPresent();
  }

  /** 1.5 s at 2696 tokens/s is below what a prompt of 8192 reads: three replicas for one. */
  @Test
  void aThresholdBelowTheFloorScalesOnOneRequest() {
    TokenThreshold short1 = new TokenThreshold(2696, 8192, 3.0386 + 1.5, 1);
    assertThat(short1.aloneAsks()).hasValue(3);
    assertThat(new TokenThreshold(15_928, 8192, 8, 0.65).aloneAsks()).hasValue(1);
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 100).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void floorAndThresholdShareTheObjective(long seed) {
    Random random = new Random(seed);
    TokenThreshold whole =
        new TokenThreshold(
            500 + random.nextInt(40_000),
            random.nextInt(20_000),
            0.1 + 10 * random.nextDouble(),
            1);
    assertThat(whole.thresholdS().orElse(whole.objectiveS() - whole.floorS()) + whole.floorS())
        .isEqualTo(whole.objectiveS(), within(1e-9));
    // Faster replicas leave more, and a share leaves less.
    TokenThreshold faster = whole.withPrefillPerSecond(2 * whole.prefillPerSecond());
    assertThat(faster.thresholdS().orElse(0)).isGreaterThanOrEqualTo(whole.thresholdS().orElse(0));
    assertThat(
            new TokenThreshold(
                    whole.prefillPerSecond(), whole.uncachedTokens(), whole.objectiveS(), 0.65)
                .thresholdS()
                .orElse(0))
        .isEqualTo(0.65 * whole.thresholdS().orElse(0), within(1e-12));
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new TokenThreshold(0, 1, 1, 1))
        .hasMessage("prefillPerSecond must be above 0 and finite, was 0.0");
    assertThatThrownBy(() -> new TokenThreshold(1, -1, 1, 1)).hasMessageContaining("was -1.0");
    assertThatThrownBy(() -> new TokenThreshold(1, 1, Double.NaN, 1))
        .hasMessageContaining("objectiveS must be above 0");
    assertThatThrownBy(() -> new TokenThreshold(1, 1, 1, 1.1))
        .hasMessage("share must be above 0 and at most 1, was 1.1");
  }
}
