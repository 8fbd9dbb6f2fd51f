// SPDX-License-Identifier: Apache-2.0
/**
 * Looks for good settings: grids of points, each scored, gated and ranked.
 *
 * <p>Vocabulary: an {@link loopbench.tune.Axis} is a knob's path and the values it is to take, a
 * {@link loopbench.tune.Grid} all combinations, an {@link loopbench.tune.Evaluator} turns a point
 * into scores, an {@link loopbench.tune.Objective} says which points qualify and which of those is
 * best; {@link loopbench.tune.Sweep} does it on several threads. {@link loopbench.tune.GainMap} is
 * the short way for kp x ki on a noiseless plant, for a map that follows a dragged slider.
 *
 * <p>Law: the same grid, evaluator and objective give the same result to the bit, whatever the
 * number of threads and the order in which they come by.
 *
 * <p>Uses {@code knob}, {@code loop}, {@code score}. Threads live here and nowhere else in this
 * module. It has no clock: time left is the caller's to tell.
 */
package loopbench.tune;
