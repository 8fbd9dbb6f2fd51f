// SPDX-License-Identifier: Apache-2.0
/**
 * The cell kinds, one file each, and the visible list of them ({@link loopbench.cell.CellKinds}).
 *
 * <p>Vocabulary: a <em>plan</em> is what a cell's text says (references and a recipe); a recipe is
 * <em>prepared</em> against the prepared values it refers to, which gives a value others build on,
 * an identity (everything its result depends on, as text) and the work to do; <em>work</em> gives a
 * {@link loopbench.cell.Result} of a value and outputs. A recipe may ask {@link
 * loopbench.cell.WhatIf} how another cell would be prepared with other parameters.
 *
 * <p>Law: planning and preparing never throw for what the user wrote; they answer {@link
 * loopbench.cell.CellProblem}s that stand where the mistake is. Same identity and same upstream
 * results give the same result, to the bit.
 *
 * <p>Units are part of the text ({@code 30ms}); values inside are in the units the models name.
 *
 * <p>Uses everything below it. It does not decide when a cell runs, does not know files (a {@link
 * loopbench.cell.Library} answers names) and never writes: an export is a text until an edge saves
 * it.
 */
package loopbench.cell;
