// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class BehaviorTest {
  private static final ScalingPolicy FOUR_PODS = new ScalingPolicy(ScalingPolicy.Type.PODS, 4, 15);
  private static final ScalingPolicy DOUBLE =
      new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15);

  static Stream<Arguments> cases() {
    return Cases.of("hpa-rules.json", "validateRules");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void refusesWhatTheApiServerRefuses(String id, String kind, JsonNode input, JsonNode output) {
    List<RuleProblem> problems =
        Rules.rules(input.get("rules"))
            .orElseThrow()
            .problems("scaleUp", input.get("configurableTolerance").asBoolean());
    assertThat(problems).hasSize(output.get("errors").size());
    for (JsonNode error : output.get("errors")) {
      assertThat(problems).anyMatch(p -> p.message().contains(error.asString()));
    }
  }

  @Test
  void fillsInEachUnsetField() {
    assertThat(Behavior.EMPTY.appliedUp())
        .isEqualTo(
            new AppliedRules(0, SelectPolicy.MAX, List.of(FOUR_PODS, DOUBLE), Optional.empty()));
    assertThat(Behavior.EMPTY.appliedDown(300.9))
        .isEqualTo(new AppliedRules(300, SelectPolicy.MAX, List.of(DOUBLE), Optional.empty()));
    ScalingRules written =
        ScalingRules.UNSET
            .withSelect(SelectPolicy.MIN)
            .withPolicies(List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 60)));
    assertThat(Behavior.EMPTY.withUp(written).appliedUp())
        .isEqualTo(
            new AppliedRules(
                0, SelectPolicy.MIN, written.policies().orElseThrow(), Optional.empty()));
    assertThat(
            Behavior.EMPTY
                .withDown(ScalingRules.UNSET.withStabilizationWindowS(0))
                .appliedDown(300)
                .windowS())
        .isZero();
  }

  @ParameterizedTest(name = "window {0}, value {1}, period {2}: {3}")
  @CsvSource({
    "0, 1, 1, ''",
    "3600, 1, 1800, ''",
    "-1, 1, 1, scaleDown.stabilizationWindowSeconds",
    "3601, 1, 1, scaleDown.stabilizationWindowSeconds",
    "0, 0, 1, scaleDown.policies.1.value",
    "0, 1, 0, scaleDown.policies.1.periodSeconds",
    "0, 1, 1801, scaleDown.policies.1.periodSeconds",
  })
  void namesTheFieldThatIsOutOfRange(int window, int value, int period, String path) {
    ScalingRules rules =
        ScalingRules.UNSET
            .withStabilizationWindowS(window)
            .withPolicies(
                List.of(DOUBLE, new ScalingPolicy(ScalingPolicy.Type.PODS, value, period)));
    assertThat(Behavior.EMPTY.withDown(rules).problems(true))
        .extracting(RuleProblem::path)
        .isEqualTo(path.isEmpty() ? List.of() : List.of(path));
  }

  @Test
  void unsetPoliciesGetDefaultsButAnEmptyListIsRefused() {
    assertThat(Behavior.EMPTY.withUp(ScalingRules.UNSET).problems(true)).isEmpty();
    Behavior empty = Behavior.EMPTY.withUp(ScalingRules.UNSET.withPolicies(List.of()));
    assertThat(empty.problems(true))
        .extracting(RuleProblem::path)
        .containsExactly("scaleUp.policies");
    assertThatThrownBy(empty::appliedUp).hasMessage("rules need at least one policy");
  }

  @Test
  void zeroReplicasAndATolerancePerHpaNeedTheirGates() {
    HpaSpec spec =
        new HpaSpec(
            0,
            5,
            Optional.of(
                Behavior.EMPTY.withUp(ScalingRules.UNSET.withTolerance(Quantity.ofMilli(50)))),
            List.of(new MetricSpec("m", TargetType.VALUE, 1)));
    HpaConstants at134 = HpaConstants.DEFAULTS.withKubernetes(new KubernetesVersion(1, 34));
    assertThat(spec.problems(at134))
        .extracting(RuleProblem::path)
        .containsExactly("minReplicas", "behavior.scaleUp.tolerance");
    assertThat(
            spec.problems(
                at134.withGates(
                    HpaConstants.Gates.DEFAULTS
                        .withScaleToZero(true)
                        .withConfigurableTolerance(true))))
        .isEmpty();
    assertThat(spec.tolerance(at134)).isEqualTo(Tolerance.of(0.1, Tolerance.Model.SPLIT));
    assertThat(spec.tolerance(HpaConstants.DEFAULTS))
        .isEqualTo(new Tolerance(0.1, 0.05, Tolerance.Model.SPLIT));
    assertThat(
            HpaConstants.DEFAULTS
                .withKubernetes(new KubernetesVersion(1, 32))
                .withGates(HpaConstants.Gates.DEFAULTS.withConfigurableTolerance(true))
                .configurableTolerance())
        .as("1.32 does not know the field")
        .isFalse();
  }

  @ParameterizedTest(name = "{0} is {1}, {2} milli, {3}")
  @CsvSource({
    "1, 1, 1000, 1",
    "1500m, 1.5, 1500, 1500m",
    "0.5, 0.5, 500, 500m",
    "5e-2, 0.05, 50, 50m",
    "100m, 0.1, 100, 100m",
    "700m, 0.7000000000000001, 700, 700m",
    "2Ki, 2048, 2048000, 2048",
    "1k, 1000, 1000000, 1000",
    "1n, 1e-9, 1, 1n",
    "0.0000000001, 1e-9, 1, 1n",
    "-1500u, -0.0015, -2, -1500u",
    "0, 0, 0, 0",
  })
  void readsQuantities(String text, double value, long milli, String canonical) {
    Quantity quantity = Quantity.read(text).orElseThrow();
    assertThat(quantity.approximate()).isEqualTo(value);
    assertThat(quantity.milli()).isEqualTo(milli);
    assertThat(quantity.text()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1 m", "1K", "1mi", "0x10", "1e", "NaN", "1,5"})
  void refusesWhatIsNoQuantity(String text) {
    assertThat(Quantity.read(text)).isEmpty();
  }
}
