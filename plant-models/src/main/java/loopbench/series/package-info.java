// SPDX-License-Identifier: Apache-2.0
/**
 * Time series in which absent, NaN, stale and zero are four different things.
 *
 * <p>Vocabulary: a {@link loopbench.series.Clock} is the instants (milliseconds since the epoch)
 * that series share; a {@link loopbench.series.Reading} says what stands at an instant; a {@link
 * loopbench.series.Reduction} makes one series of several.
 *
 * <p>Law: nothing here turns one reading into another unasked.
 *
 * <p>Uses nothing. It does not fetch, parse or interpolate.
 */
package loopbench.series;
