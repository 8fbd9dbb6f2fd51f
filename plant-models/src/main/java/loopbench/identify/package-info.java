// SPDX-License-Identifier: Apache-2.0
/**
 * From what was measured to a plant, with how far to trust it.
 *
 * <p>Vocabulary: a <em>calibration</em> measures V_P, the uncached prompt tokens that one replica
 * computes a second, from times to the first token on a stack that has nothing else to do ({@link
 * loopbench.identify.PrefillCalibration}); a {@link loopbench.identify.PrefillRate} is what it
 * gives.
 *
 * <p>An <em>identification</em> turns a {@link loopbench.identify.Recording} of rates and latencies
 * into a plant: several shapes are fitted to its first part by least squares and judged on the part
 * that they were not shown ({@link loopbench.identify.Identification}). A <em>knee</em> is a
 * latency that bends upwards towards a capacity; a recording far from it does not tell where it is.
 *
 * <p>Of a recorded pool, what was asked is <em>reconstructed</em> from what waited and ran ({@link
 * loopbench.identify.Reconstruction}), with the {@link loopbench.identify.ServiceLaw} of one
 * replica; the demand then predicts the recording itself. A {@link loopbench.identify.Relay} finds
 * where a plant would swing. A {@link loopbench.identify.Refusal} says in words why there is no
 * {@link loopbench.identify.Answer}.
 *
 * <p>Units: seconds, tokens; rates in operations per second, latencies in ms.
 *
 * <p>Law: an answer carries its band, and data that do not show what is asked for are refused with
 * the reason rather than answered.
 *
 * <p>Uses {@code plant} with its {@code load} and {@code pool}, {@code loop} and {@code series}. It
 * decides nothing: which threshold follows from a rate is {@code tune}'s business.
 */
package loopbench.identify;
