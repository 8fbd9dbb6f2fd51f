// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.SelectPolicy;
import loopbench.scaling.hpa.TargetType;
import org.junit.jupiter.api.Test;

class GeneratedHpaTest {
  private static final Map<String, String> OWNER = Map.of("scaledobject.keda.sh/name", "so");

  private static Trigger resource(String type, String metricType, Map<String, String> metadata) {
    return new Trigger(type, "", metricType, metadata, false, Optional.empty());
  }

  private static ScaledObject mixed() {
    return ScaledObject.of(
        "so",
        "d",
        0,
        8,
        List.of(
            resource("memory", "AverageValue", Map.of("value", "100Mi")),
            ScaledObjects.trigger("a", "2.5"),
            resource("cpu", "Utilization", Map.of("value", "60", "containerName", "main")),
            ScaledObjects.ofType(ScaledObjects.trigger("", "16"), "Value"),
            new Trigger("kafka", "k", "", Map.of(), false, Optional.empty())));
  }

  @Test
  void metricsAreNamedByTriggerAndSortedByType() {
    assertThat(GeneratedHpa.of(mixed()).metrics())
        .containsExactly(
            new HpaMetric.Resource("cpu", "main", "Utilization", "60"),
            new HpaMetric.External(
                "s1-prometheus", OWNER, TargetType.AVERAGE_VALUE, OptionalLong.of(2500)),
            new HpaMetric.External(
                "s3-prometheus", OWNER, TargetType.VALUE, OptionalLong.of(16_000)),
            new HpaMetric.External(
                "s4-kafka", OWNER, TargetType.AVERAGE_VALUE, OptionalLong.empty()),
            new HpaMetric.Resource("memory", "", "AverageValue", "100Mi"));
  }

  @Test
  void aFormulaTakesThePlaceOfAllButResourceMetrics() {
    ScaledObject scaler =
        mixed()
            .withAdvanced(
                Advanced.UNSET.withModifiers(new ScalingModifiers("a", "4.007", "", "Value")));
    assertThat(GeneratedHpa.of(scaler).metrics())
        .containsExactly(
            new HpaMetric.Resource("memory", "", "AverageValue", "100Mi"),
            // 4.007 * 1000 is 4006.9999999999995, and it is cut.
            new HpaMetric.External(
                "composite-metric", OWNER, TargetType.VALUE, OptionalLong.of(4006)));
  }

  @Test
  void whatTheObjectSaysOfItselfGoesOnToTheHpa() {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("team", "a");
    labels.put("secret", "b");
    labels.put("app.kubernetes.io/part-of", "all");
    Map<String, String> annotations =
        Map.of("scaledobject.keda.sh/hpa-excluded-labels", "secret,other", "note", "x");
    HorizontalPodAutoscaler hpa =
        GeneratedHpa.of(mixed().withMetadata(new ObjectMeta("so", "ns", labels, annotations)));
    assertThat(hpa.metadata().name()).isEqualTo("keda-hpa-so");
    assertThat(hpa.metadata().namespace()).isEqualTo("ns");
    assertThat(hpa.metadata().annotations()).isEqualTo(annotations);
    assertThat(hpa.metadata().labels())
        .isEqualTo(
            Map.of(
                "app.kubernetes.io/name", "keda-hpa-so",
                "app.kubernetes.io/version", GeneratedHpa.KEDA_VERSION,
                "app.kubernetes.io/part-of", "all",
                "app.kubernetes.io/managed-by", "keda-operator",
                "team", "a"));
    assertThat(hpa.target()).isEqualTo(new ScaleTarget("d", "Deployment", "apps/v1", ""));
    assertThat(hpa.minReplicas()).isEqualTo(1);
    assertThat(hpa.maxReplicas()).isEqualTo(8);
    assertThat(hpa.behavior()).isEmpty();
  }

  @Test
  void pausingADirectionForbidsItAndMakesABehavior() {
    ScaledObject bare = ScaledObjects.annotated(mixed(), "paused-scale-in", "true");
    assertThat(GeneratedHpa.behavior(bare))
        .contains(Behavior.EMPTY.withDown(ScalingRules.UNSET.withSelect(SelectPolicy.DISABLED)));
    List<ScalingPolicy> policies =
        new ArrayList<>(List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 60)));
    ScalingRules rules = ScalingRules.UNSET.withPolicies(policies).withSelect(SelectPolicy.MIN);
    ScaledObject ruled =
        ScaledObjects.annotated(
            mixed().withAdvanced(Advanced.UNSET.withBehavior(Behavior.EMPTY.withUp(rules))),
            "paused-scale-out",
            "true",
            "paused-scale-in",
            "no");
    assertThat(GeneratedHpa.behavior(ruled))
        .contains(
            Behavior.EMPTY
                .withUp(rules.withSelect(SelectPolicy.DISABLED))
                .withDown(ScalingRules.UNSET.withSelect(SelectPolicy.DISABLED)));
  }
}
