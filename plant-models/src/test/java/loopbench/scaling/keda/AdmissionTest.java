// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.ScalingRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class AdmissionTest {
  static Stream<Arguments> fallbacks() {
    return Cases.of("keda-decisions.json", "kedaFallbackValid");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fallbacks")
  void fallbacksAreValidWhereKedaSaysSo(String id, String kind, JsonNode input, JsonNode output) {
    ScaledObject scaler = Specs.scaledObject(input.get("spec"), Map.of());
    assertThat(scaler.problems().stream().anyMatch(p -> p.path().startsWith("fallback")))
        .as("%s", scaler.problems())
        .isEqualTo(output.get("error").asBoolean());
  }

  static Stream<Arguments> modifiers() {
    return Cases.of("keda-decisions.json", "kedaUsingModifiers");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("modifiers")
  void aFormulaOrATargetIsUsed(String id, String kind, JsonNode input, JsonNode output) {
    assertThat(Specs.modifiers(input.path("advanced").path("scalingModifiers")).isUsed())
        .isEqualTo(output.get("using").asBoolean());
  }

  static Stream<Arguments> formulas() {
    return Cases.of("keda-decisions.json", "kedaFormulaValidate");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formulas")
  void formulasAreAdmittedWhereKedaDoes(String id, String kind, JsonNode input, JsonNode output) {
    ScaledObject scaler = Specs.scaledObject(input, Map.of());
    scaler =
        scaler
            .withReplicas(ReplicaCounts.of(1, 8))
            .withAdvanced(
                Advanced.UNSET.withModifiers(Specs.modifiers(input.get("scalingModifiers"))));
    assertThat(scaler.problems().isEmpty())
        .as("%s", scaler.problems())
        .isEqualTo(output.get("valid").asBoolean());
  }

  private static ScaledObject two(ScalingModifiers modifiers) {
    return ScaledObject.of(
            "so",
            "d",
            1,
            8,
            List.of(
                Trigger.prometheus("external_override", "http://p", "a", "1"),
                Trigger.prometheus("epp-queue-size", "http://p", "b", "1"),
                new Trigger(
                    "cpu",
                    "cpu_metric",
                    "Utilization",
                    Map.of("value", "60"),
                    false,
                    Optional.empty())))
        .withAdvanced(Advanced.UNSET.withModifiers(modifiers));
  }

  @Test
  void aFormulasMistakeIsPointedAtInTheUsersText() {
    assertThat(
            two(ScalingModifiers.of("external_override > 0 ? external_override : cpu_metric", "1"))
                .problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("advanced.scalingModifiers.formula");
              assertThat(problem.message())
                  .startsWith("Line 1, column 45: ")
                  .contains("cpu_metric")
                  .contains("a cpu trigger has no value in a formula");
            });
  }

  @Test
  void aHyphenatedNameIsNoNameToAFormula() {
    assertThat(two(ScalingModifiers.of("epp-queue-size / 2", "1")).problems())
        .isNotEmpty()
        .allSatisfy(
            problem -> assertThat(problem.path()).isEqualTo("advanced.scalingModifiers.formula"))
        .first()
        .satisfies(problem -> assertThat(problem.message()).startsWith("Line 1, column 1: "));
  }

  /** Target, activationTarget and metricType of a sound formula; then which of them is wrong. */
  @ParameterizedTest(name = "target {0}, activation {1}, type {2}")
  @CsvSource({
    "10,      5,    AverageValue, ''",
    ".5,      '',   Value,        ''",
    "1e3,     '',   '',           ''",
    "+0x1p4,  '',   '',           ''",
    "1_000,   '',   '',           ''",
    "'',      '',   '',           target",
    "0,       '',   '',           target",
    "0.0004,  '',   '',           target",
    "-1,      '',   '',           target",
    "500m,    '',   '',           target",
    "NaN,     '',   '',           target",
    "inf,     '',   '',           target",
    "1__0,    '',   '',           target",
    "10,      five, '',           ''",
    "10,      5,    Utilization,  metricType",
  })
  void theNumbersOfAFormulaAreCheckedAsText(
      String target, String activation, String type, String wrong) {
    List<String> paths =
        two(new ScalingModifiers("external_override", target, activation, type)).problems().stream()
            .map(SpecProblem::path)
            .toList();
    assertThat(paths)
        .isEqualTo(wrong.isEmpty() ? List.of() : List.of("advanced.scalingModifiers." + wrong));
  }

  @Test
  void whatStandsWithoutItsOtherHalfIsRefused() {
    ScaledObject lone =
        two(new ScalingModifiers("", "", "5", ""))
            .withFallback(Fallback.of(3, 2).withBehavior(Fallback.Kind.SCALING_MODIFIERS));
    assertThat(lone.problems().stream().map(SpecProblem::path))
        .containsExactly(
            "advanced.scalingModifiers.formula",
            "advanced.scalingModifiers.target",
            "fallback.behavior");
    ScaledObject odd =
        two(ScalingModifiers.UNSET)
            .withFallback(new Fallback(OptionalInt.of(-1), OptionalInt.empty(), "never"));
    assertThat(odd.problems().stream().map(SpecProblem::path))
        .containsExactly("fallback.failureThreshold", "fallback.replicas", "fallback.behavior");
  }

  @Test
  void aBehaviorsMistakesHaveTheirPathInTheScaledObject() {
    ScaledObject scaler =
        two(ScalingModifiers.UNSET)
            .withAdvanced(
                Advanced.UNSET.withBehavior(
                    Behavior.EMPTY.withDown(
                        ScalingRules.UNSET
                            .withStabilizationWindowS(4000)
                            .withPolicies(List.of()))));
    assertThat(scaler.problems().stream().map(SpecProblem::path))
        .containsExactly(
            "advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.stabilizationWindowSeconds",
            "advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.policies");
  }

  @Test
  void aPauseAtNoNumberIsRefused() {
    ScaledObject scaler =
        two(ScalingModifiers.UNSET)
            .withMetadata(
                new ObjectMeta(
                    "so", "", Map.of(), Map.of("autoscaling.keda.sh/paused-replicas", "two")));
    assertThat(scaler.problems())
        .containsExactly(
            new SpecProblem(
                "metadata.annotations.autoscaling.keda.sh/paused-replicas",
                "paused-replicas must be a whole number of 0 or more, was \"two\"."));
  }

  /** Under a formula a fallback needs a whole target; KEDA admits others and never falls back. */
  @ParameterizedTest(name = "target {0}")
  @CsvSource({"2, true", "+2, true", "2.5, false", "2.0, false", "0, false", "1e1, false"})
  void aFallbackAppliesOnlyToAWholeTarget(String target, boolean applies) {
    ScaledObject scaler =
        two(ScalingModifiers.of("external_override", target)).withFallback(Fallback.of(3, 2));
    assertThat(scaler.fallbackApplies()).isEqualTo(applies);
    assertThat(two(ScalingModifiers.UNSET).withFallback(Fallback.of(3, 2)).fallbackApplies())
        .isTrue();
  }
}
