// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesOntoTest {
  private static final Reading[] KINDS = {
    Reading.VALUE, Reading.NAN, Reading.STALE, Reading.ABSENT, Reading.VALUE
  };
  private final Series sampled =
      Series.of("s", Labels.NONE, Clock.of(7, 22, 37, 52, 67), new double[] {0, 0, 0, 0, 4}, KINDS);

  private static Reading[] readings(Series series) {
    return IntStream.range(0, series.size()).mapToObj(series::reading).toArray(Reading[]::new);
  }

  @Test
  void theLatestSampleOfAStepStandsAtItsEnd() {
    Series held = sampled.onto(Clock.regular(0, 15, 7), 15);
    assertThat(readings(held))
        .containsExactly(
            Reading.ABSENT, // nothing yet at 0
            Reading.VALUE, // 7 at 15; zero stays a value
            Reading.NAN, // 22 at 30
            Reading.STALE, // 37 at 45
            Reading.ABSENT, // 52 says nothing, 37 is too old at 60
            Reading.VALUE, // 67 at 75
            Reading.ABSENT); // 67 is 23 old at 90
    assertThat(held.value(1)).isZero();
    assertThat(held.value(5)).isEqualTo(4);
  }

  @Test
  void aSampleAsOldAsTheLimitIsTooOld() {
    Series one = Series.of("s", Clock.of(0), 1);
    assertThat(one.onto(Clock.of(14), 15).reading(0)).isEqualTo(Reading.VALUE);
    assertThat(one.onto(Clock.of(15), 15).reading(0)).isEqualTo(Reading.ABSENT);
  }

  @Test
  void aSampleIsNeverSeenBeforeItsTime() {
    Series one = Series.of("s", Clock.of(10), 1);
    assertThat(one.onto(Clock.of(9), 1000).reading(0)).isEqualTo(Reading.ABSENT);
  }

  @Test
  void ontoItsOwnClockItIsItself() {
    assertThat(sampled.onto(sampled.clock(), 1)).isEqualTo(sampled);
  }

  @Test
  void refusesAnAgeOfNothing() {
    assertThatThrownBy(() -> sampled.onto(sampled.clock(), 0))
        .hasMessage("maxAgeMs must be 1 or more, was 0");
  }
}
