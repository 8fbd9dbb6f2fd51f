// SPDX-License-Identifier: Apache-2.0
/**
 * Closed loops and replays: a scenario in, a trace out.
 *
 * <p>Vocabulary: a scenario is everything a run depends on, seed included; a <em>tick</em> is the
 * time between two observations; a trace is what happened, tick by tick. A {@link
 * loopbench.loop.PoolScenario} is pools of model servers with what scales them; {@link
 * loopbench.loop.PoolLoop} runs it with one Prometheus between plant and scaler, and where a {@link
 * loopbench.loop.PoolAdmission} says so with the admission controller between load and plant.
 *
 * <p>Units: milliseconds for latency and for dt, seconds for instants, operations per second for
 * rates.
 *
 * <p>Law: a trace is a function of its scenario, to the bit.
 *
 * <p>Uses {@code knob}, {@code flow}, {@code scaling}, {@code signal}, {@code plant}, {@code
 * cluster}, {@code series}. It does not judge: {@code score} does.
 */
package loopbench.loop;
