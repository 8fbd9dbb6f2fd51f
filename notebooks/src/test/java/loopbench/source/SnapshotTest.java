// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Reading;
import loopbench.series.Series;
import loopbench.series.SeriesSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotTest {
  private static final double[] VALUES = {
    0,
    -0.0,
    1,
    0.1,
    1e-300,
    1e300,
    -5,
    1.0 / 3,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    9007199254740993.0
  };

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  private static Snapshot some(Random dice) {
    int n = 1 + dice.nextInt(20);
    long fromMs = 15_000L * dice.nextInt(1_000_000);
    QueryRange range = new QueryRange(fromMs, fromMs + 15_000L * (n - 1), 15_000);
    Clock clock = range.clock();
    List<Series> all = new ArrayList<>();
    Map<String, String> queries = new java.util.LinkedHashMap<>();
    for (int k = dice.nextInt(4); k >= 0; k--) {
      double[] values = new double[n];
      Reading[] readings = new Reading[n];
      for (int i = 0; i < n; i++) {
        readings[i] = Reading.values()[dice.nextInt(Reading.values().length)];
        values[i] = readings[i] == Reading.VALUE ? VALUES[dice.nextInt(VALUES.length)] : Double.NaN;
      }
      TreeMap<String, String> labels = new TreeMap<>();
      if (dice.nextBoolean()) {
        labels.put("pod", "a\"\\\n😀" + k);
      }
      all.add(Series.of("s" + k, new Labels(labels), clock, values, readings));
      queries.put("s" + k, "sum(x{a=\"" + k + "\"})");
    }
    SeriesSet set = new SeriesSet(clock, all);
    return new Snapshot(
        "2.42.0",
        "prod {s0=x} 15s",
        new SourceAnswer.Data(
            set,
            new Provenance(
                "prod",
                queries,
                Optional.of(range),
                dice.nextBoolean() ? List.of() : List.of("a warning"),
                CanonicalHash.of(set))));
  }

  private static Optional<Snapshot> read(String text) {
    return Snapshot.read(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsWrittenReadsBackToTheBit(long seed) {
    Snapshot snapshot = some(new Random(seed));
    String text = snapshot.write();
    Snapshot back = read(text).orElseThrow();
    assertThat(back.server()).isEqualTo(snapshot.server());
    assertThat(back.asked()).isEqualTo(snapshot.asked());
    assertThat(back.data().provenance()).isEqualTo(snapshot.data().provenance());
    assertThat(CanonicalHash.of(back.data().series()))
        .isEqualTo(CanonicalHash.of(snapshot.data().series()));
    assertThat(back.write()).isEqualTo(text);
  }

  /** One reading changed, and it is no snapshot. */
  @Test
  void aReadingThatWasChangedIsNoticed() {
    for (long seed : seeds().toArray()) {
      String text = some(new Random(seed)).write();
      String changed =
          text.replaceFirst("\"readings\":\\[(\"[^\"]*\"|[^,\\]]*)", "\"readings\":[77.25");
      assertThat(changed).isNotEqualTo(text);
      assertThat(read(changed)).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "{\"loopbench_snapshot\":2}",
        "{\"loopbench_snapshot\":1}",
        "{\"loopbench_snapshot\":1,\"range\":[0,1,0]}",
        "{\"loopbench_snapshot\":1,\"range\":[0,200000000000000,1],\"series\":[]}",
        "{\"loopbench_snapshot\":1,\"range\":[0,15000,15000],\"series\":[{\"name\":\"a\",\"readings\":[1]}]}",
        "{\"loopbench_snapshot\":1,\"range\":[0,0,15000],\"series\":[{\"name\":\"a\",\"readings\":[{}]}],\"sha256\":\"x\"}"
      })
  void whatIsNoSnapshotIsNone(String text) {
    assertThat(read(text)).isEmpty();
  }
}
