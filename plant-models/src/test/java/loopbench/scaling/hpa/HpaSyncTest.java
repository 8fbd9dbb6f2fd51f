// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class HpaSyncTest {
  private static final Tolerance TENTH = HpaConstants.DEFAULTS.band();
  private static final MetricSpec QUEUE = new MetricSpec("queue", TargetType.AVERAGE_VALUE, 1000);
  private static final MetricSpec RUNNING =
      new MetricSpec("running", TargetType.AVERAGE_VALUE, 16_000);
  private static final MetricReading FAILED =
      new MetricReading.Failure("absent, and ignoreNullValues is false");

  static Stream<Arguments> syncs() {
    return Cases.of("whole-syncs.json");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("syncs")
  void decidesWhatKubernetesDecides(String id, String kind, JsonNode input, JsonNode output) {
    List<MetricSpec> metrics = new ArrayList<>();
    List<MetricReading> readings = new ArrayList<>();
    for (JsonNode metric : input.get("metrics")) {
      metrics.add(
          new MetricSpec(
              "m" + metrics.size(),
              metric.get("targetType").asString().equals("Value")
                  ? TargetType.VALUE
                  : TargetType.AVERAGE_VALUE,
              metric.get("targetMilli").asLong()));
      readings.add(
          input.get("metricsApiFails").asBoolean()
              ? FAILED
              : MetricReading.of(LongStream.of(Cases.longs(input.get("reportedLevels"))).sum()));
    }
    Decision decision =
        HpaSync.decide(
            new ReplicaBounds(input.get("minReplicas").asInt(), input.get("maxReplicas").asInt()),
            new Workload(
                input.get("specReplicas").asInt(),
                input.get("statusReplicas").asInt(),
                input.get("pods").asInt(),
                input.get("pods").asInt()),
            metrics,
            readings,
            TENTH);
    assertThat(decision.desired()).isEqualTo(output.get("desiredReplicas").asInt());
  }

  /**
   * Several metrics and failures: what is asked (x failed), S, then what is set and who is named.
   */
  @ParameterizedTest(name = "queue {0}, running {1} at {2} replicas")
  @CsvSource({
    "9,  40, 4, 8, 0, COMPUTED",
    "2,  80, 4, 5, 1, COMPUTED",
    "5,  80, 4, 5, 0, COMPUTED",
    "x,  80, 4, 5, 1, COMPUTED",
    "x,  64, 4, 4, 1, COMPUTED",
    "x,  16, 4, 4, -1, NO_DECISION",
    "x,  x,  4, 4, -1, NO_DECISION",
    "9,  x,  4, 8, 0, COMPUTED",
    "0,  0,  4, 2, 1, COMPUTED",
    "9,  40, 0, 0, -1, DISABLED",
    "1,  1,  9, 8, -1, ABOVE_MAX",
    "9,  90, 1, 2, -1, BELOW_MIN",
  })
  void takesTheLargestAskBetweenTheBounds(
      String queue, String running, int current, int desired, int named, Decision.Outcome outcome) {
    Decision decision =
        HpaSync.decide(
            new ReplicaBounds(2, 8),
            Workload.ready(current),
            List.of(QUEUE, RUNNING),
            List.of(reading(queue), reading(running)),
            TENTH);
    assertThat(decision.desired()).isEqualTo(desired);
    assertThat(decision.named()).isEqualTo(named);
    assertThat(decision.outcome()).isEqualTo(outcome);
  }

  private static MetricReading reading(String text) {
    return text.equals("x") ? FAILED : MetricReading.of(Long.parseLong(text) * 1000);
  }

  @Test
  void saysWhatEachMetricAskedAndWhatHeldItBack() {
    ReplicaBounds bounds = new ReplicaBounds(1, 8);
    List<MetricSpec> both = List.of(QUEUE, RUNNING);
    assertThat(
            HpaSync.decide(
                    bounds,
                    Workload.ready(3),
                    both,
                    List.of(MetricReading.of(8500), MetricReading.of(49_000)),
                    TENTH)
                .reason())
        .isEqualTo(
            "queue asked 9 (ceil(8.5/1)), running asked 3 (ratio 1.021 is within the tolerance);"
                + " bounded by maxReplicas 8");
    assertThat(
            HpaSync.decide(
                    bounds,
                    Workload.ready(3),
                    both,
                    List.of(FAILED, new MetricReading.Value(0, "absent, read as 0")),
                    TENTH)
                .reason())
        .isEqualTo(
            "queue failed: absent, and ignoreNullValues is false, running asked 0 (ceil(0/16);"
                + " absent, read as 0); a failed metric forbids scaling down: stays at 3");
    assertThat(
            HpaSync.decide(
                    bounds,
                    Workload.ready(4),
                    List.of(new MetricSpec("saturation", TargetType.VALUE, 700)),
                    List.of(MetricReading.of(1000)),
                    TENTH)
                .reason())
        .isEqualTo("saturation asked 6 (ceil(1/0.7 x 4 ready))");
    assertThat(
            HpaSync.decide(bounds, Workload.ready(12), both, List.of(FAILED, FAILED), TENTH)
                .reason())
        .isEqualTo("12 replicas are above maxReplicas 8: set to 8 without reading metrics");
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 200).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void staysBetweenTheBoundsAndNeverFallsWhenAValueRises(long seed) {
    Random random = new Random(seed);
    ReplicaBounds bounds = new ReplicaBounds(1 + random.nextInt(5), 5 + random.nextInt(60));
    int current = bounds.min() + random.nextInt(bounds.max() - bounds.min() + 1);
    List<MetricSpec> metrics = List.of(metric(random, "a"), metric(random, "b"));
    Tolerance tolerance = Tolerance.of(random.nextInt(4) * 0.05, Tolerance.Model.SPLIT);
    MetricReading other = MetricReading.of(random.nextInt(100_000));
    int before = 0;
    long value = 0;
    for (int i = 0; i < 60; i++) {
      Decision decision =
          HpaSync.decide(
              bounds,
              Workload.ready(current),
              metrics,
              List.of(MetricReading.of(value), other),
              tolerance);
      assertThat(decision.desired()).isBetween(bounds.min(), bounds.max());
      assertThat(decision.desired()).as("at %d milli", value).isGreaterThanOrEqualTo(before);
      before = decision.desired();
      value += random.nextInt(1 << (i / 3));
    }
  }

  private static MetricSpec metric(Random random, String name) {
    return new MetricSpec(
        name,
        random.nextBoolean() ? TargetType.AVERAGE_VALUE : TargetType.VALUE,
        1 + random.nextInt(20_000));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void holdsWithinTheToleranceAndActsBeyondIt(long seed) {
    Random random = new Random(seed);
    int current = 1 + random.nextInt(50);
    long target = 1000L * (1 + random.nextInt(100));
    MetricSpec metric = new MetricSpec("m", TargetType.AVERAGE_VALUE, target);
    // Whole numbers of replicas' worth just inside and just outside of the band.
    long top = target * current * 11 / 10;
    long bottom = target * current * 9 / 10;
    assertThat(asked(metric, current, top)).isEqualTo(current);
    assertThat(asked(metric, current, bottom + 1)).isEqualTo(current);
    assertThat(asked(metric, current, top + 2)).isGreaterThan(current);
    assertThat(asked(metric, current, bottom - 2)).isLessThanOrEqualTo(current);
  }

  private static int asked(MetricSpec metric, int current, long milli) {
    return HpaSync.propose(metric, MetricReading.of(milli), Workload.ready(current), TENTH)
        .replicas();
  }

  @Test
  void refusesNonsense() {
    assertThatThrownBy(() -> new ReplicaBounds(5, 4))
        .hasMessage("minReplicas must be in [0, maxReplicas=4], was 5");
    assertThatThrownBy(() -> new MetricSpec("queue", TargetType.VALUE, 0))
        .hasMessage(
            "the target of queue must be at least 0.001, was 0 after rounding to thousandths");
    assertThatThrownBy(() -> HpaConstants.DEFAULTS.withTolerance(Double.NaN))
        .hasMessage("hpa.tolerance must be 0 or more and finite, was NaN");
    assertThatThrownBy(
            () ->
                HpaSync.decide(
                    new ReplicaBounds(1, 2), Workload.ready(1), List.of(QUEUE), List.of(), TENTH))
        .hasMessage("a sync needs as many readings as metrics and at least one, got 0 for 1");
    assertThat(KubernetesVersion.read("2.0")).isEmpty();
    assertThat(KubernetesVersion.read("new")).isEmpty();
  }
}
