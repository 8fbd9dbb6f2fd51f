// SPDX-License-Identifier: Apache-2.0
/**
 * Series from outside: a file the operator has, or a Prometheus server the operator names.
 *
 * <p>Vocabulary: a {@link loopbench.source.Connection} is a named server with its secret; a {@link
 * loopbench.source.FileQuery} or {@link loopbench.source.RangeQuery} is what is asked; a {@link
 * loopbench.source.SourceAnswer} is either the data with its provenance or the reason there is
 * none. Instants are milliseconds since the epoch.
 *
 * <p>Laws: absent, NaN, stale and zero come out as they came in. Whatever a file or a server holds,
 * the answer is a value and memory stays within stated limits. A bearer token appears in no text.
 * Same bytes, same query: same answer and same hash.
 *
 * <p>Prometheus' HTTP API does not tell a series that ended (its staleness marker) from one that
 * never spoke: both are absent here. A CSV file can tell them apart by the word {@code stale}.
 *
 * <p>Recorded requests are read too ({@link loopbench.source.RequestTraceReader}): a load, not
 * series.
 *
 * <p>Uses {@code loopbench.series}, {@code loopbench.plant.load}, java.net.http and Jackson's token
 * stream. It evaluates no PromQL, invents no sample, opens no connection unasked and keeps no
 * secrets.
 */
package loopbench.source;
