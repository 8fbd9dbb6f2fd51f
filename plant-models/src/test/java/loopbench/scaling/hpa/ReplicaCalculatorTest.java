// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ReplicaCalculatorTest {

  static Stream<Arguments> cases() {
    return Cases.of("metric-asks.json");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void asksWhatKubernetesAsks(String id, String kind, JsonNode input, JsonNode output) {
    if (kind.equals("perPodUsage")) {
      assertThat(
              ReplicaCalculator.perPod(
                  input.get("usageMilli").asLong(), input.get("statusReplicas").asInt()))
          .isEqualTo(output.get("usageMilli").asLong());
      return;
    }
    ReplicaCalculator.Ask ask = ask(kind, input);
    assertThat(ask.error()).isEqualTo(output.has("error") ? output.get("error").asString() : "");
    if (output.has("replicas")) {
      assertThat(ask.replicas()).isEqualTo(output.get("replicas").asInt());
    }
    if (output.has("usageMilli")) {
      assertThat(ask.reportedMilli()).isEqualTo(output.get("usageMilli").asLong());
    }
  }

  private static ReplicaCalculator.Ask ask(String kind, JsonNode input) {
    JsonNode given = input.get("tolerance");
    Tolerance tolerance =
        new Tolerance(
            given.get("scaleDown").asDouble(),
            given.get("scaleUp").asDouble(),
            input.has("toleranceModel") && input.get("toleranceModel").asString().equals("abs")
                ? Tolerance.Model.ABSOLUTE
                : Tolerance.Model.SPLIT);
    long target = input.get("targetMilli").asLong();
    return switch (kind) {
      case "externalAverage" ->
          ReplicaCalculator.externalAverage(
              target,
              input.get("statusReplicas").asInt(),
              tolerance,
              Cases.longs(input.get("valuesMilli")));
      case "externalValue" ->
          ReplicaCalculator.externalValue(
              target,
              input.get("specReplicas").asInt(),
              input.get("readyPods").asInt(),
              input.get("podCount").asInt(),
              tolerance,
              Cases.longs(input.get("valuesMilli")));
      case "objectAverage" ->
          ReplicaCalculator.objectAverage(
              target,
              input.get("statusReplicas").asInt(),
              tolerance,
              input.get("valueMilli").asLong());
      case "objectValue" ->
          ReplicaCalculator.objectValue(
              target,
              input.get("specReplicas").asInt(),
              input.get("readyPods").asInt(),
              input.get("podCount").asInt(),
              tolerance,
              input.get("valueMilli").asLong());
      default -> throw new AssertionError(kind);
    };
  }

  @Test
  void aPositiveOverflowOfAValueIsTheLargest() {
    Tolerance none = Tolerance.of(0, Tolerance.Model.SPLIT);
    assertThat(
            ReplicaCalculator.externalValue(1000, 2, 2, 2, none, Long.MAX_VALUE, Long.MAX_VALUE)
                .usedMilli())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theToleranceFormsDifferAtTheEdgeOnly() {
    Tolerance split =
        Tolerance.of(0.1, KubernetesVersion.read("1.35").orElseThrow().toleranceModel());
    Tolerance absolute =
        Tolerance.of(0.1, KubernetesVersion.read("v1.32.4").orElseThrow().toleranceModel());
    assertThat(split.inside(1.1)).isTrue();
    assertThat(absolute.inside(1.1)).isFalse();
    assertThat(split.inside(0.9)).isTrue();
    assertThat(absolute.inside(0.9)).isTrue();
    assertThat(split.inside(Double.NaN)).isFalse();
    assertThat(split.inside(Double.POSITIVE_INFINITY)).isFalse();
  }
}
