// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import loopbench.loop.FlowLoop;
import loopbench.loop.FlowScenario;
import loopbench.loop.Vectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The published table: 8 rows, 56 figures. */
class GuideTableTest {
  static Stream<Arguments> rows() {
    return Vectors.list(Vectors.read("flowloop.json").get("rows")).stream()
        .map(row -> Arguments.argumentSet(row.get("name").asString(), row));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyFigureIsThePublishedOne(JsonNode row) {
    FlowScenario scenario = Vectors.row(row);
    GuideTable.Row found = GuideTable.of(FlowLoop.run(scenario), scenario);
    Map<String, Double> figures = new TreeMap<>();
    figures.put("finalRate", found.finalRate());
    figures.put("eqError", found.equilibriumError());
    figures.put("settles", found.settles());
    figures.put("transient", found.transientMs());
    figures.put("overshoot", found.overshootMs());
    figures.put("p99", found.p99MeanMs());
    figures.put("reversals", found.reversals());
    assertThat(figures).hasSize(7);
    figures.forEach(
        (name, value) -> {
          JsonNode printed = row.get("printed").get(name);
          boolean count = name.equals("settles") || name.equals("reversals");
          assertThat(print(value, count ? 0 : 1))
              .as(name)
              .isEqualTo(printed.isNull() ? "-" : printed.asString());
          JsonNode exact = row.get("summary").get(name);
          if (exact.isNumber()) {
            assertThat(value).as(name).isCloseTo(exact.asDouble(), within(1e-12));
          }
        });
  }

  /** As the guide prints: the exact binary value, rounded half up. */
  private static String print(double value, int digits) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return value == Double.POSITIVE_INFINITY
        ? "never"
        : new BigDecimal(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
  }
}
