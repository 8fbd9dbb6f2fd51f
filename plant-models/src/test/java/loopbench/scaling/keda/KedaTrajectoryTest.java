// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Whole runs of KEDA beside an HPA. */
class KedaTrajectoryTest {
  static Stream<Arguments> trajectories() {
    return Cases.of("keda-trajectories.json", "trajectory");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trajectories")
  void kedaAndTheHpaMoveAsInACluster(String id, String kind, JsonNode input, JsonNode output) {
    JsonNode spec = input.get("scaledObject");
    ScaledObject scaler = Specs.scaledObject(spec, Specs.texts(spec.get("annotations")));
    int end = input.get("end").asInt();
    int start = input.get("start").asInt();
    Cluster cluster = new Cluster(scaler, input.get("initialReplicas").asInt(), 15_000);
    for (int t = start; t <= end; t++) {
      List<SourceAnswer> answers = new ArrayList<>();
      for (int i = 0; i < scaler.triggers().size(); i++) {
        answers.add(held(input.get("series").get(String.valueOf(i)), t));
      }
      cluster.second(t, answers);
    }
    if (output.has("polls")) {
      List<List<Object>> polls = new ArrayList<>();
      for (JsonNode poll : output.get("polls")) {
        polls.add(List.of(poll.get(0).asInt(), poll.get(1).asString(), poll.get(2).asInt()));
      }
      assertThat(
              cluster.polls.stream()
                  .map(
                      p ->
                          List.<Object>of(
                              Cluster.seconds(p.nowMs()), p.action().token(), p.replicas()))
                  .toList())
          .isEqualTo(polls);
    }
    if (output.has("hpas")) {
      List<List<Integer>> hpas = new ArrayList<>();
      for (JsonNode hpa : output.get("hpas")) {
        hpas.add(List.of(hpa.get(0).asInt(), hpa.get(1).asInt()));
      }
      assertThat(
              cluster.syncs.stream()
                  .map(s -> List.of(Cluster.seconds(s.nowMs()), s.replicas()))
                  .toList())
          .isEqualTo(hpas);
    }
    if (output.has("composites")) {
      assertThat(cluster.syncs.stream().map(s -> s.milli()[0]).toList())
          .isEqualTo(output.get("composites").valueStream().map(JsonNode::asLong).toList());
    }
    if (output.has("finalReplicas")) {
      assertThat(cluster.replicas).isEqualTo(output.get("finalReplicas").asInt());
    }
  }

  private static SourceAnswer held(JsonNode series, int t) {
    JsonNode value = null;
    for (JsonNode step : series) {
      if (step.get(0).asInt() <= t) {
        value = step.get(1);
      }
    }
    if (value == null || value.isNull()) {
      return SourceAnswer.ABSENT;
    }
    return value.isString()
        ? new SourceAnswer.Failure("status 503")
        : SourceAnswer.of(value.asDouble());
  }
}
