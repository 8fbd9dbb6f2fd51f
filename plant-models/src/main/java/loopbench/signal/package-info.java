// SPDX-License-Identifier: Apache-2.0
/**
 * The metrics that autoscaling guides read, and the shape of the PromQL queries that read them.
 *
 * <p>Vocabulary: a {@link loopbench.signal.Signal} is one metric with what is known of it; a {@link
 * loopbench.signal.Query} is a query's text with the tree read from it; a {@link
 * loopbench.signal.Shape} is what the text alone tells of a query's answer: how many elements, with
 * which labels, between which values, whether it grows with the pool.
 *
 * <p>Units: each signal names its own; positions are offsets into the query's text, from 0; times
 * are milliseconds.
 *
 * <p>Law: reading never throws for what a text says. What is not read stands in the tree as {@link
 * loopbench.signal.Expr.Unread} with its text, its place and why; what cannot be told from the text
 * is unknown, which is never the same as "no".
 *
 * <p>May use {@code series}. It does not evaluate a query, ask a server, or check a query's types:
 * Prometheus says what it refuses.
 */
package loopbench.signal;
