// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.keda.GeneratedHpa;
import loopbench.scaling.keda.ScaleTarget;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HpaYamlTest {
  private static final String TEXT =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: keda-hpa-decode
        labels: {app.kubernetes.io/managed-by: keda-operator}
      spec:
        scaleTargetRef:
          apiVersion: apps/v1
          kind: Deployment
          name: decode          # the pool
        minReplicas: 1
        maxReplicas: 8
        metrics:
        - type: External
          external:
            metric:
              name: s0-prometheus
              selector:
                matchLabels: {scaledobject.keda.sh/name: decode}
            target:
              type: AverageValue
              averageValue: 500m   # half a request
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}
        - type: Object
          object:
            describedObject: {apiVersion: v1, kind: Service, name: s}
            metric: {name: hits}
            target: {type: Value, value: 2k}
        behavior:
          scaleDown:
            stabilizationWindowSeconds: 600
            policies:
            - {type: Pods, value: 1, periodSeconds: 60}
      status: {currentReplicas: 3, desiredReplicas: 3}
      """;

  @Test
  void readsMetricsAndRules() {
    ReadManifest<WrittenHpa> read = HpaYaml.read(TEXT);
    assertThat(read.problems()).isEmpty();
    WrittenHpa hpa = read.object().orElseThrow();
    assertThat(hpa.metrics())
        .containsExactly(
            WrittenMetric.external(
                "s0-prometheus",
                Map.of("scaledobject.keda.sh/name", "decode"),
                WrittenMetric.Target.average(Quantity.of(0.5))),
            new WrittenMetric(
                WrittenMetric.Source.RESOURCE,
                "cpu",
                "",
                Map.of(),
                new WrittenMetric.Target(
                    "Utilization", Optional.empty(), Optional.empty(), OptionalInt.of(80))),
            new WrittenMetric(
                WrittenMetric.Source.OBJECT,
                "hits",
                "",
                Map.of(),
                WrittenMetric.Target.value(Quantity.of(2000))));
    assertThat(hpa.behavior().orElseThrow().down().orElseThrow().stabilizationWindowS())
        .hasValue(600);
    assertThat(read.ignored())
        .containsExactly(
            new IgnoredFeature(
                "metrics.hits.object.describedObject",
                27,
                "describedObject is kept as it is written, and not read."));
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "metrics.s0-prometheus.external.target.averageValue | 2.5 | '500m ' | '''2.5'' '",
        "metrics.cpu.resource.target.averageUtilization | 60 | 'averageUtilization: 80' |"
            + " 'averageUtilization: 60'",
        "behavior.scaleDown.stabilizationWindowSeconds | 300 | 600 | 300",
        "behavior.scaleDown.policies.0.value | 2 | 'value: 1,' | 'value: 2,'",
        "maxReplicas | 9 | 'maxReplicas: 8' | 'maxReplicas: 9'",
      })
  void anEditChangesOneScalar(String path, double value, String before, String after) {
    assertThat(TEXT).contains(before);
    Edited edited = HpaYaml.with(TEXT, path, value);
    assertThat(edited.problems()).isEmpty();
    assertThat(edited.text()).contains(TEXT.replace(before, after));
  }

  @Test
  void anotherObjectIsReachedByItsDifferences() {
    WrittenHpa now = HpaYaml.read(TEXT).object().orElseThrow();
    assertThat(HpaYaml.with(TEXT, now).text()).contains(TEXT);
    WrittenHpa wanted =
        new WrittenHpa(
            now.metadata(),
            now.target(),
            OptionalInt.of(2),
            now.maxReplicas(),
            now.metrics(),
            now.behavior());
    assertThat(HpaYaml.with(TEXT, wanted).text())
        .contains(TEXT.replace("minReplicas: 1", "minReplicas: 2"));
  }

  /** What is wrong in the text, and the problems that come of it. */
  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "maxReplicas: 8 | maxReplicas: 0 | 'Line 12, maxReplicas: maxReplicas must be at least 1, was 0.'",
        "minReplicas: 1 | minReplicas: 9 | 'Line 11, minReplicas: minReplicas must not be above"
            + " maxReplicas 8, was 9.'",
        "'kind: Deployment' | 'kind:' | 'Line 9, scaleTargetRef.kind: scaleTargetRef needs the kind of"
            + " what is to be scaled, such as Deployment.'",
        "'value: 2k' | 'value: 0' | 'Line 29, metrics.hits.object.target.value: A target must be above"
            + " 0, was 0.'",
        "'value: 2k' | 'value: 2k, averageValue: 1' | 'Line 29, metrics.hits.object.target: The target"
            + " of a metric needs exactly one of value, averageValue and averageUtilization, has 2.'",
        "Seconds: 60} | Seconds: 6000} | 'Line 34, behavior.scaleDown.policies.0.periodSeconds: A"
            + " policy''s periodSeconds must be from 1 to 1800, is 6000.'",
        "stabilizationWindowSeconds: 600 | stabilizationWindowSeconds: 10m | 'Line 32,"
            + " behavior.scaleDown.stabilizationWindowSeconds: stabilizationWindowSeconds must be a"
            + " whole number of seconds, without a unit, was 10m.'",
        "500m | half | 'Line 22, metrics.s0-prometheus.external.target.averageValue: averageValue must"
            + " be a quantity such as \"0.1\" or \"100m\", was half.'",
        "autoscaling/v2 | autoscaling/v1 | 'Line 1, apiVersion: apiVersion must be autoscaling/v2, was"
            + " \"autoscaling/v1\".'",
        "type: External | type: Externel | 'Line 14, metrics.s0-prometheus.type: type must be External,"
            + " Resource, Pods, Object or ContainerResource, was Externel.'",
      })
  void problemsNameFieldAndLine(String before, String after, String located) {
    assertThat(TEXT).contains(before);
    assertThat(HpaYaml.read(TEXT.replace(before, after)).problems())
        .extracting(ManifestProblem::located)
        .containsExactly(located);
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readingWhatWasWrittenGivesItBack(long seed) {
    WrittenHpa hpa = random(new Random(seed));
    String text = HpaYaml.write(hpa);
    assertThat(HpaYaml.read(text).object()).as(text).contains(hpa);
    assertThat(HpaYaml.with(text, hpa).text()).contains(text);
    assertThat(Comparison.ofHpas(text, text).differences()).isEmpty();
  }

  private static WrittenHpa random(Random random) {
    List<WrittenMetric> metrics = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      WrittenMetric.Source source = WrittenMetric.Source.values()[random.nextInt(5)];
      metrics.add(
          new WrittenMetric(
              source,
              RandomFields.word(random),
              source == WrittenMetric.Source.CONTAINER_RESOURCE ? RandomFields.word(random) : "",
              source == WrittenMetric.Source.EXTERNAL ? RandomFields.texts(random) : Map.of(),
              target(random)));
    }
    return new WrittenHpa(
        RandomFields.metadata(random),
        new ScaleTarget(
            RandomFields.word(random), RandomFields.word(random), RandomFields.word(random), ""),
        RandomFields.maybe(random),
        RandomFields.maybe(random),
        metrics,
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(new Behavior(RandomFields.rules(random), RandomFields.rules(random))));
  }

  private static WrittenMetric.Target target(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> WrittenMetric.Target.average(RandomFields.quantity(random));
      case 1 -> WrittenMetric.Target.value(RandomFields.quantity(random));
      case 2 ->
          new WrittenMetric.Target(
              "Utilization", Optional.empty(), Optional.empty(), RandomFields.maybe(random));
      default -> WrittenMetric.Target.UNSET;
    };
  }

  @Test
  void whatKedaMakesIsWritten() {
    ScaledObject scaler =
        ScaledObject.of(
            "decode",
            "decode",
            2,
            8,
            List.of(
                Trigger.prometheus("queue", "http://p", "q", "0.5"),
                new Trigger(
                    "cpu", "", "Utilization", Map.of("value", "70"), false, Optional.empty())));
    String text = HpaYaml.write(GeneratedHpa.of(scaler));
    ReadManifest<WrittenHpa> read = HpaYaml.read(text);
    assertThat(read.problems()).isEmpty();
    assertThat(read.object()).contains(WrittenHpa.of(GeneratedHpa.of(scaler)));
    assertThat(text)
        .contains("name: keda-hpa-decode\n", "name: s0-prometheus\n", "averageUtilization: 70\n")
        .contains("averageValue: 500m\n");
    ScaledObject slower =
        scaler.withTrigger(0, scaler.triggers().get(0).withMetadata("threshold", "1"));
    assertThat(Comparison.ofHpas(text, HpaYaml.write(GeneratedHpa.of(slower))).differences())
        .extracting(Difference::words)
        .containsExactly(
            "the s0-prometheus metric asks for one replica per 1 instead of per 0.5: half as many"
                + " replicas at the same value");
  }
}
