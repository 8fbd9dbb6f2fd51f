// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import loopbench.series.Series;

/** What tests ask of answers. */
final class Answers {
  private Answers() {}

  static SourceAnswer.Data data(SourceAnswer answer) {
    return answer.match(
        new SourceAnswer.Cases<>() {
          @Override
          public SourceAnswer.Data data(SourceAnswer.Data data) {
            return data;
          }

          @Override
          public SourceAnswer.Data refused(SourceAnswer.Refused refused) {
            throw new AssertionError("refused: " + refused.problem().sentence());
          }
        });
  }

  static String sentence(SourceAnswer answer) {
    assertThat(answer).isInstanceOf(SourceAnswer.Refused.class);
    return ((SourceAnswer.Refused) answer).problem().sentence();
  }

  /** One word an instant: a number, {@code nan}, {@code stale} or {@code -} for absent. */
  static String readings(Series series) {
    return IntStream.range(0, series.size())
        .mapToObj(
            i ->
                switch (series.reading(i)) {
                  case VALUE -> String.valueOf(series.value(i)).replaceAll("\\.0$", "");
                  case NAN -> "nan";
                  case STALE -> "stale";
                  case ABSENT -> "-";
                })
        .collect(Collectors.joining(" "));
  }
}
