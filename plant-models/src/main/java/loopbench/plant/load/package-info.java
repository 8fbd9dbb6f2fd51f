// SPDX-License-Identifier: Apache-2.0
/**
 * What is asked of a pool of model servers: loads as values, and the requests they make.
 *
 * <p>Vocabulary: a {@link loopbench.plant.load.LoadModel} is a value an operator writes; {@link
 * loopbench.plant.load.LoadModel#start} makes a {@link loopbench.plant.load.RequestStream} from it
 * and a seed, which a pool pulls. An <em>open</em> load asks whatever the answers are; a
 * <em>closed</em> one is a number of clients, each of which waits for its answer before it asks
 * again.
 *
 * <p>Units: seconds for time, requests per second for rates, tokens for lengths.
 *
 * <p>Law: same load, same seed give the same requests to the bit; request times do not fall; what a
 * stream holds does not grow with time. Arrivals, lengths and streaming are drawn from dice of
 * their own, so that changing one leaves the others as they were.
 *
 * <p>Uses {@code plant} and {@code knob}. It does not know how requests are answered, and reads no
 * files: a trace comes in as arrays.
 */
package loopbench.plant.load;
