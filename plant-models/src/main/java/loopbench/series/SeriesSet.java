// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

import java.util.List;
import java.util.Optional;

/** Named series on one clock, in the order they were asked for. Names are unique. */
public record SeriesSet(Clock clock, List<Series> series) {
  public SeriesSet {
    series = List.copyOf(series);
    for (Series one : series) {
      if (!one.clock().equals(clock)) {
        throw new IllegalArgumentException(one.name() + " is on another clock than its set");
      }
    }
    if (series.stream().map(Series::name).distinct().count() != series.size()) {
      throw new IllegalArgumentException(
          "names must be unique, were " + series.stream().map(Series::name).toList());
    }
  }

  public Optional<Series> named(String name) {
    return series.stream().filter(s -> s.name().equals(name)).findFirst();
  }

  public List<String> names() {
    return series.stream().map(Series::name).toList();
  }
}
