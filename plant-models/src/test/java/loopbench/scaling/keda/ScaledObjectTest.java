// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.knob.Knob;
import loopbench.scaling.Cases;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.TargetType;
import loopbench.series.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ScaledObjectTest {
  private static final String FIELDS = "keda-numbers-and-fields.json";

  static Stream<Arguments> milli() {
    return Cases.of(FIELDS, "kedaMilli");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("milli")
  void numbersBecomeMilliAsInKeda(String id, String kind, JsonNode input, JsonNode output) {
    double value =
        switch (input.get("value").asString()) {
          case "NaN" -> Double.NaN;
          case "+Inf" -> Double.POSITIVE_INFINITY;
          case "-Inf" -> Double.NEGATIVE_INFINITY;
          default -> input.get("value").asDouble();
        };
    long milli = KedaNumbers.milli(value);
    if (output.has("zero")) {
      assertThat(milli == 0).isEqualTo(output.get("zero").asBoolean());
      assertThat(milli > 0).isEqualTo(output.get("positive").asBoolean());
    }
    if (output.has("milli")) {
      assertThat(milli).isEqualTo(output.get("milli").asLong());
    }
    if (output.has("milliTrunc")) {
      assertThat(KedaNumbers.truncatedMilli(value)).isEqualTo(output.get("milliTrunc").asLong());
    }
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 100).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void theShortWayToMilliIsTheExactOne(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      double value =
          switch (i % 4) {
            case 0 -> random.nextInt(20_000) / 2000.0;
            case 1 -> random.nextDouble() * 5_000_000;
            case 2 -> (random.nextInt(10_000_000) + 0.5) / 1000;
            default -> Math.nextUp((random.nextInt(1000) * 2 + 1) / 16.0);
          };
      assertThat(KedaNumbers.milli(value))
          .as("%s", value)
          .isEqualTo(
              new BigDecimal(value)
                  .setScale(3, RoundingMode.HALF_EVEN)
                  .unscaledValue()
                  .longValueExact());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void numbersAreWrittenAsShortAsTheyReadBack(long seed) {
    Random random = new Random(seed);
    double value = Math.exp(40 * random.nextDouble() - 20) * (random.nextBoolean() ? 1 : -1);
    assertThat(KedaNumbers.number(KedaNumbers.text(value))).hasValue(value);
    double three = random.nextInt(1_000_000) / 1000.0;
    assertThat(KedaNumbers.text(three))
        .isEqualTo(
            three == 0
                ? "0"
                : new BigDecimal(String.valueOf(three)).stripTrailingZeros().toPlainString());
    assertThat(KedaNumbers.text(2e-3)).isEqualTo("0.002");
    assertThat(KedaNumbers.text(1e23)).isEqualTo("1" + "0".repeat(23));
  }

  static Stream<Arguments> prometheus() {
    return Cases.of(FIELDS, "kedaPromMetadata");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("prometheus")
  void refusesTheMetadataThatKedaRefuses(String id, String kind, JsonNode input, JsonNode output) {
    Map<String, String> metadata = new LinkedHashMap<>();
    input
        .get("metadata")
        .properties()
        .forEach(e -> metadata.put(e.getKey(), e.getValue().asString()));
    List<SpecProblem> problems = PrometheusTrigger.problems(metadata, "metadata");
    assertThat(!problems.isEmpty()).as("%s", problems).isEqualTo(output.get("error").asBoolean());
  }

  static Stream<Arguments> bounds() {
    return Cases.of(FIELDS, "kedaReplicaBounds", "kedaHpaReplicas");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bounds")
  void boundsAreKedas(String id, String kind, JsonNode input, JsonNode output) {
    ReplicaCounts counts =
        new ReplicaCounts(
            count(input, "minReplicaCount"),
            count(input, "maxReplicaCount"),
            count(input, "idleReplicaCount"));
    if (kind.equals("kedaHpaReplicas")) {
      assertThat(counts.hpaMin()).isEqualTo(output.get("min").asInt());
      assertThat(counts.hpaMax()).isEqualTo(output.get("max").asInt());
    } else {
      assertThat(counts.boundsProblem().isPresent()).isEqualTo(output.get("error").asBoolean());
    }
  }

  private static OptionalInt count(JsonNode input, String field) {
    JsonNode node = input.get(field);
    return node == null || node.isNull() ? OptionalInt.empty() : OptionalInt.of(node.asInt());
  }

  static Stream<Arguments> triggers() {
    return Cases.of(FIELDS, "kedaTriggersValidate");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("triggers")
  void triggersAreValidWhereKedaSaysSo(String id, String kind, JsonNode input, JsonNode output) {
    List<Trigger> triggers = new ArrayList<>();
    for (JsonNode t : input.get("triggers")) {
      String type = t.get("type").asString();
      triggers.add(
          new Trigger(
              type,
              t.get("name").asString(),
              "",
              Map.of("serverAddress", "http://p", "query", "up", "threshold", "1"),
              t.has("useCachedMetrics") && t.get("useCachedMetrics").asBoolean(),
              Optional.empty()));
    }
    assertThat(ScaledObject.of("so", "d", 1, 8, triggers).problems().isEmpty())
        .isEqualTo(output.get("valid").asBoolean());
  }

  static Stream<Arguments> types() {
    return Cases.of(FIELDS, "kedaTargetType");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("types")
  void metricTypesAreKedas(String id, String kind, JsonNode input, JsonNode output) {
    Trigger trigger =
        new Trigger(
            "prometheus",
            "t",
            input.get("metricType").asString(),
            Map.of(),
            false,
            Optional.empty());
    assertThat(trigger.targetType().isEmpty()).isEqualTo(output.get("error").asBoolean());
    assertThat(trigger.targetType().map(TargetType::token).orElse(""))
        .isEqualTo(output.get("metricType").asString());
  }

  static Stream<Arguments> metricNames() {
    return Cases.of(FIELDS, "kedaMetricName");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("metricNames")
  void anUnnamedTriggerIsCalledAsItsMetric(
      String id, String kind, JsonNode input, JsonNode output) {
    Trigger unnamed = Trigger.prometheus("", "http://p", "up", "1");
    assertThat(
            ScaledObject.of("so", "d", 1, 8, List.of(unnamed, unnamed))
                .triggerName(input.get("triggerIndex").asInt()))
        .isEqualTo(output.get("name").asString());
  }

  private static ScaledObject queueDepth() {
    return ScaledObject.of(
        "so",
        "decode",
        1,
        8,
        List.of(
            Trigger.prometheus("epp-queue-size", "http://p:9090", "sum(q)", "1"),
            Trigger.prometheus("epp-running-requests", "http://p:9090", "sum(r)", "16")));
  }

  @Test
  void aSoundOneHasNoProblems() {
    assertThat(queueDepth().problems()).isEmpty();
    assertThat(queueDepth().ignored()).isEmpty();
    assertThat(queueDepth().hpaName()).isEqualTo("keda-hpa-so");
    assertThat(queueDepth().thresholds())
        .isEqualTo(Map.of("epp-queue-size", "1", "epp-running-requests", "16"));
  }

  @ParameterizedTest(name = "threshold {0}")
  @CsvSource(
      value = {
        "500m | threshold must be a plain number such as \"16\" or \"0.5\" (no sign in front, no unit,"
            + " a digit before the point), was \"500m\".",
        "0.0004 | threshold must be at least 0.001, since the HPA refuses a target of 0; was"
            + " \"0.0004\".",
        "-1 | threshold must be at least 0.001, since the HPA refuses a target of 0; was \"-1\"."
      },
      delimiter = '|')
  void namesTheFieldOfAWrongThreshold(String threshold, String message) {
    ScaledObject wrong =
        queueDepth()
            .withTrigger(1, queueDepth().triggers().get(1).withMetadata("threshold", threshold));
    assertThat(wrong.problems())
        .containsExactly(
            new SpecProblem("triggers.epp-running-requests.metadata.threshold", message));
  }

  @Test
  void namesTheFieldOfOtherSlips() {
    ScaledObject wrong =
        new ScaledObject(
            ObjectMeta.of("n".repeat(70)),
            ScaleTarget.of(""),
            new Intervals(OptionalInt.of(0), OptionalInt.of(-1), OptionalInt.empty()),
            ReplicaCounts.of(9, 8),
            List.of(
                Trigger.prometheus("a", "http://p", "up", "1"),
                Trigger.prometheus("a", "", "up", "1"),
                new Trigger("prometheus", "", "Utilization", Map.of(), false, Optional.empty())),
            Advanced.UNSET,
            Optional.empty());
    assertThat(wrong.problems().stream().map(SpecProblem::path))
        .containsExactly(
            "metadata.name",
            "scaleTargetRef.name",
            "pollingInterval",
            "cooldownPeriod",
            "minReplicaCount",
            "advanced.horizontalPodAutoscalerConfig.name",
            "triggers.1.name",
            "triggers.1.metadata.serverAddress",
            "triggers.2.metricType",
            "triggers.2.metadata.serverAddress",
            "triggers.2.metadata.query",
            "triggers.2.metadata.threshold");
    assertThat(wrong.problems().get(4).message())
        .isEqualTo("minReplicaCount must not be above maxReplicaCount 8, was 9.");
  }

  @Test
  void listsWhatTheReplayLeavesOut() {
    ScaledObject full =
        new ScaledObject(
            new ObjectMeta("so", "", Map.of(), Map.of("autoscaling.keda.sh/paused", "true")),
            ScaleTarget.of("d"),
            Intervals.UNSET,
            ReplicaCounts.UNSET,
            List.of(
                new Trigger(
                    "cpu", "", "Utilization", Map.of("value", "60"), false, Optional.empty()),
                new Trigger(
                    "prometheus",
                    "q",
                    "",
                    Map.of("threshold", "1", "activationThreshold", "5"),
                    true,
                    Optional.empty())),
            Advanced.UNSET
                .withBehavior(Behavior.EMPTY)
                .withModifiers(ScalingModifiers.of("q * 2", "1")),
            Optional.of(Fallback.of(3, 2)));
    assertThat(full.ignored().stream().map(KeptFeature::path))
        .containsExactly(
            "metadata.annotations.autoscaling.keda.sh/paused",
            "minReplicaCount",
            "triggers.0",
            "triggers.q.useCachedMetrics",
            "triggers.q.metadata.activationThreshold",
            "advanced.horizontalPodAutoscalerConfig.behavior",
            "advanced.scalingModifiers",
            "fallback");
  }

  @Test
  void nothingIsReadAsZeroOrAsAnErrorAndSaysSo() {
    PrometheusTrigger lenient = new PrometheusTrigger("http://p", "q", 1, 0, true);
    PrometheusTrigger strict = new PrometheusTrigger("http://p", "q", 1, 0, false);
    assertThat(lenient.metric(Reading.VALUE, 8.5)).isEqualTo(MetricReading.of(8500));
    assertThat(lenient.metric(Reading.VALUE, 0)).isEqualTo(MetricReading.of(0));
    assertThat(lenient.metric(Reading.ABSENT, Double.NaN))
        .isEqualTo(new MetricReading.Value(0, "absent, read as 0"));
    assertThat(lenient.metric(Reading.STALE, Double.NaN))
        .isEqualTo(new MetricReading.Value(0, "stale, read as 0"));
    assertThat(lenient.metric(Reading.NAN, Double.NaN))
        .isEqualTo(new MetricReading.Value(0, "NaN, read as 0"));
    assertThat(lenient.metric(Reading.VALUE, Double.POSITIVE_INFINITY))
        .isEqualTo(new MetricReading.Value(0, "infinite, read as 0"));
    assertThat(strict.metric(Reading.VALUE, -3))
        .isEqualTo(new MetricReading.Value(0, "negative, read as 0"));
    assertThat(strict.metric(Reading.NAN, Double.NaN))
        .isEqualTo(new MetricReading.Failure("NaN, and ignoreNullValues is false"));
    assertThat(strict.metric(Reading.VALUE, Double.NEGATIVE_INFINITY))
        .isEqualTo(new MetricReading.Failure("minus infinite, and ignoreNullValues is false"));
  }

  @Test
  void knobsReadBackWhatTheyWrote() {
    ScaledObject scaler =
        queueDepth()
            .withAdvanced(
                Advanced.UNSET.withBehavior(
                    Behavior.EMPTY.withUp(
                        ScalingRules.UNSET
                            .withStabilizationWindowS(300)
                            .withPolicies(
                                List.of(new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15))))));
    List<Knob<ScaledObject>> knobs = ScalerKnobs.of(scaler);
    assertThat(knobs.stream().map(Knob::name))
        .containsExactly(
            "triggers.epp-queue-size.threshold",
            "triggers.epp-running-requests.threshold",
            "minReplicaCount",
            "maxReplicaCount",
            "pollingInterval",
            "cooldownPeriod",
            "behavior.scaleUp.stabilizationWindowSeconds",
            "behavior.scaleUp.policies.0.value",
            "behavior.scaleUp.policies.0.periodSeconds");
    for (Knob<ScaledObject> knob : knobs) {
      double value = Math.rint(knob.range().at(0.3));
      assertThat(knob.get(knob.with(scaler, value))).as(knob.name()).isEqualTo(value);
    }
    Knob<ScaledObject> queue =
        ScalerKnobs.at(scaler, "triggers.epp-queue-size.threshold").orElseThrow();
    assertThat(queue.with(scaler, 2.5).thresholds()).containsEntry("epp-queue-size", "2.5");
    assertThat(queue.with(scaler, 1e-3).thresholds()).containsEntry("epp-queue-size", "0.001");
    assertThatThrownBy(
            () -> ScalerKnobs.at(scaler, "maxReplicaCount").orElseThrow().with(scaler, Double.NaN))
        .hasMessage("maxReplicaCount must be a whole number, 0 or more, was NaN");
  }
}
