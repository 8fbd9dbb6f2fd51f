// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class CompositeTest {
  static Stream<Arguments> composites() {
    return Cases.of("keda-decisions.json", "kedaFormulaEval");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("composites")
  void theFormulaMakesOneMetricAsInKeda(String id, String kind, JsonNode input, JsonNode output) {
    List<Trigger> triggers = new ArrayList<>();
    List<String> names = new ArrayList<>();
    long[] milli = new long[input.get("metrics").size()];
    int[] failures = new int[milli.length];
    for (JsonNode metric : input.get("metrics")) {
      int m = names.size();
      names.add(metric.get("trigger").asString());
      triggers.add(Trigger.prometheus(names.get(m), "http://p", "q", "1"));
      milli[m] = metric.get("milli").asLong();
      failures[m] = Specs.count(metric, "failures").orElse(0);
    }
    ScaledObject scaler =
        ScaledObject.of("so", "d", 1, 8, triggers)
            .withAdvanced(
                Advanced.UNSET.withModifiers(Specs.modifiers(input.get("scalingModifiers"))));
    scaler = Specs.fallback(input.get("fallback")).map(scaler::withFallback).orElse(scaler);
    Composite.Answer answer =
        new Composite(scaler, names).evaluate(milli, new FallbackHealth(scaler, failures));
    assertThat(answer).isEqualTo(new Composite.Answer(output.get("milli").asLong(), ""));
  }

  /** Formula over one trigger of 4.007; what comes out in milli, or x for none. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a,                      4006",
    "a * 2,                  8013",
    "-a,                     -4006",
    "a / 0,                  -9223372036854775808",
    "a > 4 ? 3 : 9,          3000",
    "'float(a) > 1 ? 5 : 0', x",
    "'[a][int(a) + 1]',      x",
  })
  void resultsAreCutAndNotHeldAtZero(String formula, String milli) {
    ScaledObject scaler =
        ScaledObject.of("so", "d", 1, 8, List.of(Trigger.prometheus("a", "http://p", "q", "1")))
            .withAdvanced(Advanced.UNSET.withModifiers(ScalingModifiers.of(formula, "1")));
    Composite.Answer answer =
        new Composite(scaler, List.of("a"))
            .evaluate(new long[] {4007}, new FallbackHealth(scaler, 1));
    if (milli.equals("x")) {
      assertThat(answer.failed()).isTrue();
      assertThat(answer.error()).startsWith("the formula failed: ");
    } else {
      assertThat(answer).isEqualTo(new Composite.Answer(Long.parseLong(milli), ""));
    }
  }

  @Test
  void passedThroughAMetricMayLoseAMilli() {
    long lost =
        LongStream.rangeClosed(1, 100_000)
            .filter(milli -> KedaNumbers.truncatedMilli(KedaNumbers.fromMilli(milli)) != milli)
            .count();
    assertThat(lost).isEqualTo(433);
  }

  @Test
  void nilWithoutAFallbackIsAnError() {
    ScaledObject scaler =
        ScaledObject.of("so", "d", 1, 8, List.of(Trigger.prometheus("a", "http://p", "q", "1")))
            .withAdvanced(
                Advanced.UNSET.withModifiers(ScalingModifiers.of("a > 0 ? nil ?? nil : a", "1")));
    Composite composite = new Composite(scaler, List.of("a"));
    assertThat(composite.evaluate(new long[] {4007}, new FallbackHealth(scaler, 1)))
        .isEqualTo(new Composite.Answer(0, "the formula gave nil, and there is no fallback"));
  }
}
