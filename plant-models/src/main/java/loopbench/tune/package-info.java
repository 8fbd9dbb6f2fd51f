// SPDX-License-Identifier: Apache-2.0
/**
 * Looks for good settings: points, each scored under its plants and seeds, gated and ranked.
 *
 * <p>Vocabulary: an {@link loopbench.tune.Axis} is a knob's path and the values it is to take, a
 * {@link loopbench.tune.Grid} all combinations, an {@link loopbench.tune.Evaluator} turns a point
 * into scores, an {@link loopbench.tune.Objective} says which points qualify and which of those is
 * best; {@link loopbench.tune.Sweep} does it on several threads. A {@link loopbench.tune.Search}
 * says where points are tried, {@link loopbench.tune.Tuning} adds a look around the winner ({@link
 * loopbench.tune.Neighbourhood}), {@link loopbench.tune.Front} holds the points that none betters
 * in two scores. {@link loopbench.tune.GainMap} is the short way for kp x ki on a noiseless plant,
 * for a map that follows a dragged slider.
 *
 * <p>Law: the same axes, search, seed, evaluator and objective give the same result to the bit,
 * whatever the number of threads and the order in which they come by. A winner fulfils every gate
 * on every plant, its search came to its end, and what lies within 20 % of it is known.
 *
 * <p>Uses {@code knob}, {@code loop}, {@code score}, {@code flow}, {@code plant}, and the
 * optimizers and the Sobol sequence of commons-math. Threads live here and nowhere else in this
 * module. It has no clock: time left is the caller's to tell.
 */
package loopbench.tune;
