// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryRangeTest {
  @Test
  void bothEndsAreFlooredToTheStep() {
    assertThat(new QueryRange(16, 44, 15).aligned()).isEqualTo(new QueryRange(15, 30, 15));
    assertThat(new QueryRange(-1, 0, 15).aligned()).isEqualTo(new QueryRange(-15, 0, 15));
    assertThat(new QueryRange(15, 30, 15).aligned()).isEqualTo(new QueryRange(15, 30, 15));
  }

  @Test
  void theLastStretchEndsAtTheGivenNow() {
    Instant now = Instant.parse("2026-08-21T11:30:07Z");
    assertThat(QueryRange.last(Duration.ofMinutes(90), Duration.ofSeconds(15), now).aligned())
        .isEqualTo(
            QueryRange.of(
                Instant.parse("2026-08-21T10:00:00Z"),
                Instant.parse("2026-08-21T11:30:00Z"),
                Duration.ofSeconds(15)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void partsAreTheWholeInOrderEachInstantOnce(long seed) {
    Random random = new Random(seed);
    long step = 1 + random.nextInt(20);
    QueryRange range =
        new QueryRange(random.nextInt(1000), 1000 + random.nextInt(5000), step).aligned();
    int most = 1 + random.nextInt(30);
    List<QueryRange> parts = range.parts(most);
    assertThat(parts).as("seed %d", seed).allMatch(p -> p.size() <= most);
    assertThat(
            parts.stream()
                .flatMapToLong(p -> java.util.Arrays.stream(p.clock().timesMs()))
                .toArray())
        .as("seed %d", seed)
        .isEqualTo(range.clock().timesMs());
  }

  @Test
  void refusesWhatRunsBackwardsOrStandsStill() {
    assertThatThrownBy(() -> new QueryRange(2, 1, 1)).hasMessageContaining("must run forwards");
    assertThatThrownBy(() -> new QueryRange(1, 2, 0)).hasMessageContaining("was 0 ms");
    assertThatThrownBy(() -> new QueryRange(0, Long.MAX_VALUE, 1))
        .hasMessageContaining("before the year 10000");
  }
}
