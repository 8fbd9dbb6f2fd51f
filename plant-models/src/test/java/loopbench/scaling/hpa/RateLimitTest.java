// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class RateLimitTest {
  private static final long NOW = 1_000_000_000;

  static Stream<Arguments> convertCases() {
    return Cases.of("hpa-rules.json", "convertRules");
  }

  static Stream<Arguments> rateCases() {
    return Cases.of("hpa-rules.json", "behaviorRate");
  }

  static Stream<Arguments> limitCases() {
    return Cases.of("hpa-rules.json", "scaleUpLimit", "scaleDownLimit");
  }

  static Stream<Arguments> eventCases() {
    return Cases.of("hpa-rules.json", "storeEvent");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("convertCases")
  void limitsOneSyncWithoutBehavior(String id, String kind, JsonNode input, JsonNode output) {
    RateLimit limit =
        new RateLimit(
            bounds(input),
            false,
            new HpaConstants.UpLimit(
                input.get("scaleUpLimitFactor").asDouble(),
                input.get("scaleUpLimitMinimum").asDouble()),
            Behavior.EMPTY.appliedUp(),
            Behavior.EMPTY.appliedDown(300));
    check(limit, input, output);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rateCases")
  void limitsByPolicies(String id, String kind, JsonNode input, JsonNode output) {
    Behavior behavior =
        new Behavior(
            Rules.rules(input.get("scaleUpRules")), Rules.rules(input.get("scaleDownRules")));
    RateLimit limit =
        new RateLimit(
            bounds(input),
            true,
            HpaConstants.UpLimit.DEFAULT,
            behavior.appliedUp(),
            behavior.appliedDown(300));
    fill(limit.added(), input.get("scaleUpEvents"));
    fill(limit.removed(), input.get("scaleDownEvents"));
    check(limit, input, output);
  }

  private static ReplicaBounds bounds(JsonNode input) {
    return new ReplicaBounds(input.get("minReplicas").asInt(), input.get("maxReplicas").asInt());
  }

  private static void check(RateLimit limit, JsonNode input, JsonNode output) {
    SyncNumbers row = new SyncNumbers(1);
    row.nowMs = NOW;
    row.specReplicas = input.get("currentReplicas").asInt();
    row.raw = input.get("desiredReplicas").asInt();
    row.stabilized = row.raw;
    Condition reason = limit.limit(row);
    assertThat(row.allowed).isEqualTo(output.get("replicas").asInt());
    assertThat(reason.reason()).isEqualTo(output.get("reason").asString());
    assertThat(reason.status())
        .as("limited exactly when the result is not what was wanted")
        .isEqualTo(row.allowed != row.stabilized);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("limitCases")
  void takesTheSelectedPolicysLimit(String id, String kind, JsonNode input, JsonNode output) {
    boolean up = kind.equals("scaleUpLimit");
    Optional<ScalingRules> rules = Rules.rules(input.get("rules"));
    PolicyLimit limit =
        new PolicyLimit(
            up,
            up
                ? new Behavior(rules, Optional.empty()).appliedUp()
                : new Behavior(Optional.empty(), rules).appliedDown(300));
    ScalingEvents added = new ScalingEvents();
    ScalingEvents removed = new ScalingEvents();
    fill(added, input.get("scaleUpEvents"));
    fill(removed, input.get("scaleDownEvents"));
    assertThat(limit.limit(NOW, input.get("currentReplicas").asInt(), added, removed))
        .isEqualTo(output.get("limit").asInt());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("eventCases")
  void remembersChangesInSlots(String id, String kind, JsonNode input, JsonNode output) {
    boolean up = !input.has("direction") || input.get("direction").asString().equals("up");
    Optional<ScalingRules> rules = Rules.rules(input.get("rules"));
    Behavior behavior =
        up ? new Behavior(rules, Optional.empty()) : new Behavior(Optional.empty(), rules);
    RateLimit limit =
        new RateLimit(
            new ReplicaBounds(1, 100),
            rules.isPresent(),
            HpaConstants.UpLimit.DEFAULT,
            behavior.appliedUp(),
            behavior.appliedDown(300));
    ScalingEvents events = up ? limit.added() : limit.removed();
    fill(events, input.get("events"));
    assertThat(events.within(NOW, input.get("periodSeconds").asInt() * 1000L))
        .isEqualTo(output.get("changeInPeriod").asInt());

    int from = input.has("prevReplicas") ? input.get("prevReplicas").asInt() : 10;
    int to = input.has("newReplicas") ? input.get("newReplicas").asInt() : 10 + change(input);
    limit.scaled(NOW, from, to);
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      kept.add(events.change(i) + " " + events.outdated(i));
    }
    assertThat(kept)
        .isEqualTo(
            output
                .get("events")
                .valueStream()
                .map(e -> change(e) + " " + e.get("outdated").asBoolean())
                .toList());
  }

  private static int change(JsonNode node) {
    return node.get("change").asInt();
  }

  private static void fill(ScalingEvents events, JsonNode array) {
    array.forEach(e -> events.store(NOW - Rules.ageMs(e), change(e), Long.MAX_VALUE / 2));
  }

  @Test
  void anEventExactlyAsOldAsThePeriodIsOutWhateverElseHappened() {
    ScalingEvents events = new ScalingEvents();
    events.store(0, 3, 60_000);
    events.store(30_000, 4, 60_000);
    assertThat(events.within(59_999, 60_000)).isEqualTo(7);
    assertThat(events.within(60_000, 60_000)).isEqualTo(4);
    assertThat(events.within(90_000, 60_000)).isZero();
  }

  /** Many changes within a period, more than the slots that were there at first. */
  @Test
  void countsEveryChangeOfThePeriod() {
    ScalingEvents events = new ScalingEvents();
    for (int i = 0; i < 100; i++) {
      events.store(i * 1000L, 1, 20_000);
    }
    assertThat(events.size()).as("slots are reused").isEqualTo(21);
    assertThat(events.within(99_000, 20_000)).isEqualTo(20);
    assertThat(events.within(99_000, 5000)).isEqualTo(5);
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource({
    "110.00000000000001, 110",
    "-0.5, 0",
    "2147483647.9, 2147483647",
    "2147483648, -2147483648",
    "-2147483648.9, -2147483648",
    "-1e300, -2147483648",
    "NaN, -2147483648",
  })
  void cutsDoublesAsGoDoes(double value, int cut) {
    assertThat(PolicyLimit.int32(value)).isEqualTo(cut);
  }
}
