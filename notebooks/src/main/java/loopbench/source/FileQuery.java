// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked of a file.
 *
 * @param series name to pick, in order; none means all series, named by their labels
 * @param range the instants wanted; at each stands the latest sample within the step before it, as
 *     a range query would answer. Empty means all instants of the file, filled up to a regular
 *     clock where they lie on one
 * @param absent what to make of instants without a sample
 */
public record FileQuery(Map<String, Pick> series, Optional<QueryRange> range, Absent absent) {
  /** Everything, as it is. */
  public static final FileQuery ALL = new FileQuery(Map.of(), Optional.empty(), Absent.KEEP);

  public FileQuery {
    series = Collections.unmodifiableMap(new LinkedHashMap<>(series));
  }
}
