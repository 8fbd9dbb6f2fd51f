// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class StabilizationTest {
  private static final long NOW = 1_000_000_000;

  static Stream<Arguments> plainCases() {
    return Cases.of("hpa-rules.json", "stabilizePlain");
  }

  static Stream<Arguments> behaviorCases() {
    return Cases.of("hpa-rules.json", "stabilizeBehavior");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("plainCases")
  void takesTheLargestOfTheWindow(String id, String kind, JsonNode input, JsonNode output) {
    long windowMs = input.get("windowSeconds").asInt() * 1000L;
    int desired = input.get("desiredReplicas").asInt();
    RecommendationSlots slots = slots(input);
    assertThat(slots.plain(NOW, desired, windowMs)).isEqualTo(output.get("replicas").asInt());
    assertThat(slots.values()).hasSize(output.get("logLength").asInt());
    if (output.has("recommendations")) {
      assertThat(slots.values()).isEqualTo(ints(output.get("recommendations")));
    }

    Stabilization fast = Stabilization.plain(windowMs);
    fill(fast, input);
    fast.record(NOW, desired);
    assertThat(fast.plain()).isEqualTo(output.get("replicas").asInt());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("behaviorCases")
  void movesWhatRunsBetweenTheExtremesOfTheWindows(
      String id, String kind, JsonNode input, JsonNode output) {
    long upMs = input.get("scaleUpStabilizationWindowSeconds").asInt() * 1000L;
    long downMs = input.get("scaleDownStabilizationWindowSeconds").asInt() * 1000L;
    int desired = input.get("desiredReplicas").asInt();
    int current = input.get("currentReplicas").asInt();
    RecommendationSlots slots = slots(input);
    assertThat(slots.behavior(NOW, current, desired, upMs, downMs))
        .isEqualTo(output.get("replicas").asInt());
    if (!output.get("recommendations").isNull()) {
      assertThat(slots.values()).isEqualTo(ints(output.get("recommendations")));
    }

    Stabilization fast = Stabilization.behavior(upMs, downMs);
    fill(fast, input);
    fast.record(NOW, desired);
    assertThat(fast.behavior(current)).isEqualTo(output.get("replicas").asInt());
  }

  private static RecommendationSlots slots(JsonNode input) {
    RecommendationSlots slots = new RecommendationSlots();
    input
        .get("recommendations")
        .forEach(r -> slots.add(NOW - Rules.ageMs(r), r.get("replicas").asInt()));
    return slots;
  }

  private static void fill(Stabilization fast, JsonNode input) {
    fast.seedEmpty();
    input
        .get("recommendations")
        .valueStream()
        .sorted(Comparator.comparingLong(Rules::ageMs).reversed())
        .forEach(r -> fast.record(NOW - Rules.ageMs(r), r.get("replicas").asInt()));
  }

  private static List<Integer> ints(JsonNode array) {
    return array.valueStream().map(JsonNode::asInt).toList();
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 100).boxed();
  }

  /** 100 seeds of 1,000 sequences: 100,000 in all. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void answersAsTheListThatUpstreamWalks(long seed) {
    Random random = new Random(seed);
    for (int sequence = 0; sequence < 1000; sequence++) {
      long unitMs = random.nextBoolean() ? 15_000 : 1;
      long upMs = random.nextInt(8) * unitMs;
      long downMs = random.nextInt(24) * unitMs;
      int values = 1 + random.nextInt(10);
      RecommendationSlots plainSlots = new RecommendationSlots();
      RecommendationSlots slots = new RecommendationSlots();
      Stabilization plain = Stabilization.plain(downMs);
      Stabilization fast = Stabilization.behavior(upMs, downMs);
      long nowMs = random.nextInt(1000);
      int start = random.nextInt(values);
      if (random.nextBoolean()) {
        plain.seed(nowMs, start);
        fast.seed(nowMs, start);
        plainSlots.add(nowMs, start);
        slots.add(nowMs, start);
      }
      for (int i = 0; i < 40; i++) {
        int desired = random.nextInt(values);
        int current = random.nextInt(values);
        plain.record(nowMs, desired);
        fast.record(nowMs, desired);
        assertThat(plain.plain()).isEqualTo(plainSlots.plain(nowMs, desired, downMs));
        assertThat(fast.behavior(current))
            .isEqualTo(slots.behavior(nowMs, current, desired, upMs, downMs));
        nowMs += random.nextInt(5) == 0 ? random.nextInt(12) * unitMs : unitMs;
        nowMs += random.nextInt(4) == 0 ? random.nextInt(3) : 0;
      }
    }
  }
}
