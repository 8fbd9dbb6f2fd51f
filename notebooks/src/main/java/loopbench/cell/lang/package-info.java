// SPDX-License-Identifier: Apache-2.0
/**
 * The small language inside a cell: quantities with units, {@code $parameters}, and the bounded
 * expressions of {@code that}, {@code where} and {@code minimise}.
 *
 * <p>Vocabulary: a {@link loopbench.cell.lang.Quantity} is a number with its unit; an {@link
 * loopbench.cell.lang.Expression} is numbers, comparison, arithmetic, {@code min max abs if} and
 * names with dots.
 *
 * <p>Law: reading never throws for what the user wrote; it answers a value or a sentence. An
 * expression is bounded when it is parsed, so evaluating it always ends.
 *
 * <p>Uses {@code knob}. It knows no YAML, no files and no cells: there are no loops, no strings and
 * no calls out.
 */
package loopbench.cell.lang;
