// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How several series become one, instant by instant, as Prometheus aggregates: series that say
 * nothing at an instant do not take part, and where none takes part the result says nothing either.
 *
 * <p>NaN takes part: it makes a sum and an average NaN, while a maximum is NaN only where no number
 * stands beside it. Where nothing stands but staleness markers, the result is stale.
 */
public enum Reduction {
  /** Exactly one series is expected, and is the result. */
  ONE,
  SUM,
  MAX,
  AVG;

  /** The word for it: {@code one}, {@code sum}, {@code max}, {@code avg}. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Reduction> named(String token) {
    return Arrays.stream(values()).filter(r -> r.token().equals(token)).findFirst();
  }

  /**
   * The series reduced to one, which keeps the labels that all of them share.
   *
   * @param parts at least one, on one clock; exactly one for {@link #ONE}
   * @throws IllegalArgumentException otherwise
   */
  public Series of(String name, List<Series> parts) {
    if (parts.isEmpty() || this == ONE && parts.size() != 1) {
      throw new IllegalArgumentException(
          name + ": " + token() + " cannot reduce " + parts.size() + " series");
    }
    Series first = parts.get(0);
    for (Series part : parts) {
      if (!part.clock().equals(first.clock())) {
        throw new IllegalArgumentException(
            name + ": " + part.name() + " is on another clock than " + first.name());
      }
    }
    if (parts.size() == 1) {
      return first.named(name);
    }
    double[] values = new double[first.size()];
    Reading[] readings = new Reading[values.length];
    for (int i = 0; i < values.length; i++) {
      reduce(parts, i, values, readings);
    }
    return Series.of(name, shared(parts), first.clock(), values, readings);
  }

  private void reduce(List<Series> parts, int at, double[] values, Reading[] readings) {
    double sum = 0;
    double max = Double.NaN;
    int present = 0;
    Reading otherwise = Reading.ABSENT;
    for (Series part : parts) {
      switch (part.reading(at)) {
        case VALUE, NAN -> {
          double value = part.value(at);
          sum += value;
          max = Double.isNaN(max) || value > max ? value : max;
          present++;
        }
        case STALE -> otherwise = Reading.STALE;
        case ABSENT -> {}
      }
    }
    values[at] = this == MAX ? max : this == AVG ? sum / present : sum;
    readings[at] = present > 0 ? Reading.VALUE : otherwise;
  }

  private static Labels shared(List<Series> parts) {
    SortedMap<String, String> common = new TreeMap<>(parts.get(0).labels().byName());
    for (Series part : parts) {
      common.entrySet().retainAll(part.labels().byName().entrySet());
    }
    return new Labels(common);
  }
}
