// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * A number written in a formula, without its sign (a minus before it is an operator).
 *
 * @param offset where it begins in the user's text, in UTF-16 units
 * @param length how many units it takes there
 * @param value what it means; whole numbers beyond 2^53 are rounded
 */
public record Literal(int offset, int length, double value) {}
