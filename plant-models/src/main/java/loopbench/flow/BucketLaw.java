// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

/**
 * Which bucket a latency belongs to, and what a bucket stands for: index(v) = ceil(ln v / ln gamma)
 * with gamma = (1 + a) / (1 - a), and 2 gamma^index / (1 + gamma).
 *
 * <p>The logarithm is {@link StrictMath}'s: it gives the original's index for every value tried,
 * where {@link Math}'s differs at bucket edges. It is also slow, so for values between a
 * microsecond and a quarter of an hour a table answers: the top bits of a double name a cell, the
 * cell its first bucket, and a comparison with its exact upper edge the bucket. The edges are found
 * by bisection on the law itself, so the table cannot disagree with it.
 *
 * <p>Immutable but for the table, which is built at the first need.
 */
final class BucketLaw {
  private static final int LOWEST_EXPONENT = -10;
  private static final int HIGHEST_EXPONENT = 20;
  private static final int MOST_CELL_BITS = 9; // finer than accuracy 0.001 gets no table

  /** One is enough: a sweep makes thousands of histograms, all of one accuracy. */
  private static volatile BucketLaw latest = new BucketLaw(0.01);

  private final double accuracy;
  private final double gamma;
  private final double logGamma;
  private volatile Table table;

  private BucketLaw(double accuracy) {
    this.accuracy = accuracy;
    this.gamma = (1 + accuracy) / (1 - accuracy);
    this.logGamma = StrictMath.log(gamma);
    Refusal.unless(
        accuracy > 0 && accuracy < 1 && logGamma > 0,
        "relativeAccuracy",
        "above 0 and below 1",
        accuracy);
  }

  static BucketLaw of(double relativeAccuracy) {
    BucketLaw law = latest;
    if (law.accuracy != relativeAccuracy) {
      law = new BucketLaw(relativeAccuracy);
      latest = law;
    }
    return law;
  }

  double accuracy() {
    return accuracy;
  }

  /** The bucket of a finite value above 0. */
  long index(double value) {
    Table t = table;
    if (t == null) {
      t = new Table(this);
      table = t;
    }
    return t.index(this, value);
  }

  /** The same by the law's own words. */
  long exactIndex(double value) {
    return (long) Math.ceil(StrictMath.log(value) / logGamma);
  }

  /** What a bucket stands for, within {@code accuracy} of everything in it. */
  double value(long index) {
    return 2 * StrictMath.pow(gamma, index) / (1 + gamma);
  }

  /** The largest double in a bucket or below it. */
  private double upperEdge(long index) {
    long inside = Double.doubleToRawLongBits(StrictMath.exp(index * logGamma));
    long outside = inside;
    for (long step = 1; indexOfBits(inside) > index; step *= 2) {
      outside = inside;
      inside -= step;
    }
    for (long step = 1; indexOfBits(outside) <= index; step *= 2) {
      inside = outside;
      outside += step;
    }
    while (outside - inside > 1) {
      long middle = inside + (outside - inside) / 2;
      if (indexOfBits(middle) <= index) {
        inside = middle;
      } else {
        outside = middle;
      }
    }
    return Double.longBitsToDouble(inside);
  }

  private long indexOfBits(long bits) {
    return exactIndex(Double.longBitsToDouble(bits));
  }

  private static final class Table {
    private final int shift;
    private final long firstCell;
    private final int[] firstBucket;
    private final double[] upperEdges;
    private final long base;

    Table(BucketLaw law) {
      int cellBits = 2;
      while (1.0 / (1 << cellBits) > law.logGamma && cellBits <= MOST_CELL_BITS) {
        cellBits++;
      }
      shift = 52 - cellBits;
      firstCell = Double.doubleToRawLongBits(Math.scalb(1.0, LOWEST_EXPONENT)) >>> shift;
      base = law.exactIndex(Math.scalb(1.0, LOWEST_EXPONENT));
      if (cellBits > MOST_CELL_BITS) {
        firstBucket = new int[0];
        upperEdges = new double[0];
        return;
      }
      firstBucket = new int[(HIGHEST_EXPONENT - LOWEST_EXPONENT) << cellBits];
      for (int i = 0; i < firstBucket.length; i++) {
        double smallest = Double.longBitsToDouble((firstCell + i) << shift);
        firstBucket[i] = (int) (law.exactIndex(smallest) - base);
      }
      double end = Math.scalb(1.0, HIGHEST_EXPONENT);
      upperEdges = new double[(int) (law.exactIndex(end) - base) + 1];
      for (int i = 0; i < upperEdges.length; i++) {
        upperEdges[i] = law.upperEdge(base + i);
      }
    }

    long index(BucketLaw law, double value) {
      long cell = (Double.doubleToRawLongBits(value) >>> shift) - firstCell;
      if (cell < 0 || cell >= firstBucket.length) {
        return law.exactIndex(value);
      }
      // A cell is narrower than a bucket, so at most one edge lies in it. No branch: it would be
      // taken by chance.
      int bucket = firstBucket[(int) cell];
      return base + bucket + (value > upperEdges[bucket] ? 1 : 0);
    }
  }
}
