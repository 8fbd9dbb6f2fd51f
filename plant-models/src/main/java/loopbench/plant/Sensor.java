// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * What a window's histogram gets to see of a plant's latency.
 *
 * @param samples how many latencies a window holds
 * @param tail how they scatter. With an exponential tail the samples lie above the plant's floor
 *     with mean {@code (latency - floor) / -ln(1 - q)}, so that the true q-quantile is the plant's
 *     latency; what a window's quantile makes of n such samples scatters around it by about {@code
 *     mean * sqrt(q / ((1 - q) n))}, and lies below it for small n.
 * @param buckets what reads the quantile of those samples. A histogram with few buckets, as
 *     Prometheus keeps it, knows only how many lie in each, and answers with a point on the way
 *     through one of them: a second uncertainty, as wide as that bucket, that more samples do not
 *     take away
 */
public record Sensor(Samples samples, Tail tail, Buckets buckets) {
  /** One sample that stands for the window: the true quantile, without noise. */
  public static final Sensor EXACT = new Sensor(Samples.EXACT, Tail.NONE);

  /** The most samples drawn in a window; more would not move its quantile by 1 %. */
  public static final int MOST_SAMPLES = 100_000;

  private static final double HIGHEST_QUANTILE = 0.9999;

  public Sensor(Samples samples, Tail tail) {
    this(samples, tail, Buckets.NONE);
  }

  /** What reads a window's quantile. */
  public enum Buckets {
    /** The controller's own histogram of the samples. */
    NONE,
    /** {@code llm_d_epp_request_ttft_seconds} through {@code histogram_quantile}. */
    EPP(
        5, 25, 50, 100, 200, 400, 600, 800, 1000, 1250, 1500, 2000, 3000, 4000, 5000, 6000, 8000,
        10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 120_000);

    private final double[] boundsMs;

    Buckets(double... boundsMs) {
      this.boundsMs = boundsMs;
    }

    /** The finite upper bounds, ms, ascending; empty where nothing is counted in buckets. */
    public double[] boundsMs() {
      return boundsMs.clone();
    }
  }

  public enum Tail {
    /** Every sample is the plant's latency. */
    NONE,
    EXPONENTIAL
  }

  public enum Counting {
    EXACT,
    COUNT,
    POISSON
  }

  /**
   * How many latencies a window holds.
   *
   * @param counting exact: one sample that is the true quantile, whatever the tail; count: {@code
   *     count} of them; poisson: as many as arrive at the admitted rate, at random, possibly none
   * @param count 1 to {@link #MOST_SAMPLES} for a count, else 0
   */
  public record Samples(Counting counting, int count) {
    public static final Samples EXACT = new Samples(Counting.EXACT, 0);
    public static final Samples POISSON = new Samples(Counting.POISSON, 0);

    public Samples {
      boolean fits = counting == Counting.COUNT ? count >= 1 && count <= MOST_SAMPLES : count == 0;
      if (!fits) {
        throw new IllegalArgumentException(
            counting == Counting.COUNT
                ? "samples must be exact, poisson or a count from 1 to "
                    + MOST_SAMPLES
                    + ", was "
                    + count
                    + "."
                : counting + " takes no count, was " + count + ".");
      }
    }

    public static Samples count(int n) {
      return new Samples(Counting.COUNT, n);
    }
  }

  public Sensor {
    if (samples == null || tail == null || buckets == null) {
      throw new IllegalArgumentException(
          "A sensor needs samples, a tail and buckets, one was null.");
    }
  }

  /**
   * Buckets are named only where there are some: the text identifies results that are kept, and
   * those of other sensors are what they were before a window could be counted in buckets.
   */
  @Override
  public String toString() {
    return "Sensor[samples="
        + samples
        + ", tail="
        + tail
        + (buckets == Buckets.NONE ? "" : ", buckets=" + buckets)
        + "]";
  }

  /** Whether what a window's quantile says differs from the plant's latency by chance. */
  public boolean noisy() {
    return samples.counting() != Counting.EXACT && tail == Tail.EXPONENTIAL;
  }

  /** Whether every window's quantile is the plant's latency itself. */
  public boolean faithful() {
    return buckets == Buckets.NONE
        && (samples.counting() == Counting.EXACT
            || samples.counting() == Counting.COUNT && tail == Tail.NONE);
  }

  public Sensor withSamples(Samples newSamples) {
    return new Sensor(newSamples, tail, buckets);
  }

  /**
   * The standard deviation of a window's quantile, ms; 0 when nothing scatters. From the asymptotic
   * variance {@code q (1 - q) / (n f(x)^2)}, so only a guide for a handful of samples; without what
   * buckets add.
   *
   * @param aboveFloorMs the plant's latency less its floor
   * @param quantile between 0 and 1
   * @param samplesPerWindow used for poisson; the mean number of samples
   */
  public double deviationMs(double aboveFloorMs, double quantile, double samplesPerWindow) {
    if (!noisy()) {
      return 0;
    }
    double n = samples.counting() == Counting.COUNT ? samples.count() : samplesPerWindow;
    double q = Math.min(quantile, HIGHEST_QUANTILE);
    return tailMeanMs(aboveFloorMs, q) * Math.sqrt(q / ((1 - q) * Math.max(1, n)));
  }

  /**
   * The mean of the exponential whose quantile lies that far above the floor. An exponential has no
   * maximum: quantiles above 0.9999 count as that.
   */
  static double tailMeanMs(double aboveFloorMs, double quantile) {
    return aboveFloorMs / -StrictMath.log(1 - Math.min(quantile, HIGHEST_QUANTILE));
  }
}
