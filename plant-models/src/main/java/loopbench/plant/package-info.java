// SPDX-License-Identifier: Apache-2.0
/**
 * What answers a controller: plants as values, and plants that run.
 *
 * <p>Vocabulary: a {@link loopbench.plant.PlantModel} is a value an operator writes; {@link
 * loopbench.plant.PlantModel#start} makes a {@link loopbench.plant.Plant} from it and a seed. A
 * {@link loopbench.plant.Schedule} says what a quantity is from when on; a {@link
 * loopbench.plant.Sensor} how many latencies a window holds and how they scatter. A <em>window</em>
 * is the time between two advances.
 *
 * <p>Units: seconds for time, milliseconds for latency, operations per second for rates.
 *
 * <p>Law: same model, same seed, same drives give the same latencies to the bit; latencies are
 * finite and at least 0.
 *
 * <p>What chance there is comes from {@link loopbench.plant.Dice}; what a user wrote that cannot be
 * is a {@link loopbench.plant.Problem}.
 *
 * <p>Uses {@code knob}. It does not decide how much is admitted or when time passes: a loop does.
 */
package loopbench.plant;
