// SPDX-License-Identifier: Apache-2.0
/**
 * The metrics that autoscaling guides read, the PromQL queries that read them, and what these
 * answer on samples held in memory.
 *
 * <p>Vocabulary: a {@link loopbench.signal.Signal} is one metric with what is known of it; a {@link
 * loopbench.signal.Query} is a query's text with the tree read from it; a {@link
 * loopbench.signal.Shape} is what the text alone tells of a query's answer: how many elements, with
 * which labels, between which values, whether it grows with the pool. {@link
 * loopbench.signal.Scrapes} are samples as a Prometheus would hold them, an {@link
 * loopbench.signal.Evaluation} asks them a query, {@link loopbench.signal.Rules} record answers.
 *
 * <p>Units: each signal names its own; positions are offsets into the query's text, from 0; times
 * are milliseconds.
 *
 * <p>Law: reading never throws for what a text says. What is not read stands in the tree as {@link
 * loopbench.signal.Expr.Unread} with its text, its place and why; what cannot be told from the text
 * is unknown, which is never the same as "no".
 *
 * <p>A query is evaluated as Prometheus 3 does, or refused by the name of what is not evaluated
 * here; nothing is answered approximately.
 *
 * <p>May use {@code series}. It asks no server and knows no native histograms, subqueries or
 * many-to-one matching.
 */
package loopbench.signal;
