// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * A histogram as the EPP keeps it: how many observations fell at or below each bound, ever since
 * the start.
 */
public final class BucketCounts {
  private static final double[] LATENCY = {
    .005, .025, .05, .1, .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 120
  };
  private static final double[] LONG_LATENCY = {
    .005, .025, .05, .1, .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
    120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700, 3600
  };
  private static final double[] TPOT = {
    .0005, .00205, .005, .01, .02, .04, .06, .08, .1, .125, .15, .2, .3, .4, .5, .6, .8, 1, 2
  };
  private static final double[] LONG_TPOT = {
    .0005, .00205, .005, .01, .02, .04, .06, .08, .1, .125, .15, .2, .3, .4, .5, .6, .8, 1, 1.5, 2,
    3, 4.5, 6, 12, 18, 24, 30, 36, 48, 60, 90, 120, 180, 270, 360
  };
  private static final double[] QUEUE = {
    .0001, .0005, .001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60
  };

  private final double[] bounds;
  private final long[] counts;
  private double sum;
  private long count;

  private BucketCounts(double[] bounds) {
    this.bounds = bounds;
    this.counts = new long[bounds.length + 1];
  }

  /** {@code request_ttft_seconds}. */
  static BucketCounts ttft() {
    return new BucketCounts(LATENCY);
  }

  /** {@code request_predicted_ttft_seconds} and {@code request_duration_seconds}. */
  static BucketCounts longLatency() {
    return new BucketCounts(LONG_LATENCY);
  }

  /** {@code request_streaming_tpot_seconds}. */
  static BucketCounts tpot() {
    return new BucketCounts(TPOT);
  }

  /** {@code request_predicted_tpot_seconds}. */
  static BucketCounts longTpot() {
    return new BucketCounts(LONG_TPOT);
  }

  /** {@code flow_control_request_queue_duration_seconds}. */
  static BucketCounts queue() {
    return new BucketCounts(QUEUE);
  }

  /**
   * What Prometheus reads of equal observations: a quantile of a histogram lies at that share of
   * the way through the one bucket they are all in; above the last bound it is that bound.
   */
  double read(double value, double quantile) {
    int bucket = bucket(value);
    double low = bucket == 0 ? 0 : bounds[bucket - 1];
    return bucket == bounds.length ? low : low + (bounds[bucket] - low) * quantile;
  }

  void observe(double value) {
    counts[bucket(value)]++;
    sum += value;
    count++;
  }

  private int bucket(double value) {
    int low = 0;
    int high = bounds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (value <= bounds[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** How many buckets there are below the infinite one. */
  public int size() {
    return bounds.length;
  }

  /** The bound {@code le} of a bucket. */
  public double bound(int index) {
    return bounds[index];
  }

  /** How many observations were at most {@link #bound}; {@link #size} asks for the infinite one. */
  public long atMost(int index) {
    long total = 0;
    for (int i = 0; i <= index; i++) {
      total += counts[i];
    }
    return total;
  }

  public long count() {
    return count;
  }

  public double sum() {
    return sum;
  }
}
