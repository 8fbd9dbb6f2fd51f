// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
  static Stream<Arguments> cases() {
    return Vectors.cases("histogram.json", "cases");
  }

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  /** {@code pow} differs between platforms in the last bits, so estimates agree to 4 ulp. */
  private static void assertFourUlp(String as, double actual, double expected) {
    if (Double.isNaN(expected) || Double.isInfinite(expected)) {
      Vectors.assertExact(as, actual, expected);
    } else {
      assertThat(actual).as(as).isCloseTo(expected, within(4 * Math.ulp(expected)));
    }
  }

  private static void assertContents(LatencyHistogram actual, Map<String, Object> golden) {
    assertThat(actual.count()).isEqualTo((long) Vectors.number(golden.get("count")));
    Vectors.assertExact("sum", actual.sum(), Vectors.number(golden.get("sum")));
    Vectors.assertExact("mean", actual.mean(), Vectors.number(golden.get("mean")));
    Vectors.assertExact("min", actual.min(), Vectors.number(golden.get("min")));
    Vectors.assertExact("max", actual.max(), Vectors.number(golden.get("max")));
    assertThat(actual.zeroCount()).isEqualTo((long) Vectors.number(golden.get("zeroCount")));
    assertThat(actual.infCount()).isEqualTo((long) Vectors.number(golden.get("infCount")));
    assertThat(actual.bucketCount()).isEqualTo((int) Vectors.number(golden.get("bucketCount")));
    assertThat(actual.outOfRangeCount())
        .isEqualTo((long) Vectors.number(golden.get("outOfRangeCount")));
    assertThat(actual.belowRangeCount())
        .isEqualTo((long) Vectors.number(golden.get("belowRangeCount")));
    assertThat(actual.snapshot())
        .isEqualTo(
            Vectors.list(golden.get("snapshot")).stream()
                .mapToLong(c -> (long) Vectors.number(c))
                .toArray());
    List<LatencyHistogram.Bucket> buckets =
        Vectors.list(golden.get("buckets")).stream()
            .map(Vectors::list)
            .map(
                b ->
                    new LatencyHistogram.Bucket(
                        (long) Vectors.number(b.get(0)), (long) Vectors.number(b.get(1))))
            .toList();
    assertThat(actual.contents().buckets()).isEqualTo(buckets);
    for (String quantiles : List.of("quantiles", "percents")) {
      for (Object each : Vectors.list(golden.get(quantiles))) {
        double q = Vectors.number(Vectors.list(each).get(0));
        double expected = Vectors.number(Vectors.list(each).get(1));
        assertFourUlp("quantile " + q, actual.percentile(q), expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void keepsWhatTheOriginalKeeps(Map<String, Object> golden) {
    LatencyHistogram histogram = LatencyHistogram.fromOptions(Vectors.map(golden.get("options")));
    for (Object sample : Vectors.list(golden.get("samples"))) {
      histogram.record(Vectors.number(sample));
    }
    assertContents(histogram, golden);
    histogram.reset();
    assertThat(histogram.count()).isZero();
    assertThat(histogram.percentile(0.99)).isNaN();
    assertThat(histogram.sum() + histogram.zeroCount() + histogram.infCount()).isZero();
    assertThat(histogram.outOfRangeCount() + histogram.belowRangeCount()).isZero();
    assertThat(histogram.min()).isNaN();
    assertThat(histogram.snapshot()).containsExactly(0);
  }

  @Test
  void mergesAsTheOriginal() {
    Map<String, Object> merge = Vectors.map(Vectors.read("histogram.json").get("merge"));
    LatencyHistogram a = rebuilt(Vectors.map(merge.get("a")));
    LatencyHistogram b = rebuilt(Vectors.map(merge.get("b")));
    LatencyHistogram merged = new LatencyHistogram(0.01);
    merged.merge(a);
    merged.merge(b);
    Map<String, Object> golden = Vectors.map(merge.get("merged"));
    // The vectors hold the sketches and not their samples, so sums and extremes are not rebuilt.
    assertThat(merged.count()).isEqualTo((long) Vectors.number(golden.get("count")));
    assertThat(merged.snapshot())
        .isEqualTo(
            Vectors.list(golden.get("snapshot")).stream()
                .mapToLong(c -> (long) Vectors.number(c))
                .toArray());
    assertThat(merged.infCount()).isEqualTo((long) Vectors.number(golden.get("infCount")));
    assertThat(merged.zeroCount()).isEqualTo((long) Vectors.number(golden.get("zeroCount")));
  }

  private static LatencyHistogram rebuilt(Map<String, Object> sketch) {
    LatencyHistogram histogram = new LatencyHistogram(0.01);
    histogram.record(0, (int) Vectors.number(sketch.get("zeroCount")));
    histogram.record(Double.POSITIVE_INFINITY, (int) Vectors.number(sketch.get("infCount")));
    for (Object each : Vectors.list(sketch.get("buckets"))) {
      long index = (long) Vectors.number(Vectors.list(each).get(0));
      int count = (int) Vectors.number(Vectors.list(each).get(1));
      histogram.record(BucketLaw.of(0.01).value(index), count);
    }
    return histogram;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aMergeIsWhatOneHistogramOfAllWouldBe(long seed) {
    Random random = new Random(seed);
    LatencyHistogram all = new LatencyHistogram(0.02, 1, 100);
    LatencyHistogram left = new LatencyHistogram(0.02, 1, 100);
    LatencyHistogram right = new LatencyHistogram(0.02, 1, 100);
    for (int i = 0; i < 300; i++) {
      double value = sample(random);
      all.record(value);
      (random.nextBoolean() ? left : right).record(value);
    }
    left.merge(right);
    assertThat(left.contents())
        .as("seed %d", seed)
        .usingRecursiveComparison()
        .ignoringFields("sum")
        .isEqualTo(all.contents());
    assertThat(left.sum()).isCloseTo(all.sum(), within(1e-9 * all.sum() + 1e-9));
    long before = right.count();
    right.merge(right);
    assertThat(right.count()).isEqualTo(2 * before);
  }

  private static double sample(Random random) {
    return switch (random.nextInt(20)) {
      case 0 -> 0;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Math.exp(random.nextDouble() * 1400 - 700);
      case 3, 4, 5, 6 -> 7.5; // runs
      default -> 5 - 25 * Math.log(1 - random.nextDouble());
    };
  }

  static Stream<Arguments> bucketLaw() {
    return Vectors.list(Vectors.read("histogram.json").get("bucketLaw")).stream()
        .map(Vectors::list)
        .map(r -> Arguments.of(r.get(0), r.get(1), r.get(2)));
  }

  @ParameterizedTest
  @MethodSource("bucketLaw")
  void indexesAsTheOriginal(Number value, Number index, Number representative) {
    BucketLaw law = BucketLaw.of(0.01);
    assertThat(law.index(value.doubleValue())).isEqualTo(index.longValue());
    assertThat(law.exactIndex(value.doubleValue())).isEqualTo(index.longValue());
    assertFourUlp("estimate", law.value(index.longValue()), representative.doubleValue());
  }

  /** The table against the law: everywhere, and a few doubles to either side of each edge. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.001, 0.0007, 0.02, 0.05, 0.3, 0.5, 0.999})
  void theTableOfEdgesNeverDisagreesWithTheLaw(double accuracy) {
    BucketLaw law = BucketLaw.of(accuracy);
    Random random = new Random(7);
    for (int i = 0; i < 50_000; i++) {
      agrees(law, Math.exp(random.nextDouble() * 30 - 10));
    }
    double gamma = (1 + accuracy) / (1 - accuracy);
    for (long index = law.index(1e-4); index <= Math.min(law.index(1e7), 3000); index++) {
      long edge = Double.doubleToLongBits(Math.pow(gamma, index));
      for (long bits = edge - 20; bits <= edge + 20; bits++) {
        agrees(law, Double.longBitsToDouble(bits));
      }
    }
  }

  private static void agrees(BucketLaw law, double value) {
    if (law.index(value) != law.exactIndex(value)) {
      fail("%s is in bucket %d, not %d", value, law.exactIndex(value), law.index(value));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyQuantileIsWithinTheRelativeAccuracyOfARecordedValue(long seed) {
    Random random = new Random(seed);
    double accuracy = Math.exp(random.nextDouble() * 6 - 7);
    LatencyHistogram histogram = new LatencyHistogram(accuracy);
    double[] values = new double[1 + random.nextInt(400)];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          random.nextInt(8) == 0 && i > 0
              ? values[i - 1]
              : random.nextInt(30) == 0 ? 0 : Math.exp(random.nextGaussian() * 3);
      histogram.record(values[i]);
    }
    Arrays.sort(values);
    for (double q : new double[] {0.001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1}) {
      // the rank as the law has it: the lowest value with at least q of all at or below it
      int rank = (int) Math.ceil(q * 100 / 100 * values.length);
      double exact = values[Math.max(rank, 1) - 1];
      assertThat(histogram.percentile(q))
          .as("seed %d accuracy %s quantile %s", seed, accuracy, q)
          .isCloseTo(exact, within(exact * accuracy * (1 + 1e-9)));
    }
    assertThat(histogram.percentile(0)).isEqualTo(values[0]);
  }

  /** A run that is only counted must look, to the last bit, like values written one by one. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aRunIsWhatItsValuesAreOneByOne(long seed) {
    Random random = new Random(seed);
    LatencyHistogram batched = new LatencyHistogram(0.01);
    LatencyHistogram single = new LatencyHistogram(0.01);
    LatencyHistogram asked = new LatencyHistogram(0.01);
    for (int i = 0; i < 60; i++) {
      double value = sample(random);
      int count = random.nextInt(40);
      batched.record(value, count);
      for (int k = 0; k < count; k++) {
        single.record(value);
        asked.record(value);
        asked.sum(); // writes the run out each time
      }
      Vectors.assertExact("p99", batched.percentile(0.99), single.percentile(0.99));
      assertThat(batched.count()).isEqualTo(single.count());
    }
    assertThat(batched.contents()).as("seed %d", seed).isEqualTo(single.contents());
    assertThat(asked.contents()).isEqualTo(single.contents());
  }

  /** Fine buckets over a wide range outgrow the dense window; nothing else changes. */
  @Test
  void aVeryFineHistogramStillAnswers() {
    LatencyHistogram fine = new LatencyHistogram(1e-7);
    LatencyHistogram coarse = new LatencyHistogram(0.01);
    Random random = new Random(11);
    double[] values = random.doubles(2_000).map(u -> Math.exp(u * 40 - 20)).toArray();
    for (double value : values) {
      fine.record(value);
      coarse.record(value);
    }
    Arrays.sort(values);
    assertThat(fine.count()).isEqualTo(2_000);
    assertThat(Arrays.stream(fine.snapshot()).sum()).isEqualTo(2_000);
    assertThat(fine.percentile(0.5)).isCloseTo(values[999], within(values[999] * 1e-7));
    assertThat(fine.percentile(0.99)).isCloseTo(values[1979], within(values[1979] * 1e-7));
    assertThat(coarse.percentile(0.99)).isCloseTo(values[1979], within(values[1979] * 0.01));
    fine.reset();
    fine.record(3);
    fine.record(4);
    assertThat(fine.percentile(1)).isCloseTo(4, within(4e-7));
    assertThat(fine.snapshot()).containsExactly(0, 1, 1);
  }

  @Test
  void refusesWhatTheOriginalRefuses() {
    LatencyHistogram histogram = new LatencyHistogram(0.01);
    assertThat(histogram.percentile(Double.NaN)).isNaN();
    for (double bad : new double[] {-1, Double.NaN, Double.NEGATIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> histogram.record(bad))
          .withMessageStartingWith("latency must be a number of milliseconds, at least 0, was");
      assertThatIllegalArgumentException().isThrownBy(() -> histogram.record(bad, 3));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> histogram.record(1, -1));
    assertThat(histogram.count()).isZero();
    histogram.record(Double.POSITIVE_INFINITY);
    assertThat(histogram.count()).isEqualTo(1);
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> histogram.percentile(bad));
    }
    for (double bad : new double[] {0, 1, -0.1, Double.NaN, Double.POSITIVE_INFINITY, 1e-300}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new LatencyHistogram(bad))
          .withMessageStartingWith("relativeAccuracy must be");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LatencyHistogram.fromOptions(Map.of("relativeAccuracy", "x")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> histogram.merge(new LatencyHistogram(0.02)))
        .withMessageContaining("0.02");
    assertThat(LatencyHistogram.fromOptions(Map.of("brust", 1)).count()).isZero();
    assertThat(LatencyHistogram.fromOptions(Map.of("relativeAccuracy", "0.05")).relativeAccuracy())
        .isEqualTo(0.05);
  }
}
