// SPDX-License-Identifier: Apache-2.0
/**
 * The admission core: a queue, a limiter and a histogram, and the servo that steers the limiter's
 * rate until the measured latency quantile meets its target.
 *
 * <p>Vocabulary: a <em>rate</em> is operations admitted per second; a <em>window</em> is the
 * latencies recorded since the last {@code observe}; a <em>tick</em> is one {@code observe}.
 *
 * <p>Units: rates in operations per second, times and latencies in milliseconds, and so kp in (1/s)
 * per ms and ki in (1/s) per ms per ms.
 *
 * <p>Law: the same calls give the same numbers, to the last bit, on every machine; {@code submitted
 * = admitted + depth}; the rate never leaves its bounds. The arithmetic is that of the JavaScript
 * original, the npm package {@code performance-helpers} (GitHub: AbelVM/performance-helpers).
 *
 * <p>Uses {@code knob}. It owns no clock and no timer: whoever drives it says what time it is. It
 * runs nothing that it admits, and it is not thread-safe.
 */
package loopbench.flow;
