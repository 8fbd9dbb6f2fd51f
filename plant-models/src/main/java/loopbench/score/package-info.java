// SPDX-License-Identifier: Apache-2.0
/**
 * How well a loop did: control metrics, loop classes, and what can be said without running it.
 *
 * <p>Vocabulary: {@link loopbench.score.Score} is a number with a unit, {@link
 * loopbench.score.LoopClass} the one word that comes before all numbers, {@link
 * loopbench.score.Scores} both for one run. The <em>event</em> is the last change of the plant
 * within the run (or its start); everything is judged from there on.
 *
 * <p>Units: milliseconds for latency, operations per second for rates, seconds for durations in
 * products, ticks for settling, fractions (not percent) for shares.
 *
 * <p>Law: arrive first, then compare. NaN means that a score does not apply, infinity that it never
 * came; neither passes a gate by accident, since comparisons with NaN are false.
 *
 * <p>Uses {@code loop}, {@code flow}, {@code plant}, {@code series}. It does not rank: {@code tune}
 * does.
 */
package loopbench.score;
