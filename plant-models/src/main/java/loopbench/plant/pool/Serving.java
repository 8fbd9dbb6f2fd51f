// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * What one model server can do.
 *
 * @param prefillPerSecond prompt tokens computed a second, V_P, of those that no cache holds
 * @param decodeBaseMs time per output token of a request that runs alone, ms, less {@code
 *     decodePerRequestMs}
 * @param decodePerRequestMs what each running request adds to everyone's time per token, ms
 * @param kvTokens how many tokens the KV cache holds
 * @param kvReserve the share of it that must stay free when a prompt is admitted, so that what runs
 *     can grow, 0 to 0.5; at least one token is kept
 * @param maxRunning how many requests may be computed and decoded at a time
 */
public record Serving(
    double prefillPerSecond,
    double decodeBaseMs,
    double decodePerRequestMs,
    int kvTokens,
    double kvReserve,
    int maxRunning) {
  /** Time per output token with so many requests in decode, seconds. */
  public double tokenS(int decoding) {
    return (decodeBaseMs + decodePerRequestMs * decoding) / 1000;
  }

  public Serving withPrefillPerSecond(double newPrefillPerSecond) {
    return new Serving(
        newPrefillPerSecond, decodeBaseMs, decodePerRequestMs, kvTokens, kvReserve, maxRunning);
  }

  public Serving withDecodeBaseMs(double newDecodeBaseMs) {
    return new Serving(
        prefillPerSecond, newDecodeBaseMs, decodePerRequestMs, kvTokens, kvReserve, maxRunning);
  }

  public Serving withDecodePerRequestMs(double newDecodePerRequestMs) {
    return new Serving(
        prefillPerSecond, decodeBaseMs, newDecodePerRequestMs, kvTokens, kvReserve, maxRunning);
  }

  public Serving withKvTokens(int newKvTokens) {
    return new Serving(
        prefillPerSecond, decodeBaseMs, decodePerRequestMs, newKvTokens, kvReserve, maxRunning);
  }

  public Serving withKvReserve(double newKvReserve) {
    return new Serving(
        prefillPerSecond, decodeBaseMs, decodePerRequestMs, kvTokens, newKvReserve, maxRunning);
  }

  public Serving withMaxRunning(int newMaxRunning) {
    return new Serving(
        prefillPerSecond, decodeBaseMs, decodePerRequestMs, kvTokens, kvReserve, newMaxRunning);
  }
}
