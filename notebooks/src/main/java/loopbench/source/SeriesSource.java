// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.function.BooleanSupplier;

/** Answers a live query; {@link PrometheusSeries#fetch} in earnest, a map in tests. */
@FunctionalInterface
public interface SeriesSource {
  /**
   * Asks. Never throws for what the query or the server says.
   *
   * @param cancelled asked again and again while waiting; true makes the answer a refusal soon
   */
  SourceAnswer fetch(Connection connection, RangeQuery query, BooleanSupplier cancelled);
}
