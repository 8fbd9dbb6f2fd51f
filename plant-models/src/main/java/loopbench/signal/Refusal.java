// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

/**
 * A piece of a query that is not evaluated here.
 *
 * @param offset where it begins in the query's text, from 0
 * @param text the piece
 * @param why whole sentences, with the way out
 */
public record Refusal(int offset, String text, String why) {}
