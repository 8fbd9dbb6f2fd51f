// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Latencies in buckets whose width is a fixed fraction of their value (DDSketch): any quantile is
 * within {@code relativeAccuracy} of a recorded value, over the whole range of doubles.
 *
 * <p>A quantile is the lowest bucket up to which at least that share of the values lies; nothing is
 * interpolated and the rank is not rounded. Its estimate is kept within the exact minimum and
 * maximum, so equal values give themselves, exactly, at every quantile; below 100 values the 0.99
 * quantile is the bucket of the largest, and at exactly 100 one outlier is not seen.
 *
 * <p>A run of equal values is only counted: no bucket, logarithm or sum is touched until a
 * different value or a question about the sum comes. The sum adds a run one by one, since a product
 * differs in the last bits.
 *
 * <p>Ported from {@code powerHistogram.js} at 182e4a40; pinned by {@code flow/histogram.json}:
 * indices exactly, estimates to 4 ulp, since {@code pow} differs between platforms.
 */
public final class LatencyHistogram {
  /** The original's default bound, above which values are counted as out of range, ms. */
  public static final double DEFAULT_MAX_VALUE = 10_000;

  private final BucketLaw law;
  private final double minValue;
  private final double maxValue;

  private final Buckets buckets = new Buckets();
  private long settled; // values written below; those of the run come on top
  private long zeroCount;
  private long infCount;
  private long outOfRangeCount;
  private long belowRangeCount;
  private double sum;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  private double runValue = Double.NaN; // no run: equal to nothing
  private long runLength;

  /**
   * @param relativeAccuracy above 0 and below 1
   */
  public LatencyHistogram(double relativeAccuracy) {
    this(relativeAccuracy, 0, DEFAULT_MAX_VALUE);
  }

  /**
   * @param relativeAccuracy above 0 and below 1
   * @param minValue positive finite values below it are counted by {@link #belowRangeCount}
   * @param maxValue finite values above it are counted by {@link #outOfRangeCount}
   */
  public LatencyHistogram(double relativeAccuracy, double minValue, double maxValue) {
    this.law = BucketLaw.of(relativeAccuracy);
    this.minValue = minValue;
    this.maxValue = maxValue;
  }

  /**
   * A histogram from an options object, read as the original reads it: numeric texts are numbers, a
   * bound that is no finite number is no bound, and unknown names are ignored.
   *
   * @throws IllegalArgumentException when relativeAccuracy is not above 0 and below 1
   */
  public static LatencyHistogram fromOptions(Map<String, ?> options) {
    double low = number(options, "minValue", 0);
    double high = number(options, "maxValue", DEFAULT_MAX_VALUE);
    return new LatencyHistogram(
        number(options, "relativeAccuracy", 0.01),
        Double.isFinite(low) ? Math.max(0, low) : 0,
        Double.isFinite(high) ? high : Double.POSITIVE_INFINITY);
  }

  private static double number(Map<String, ?> options, String name, double otherwise) {
    Object value = options.get(name);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    try {
      return Double.parseDouble(value.toString().trim());
    } catch (NumberFormatException notANumber) {
      return Double.NaN;
    }
  }

  /**
   * Records one value, at least 0; infinity is counted apart.
   *
   * @throws IllegalArgumentException for NaN and what is below 0; nothing is changed then
   */
  public void record(double value) {
    if (value == runValue) {
      runLength++;
    } else {
      startRun(value, 1);
    }
  }

  /** Records a value {@code count} times, exactly as that many single calls would. */
  public void record(double value, int count) {
    Refusal.unless(count >= 0, "count", "at least 0", count);
    if (value == runValue) {
      runLength += count;
    } else {
      startRun(value, count);
    }
  }

  private void startRun(double value, int count) {
    Refusal.unless(value >= 0, "latency", "a number of milliseconds, at least 0", value);
    if (count == 0) {
      return;
    }
    if (runLength > 0) {
      write(runValue, runLength);
    }
    runValue = value + 0.0; // minus zero is zero
    runLength = count;
  }

  /** Ends the run, if there is one. */
  private void settle() {
    if (runLength > 0) {
      write(runValue, runLength);
      runValue = Double.NaN;
      runLength = 0;
    }
  }

  private void write(double value, long n) {
    settled += n;
    if (value < min) {
      min = value;
    }
    if (value == 0) {
      zeroCount += n; // and max stays, as in the original
      return;
    }
    if (value == Double.POSITIVE_INFINITY) {
      infCount += n; // and max stays, and so does min: nothing is above infinity
      return;
    }
    sum = n == 1 ? sum + value : addedOneByOne(value, n);
    if (value > max) {
      max = value;
    }
    if (value > maxValue) {
      outOfRangeCount += n;
    } else if (value < minValue) {
      belowRangeCount += n;
    }
    buckets.add(law.index(value), n);
  }

  private double addedOneByOne(double value, long n) {
    double added = sum;
    for (long i = 0; i < n; i++) {
      added += value;
    }
    return added;
  }

  /**
   * An estimated quantile.
   *
   * @param quantile up to 1 a fraction, above it a percentage: 0.99 and 99 are the same, <strong>1
   *     is the maximum</strong> and 1.5 the 1.5th percentile; above 100 counts as 100
   * @return {@link Double#NaN} when nothing was recorded, whatever the argument
   * @throws IllegalArgumentException for an argument below 0 or not finite
   */
  public double percentile(double quantile) {
    if (settled == 0 && runLength == 0) {
      return Double.NaN;
    }
    Refusal.unless(
        quantile >= 0 && quantile < Double.POSITIVE_INFINITY,
        "quantile",
        "a finite number, at least 0",
        quantile);
    return settled == 0 ? runValue : settledPercentile(quantile);
  }

  private double settledPercentile(double quantile) {
    settle();
    double percent = quantile <= 1 ? quantile * 100 : Math.min(100, quantile);
    if (percent == 0) {
      return min;
    }
    double target = percent / 100 * settled;
    if (zeroCount > 0 && target <= zeroCount) {
      return 0;
    }
    if (buckets.total() == 0 || zeroCount + buckets.total() < target) {
      return infCount > 0 ? Double.POSITIVE_INFINITY : max;
    }
    double estimate = law.value(buckets.reaching(target, zeroCount));
    return estimate < min ? min : estimate > max ? max : estimate;
  }

  /**
   * Adds another histogram's contents, exactly. The other one is left as it is.
   *
   * @throws IllegalArgumentException when the accuracies differ
   */
  public void merge(LatencyHistogram other) {
    if (other.relativeAccuracy() != relativeAccuracy()) {
      throw Refusal.of(
          "relativeAccuracy", "equal in both, " + relativeAccuracy(), other.relativeAccuracy());
    }
    settle();
    other.settle();
    List<Bucket> added = other.occupied(); // a copy, so that a histogram may be added to itself
    long count = other.settled;
    zeroCount += other.zeroCount;
    infCount += other.infCount;
    outOfRangeCount += other.outOfRangeCount;
    belowRangeCount += other.belowRangeCount;
    sum += other.sum;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    added.forEach(bucket -> buckets.add(bucket.index(), bucket.count()));
    settled += count;
  }

  /** Forgets everything, the range counters too. */
  public void reset() {
    runValue = Double.NaN;
    runLength = 0;
    if (settled == 0) {
      return;
    }
    buckets.clear();
    settled = 0;
    zeroCount = 0;
    infCount = 0;
    outOfRangeCount = 0;
    belowRangeCount = 0;
    sum = 0;
    min = Double.POSITIVE_INFINITY;
    max = Double.NEGATIVE_INFINITY;
  }

  public double relativeAccuracy() {
    return law.accuracy();
  }

  /** How many values were recorded, infinities among them. */
  public long count() {
    return settled + runLength;
  }

  /** The sum of the finite values, added in the order they came; 0 when empty. */
  public double sum() {
    settle();
    return sum;
  }

  /** The sum over the count (infinities count but do not add); 0 when empty. */
  public double mean() {
    settle();
    return settled == 0 ? 0 : sum / settled;
  }

  /** The exact minimum; NaN when empty, infinite when only infinities were recorded. */
  public double min() {
    settle();
    return settled == 0 ? Double.NaN : min;
  }

  /** The exact maximum of the positive finite values; NaN when empty, -infinity without any. */
  public double max() {
    settle();
    return settled == 0 ? Double.NaN : max;
  }

  /** How many buckets hold something; zeros and infinities are in none. */
  public int bucketCount() {
    return occupied().size();
  }

  public long zeroCount() {
    settle();
    return zeroCount;
  }

  public long infCount() {
    settle();
    return infCount;
  }

  public long outOfRangeCount() {
    settle();
    return outOfRangeCount;
  }

  public long belowRangeCount() {
    settle();
    return belowRangeCount;
  }

  /** Counts only: zeros, then each occupied bucket ascending, then infinities if there are any. */
  public long[] snapshot() {
    List<Long> counts = new ArrayList<>();
    counts.add(zeroCount());
    occupied().forEach(bucket -> counts.add(bucket.count()));
    if (infCount > 0) {
      counts.add(infCount);
    }
    return counts.stream().mapToLong(Long::longValue).toArray();
  }

  /** Everything, under the names of the original's {@code toJSON}. */
  public Contents contents() {
    return new Contents(
        relativeAccuracy(),
        count(),
        sum(),
        min(),
        max(),
        zeroCount,
        infCount,
        outOfRangeCount,
        belowRangeCount,
        occupied());
  }

  private List<Bucket> occupied() {
    settle();
    List<Bucket> occupied = new ArrayList<>();
    buckets.forEach((index, count) -> occupied.add(new Bucket(index, count)));
    return List.copyOf(occupied);
  }

  /** How many values lie in the bucket of an index. */
  public record Bucket(long index, long count) {}

  /**
   * A copy of a histogram's contents.
   *
   * @param min NaN when empty
   * @param max NaN when empty
   * @param buckets the occupied ones, ascending
   */
  public record Contents(
      double relativeAccuracy,
      long count,
      double sum,
      double min,
      double max,
      long zeroCount,
      long infCount,
      long outOfRangeCount,
      long belowRangeCount,
      List<Bucket> buckets) {}
}
