// SPDX-License-Identifier: Apache-2.0
/**
 * How fast things follow one another between the window and the work behind it.
 *
 * <p>Vocabulary: a {@link loopbench.desktop.pace.LatestOnly} gate lets the newest of many offers
 * through and never loses the last; {@link loopbench.desktop.pace.Paced} hands tasks on no more
 * often than so many milliseconds.
 *
 * <p>Uses nothing of ours and no toolkit. It does not decide what is newer: whoever makes a gate
 * says so.
 */
package loopbench.desktop.pace;
