// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * A request that came to its end.
 *
 * @param id counted from 0 in the order in which requests came to the pool; -1 for one that did not
 * @param arrivedS when it was first asked, seconds
 * @param enteredS when it came to the pool, seconds; later than that where it waited for admission,
 *     NaN where it was not admitted
 * @param dispatchedS when the gateway let it through; NaN if it did not
 * @param firstTokenS when its first token was made; NaN if none was
 * @param endS when its last token was made, or it was lost
 * @param replica which had it; -1 if none had
 */
public record Answer(
    long id,
    Fate fate,
    double arrivedS,
    double enteredS,
    double dispatchedS,
    double firstTokenS,
    double endS,
    int promptTokens,
    int uncachedTokens,
    int outputTokens,
    boolean streaming,
    int replica) {
  /** Time to the first token, seconds, whether or not the client streams; NaN if none was made. */
  public double ttftS() {
    return firstTokenS - arrivedS;
  }

  /** Time per output token after the first, seconds; NaN for an answer of one token or none. */
  public double tpotS() {
    return outputTokens > 1 ? (endS - firstTokenS) / (outputTokens - 1) : Double.NaN;
  }

  public double durationS() {
    return endS - arrivedS;
  }
}
