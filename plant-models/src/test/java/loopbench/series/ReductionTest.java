// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionTest {
  private static final Clock NOW = Clock.of(0);

  /** A number, NaN, stale or absent, one instant each, written as in the table below. */
  private static Series at(String text) {
    Reading reading =
        switch (text) {
          case "nan" -> Reading.NAN;
          case "stale" -> Reading.STALE;
          case "-" -> Reading.ABSENT;
          default -> Reading.VALUE;
        };
    double value = reading == Reading.VALUE ? Double.parseDouble(text) : 0;
    return Series.of(text, Labels.NONE, NOW, new double[] {value}, new Reading[] {reading});
  }

  private static String textOf(Series one) {
    return switch (one.reading(0)) {
      case VALUE -> String.valueOf(one.value(0));
      case NAN -> "nan";
      case STALE -> "stale";
      case ABSENT -> "-";
    };
  }

  @ParameterizedTest
  @CsvSource({
    // parts,             sum,  max, avg
    "1 2 6,               9.0,  6.0, 3.0",
    "0 0,                 0.0,  0.0, 0.0",
    "-3 -5,              -8.0, -3.0, -4.0",
    "- 4,                 4.0,  4.0, 4.0",
    "- 0,                 0.0,  0.0, 0.0",
    "- -,                 -,    -,   -",
    "- stale,             stale, stale, stale",
    "stale 5 -,           5.0,  5.0, 5.0",
    "nan 5,               nan,  5.0, nan",
    "5 nan,               nan,  5.0, nan",
    "nan -,               nan,  nan, nan",
    "nan stale,           nan,  nan, nan",
    "Infinity 1,          Infinity, Infinity, Infinity",
  })
  void keepsTheFourReadingsApart(String parts, String sum, String max, String avg) {
    List<Series> series = List.of(parts.trim().split(" ")).stream().map(ReductionTest::at).toList();
    assertThat(textOf(Reduction.SUM.of("s", series))).isEqualTo(sum);
    assertThat(textOf(Reduction.MAX.of("s", series))).isEqualTo(max);
    assertThat(textOf(Reduction.AVG.of("s", series))).isEqualTo(avg);
  }

  @Test
  void oneSeriesStaysAsItIs() {
    Series nan = at("nan");
    for (Reduction reduction : Reduction.values()) {
      assertThat(reduction.of("nan", List.of(nan))).isEqualTo(nan);
    }
  }

  @Test
  void oneRefusesSeveral() {
    assertThatThrownBy(() -> Reduction.ONE.of("queue", List.of(at("1"), at("2"))))
        .hasMessage("queue: one cannot reduce 2 series");
    assertThatThrownBy(() -> Reduction.SUM.of("queue", List.of()))
        .hasMessage("queue: sum cannot reduce 0 series");
  }

  @Test
  void theResultKeepsTheLabelsThatAllShare() {
    Series a = labelled(Map.of("__name__", "m", "pod", "a", "namespace", "x"));
    Series b = labelled(Map.of("__name__", "m", "pod", "b", "namespace", "x"));
    assertThat(Reduction.SUM.of("s", List.of(a, b)).labels().byName())
        .isEqualTo(Map.of("__name__", "m", "namespace", "x"));
  }

  private static Series labelled(Map<String, String> labels) {
    return Series.of("m", Labels.of(labels), NOW, new double[] {1}, new Reading[] {Reading.VALUE});
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aResultIsAbsentExactlyWhereNothingStands(long seed) {
    Random random = new Random(seed);
    Clock clock = Clock.regular(0, 1000, 200);
    List<Series> parts = IntStream.range(0, 3).mapToObj(i -> anything(random, clock)).toList();
    for (Reduction reduction : List.of(Reduction.SUM, Reduction.MAX, Reduction.AVG)) {
      Series one = reduction.of("r", parts);
      for (int i = 0; i < clock.size(); i++) {
        int at = i;
        boolean nothing = parts.stream().allMatch(p -> p.reading(at) == Reading.ABSENT);
        assertThat(one.reading(i) == Reading.ABSENT)
            .as("seed %d at %d", seed, i)
            .isEqualTo(nothing);
      }
    }
  }

  private static Series anything(Random random, Clock clock) {
    double[] values = random.doubles(clock.size()).toArray();
    Reading[] readings = new Reading[values.length];
    for (int i = 0; i < readings.length; i++) {
      readings[i] = Reading.values()[random.nextInt(4)];
    }
    return Series.of("any", Labels.NONE, clock, values, readings);
  }
}
