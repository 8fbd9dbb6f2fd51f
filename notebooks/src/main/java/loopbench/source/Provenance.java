// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where series come from; says nothing about when they were read, so that the same data have the
 * same provenance.
 *
 * @param origin the file's name, or the connection's name and address
 * @param queries what was asked, by series name, in order: PromQL, or a pick from a file
 * @param range the instants asked for, aligned to the step; empty for a whole file
 * @param warnings what the source remarked, each once
 * @param sha256 {@link CanonicalHash} of the series as answered
 */
public record Provenance(
    String origin,
    Map<String, String> queries,
    Optional<QueryRange> range,
    List<String> warnings,
    String sha256) {
  public Provenance {
    queries = Collections.unmodifiableMap(new LinkedHashMap<>(queries));
    warnings = List.copyOf(warnings);
  }
}
