// SPDX-License-Identifier: Apache-2.0
/**
 * What depends on what in a notebook: an immutable topology, and a run order with two halves.
 *
 * <p>Vocabulary: a cell is <em>runnable</em> when its text is sound and so is all it reads; else it
 * is <em>blocked</em>, with reasons. A <em>clash</em> is two cells with one name.
 *
 * <p>Law: the topology is a function of the document. References are typed fields, so edges are
 * known before anything runs. Every clash, cycle or missing reference blocks only what depends on
 * it. Page order is free; run order is topological, ties by page position.
 *
 * <p>Uses {@code notebook} and {@code cell}. It runs nothing and keeps no results.
 */
package loopbench.graph;
