// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

/**
 * A quantile from cumulative buckets, to the bit as Prometheus computes it ({@code bucketQuantile}
 * and {@code ensureMonotonicAndIgnoreSmallDeltas} of promql/quantile.go): linear within a bucket,
 * from 0 in the first; what lies above the largest finite bound reads as that bound.
 */
public final class BucketQuantile {
  private static final double SMALL_DELTA = 1e-12;

  private BucketQuantile() {}

  /**
   * @param q 0 to 1; below is minus infinity, above infinity
   * @param bounds ascending, the last infinite, without repetition
   * @param counts how many are at or below each bound; a rate will do; not changed
   * @return NaN where there is nothing, no infinite bound or no other
   */
  public static double of(double q, double[] bounds, double[] counts) {
    if (Double.isNaN(q)) {
      return Double.NaN;
    }
    if (q < 0 || q > 1) {
      return q < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    int last = bounds.length - 1;
    if (last < 1 || bounds[last] != Double.POSITIVE_INFINITY) {
      return Double.NaN;
    }
    double[] rising = rising(counts);
    double all = rising[last];
    if (all == 0 || Double.isNaN(all)) {
      return Double.NaN;
    }
    double rank = q * all;
    int bucket = 0;
    while (bucket < last && !(rising[bucket] >= rank)) {
      bucket++;
    }
    if (bucket == last) {
      return bounds[last - 1];
    }
    if (bucket == 0) {
      return bounds[0] <= 0 ? bounds[0] : bounds[0] * (rank / rising[0]);
    }
    double below = rising[bucket - 1];
    double from = bounds[bucket - 1];
    return from + (bounds[bucket] - from) * ((rank - below) / (rising[bucket] - below));
  }

  private static double[] rising(double[] counts) {
    double[] rising = counts.clone();
    double before = rising[0];
    for (int i = 1; i < rising.length; i++) {
      if (rising[i] < before || almostEqual(before, rising[i])) {
        rising[i] = before;
      } else {
        before = rising[i];
      }
    }
    return rising;
  }

  private static boolean almostEqual(double a, double b) {
    if (a == b) {
      return true;
    }
    double sum = Math.abs(a) + Math.abs(b);
    double difference = Math.abs(a - b);
    return a == 0 || b == 0 || sum < Double.MIN_NORMAL
        ? difference < SMALL_DELTA * Double.MIN_NORMAL
        : difference / Math.min(sum, Double.MAX_VALUE) < SMALL_DELTA;
  }
}
