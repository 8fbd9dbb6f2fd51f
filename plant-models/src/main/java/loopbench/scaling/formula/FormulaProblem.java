// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * Why a formula is refused.
 *
 * @param message what is wrong and what would be right, in full sentences
 * @param offset where in the user's text, in UTF-16 units, 0 to its length (the length itself where
 *     something is missing at the end)
 * @param line the same place: the line, from 1
 * @param column and the column in UTF-16 units, from 1
 */
public record FormulaProblem(String message, int offset, int line, int column) {}
