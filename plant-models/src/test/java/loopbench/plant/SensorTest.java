// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loopbench.signal.BucketQuantile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a window's p99 knows of a plant whose true p99 is 30 ms, 25 above its floor. */
class SensorTest {
  private static final double RATE = 1000.0 / 9;
  private static final int WINDOWS = 4_000;

  /** The published table of what few samples do; the closed form of order statistics beside it. */
  @ParameterizedTest(name = "n = {0}: mean {1} ms, sd {2} ms")
  @CsvSource({"42, 28.5, 7.0", "111, 28.3, 4.3", "1000, 29.7, 1.7", "5000, 29.9, 0.7"})
  void aQuantileOfSoManySamplesScattersAsPublished(int n, double meanMs, double sdMs) {
    Plant plant = plant(Sensor.Samples.count(n), Sensor.Buckets.NONE, 42);
    double[] p99 = new double[WINDOWS];
    double[] window = new double[n];
    int[] heard = {0};
    for (int i = 0; i < WINDOWS; i++) {
      heard[0] = 0;
      plant.advance(0, RATE, (latency, c) -> window[heard[0]++] = latency);
      Arrays.sort(window);
      p99[i] = window[(int) Math.ceil(0.99 * n) - 1];
    }
    double mean = Arrays.stream(p99).average().orElseThrow();
    double sd =
        Math.sqrt(Arrays.stream(p99).map(p -> (p - mean) * (p - mean)).sum() / (WINDOWS - 1));
    double tailMs = 25 / Math.log(100);
    double harmonic = 0;
    double squares = 0;
    for (int k = n; k > n - (int) Math.ceil(0.99 * n); k--) {
      harmonic += 1.0 / k;
      squares += 1.0 / k / k;
    }
    double closedSd = tailMs * Math.sqrt(squares);
    assertThat(mean).isCloseTo(5 + tailMs * harmonic, within(4 * closedSd / Math.sqrt(WINDOWS)));
    assertThat(sd).isCloseTo(closedSd, within(0.06 * closedSd)); // 4 errors of a standard deviation
    // The published figures are of fewer windows (30 runs of 300): a sampling error and a rounding.
    assertThat(mean).isCloseTo(meanMs, within(4 * closedSd / Math.sqrt(9_000) + 0.06));
    assertThat(sd).isCloseTo(sdMs, within(0.04 * sdMs + 0.06));
  }

  /** The same windows through the EPP's buckets: 30 ms lie in the one from 25 to 50 ms. */
  @ParameterizedTest(name = "n = {0}")
  @ValueSource(ints = {42, 111, 1000, 5000})
  void bucketsAnswerWithAPointOnTheWayThroughOne(int n) {
    Plant plant = plant(Sensor.Samples.count(n), Sensor.Buckets.EPP, 42);
    List<Double> read = new ArrayList<>();
    for (int i = 0; i < WINDOWS; i++) {
      plant.advance(
          0,
          RATE,
          (latency, c) -> {
            assertThat(c).isEqualTo(n);
            read.add(latency);
          });
    }
    assertThat(read).hasSize(WINDOWS);
    double mean = read.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double limit = exactly(30, Sensor.Buckets.EPP);
    // 2.5 % lie above 25 ms: three fifths of the way through, far above what is true.
    assertThat(limit).isCloseTo(40.2, within(0.05));
    if (n >= 1000) {
      assertThat(mean).isCloseTo(limit, within(1.0));
    }
  }

  /** Without chance: the reading is in the bucket of what is true, and may be anywhere in it. */
  @Test
  void theBucketsErrorStaysHoweverManySamplesThereAre() {
    assertThat(exactly(30, Sensor.Buckets.NONE)).isEqualTo(30, within(1e-9));
    double[] bounds = Sensor.Buckets.EPP.boundsMs();
    double most = 0;
    for (double latency = 6; latency < 900; latency *= 1.01) {
      double read = exactly(latency, Sensor.Buckets.EPP);
      int bucket = -Arrays.binarySearch(bounds, latency) - 1;
      assertThat(read).isBetween(bounds[bucket - 1], bounds[bucket]);
      most = Math.max(most, Math.abs(read / latency - 1));
    }
    assertThat(most).isGreaterThan(0.5);
  }

  private static double exactly(double latencyMs, Sensor.Buckets buckets) {
    Plant plant = plant(Sensor.Samples.EXACT, buckets, 1);
    double[] heard = new double[1];
    plant.advance(1, (latencyMs - 5) / 90 * 400, (latency, c) -> heard[0] = latency);
    return heard[0];
  }

  private static Plant plant(Sensor.Samples samples, Sensor.Buckets buckets, long seed) {
    return AffineLatency.SEED
        .withSensor(new Sensor(samples, Sensor.Tail.EXPONENTIAL, buckets))
        .start(seed);
  }

  /** To the bit what a query would answer. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void readsAsPrometheusDoes(long seed) {
    Dice dice = new Dice(seed);
    double[] boundsMs = Sensor.Buckets.EPP.boundsMs();
    double[] bounds = Arrays.copyOf(boundsMs, boundsMs.length + 1);
    bounds[boundsMs.length] = Double.POSITIVE_INFINITY;
    for (int round = 0; round < 200; round++) {
      BucketReading reading = new BucketReading(boundsMs);
      double[] upTo = new double[bounds.length];
      int n = 1 + (int) (dice.uniform() * 300);
      double scale = StrictMath.pow(10, 5.5 * dice.uniform());
      for (int i = 0; i < n; i++) {
        double latency = scale * dice.exponential();
        reading.record(latency, 1);
        for (int b = 0; b < bounds.length; b++) {
          upTo[b] += latency <= bounds[b] ? 1 : 0;
        }
      }
      double q = round % 2 == 0 ? 0.99 : dice.uniform();
      assertThat(reading.read(q)).isEqualTo(BucketQuantile.of(q, bounds, upTo));
    }
  }

  @Test
  void anEmptyWindowSaysNothing() {
    Plant plant =
        AffineLatency.SEED
            .withSensor(
                new Sensor(Sensor.Samples.POISSON, Sensor.Tail.EXPONENTIAL, Sensor.Buckets.EPP))
            .start(1);
    List<Double> heard = new ArrayList<>();
    plant.advance(1, 0, (latency, n) -> heard.add(latency));
    assertThat(heard).isEmpty();
  }

  @Test
  void bucketsAreNotFaithful() {
    assertThat(new Sensor(Sensor.Samples.EXACT, Sensor.Tail.NONE).faithful()).isTrue();
    assertThat(new Sensor(Sensor.Samples.EXACT, Sensor.Tail.NONE, Sensor.Buckets.EPP).faithful())
        .isFalse();
  }

  /** All latencies below the first bound: the p99 reads 0.99 of that bound, whatever they are. */
  @ParameterizedTest(name = "{0} ms: from {1} to {2} ms, share {3}")
  @CsvSource({
    "4, 0, 5, 1, 4.95",
    "30, 25, 50, 0, 0",
    "1, 0, 5, 1, 4.95",
    "200000, 120000, Infinity, 1, 120000"
  })
  void whereOneBucketHoldsNearlyAllTheSensorIsBlind(
      double latencyMs, double fromMs, double toMs, double share, double reads) {
    boolean scattered = share == 0;
    AffineLatency plant =
        AffineLatency.SEED.withSensor(
            new Sensor(
                Sensor.Samples.EXACT,
                scattered ? Sensor.Tail.EXPONENTIAL : Sensor.Tail.NONE,
                Sensor.Buckets.EPP));
    BucketSight sight = BucketSight.of(plant, latencyMs, 0.99).orElseThrow();
    assertThat(sight.fromMs()).isEqualTo(fromMs);
    assertThat(sight.toMs()).isEqualTo(toMs);
    assertThat(sight.blind()).isEqualTo(!scattered);
    if (scattered) {
      // Between the floor of 5 ms and p99 30 ms: e^(-20/m) - e^(-45/m) of m = 25 / ln 100.
      double m = 25 / Math.log(100);
      assertThat(sight.share()).isEqualTo(Math.exp(-20 / m) - Math.exp(-45 / m), within(1e-12));
    } else {
      assertThat(sight.share()).isEqualTo(share);
      List<Double> read = new ArrayList<>();
      new SensorDraws(plant.sensor(), 0, 0.99, 1).record(latencyMs, 10, (ms, n) -> read.add(ms));
      assertThat(read.get(0)).isEqualTo(reads, within(1e-9));
    }
  }

  /** The last tenth decides. */
  @Test
  void nineTenthsInOneBucketAreNotBlindYet() {
    assertThat(new BucketSight(0, 5, 0.9).blind()).isFalse();
    assertThat(new BucketSight(0, 5, 0.9001).blind()).isTrue();
    assertThat(BucketSight.of(AffineLatency.SEED, 30, 0.99)).isEmpty();
    assertThat(
            BucketSight.of(
                AffineLatency.SEED.withSensor(
                    new Sensor(Sensor.Samples.EXACT, Sensor.Tail.NONE, Sensor.Buckets.EPP)),
                Double.NaN,
                0.99))
        .isEmpty();
  }
}
