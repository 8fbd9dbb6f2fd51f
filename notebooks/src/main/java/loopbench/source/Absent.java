// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import loopbench.series.Reading;
import loopbench.series.Series;

/** What is to stand where the source said nothing. NaN and stale are not absent and stay. */
public enum Absent {
  /** Nothing, as it is. */
  KEEP,
  /** Zero, as KEDA reads an empty result unless told otherwise. */
  ZERO,
  /** A gap makes the whole answer a problem. */
  ERROR;

  /** The word for it: {@code keep}, {@code zero}, {@code error}. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Absent> named(String token) {
    return Arrays.stream(values()).filter(a -> a.token().equals(token)).findFirst();
  }

  Series apply(Series series, String where) throws Refusal {
    long gaps = this == KEEP ? 0 : series.count(Reading.ABSENT);
    if (gaps == 0) {
      return series;
    }
    double[] values = series.values();
    Reading[] readings = new Reading[values.length];
    for (int i = 0; i < values.length; i++) {
      readings[i] = series.reading(i);
      if (readings[i] == Reading.ABSENT) {
        if (this == ERROR) {
          throw new Refusal(
              "`%s` is absent at %s%s"
                  .formatted(
                      series.name(),
                      Told.instant(series.clock().timeMs(i)),
                      gaps > 1 ? " and " + (gaps - 1) + " other instants" : ""),
              where,
              "ask for a range without the gap, or say `absent: keep` or `absent: zero`");
        }
        readings[i] = Reading.VALUE;
        values[i] = 0;
      }
    }
    return Series.of(series.name(), series.labels(), series.clock(), values, readings);
  }
}
