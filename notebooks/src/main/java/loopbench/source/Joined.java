// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.series.Clock;
import loopbench.series.Reduction;
import loopbench.series.Series;
import loopbench.series.SeriesSet;

/** The answer while it is put together: series brought onto one clock, reduced, gaps judged. */
final class Joined {
  private final Clock clock;
  private final List<Series> series = new ArrayList<>();

  Joined(Clock clock) {
    this.clock = clock;
  }

  void add(
      String name,
      List<Samples> parts,
      long maxAgeMs,
      Reduction reduction,
      Absent absent,
      String where)
      throws Refusal {
    List<Series> onClock =
        parts.stream().map(s -> s.series(s.ownName()).onto(clock, maxAgeMs)).toList();
    series.add(absent.apply(reduction.of(name, onClock), where));
  }

  SourceAnswer answer(
      String origin,
      Map<String, String> queries,
      Optional<QueryRange> range,
      List<String> warnings) {
    SeriesSet set = new SeriesSet(clock, series);
    return new SourceAnswer.Data(
        set, new Provenance(origin, queries, range, warnings, CanonicalHash.of(set)));
  }
}
