// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is asked of a live server.
 *
 * @param promql series name to PromQL text, in order, one or more; each must answer one series
 * @param range the instants wanted; its ends are floored to the step before asking
 * @param absent what to make of instants without a sample
 */
public record RangeQuery(Map<String, String> promql, QueryRange range, Absent absent) {
  public RangeQuery {
    promql = Collections.unmodifiableMap(new LinkedHashMap<>(promql));
    if (promql.isEmpty()) {
      throw new IllegalArgumentException("a range query needs one PromQL text or more, got none");
    }
  }
}
