// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.Arrays;

/**
 * One window's latencies in the buckets of a Prometheus histogram, and its quantile as {@code
 * histogram_quantile} answers it ({@code bucketQuantile} of promql/quantile.go): linear within a
 * bucket, from 0 in the first; what lies above the largest bound reads as that bound.
 */
final class BucketReading implements Latencies {
  private final double[] boundsMs;
  private final double[] counts;
  private int count;

  BucketReading(double[] boundsMs) {
    this.boundsMs = boundsMs;
    this.counts = new double[boundsMs.length + 1];
  }

  void open() {
    Arrays.fill(counts, 0);
    count = 0;
  }

  @Override
  public void record(double latencyMs, int times) {
    int at = Arrays.binarySearch(boundsMs, latencyMs);
    counts[at >= 0 ? at : -at - 1] += times;
    count += times;
  }

  /** What endlessly many latencies would fill: the shares of an exponential on a floor. */
  void fill(double floorMs, double meanMs) {
    double below = 0;
    for (int i = 0; i < boundsMs.length; i++) {
      double above = Math.max(0, boundsMs[i] - floorMs);
      double upTo = above == 0 ? 0 : meanMs == 0 ? 1 : -StrictMath.expm1(-above / meanMs);
      counts[i] = upTo - below;
      below = upTo;
    }
    counts[boundsMs.length] = 1 - below;
    count = 1;
  }

  /** How many latencies there are. */
  int count() {
    return count;
  }

  /** The quantile, ms; NaN where there is no latency. */
  double read(double quantile) {
    double all = all();
    if (all == 0) {
      return Double.NaN;
    }
    double rank = quantile * all;
    double below = 0;
    for (int i = 0; i < boundsMs.length; i++) {
      double upTo = below + counts[i];
      if (upTo >= rank) {
        double from = i == 0 ? 0 : boundsMs[i - 1];
        return from + (boundsMs[i] - from) * ((rank - below) / (upTo - below));
      }
      below = upTo;
    }
    return boundsMs[boundsMs.length - 1];
  }

  /** The bucket that the quantile is read in. There must be a latency. */
  BucketSight sight(double quantile) {
    double all = all();
    int at = 0;
    double upTo = counts[0];
    while (at < boundsMs.length && upTo < quantile * all) {
      at++;
      upTo += counts[at];
    }
    return new BucketSight(
        at == 0 ? 0 : boundsMs[at - 1],
        at == boundsMs.length ? Double.POSITIVE_INFINITY : boundsMs[at],
        counts[at] / all);
  }

  private double all() {
    double all = 0;
    for (double in : counts) {
      all += in;
    }
    return all;
  }
}
