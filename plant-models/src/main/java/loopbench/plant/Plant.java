// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * A plant that runs. Whoever drives it says how far time goes and what is admitted meanwhile, so
 * that loops with different clocks can share one.
 *
 * <p>Law: same model, same seed, same drives give the same latencies to the bit; every latency is
 * finite and at least 0.
 */
public interface Plant {
  /** Seconds since the start. */
  double timeS();

  /**
   * Goes on to a time, with one rate admitted all the way. What the plant's schedules say at the
   * window's start holds throughout it.
   *
   * @param tS seconds since the start, not before {@link #timeS}
   * @param ratePerSecond admitted, at least 0
   * @param latencies gets what finished in the window, possibly nothing
   */
  void advance(double tS, double ratePerSecond, Latencies latencies);

  /**
   * The true quantile of the last window's latency, ms, without what the sensor makes of it; NaN
   * before the first advance.
   */
  double latencyMs();
}
