// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ScaleLoopTest {
  private static final long NOW_MS = 1_000_000_000;

  static Stream<Arguments> steps() {
    return Cases.of("keda-decisions.json", "kedaExecutor");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("steps")
  void scalesAsKedasExecutorDoes(String id, String kind, JsonNode input, JsonNode output) {
    ScaledObject scaler =
        Specs.scaledObject(input.get("spec"), Specs.texts(input.get("annotations")));
    ScaleLoop loop =
        new ScaleLoop(scaler, input.has("createdAgoSeconds") ? ago(input, "createdAgoSeconds") : 0);
    boolean everActive =
        input.has("lastActiveAgoSeconds") && !input.get("lastActiveAgoSeconds").isNull();
    if (everActive) {
      loop.lastActiveAt(ago(input, "lastActiveAgoSeconds"));
    }
    int current = input.get("currentReplicas").asInt();
    PollAction action =
        loop.step(
            NOW_MS,
            scaler.pauses(),
            current,
            input.get("isActive").asBoolean(),
            input.get("isError").asBoolean());
    int after = loop.replicasAfter(action, current);
    output
        .properties()
        .forEach(
            expected -> {
              JsonNode value = expected.getValue();
              switch (expected.getKey()) {
                case "replicas" -> assertThat(after).isEqualTo(value.asInt());
                case "active" ->
                    assertThat(action.active().status().token()).isEqualTo(value.asString());
                case "activeReason" ->
                    assertThat(action.active().reason()).isEqualTo(value.asString());
                case "ready" ->
                    assertThat(action.ready().status().token()).isEqualTo(value.asString());
                case "readyReason" ->
                    assertThat(action.ready().reason()).isEqualTo(value.asString());
                case "lastActiveSet" ->
                    assertThat(loop.lastActiveMs().orElse(0) == NOW_MS)
                        .isEqualTo(value.asBoolean());
                case "paused" ->
                    assertThat(action == PollAction.PAUSED).isEqualTo(value.asBoolean());
                default -> throw new AssertionError("unexpected " + expected);
              }
            });
  }

  private static long ago(JsonNode input, String field) {
    return NOW_MS - Math.round(input.get(field).asDouble() * 1000);
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 200).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void movesOnlyToZeroIdleOrTheMinimum(long seed) {
    Random random = new Random(seed);
    int min = random.nextInt(4);
    int max = 1 + min + random.nextInt(6);
    OptionalInt idle =
        min > 0 && random.nextBoolean() ? OptionalInt.of(random.nextInt(min)) : OptionalInt.empty();
    ScaledObject scaler =
        ScaledObjects.one(
            new ReplicaCounts(
                random.nextBoolean() ? OptionalInt.of(min) : OptionalInt.empty(),
                OptionalInt.of(max),
                OptionalInt.empty()));
    if (idle.isPresent()) {
      scaler =
          scaler.withReplicas(new ReplicaCounts(OptionalInt.of(min), OptionalInt.of(max), idle));
    }
    int floor = scaler.replicas().min().orElse(0);
    Set<Integer> may = Set.copyOf(List.of(floor, Math.max(1, floor), idle.orElse(floor)));
    Pauses pauses =
        new Pauses(
            random.nextInt(8) == 0,
            OptionalInt.empty(),
            random.nextInt(4) == 0,
            random.nextInt(4) == 0,
            random.nextInt(8) == 0);
    ScaleLoop loop = new ScaleLoop(scaler, 0);
    int replicas = random.nextInt(max + 1);
    for (long nowMs = 0; nowMs < 3_600_000; nowMs += 30_000) {
      boolean active = random.nextInt(4) == 0;
      PollAction action = loop.step(nowMs, pauses, replicas, active, random.nextInt(4) == 0);
      int after = loop.replicasAfter(action, replicas);
      if (after != replicas) {
        assertThat(may).contains(after);
        assertThat(action.scales()).isTrue();
        assertThat(pauses.stopped()).isFalse();
        assertThat(after > replicas ? pauses.scaleOut() && active : pauses.scaleIn()).isFalse();
      }
      // The HPA moves in between.
      replicas = after == 0 ? 0 : Math.min(max, Math.max(after, 1 + random.nextInt(max)));
    }
  }
}
