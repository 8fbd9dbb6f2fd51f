// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import loopbench.scaling.formula.Outcome.Kind;
import loopbench.scaling.keda.KedaNumbers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What KEDA's own expression library said, formula by formula. */
class FormulaCasesTest {

  static Stream<Arguments> executed() {
    return Cases.of("formulas.json", "kedaFormulaReal");
  }

  static Stream<Arguments> composites() {
    return Cases.of("formulas.json", "kedaFormulaEval");
  }

  static Stream<Arguments> admissions() {
    return Cases.of("formulas.json", "kedaFormulaValidate");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("executed")
  void givesWhatTheLibraryGave(String id, String kind, JsonNode input, JsonNode output) {
    String text = input.get("formula").asString();
    List<String> names = input.get("names").valueStream().map(JsonNode::asString).toList();
    Reading reading = Formula.read(text, names, Map.of());
    String expected = output.get("result").asString();
    if (expected.equals("invalid")) {
      assertThat(reading.formula()).isEmpty();
      assertThat(reading.problems()).isNotEmpty();
      return;
    }
    assertThat(reading.problems()).isEmpty();
    Outcome outcome = evaluate(reading.formula().orElseThrow(), names, input.get("milli"));
    switch (expected) {
      case "runError" -> assertThat(outcome.kind()).isEqualTo(Kind.RUN_ERROR);
      case "nil" -> assertThat(outcome.kind()).isEqualTo(Kind.NIL);
      case "notFloat" -> assertThat(outcome.kind()).isEqualTo(Kind.NOT_FLOAT);
      default -> {
        assertThat(outcome.kind()).as(outcome.message()).isEqualTo(Kind.FLOAT);
        assertThat(Double.doubleToLongBits(outcome.value()))
            .as("%s", outcome.value())
            .isEqualTo(Double.doubleToLongBits(number(output.get("value"))));
        long milli = output.get("milli").isNull() ? Long.MIN_VALUE : output.get("milli").asLong();
        assertThat(KedaNumbers.truncatedMilli(outcome.value())).isEqualTo(milli);
      }
    }
  }

  /** Only the formula's part: what nil becomes is not its business. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("composites")
  void computesTheComposite(String id, String kind, JsonNode input, JsonNode output) {
    Map<String, Long> milli = new LinkedHashMap<>();
    int threshold =
        input.get("fallback").isNull() ? 0 : input.get("fallback").get("failureThreshold").asInt();
    for (JsonNode metric : input.get("metrics")) {
      boolean failed = metric.has("failures") && metric.get("failures").asInt() > threshold;
      milli.put(metric.get("trigger").asString(), failed ? null : metric.get("milli").asLong());
    }
    List<String> names = List.copyOf(milli.keySet());
    String text = input.get("scalingModifiers").get("formula").asString();
    Formula formula = Formula.read(text, names, Map.of()).formula().orElseThrow();
    Outcome outcome = evaluate(formula, names, milli);
    if (milli.values().stream().allMatch(java.util.Objects::isNull)) {
      assertThat(outcome).isEqualTo(Outcome.NIL);
    } else {
      assertThat(KedaNumbers.truncatedMilli(outcome.value()))
          .isEqualTo(output.get("milli").asLong());
    }
  }

  /** Targets, metric types and missing formulas are refused elsewhere. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("admissions")
  void admitsWhatTheWebhookAdmits(String id, String kind, JsonNode input, JsonNode output) {
    JsonNode modifiers = input.get("scalingModifiers");
    if (!modifiers.has("formula")) {
      return;
    }
    List<String> names = new ArrayList<>();
    Map<String, String> unavailable = new LinkedHashMap<>();
    for (JsonNode trigger : input.get("triggers")) {
      String name = trigger.get("name").asString();
      if (trigger.get("type").asString().equals("cpu")) {
        unavailable.put(name, "cpu and memory triggers are not in a formula");
      } else if (!name.isEmpty()) {
        names.add(name);
      }
    }
    Reading reading = Formula.read(modifiers.get("formula").asString(), names, unavailable);
    if (output.get("valid").asBoolean()) {
      assertThat(reading.problems()).isEmpty();
    } else if (names.size() < 2) {
      assertThat(reading.problems()).isNotEmpty();
    }
  }

  private static double number(JsonNode value) {
    return value.isString()
        ? switch (value.asString()) {
          case "NaN" -> Double.NaN;
          case "Inf" -> Double.POSITIVE_INFINITY;
          default -> Double.NEGATIVE_INFINITY;
        }
        : value.asDouble();
  }

  private static Outcome evaluate(Formula formula, List<String> names, JsonNode milli) {
    Map<String, Long> values = new LinkedHashMap<>();
    names.forEach(n -> values.put(n, milli.get(n).isNull() ? null : milli.get(n).asLong()));
    return evaluate(formula, names, values);
  }

  private static Outcome evaluate(Formula formula, List<String> names, Map<String, Long> milli) {
    double[] values = new double[names.size()];
    boolean[] nil = new boolean[names.size()];
    for (int i = 0; i < values.length; i++) {
      Long value = milli.get(names.get(i));
      nil[i] = value == null;
      values[i] = value == null ? Double.NaN : value * 1e-3;
    }
    return formula.evaluate(values, nil);
  }
}
