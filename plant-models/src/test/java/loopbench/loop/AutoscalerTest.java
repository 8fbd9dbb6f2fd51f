// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.Advanced;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.Poll;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaleTarget;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class AutoscalerTest {
  private static final long SYNC_MS = 15_000;

  static Stream<Arguments> trajectories() {
    return Cases.of("keda-trajectories.json");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trajectories")
  void followsTheTrajectory(String id, String kind, JsonNode input, JsonNode output) {
    ScaledObject scaler = scaler(input.get("scaledObject"));
    long startMs = ms(input.get("start"));
    Autoscaler actors = new Autoscaler(scaler, HpaConstants.DEFAULTS.withSyncS(15), startMs);
    int replicas = actors.taken(input.get("initialReplicas").asInt());
    List<String> polls = new ArrayList<>();
    List<String> hpas = new ArrayList<>();
    List<Long> composites = new ArrayList<>();
    for (long now = startMs; now <= ms(input.get("end")); now += 1000) {
      List<SourceAnswer> answers = answers(scaler, input.get("series"), now);
      if (actors.nextPollMs() <= now) {
        Poll poll = actors.poll(now, answers, replicas, replicas);
        replicas = poll.replicas();
        polls.add(now / 1000 + " " + poll.action().token() + " " + replicas);
      }
      if ((now - startMs) % SYNC_MS == 0 && actors.hasHpa()) {
        actors.sync(now, answers, Workload.ready(replicas));
        replicas = actors.hpa().numbers().desired();
        hpas.add(now / 1000 + " " + replicas);
        if (scaler.hasModifiers()) {
          composites.add(actors.hpa().numbers().milli(0));
        }
      }
    }
    if (output.has("polls")) {
      assertThat(polls).as("polls").containsExactlyElementsOf(rows(output.get("polls")));
    }
    if (output.has("hpas")) {
      assertThat(hpas).as("syncs").containsExactlyElementsOf(rows(output.get("hpas")));
    }
    if (output.has("composites")) {
      assertThat(composites)
          .as("composites")
          .containsExactlyElementsOf(
              output.get("composites").valueStream().map(JsonNode::asLong).toList());
    }
    if (output.has("finalReplicas")) {
      assertThat(replicas).isEqualTo(output.get("finalReplicas").asInt());
    }
  }

  private static List<String> rows(JsonNode rows) {
    List<String> expected = new ArrayList<>();
    for (JsonNode row : rows) {
      List<String> cells = row.valueStream().map(JsonNode::asString).toList();
      expected.add(String.join(" ", cells));
    }
    return expected;
  }

  private static long ms(JsonNode seconds) {
    return Math.round(seconds.asDouble() * 1000);
  }

  private static List<SourceAnswer> answers(ScaledObject scaler, JsonNode series, long nowMs) {
    List<SourceAnswer> answers = new ArrayList<>();
    for (int t = 0; t < scaler.triggers().size(); t++) {
      JsonNode held = null;
      for (JsonNode sample : series.get(String.valueOf(t))) {
        held = ms(sample.get(0)) <= nowMs ? sample.get(1) : held;
      }
      answers.add(
          held == null || held.isNull()
              ? SourceAnswer.ABSENT
              : held.isNumber()
                  ? SourceAnswer.of(held.asDouble())
                  : new SourceAnswer.Failure("no answer"));
    }
    return answers;
  }

  private static ScaledObject scaler(JsonNode spec) {
    List<Trigger> triggers = new ArrayList<>();
    for (JsonNode trigger : spec.get("triggers")) {
      Map<String, String> metadata = new LinkedHashMap<>();
      metadata.put("serverAddress", "http://p");
      metadata.put("query", "q");
      trigger
          .get("metadata")
          .propertyStream()
          .forEach(e -> metadata.put(e.getKey(), e.getValue().asString()));
      triggers.add(
          new Trigger(
              trigger.get("type").asString(),
              trigger.path("name").asString(""),
              "",
              metadata,
              false,
              Optional.empty()));
    }
    Map<String, String> annotations = new LinkedHashMap<>();
    spec.path("annotations")
        .propertyStream()
        .forEach(e -> annotations.put(e.getKey(), e.getValue().asString()));
    JsonNode modifiers = spec.path("advanced").path("scalingModifiers");
    Advanced advanced =
        modifiers.isMissingNode()
            ? Advanced.UNSET
            : Advanced.UNSET.withModifiers(
                new ScalingModifiers(
                    modifiers.path("formula").asString(""),
                    modifiers.path("target").asString(""),
                    modifiers.path("activationTarget").asString(""),
                    ""));
    JsonNode fallback = spec.path("fallback");
    return new ScaledObject(
        new ObjectMeta("so", "", Map.of(), annotations),
        ScaleTarget.of("d"),
        new Intervals(
            count(spec, "pollingInterval"), count(spec, "cooldownPeriod"), OptionalInt.empty()),
        new ReplicaCounts(
            count(spec, "minReplicaCount"),
            count(spec, "maxReplicaCount"),
            count(spec, "idleReplicaCount")),
        triggers,
        advanced,
        fallback.isMissingNode()
            ? Optional.empty()
            : Optional.of(
                Fallback.of(
                    fallback.get("failureThreshold").asInt(), fallback.get("replicas").asInt())));
  }

  private static OptionalInt count(JsonNode spec, String field) {
    return spec.has(field) ? OptionalInt.of(spec.get(field).asInt()) : OptionalInt.empty();
  }
}
