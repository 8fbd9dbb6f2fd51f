// SPDX-License-Identifier: Apache-2.0
/**
 * Tuned settings as documents that other programs take, with where they come from.
 *
 * <p>Vocabulary: an exporter answers an {@link loopbench.export.Exported}, which is a text with a
 * suggested file name, or a refusal with its reason; {@link loopbench.export.Provenance} says which
 * notebook, cell and inputs a text came from.
 *
 * <p>Law: what is written reads back as what was written, {@code read(write(x)).equals(x)}, and the
 * same input gives the same bytes. What the receiver does not know is left out with a note, or
 * refused with the reason; never written as something else.
 *
 * <p>Uses the packages whose settings it writes. It writes no file, applies nothing to a cluster
 * and does not decide whether an export is allowed: the cell does.
 */
package loopbench.export;
