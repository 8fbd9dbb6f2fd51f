// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people reported of HPAs in the field, with their numbers. */
class HpaFieldCasesTest {
  private static final Tolerance TENTH = HpaConstants.DEFAULTS.band();
  private static final ScalingPolicy DOUBLE =
      new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15);

  private static Proposal average(double value, double target, int replicas) {
    return ask(TargetType.AVERAGE_VALUE, value, target, replicas, TENTH);
  }

  private static Proposal ask(
      TargetType type, double value, double target, int replicas, Tolerance tolerance) {
    return Proposal.of(
        new MetricSpec("m", type, Math.round(target * 1000)),
        MetricReading.of(Math.round(value * 1000)),
        Workload.ready(replicas),
        tolerance);
  }

  /** kedacore/keda#5781, #1940: the value shown is per pod; what counts is target times pods. */
  @Test
  void t20ShowsTheValuePerPod() {
    assertThat(ReplicaCalculator.externalAverage(21_000, 3, TENTH, 4000).reportedMilli())
        .isEqualTo(1334);
    assertThat(average(4, 21, 3).replicas()).isEqualTo(1);
    assertThat(average(91, 75, 2).replicas()).as("91 on 2 pods is 45.5 of 75").isEqualTo(2);
    assertThat(ReplicaCalculator.externalAverage(75_000, 2, TENTH, 91_000).reportedMilli())
        .isEqualTo(45_500);
  }

  /** kedacore/keda#1881: a query that divides by the pods, under AverageValue. */
  @Test
  void t21DividedTwiceNeverGrows() {
    assertThat(average(13.5, 10, 2).ratio()).isEqualTo(0.675);
    assertThat(average(13.5, 10, 2).replicas()).isEqualTo(2);
    assertThat(average(27, 10, 2).replicas()).isEqualTo(3);
    assertThat(ask(TargetType.VALUE, 13.5, 10, 2, TENTH).replicas()).isEqualTo(3);
  }

  /** A ratio of a pool under AverageValue: the pool shrinks while saturated. */
  @Test
  void t22PoolRatioUnderAverageValueShrinksASaturatedPool() {
    MetricSpec saturation = new MetricSpec("saturation", TargetType.AVERAGE_VALUE, 700);
    MetricSpec running = new MetricSpec("running", TargetType.AVERAGE_VALUE, 16_000);
    HpaController controller = controller(1, 8, Optional.empty(), saturation, running);
    List<MetricReading> readings = List.of(MetricReading.of(1000), MetricReading.of(20_000));
    Decision decision = controller.sync(0, Workload.ready(4), readings);
    assertThat(decision.proposals()).extracting(Proposal::replicas).containsExactly(2, 2);
    assertThat(controller.sync(300_200, Workload.ready(4), readings).desired()).isEqualTo(2);
    assertThat(ask(TargetType.VALUE, 1, 0.7, 4, TENTH).replicas()).isEqualTo(6);
  }

  /** kedacore/keda#6709: which counts the tolerance accepts for a constant value. */
  @ParameterizedTest(name = "{0}: {1} to {2}")
  @CsvSource({"45, 41, 50", "30, 28, 33"})
  void t23AcceptsABandOfCounts(int value, int from, int to) {
    assertThat(IntStream.rangeClosed(1, 100).filter(n -> average(value, 1, n).inside()).toArray())
        .isEqualTo(IntStream.rangeClosed(from, to).toArray());
  }

  /** kubernetes/kubernetes#116984: whole tasks, 4 per pod. */
  @ParameterizedTest(name = "{0} tasks on {1} pods: {2}")
  @CsvSource({"41, 10, 10", "42, 10, 10", "43, 10, 10", "44, 10, 10", "45, 10, 12", "37, 9, 9"})
  void t24IgnoresAFewTasks(int tasks, int replicas, int asked) {
    assertThat(average(tasks, 4, replicas).replicas()).isEqualTo(asked);
  }

  /** A count passed through with target 1: asks one off are dead from 10 replicas on. */
  @ParameterizedTest(name = "{1} asked of {0}: {2} now, {3} before 1.33")
  @CsvSource({"12, 13, 12, 12", "10, 11, 10, 11", "10, 9, 10, 10", "9, 10, 10, 10"})
  void t25AsksOfOneAreDeadFromTen(int replicas, int asked, int now, int before) {
    Tolerance old = HpaConstants.DEFAULTS.withKubernetes(new KubernetesVersion(1, 32)).band();
    assertThat(average(asked, 1, replicas).replicas()).isEqualTo(now);
    assertThat(ask(TargetType.AVERAGE_VALUE, asked, 1, replicas, old).replicas()).isEqualTo(before);
  }

  /** A queue with threshold 1: a single burst asks for the cap. */
  @ParameterizedTest(name = "{1} queued on {0}: asks {2}")
  @CsvSource({"1, 1, 1", "1, 2, 2", "8, 8, 8", "8, 9, 9", "1, 30, 30"})
  void t26QueueThresholdOne(int replicas, int queued, int asked) {
    assertThat(average(queued, 1, replicas).replicas()).isEqualTo(asked);
  }

  @Test
  void t26ABurstIsCapped() {
    ScalingRules free =
        ScalingRules.UNSET.withPolicies(
            List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 100, 15)));
    HpaController controller = controller(1, 8, Optional.of(Behavior.EMPTY.withUp(free)), queue());
    Decision decision = controller.sync(0, Workload.ready(1), List.of(MetricReading.of(30_000)));
    assertThat(decision.raw()).isEqualTo(30);
    assertThat(decision.desired()).isEqualTo(8);
    assertThat(decision.brief()).isEqualTo("m asked 30; bounded by maxReplicas 8");
  }

  /** kedacore/keda#6844, #737: from N to 1 it is the window of 300 s that counts. */
  @Test
  void t40GoesToOneWhenTheWindowIsOver() {
    List<int[]> changes =
        changes(controller(1, 10, Optional.empty(), queue()), 5, 15_010, 30, i -> 0);
    assertThat(changes).containsExactly(new int[] {300_200, 1});
  }

  /** kubernetes/kubernetes#101371: 5 was asked at 0, 3 from 60 s on. */
  @Test
  void t47TheDropComesWhenTheLastHighAskLeavesTheWindow() {
    Behavior behavior = Behavior.EMPTY.withDown(ScalingRules.UNSET.withStabilizationWindowS(300));
    List<int[]> changes =
        changes(
            controller(1, 10, Optional.of(behavior), queue()),
            5,
            60_000,
            10,
            i -> i == 0 ? 5000 : 3000);
    assertThat(changes).containsExactly(new int[] {300_000, 3});
  }

  /** kedacore/keda#3155: window 2400 s, 1 pod per 1200 s. */
  @Test
  void t47TheWindowAndThePolicyAreSeparate() {
    Behavior behavior =
        Behavior.EMPTY.withDown(
            ScalingRules.UNSET
                .withStabilizationWindowS(2400)
                .withPolicies(List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 1200))));
    List<int[]> changes =
        changes(controller(1, 30, Optional.of(behavior), queue()), 20, 15_000, 500, i -> 0);
    assertThat(changes)
        .startsWith(
            new int[] {2_400_000, 19}, new int[] {3_600_000, 18}, new int[] {4_800_000, 17});
  }

  /**
   * llm-d/llm-d-autoscaling#777: a constant load, pods ready after 180 s. Without an up window the
   * growing queue drives the count to the maximum before the first new pod is ready; 240 s outlast
   * the warm-up, so the first step waits for every lower ask to leave the window.
   */
  @Test
  void t48AnUpWindowLongerThanTheWarmUpWaits() {
    assertThat(warmingUp(0))
        .containsExactly("15 s: 2", "30 s: 4", "45 s: 8", "60 s: 16", "75 s: 20");
    assertThat(warmingUp(240))
        .containsExactly("240 s: 2", "255 s: 4", "270 s: 8", "285 s: 16", "300 s: 20");
  }

  /** The counts an HPA sets for 10 requests/s against 2 per replica, from 1 of at most 20. */
  private static List<String> warmingUp(int windowS) {
    ScalingRules up =
        ScalingRules.UNSET.withStabilizationWindowS(windowS).withPolicies(List.of(DOUBLE));
    HpaController controller =
        new HpaController(
            new HpaSpec(
                1,
                20,
                Optional.of(
                    new Behavior(
                        Optional.of(up),
                        Optional.of(ScalingRules.UNSET.withSelect(SelectPolicy.DISABLED)))),
                List.of(new MetricSpec("m", TargetType.AVERAGE_VALUE, 10_000))),
            HpaConstants.DEFAULTS);
    List<int[]> started = new ArrayList<>();
    List<String> set = new ArrayList<>();
    int replicas = 1;
    double queued = 0;
    for (int second = 0; second < 1200; second++) {
      int now = second;
      int ready = 1 + started.stream().filter(s -> now - s[0] >= 180).mapToInt(s -> s[1]).sum();
      queued = Math.max(0, queued + 10 - 2 * ready);
      if (second % 15 == 0) {
        int desired =
            controller
                .sync(
                    second * 1000L,
                    new Workload(replicas, replicas, ready, replicas),
                    List.of(MetricReading.of(Math.round(queued * 1000))))
                .desired();
        if (desired != replicas) {
          controller.scaled(second * 1000L, replicas, desired);
          started.add(new int[] {second, desired - replicas});
          set.add(second + " s: " + desired);
          replicas = desired;
        }
      }
    }
    return set;
  }

  /** kubernetes/kubernetes#59975: the queue grows 3 per 15 s while nothing new is ready. */
  @Test
  void t49AGrowingQueueAsksForAllBeforeTheFirstIsReady() {
    Behavior behavior = Behavior.EMPTY.withUp(ScalingRules.UNSET.withPolicies(List.of(DOUBLE)));
    List<int[]> changes =
        changes(
            controller(1, 8, Optional.of(behavior), queue()), 1, 15_000, 7, i -> 3000L * (i + 1));
    assertThat(changes)
        .containsExactly(new int[] {0, 2}, new int[] {15_000, 4}, new int[] {30_000, 8});
  }

  private static MetricSpec queue() {
    return new MetricSpec("m", TargetType.AVERAGE_VALUE, 1000);
  }

  private static HpaController controller(
      int min, int max, Optional<Behavior> behavior, MetricSpec... metrics) {
    return new HpaController(
        new HpaSpec(min, max, behavior, List.of(metrics)), HpaConstants.DEFAULTS);
  }

  /** Replicas that follow at once: when they changed, in ms, and to what. */
  private static List<int[]> changes(
      HpaController controller, int replicas, int periodMs, int syncs, IntToLongFunction milli) {
    List<int[]> changes = new ArrayList<>();
    for (int i = 0; i < syncs; i++) {
      long nowMs = (long) i * periodMs;
      int desired =
          controller
              .sync(
                  nowMs, Workload.ready(replicas), List.of(MetricReading.of(milli.applyAsLong(i))))
              .desired();
      if (desired != replicas) {
        controller.scaled(nowMs, replicas, desired);
        replicas = desired;
        changes.add(new int[] {(int) nowMs, replicas});
      }
    }
    return changes;
  }
}
