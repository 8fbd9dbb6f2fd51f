// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class FallbackHealthTest {
  static Stream<Arguments> fallbacks() {
    return Cases.of("keda-decisions.json", "kedaFallback");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fallbacks")
  void failuresAreCountedAndReplacedAsInKeda(
      String id, String kind, JsonNode input, JsonNode output) {
    ScaledObject scaler = Specs.scaledObject(input, Map.of());
    List<String> metrics = new ArrayList<>(List.of(input.get("metricName").asString()));
    int[] failures = new int[1 + input.get("health").size()];
    for (JsonNode entry : input.get("health")) {
      String name = entry.get("metric").asString();
      if (!metrics.contains(name)) {
        metrics.add(name);
      }
      failures[metrics.indexOf(name)] = entry.get("failures").asInt();
    }
    FallbackHealth health = new FallbackHealth(scaler, failures);
    int current = input.get("currentReplicas").asInt();
    int ready = input.has("readyReplicas") ? input.get("readyReplicas").asInt() : 0;
    boolean perReady = input.path("metricType").asString("").equals("Value");
    double value = Double.NaN;
    if (!input.get("scalerError").asBoolean()) {
      health.succeeded(0);
      value = input.get("value").asDouble();
    } else if (health.failed(0) == FallbackHealth.Verdict.FALLBACK && !(perReady && ready == 0)) {
      value = health.milli(input.get("target").asDouble(), perReady, current, ready) / 1000.0;
    }
    assertThat(Double.isNaN(value)).isEqualTo(output.get("error").asBoolean());
    if (output.has("value")) {
      assertThat(value).isEqualTo(output.get("value").asDouble());
    }
    if (output.has("failures")) {
      assertThat(health.failures(0)).isEqualTo(output.get("failures").asInt());
      assertThat(health.failures(0) == 0 ? "Happy" : "Failing")
          .isEqualTo(output.get("healthStatus").asString());
    }
    if (output.has("fallbackCondition")) {
      assertThat(health.isEngaged()).isEqualTo(output.get("fallbackCondition").asBoolean());
    }
  }

  static Stream<Arguments> triggerValues() {
    return Cases.of("keda-decisions.json", "kedaTriggerValue");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("triggerValues")
  void aTriggerIsNilToTheFormulaOnceItsFailuresPassTheThreshold(
      String id, String kind, JsonNode input, JsonNode output) {
    ScaledObject scaler = Specs.scaledObject(input, Map.of());
    int failures = Specs.count(input, "failures").orElse(0);
    boolean nil = new FallbackHealth(scaler, new int[] {failures}).isNil(0);
    assertThat(nil).isEqualTo(output.get("value").isNull());
    if (!nil) {
      assertThat(KedaNumbers.fromMilli(input.get("milli").asLong()))
          .isEqualTo(output.get("value").asDouble());
    }
  }
}
