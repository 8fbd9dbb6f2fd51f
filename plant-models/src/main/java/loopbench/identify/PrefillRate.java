// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

/**
 * V_P as a calibration gives it.
 *
 * @param chunkTokens how many uncached tokens each measured prompt had
 * @param samples how many times to the first token it rests on
 * @param medianS their median, seconds
 * @param fastS lower end of the band that holds the true median 19 times in 20, seconds
 * @param slowS its upper end, seconds
 * @param spread how far apart the quartiles are, as a share of the median
 */
public record PrefillRate(
    int chunkTokens, int samples, double medianS, double fastS, double slowS, double spread) {

  /** Tokens per second. */
  public double perSecond() {
    return chunkTokens / medianS;
  }

  /** Lower end of the band, tokens per second. */
  public double lowPerSecond() {
    return chunkTokens / slowS;
  }

  /** Upper end of the band, tokens per second. */
  public double highPerSecond() {
    return chunkTokens / fastS;
  }
}
