// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class HpaControllerTest {
  private static final MetricReading FAILED = new MetricReading.Failure("timed out");
  private static final KubernetesVersion V1_37 = new KubernetesVersion(1, 37);

  static Stream<Arguments> syncs() {
    return Cases.of("hpa-syncs.json");
  }

  static Stream<Arguments> trajectories() {
    return Cases.of("hpa-trajectories.json");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("syncs")
  void decidesOneSyncAsKubernetesDoes(String id, String kind, JsonNode input, JsonNode output) {
    List<MetricSpec> metrics = new ArrayList<>();
    List<MetricReading> readings = new ArrayList<>();
    for (JsonNode metric : input.get("metrics")) {
      metrics.add(
          metric(
              "m" + metrics.size(),
              metric.get("targetType").asString(),
              metric.get("targetMilli").asLong()));
      readings.add(
          input.get("metricsApiFails").asBoolean()
              ? FAILED
              : MetricReading.of(LongStream.of(Cases.longs(input.get("reportedLevels"))).sum()));
    }
    JsonNode gates = input.get("featureGates");
    HpaController controller =
        new HpaController(
            spec(input, metrics),
            HpaConstants.DEFAULTS
                .withKubernetes(V1_37)
                .withGates(
                    new HpaConstants.Gates(
                        gate(gates, "HPAConfigurableTolerance"), gate(gates, "HPAScaleToZero")))
                .withUpLimit(
                    new HpaConstants.UpLimit(input.get("scaleUpLimitFactor").asDouble(), 4)));
    JsonNode recommendations = input.get("recommendations");
    if (!Rules.absent(recommendations)) {
      assertThat(recommendations).isEmpty();
      controller.stabilization().seedEmpty();
    }
    for (JsonNode condition : input.get("initialConditions")) {
      controller.recall(condition(condition.get(2).asString()));
    }
    int pods = input.get("pods").asInt();
    Decision decision =
        controller.sync(
            0,
            new Workload(
                input.get("specReplicas").asInt(), input.get("statusReplicas").asInt(), pods, pods),
            readings);
    boolean updated = !input.get("scaleUpdateFails").asBoolean();
    assertThat(decision.desired()).isEqualTo(output.get("desiredReplicas").asInt());
    if (output.has("scaleUpdated")) {
      assertThat(decision.rescale() && updated).isEqualTo(output.get("scaleUpdated").asBoolean());
    }
    if (output.has("error")) {
      assertThat(decision.outcome() == Decision.Outcome.NO_DECISION)
          .isEqualTo(output.get("error").asBoolean());
    }
    if (output.has("conditions")) {
      assertThat(shown(decision.conditions(updated))).isEqualTo(conditions(output));
    }
  }

  private static Set<String> shown(List<Condition> conditions) {
    return conditions.stream()
        .map(c -> c.type().token() + " " + (c.status() ? "True " : "False ") + c.reason())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<String> conditions(JsonNode output) {
    return output
        .get("conditions")
        .valueStream()
        .map(c -> c.get(0).asString() + " " + c.get(1).asString() + " " + c.get(2).asString())
        .collect(Collectors.toSet());
  }

  private static Condition condition(String reason) {
    return Stream.of(Condition.values())
        .filter(c -> c.reason().equals(reason))
        .findFirst()
        .orElseThrow();
  }

  private static Optional<Boolean> gate(JsonNode gates, String name) {
    return Optional.ofNullable(gates.get(name)).map(JsonNode::asBoolean);
  }

  private static HpaSpec spec(JsonNode hpa, List<MetricSpec> metrics) {
    return new HpaSpec(
        hpa.get("minReplicas").asInt(),
        hpa.get("maxReplicas").asInt(),
        Rules.behavior(hpa.get("behavior")),
        metrics);
  }

  private static MetricSpec metric(String name, String type, long targetMilli) {
    return new MetricSpec(
        name, type.equals("Value") ? TargetType.VALUE : TargetType.AVERAGE_VALUE, targetMilli);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trajectories")
  void followsTheTrajectory(String id, String kind, JsonNode input, JsonNode output) {
    JsonNode hpa = input.get("hpa");
    List<MetricSpec> metrics = new ArrayList<>();
    for (JsonNode metric : hpa.get("metrics")) {
      metrics.add(
          metric(
              metric.get("name").asString(),
              metric.get("targetType").asString(),
              metric.get("targetMilli").asLong()));
    }
    HpaController controller = new HpaController(spec(hpa, metrics), constants(input));
    int replicas = input.get("initialReplicas").asInt();
    List<Object> set = new ArrayList<>();
    List<Object> asked = new ArrayList<>();
    List<Object> able = new ArrayList<>();
    List<Object> active = new ArrayList<>();
    List<Object> limited = new ArrayList<>();
    List<Object> reasons = new ArrayList<>();
    for (JsonNode sync : input.get("syncs")) {
      long nowMs = Math.round(sync.get("t").asDouble() * 1000);
      replicas = sync.has("specReplicas") ? sync.get("specReplicas").asInt() : replicas;
      int status = sync.has("statusReplicas") ? sync.get("statusReplicas").asInt() : replicas;
      List<MetricReading> readings = new ArrayList<>();
      for (MetricSpec metric : metrics) {
        JsonNode value = sync.get("metrics").get(metric.name());
        readings.add(Rules.absent(value) ? FAILED : MetricReading.of(value.asLong()));
      }
      Decision decision =
          controller.sync(nowMs, new Workload(replicas, status, replicas, replicas), readings);
      boolean updated = !(sync.has("scaleUpdateFails") && sync.get("scaleUpdateFails").asBoolean());
      List<Condition> conditions = decision.conditions(updated);
      if (decision.rescale() && updated) {
        controller.scaled(nowMs, replicas, decision.desired());
        replicas = decision.desired();
      }
      set.add(replicas);
      asked.add(
          switch (decision.outcome()) {
            case COMPUTED -> decision.raw();
            case NO_DECISION -> -1;
            default -> "null";
          });
      able.add(reason(conditions, Condition.Type.ABLE_TO_SCALE));
      active.add(reason(conditions, Condition.Type.SCALING_ACTIVE));
      limited.add(reason(conditions, Condition.Type.SCALING_LIMITED));
      reasons.add(decision.rescaleReason());
    }
    assertThat(set).isEqualTo(column(output, "replicas", set));
    assertThat(asked).isEqualTo(column(output, "metricDesired", asked));
    assertThat(able).isEqualTo(column(output, "ableToScale", able));
    assertThat(active).isEqualTo(column(output, "scalingActive", active));
    assertThat(limited).isEqualTo(column(output, "scalingLimited", limited));
    assertThat(reasons).isEqualTo(column(output, "rescaleReason", reasons));
  }

  private static HpaConstants constants(JsonNode input) {
    HpaConstants constants = HpaConstants.DEFAULTS;
    JsonNode given = input.get("controller");
    return Rules.absent(given)
        ? constants
        : constants.withGates(
            new HpaConstants.Gates(
                gate(given, "configurableTolerance"), gate(given, "hpaScaleToZero")));
  }

  private static Object reason(List<Condition> conditions, Condition.Type type) {
    return conditions.stream()
        .filter(c -> c.type() == type)
        .map(Condition::reason)
        .findFirst()
        .orElse("");
  }

  private static List<Object> column(JsonNode output, String name, List<Object> unasserted) {
    if (!output.has(name)) {
      return unasserted;
    }
    return output
        .get(name)
        .valueStream()
        .map(n -> n.isNull() ? (Object) "null" : n.isNumber() ? (Object) n.asInt() : n.asString())
        .toList();
  }

  private static final MetricSpec QUEUE = new MetricSpec("queue", TargetType.AVERAGE_VALUE, 1000);
  private static final MetricSpec RUNNING =
      new MetricSpec("running", TargetType.AVERAGE_VALUE, 16_000);

  private static List<MetricReading> values(long queue, long running) {
    return List.of(MetricReading.of(queue * 1000), MetricReading.of(running * 1000));
  }

  @Test
  void saysWhatEachStepDid() {
    Behavior held =
        Behavior.EMPTY.withUp(
            ScalingRules.UNSET
                .withStabilizationWindowS(300)
                .withPolicies(List.of(new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15))));
    HpaController controller =
        new HpaController(
            new HpaSpec(1, 20, Optional.of(held), List.of(QUEUE, RUNNING)), HpaConstants.DEFAULTS);
    controller.sync(0, Workload.ready(3), values(3, 48));
    Decision decision = controller.sync(15_010, Workload.ready(3), values(9, 64));
    assertThat(decision.brief())
        .isEqualTo(
            "queue asked 9, running asked 4; policy allowed 6 (100 % per 15 s);"
                + " window of 300 s held it at 3");
    assertThat(decision.reason())
        .isEqualTo(
            "queue asked 9 (ceil(9/1)), running asked 4 (ceil(64/16));"
                + " policy allowed 6 (100 % per 15 s);"
                + " window of 300 s held it at 3 (3 was asked 15.01 s ago)");
    assertThat(decision.steps())
        .extracting(Step::text)
        .containsExactly(
            "queue asked 9 (ceil(9/1))",
            "running asked 4 (ceil(64/16))",
            "the largest ask is 9 (queue)",
            "window of 300 s held it at 3 (3 was asked 15.01 s ago)",
            "within limits and bounds");
    assertThat(decision.steps())
        .extracting(s -> s.condition().map(Condition::reason).orElse(""))
        .containsExactly("", "", "ValidMetricFound", "ScaleUpStabilized", "DesiredWithinRange");
    assertThat(decision.rescaleReason()).isEqualTo("queue above target");
  }

  @Test
  void whatDecidedStandsLast() {
    Behavior behavior =
        Behavior.EMPTY
            .withUp(
                ScalingRules.UNSET
                    .withStabilizationWindowS(60)
                    .withPolicies(List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 60))))
            .withDown(ScalingRules.UNSET.withSelect(SelectPolicy.DISABLED));
    HpaController controller =
        new HpaController(
            new HpaSpec(1, 8, Optional.of(behavior), List.of(QUEUE)), HpaConstants.DEFAULTS);
    assertThat(brief(controller, 0, 3, 3)).isEqualTo("queue asked 3");
    assertThat(brief(controller, 15_000, 3, 6))
        .isEqualTo("queue asked 6; policy allowed 4 (1 pod per 60 s); window of 60 s held it at 3");
    assertThat(brief(controller, 60_000, 3, 7))
        .isEqualTo("queue asked 7; window of 60 s held it at 6; policy allowed 4 (1 pod per 60 s)");
    controller.scaled(60_000, 3, 4);
    assertThat(brief(controller, 75_000, 4, 9))
        .isEqualTo("queue asked 9; window of 60 s held it at 7; policy allowed 4 (1 pod per 60 s)");
    assertThat(brief(controller, 500_000, 4, 2)).isEqualTo("queue asked 2; scaleDown is disabled");
    assertThat(brief(controller, 900_000, 9, 2))
        .isEqualTo("9 replicas are above maxReplicas 8: set to 8 without reading metrics");
    assertThat(brief(controller, 900_000, 0, 2))
        .isEqualTo("0 replicas: the HPA is disabled until something else starts one");

    HpaController plain =
        new HpaController(
            new HpaSpec(1, 8, Optional.empty(), List.of(QUEUE)), HpaConstants.DEFAULTS);
    assertThat(brief(plain, 0, 2, 8)).isEqualTo("queue asked 8; one sync allowed 4 from 2");
    assertThat(brief(plain, 15_000, 4, 2))
        .isEqualTo("queue asked 2; window of 300 s raised it to 8");
    assertThat(brief(plain, 30_000, 8, 30)).isEqualTo("queue asked 30; bounded by maxReplicas 8");
    assertThat(brief(plain, 500_000, 8, 0)).isEqualTo("queue asked 0; bounded by minReplicas 1");
  }

  private static String brief(HpaController controller, long nowMs, int current, int queue) {
    return controller
        .sync(nowMs, Workload.ready(current), List.of(MetricReading.of(queue * 1000L)))
        .brief();
  }

  @Test
  void beginsAnewWhenForgotten() {
    HpaController controller =
        new HpaController(
            new HpaSpec(1, 20, Optional.empty(), List.of(QUEUE)), HpaConstants.DEFAULTS);
    controller.sync(0, Workload.ready(10), List.of(MetricReading.of(10_000)));
    Decision held = controller.sync(15_010, Workload.ready(4), List.of(MetricReading.of(2000)));
    assertThat(held.stabilized().orElseThrow().replicas()).isEqualTo(10);
    controller.forget();
    Decision fresh = controller.sync(15_010, Workload.ready(4), List.of(MetricReading.of(2000)));
    assertThat(fresh.desired()).isEqualTo(4);
  }

  @Test
  void keepsConditionsThatAForcedMoveDoesNotTouch() {
    HpaController controller =
        new HpaController(
            new HpaSpec(1, 5, Optional.empty(), List.of(QUEUE)), HpaConstants.DEFAULTS);
    controller.sync(0, Workload.ready(5), List.of(MetricReading.of(9000)));
    Decision forced = controller.sync(15_010, Workload.ready(7), List.of(FAILED));
    assertThat(forced.conditions(true))
        .containsExactly(
            Condition.SUCCEEDED_RESCALE, Condition.VALID_METRIC_FOUND, Condition.TOO_MANY_REPLICAS);
    assertThat(forced.conditions(false).get(0)).isEqualTo(Condition.FAILED_UPDATE_SCALE);
  }

  @Test
  void refusesNonsense() {
    HpaController controller =
        new HpaController(
            new HpaSpec(1, 5, Optional.empty(), List.of(QUEUE)), HpaConstants.DEFAULTS);
    assertThatThrownBy(() -> controller.sync(0, Workload.ready(1), List.of()))
        .hasMessage("a sync needs as many readings as metrics, got 0 for 1");
    controller.sync(10, Workload.ready(1), List.of(FAILED));
    assertThatThrownBy(() -> controller.sync(9, Workload.ready(1), List.of(FAILED)))
        .hasMessage("a sync at 9 ms cannot follow one at 10 ms");
    assertThatThrownBy(() -> controller.scaled(10, 3, 3))
        .hasMessage("a rescale changes the replicas, stayed at 3");
    assertThatThrownBy(() -> new HpaSpec(1, 5, Optional.empty(), List.of()))
        .hasMessage("an HPA needs at least one metric");
    assertThatThrownBy(() -> new ReplicaBounds(0, 0))
        .hasMessage("maxReplicas must be at least 1, was 0");
  }
}
