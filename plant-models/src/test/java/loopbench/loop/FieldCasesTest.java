// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.keda.Advanced;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import loopbench.series.Clock;
import loopbench.series.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users reported, replayed with their numbers. */
class FieldCasesTest {
  private static final HpaConstants EVERY_15_S = HpaConstants.DEFAULTS.withSyncS(15);

  private static ScaledObject one(int min, int max, String threshold) {
    return ScaledObject.of(
        "so", "d", min, max, List.of(Trigger.prometheus("t", "http://p", "q", threshold)));
  }

  private static ScalingTrace replay(ScaledObject scaler, int start, double... values) {
    Series series = Series.of("t", Clock.regular(0, 15_000, values.length), values);
    return ScalingReplay.run(
        ReplayScenario.of(scaler, Map.of("t", series))
            .withHpa(EVERY_15_S)
            .withStartReplicas(start));
  }

  /** A value for some syncs, then nothing. */
  private static double[] gone(double value, int held, int syncs) {
    double[] values = new double[syncs];
    Arrays.fill(values, Double.NaN);
    Arrays.fill(values, 0, held, value);
    return values;
  }

  /** kedacore/keda#3065: nothing for ten minutes at the peak. */
  @Test
  void anOutageTakesThePoolToItsMinimumUnlessItIsAnError() {
    ScalingRules down =
        ScalingRules.UNSET
            .withStabilizationWindowS(300)
            .withPolicies(List.of(new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15)));
    ScaledObject lenient =
        one(3, 30, "100").withAdvanced(Advanced.UNSET.withBehavior(Behavior.EMPTY.withDown(down)));
    double[] values = gone(2000, 4, 44);
    ScalingTrace zero = replay(lenient, 20, values);
    // The last 20 was asked at 45 s; at 345 s it is 300 s old and out of the window.
    assertThat(zero.replicas(22)).isEqualTo(20);
    assertThat(zero.replicas(23)).isEqualTo(3);
    assertThat(zero.readAsZero(0)).isEqualTo(40);

    ScaledObject strict =
        lenient.withTrigger(0, lenient.triggers().get(0).withMetadata("ignoreNullValues", "false"));
    assertThat(replay(strict, 20, values).desired()).containsOnly(20);

    ScalingTrace fallenBack = replay(strict.withFallback(Fallback.of(3, 10)), 20, values);
    assertThat(fallenBack.replicas(43)).isEqualTo(10);
    assertThat(fallenBack.reason(43)).contains("t asked 10", "fallback to 10 replicas: NaN");
  }

  /** llm-d/llm-d-router#2529: three removed pods leave their tokens in the sum. */
  @ParameterizedTest(name = "{0} tokens left by each of three pods: {1} at idle, for ever")
  @CsvSource({"12000, 2", "6000, 1", "0, 1"})
  void aFrozenGaugeHoldsReplicasAtIdle(double tokens, int replicas) {
    double backlogS = 3 * tokens / 15928;
    double[] values = new double[80];
    Arrays.fill(values, backlogS);
    ScalingTrace trace = replay(one(1, 10, "1.5"), 4, values);
    assertThat(trace.replicas(79)).isEqualTo(replicas);
  }

  /** A threshold below what one request reads, and one borrowed from other hardware. */
  @ParameterizedTest(name = "{0} tokens at {1} tokens/s and a threshold of {2} s")
  @CsvSource({
    // One request of 8192 tokens in flight.
    "8192, 2696, 1.5, 10, 3",
    "8192, 15928, 1.5, 10, 1",
    // A backlog of 30,000 tokens, the one constant wrong or right.
    "30000, 2696, 1.5, 20, 8",
    "30000, 15928, 1.5, 20, 2",
    "30000, 33821, 1.5, 20, 1",
    "30000, 1182, 1.5, 20, 17",
  })
  void aBacklogInSecondsIsOnlyAsGoodAsItsDivisor(
      double tokens, double perSecond, String threshold, int max, int replicas) {
    double[] values = new double[10];
    Arrays.fill(values, tokens / perSecond);
    assertThat(replay(one(1, max, threshold), 1, values).replicas(9)).isEqualTo(replicas);
  }

  /** A queue threshold of 1: a single burst asks for the cap. */
  @ParameterizedTest(name = "{0} replicas, queue {1}")
  @CsvSource({"1, 1, 1", "1, 2, 2", "8, 8, 8", "8, 9, 8", "1, 30, 8"})
  void aQueueThresholdOfOneAsksForTheCap(int start, double queue, int replicas) {
    double[] values = new double[4];
    Arrays.fill(values, queue);
    assertThat(replay(one(1, 8, "1"), start, values).replicas(3)).isEqualTo(replicas);
  }

  /** kedacore/keda#6844: with a minimum of 1 the cooldown says nothing about N to 1. */
  @Test
  void cooldownDoesNotGovernTheWayToOne() {
    ScaledObject scaler =
        one(1, 8, "1")
            .withIntervals(
                new Intervals(OptionalInt.of(15), OptionalInt.of(60), OptionalInt.empty()));
    double[] values = new double[30];
    values[0] = 6;
    ScalingTrace trace = replay(scaler, 6, values);
    assertThat(trace.replicas(20)).isEqualTo(6);
    assertThat(trace.replicas(21)).isEqualTo(1);
    assertThat(trace.moves()).isEmpty();
  }

  /** llm-d#2492: at a minimum of 0 both run side by side, and KEDA writes 0 from whatever runs. */
  @Test
  void cooldownAndWindowRunSideBySide() {
    ScaledObject scaler =
        one(0, 8, "1")
            .withIntervals(
                new Intervals(OptionalInt.of(15), OptionalInt.of(300), OptionalInt.empty()));
    double[] values = new double[60];
    values[0] = 3;
    ScalingTrace trace = replay(scaler, 3, values);
    assertThat(trace.moves()).hasSize(1);
    assertThat(trace.moves().get(0).to()).isZero();
    // Last active at 0 s, so the first poll later than 300 s; not ten minutes.
    assertThat(trace.moves().get(0).timeS()).isEqualTo(315);
  }

  private static ScaledObject down(ScaledObject scaler, int windowS, ScalingPolicy policy) {
    return scaler.withAdvanced(
        Advanced.UNSET.withBehavior(
            Behavior.EMPTY.withDown(
                ScalingRules.UNSET
                    .withStabilizationWindowS(windowS)
                    .withPolicies(List.of(policy)))));
  }

  /**
   * kubernetes/kubernetes#101371: 5 is asked at 0 s and 3 from 60 s on. The window looks back over
   * asks: the drop comes when the last 5 is 300 s old, not 300 s after the first 3.
   */
  @Test
  void aWindowIsNoDelay() {
    ScaledObject scaler =
        down(one(1, 10, "1"), 300, new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15));
    double[] values = new double[30];
    Arrays.fill(values, 3);
    values[0] = 5;
    ScalingTrace trace = replay(scaler, 5, values);
    assertThat(trace.replicas(19)).as("at 285 s").isEqualTo(5);
    assertThat(trace.replicas(20)).as("at 300 s").isEqualTo(3);
  }

  /**
   * kedacore/keda#3155: a window of 2400 s and one pod in 1200 s are two limits, one after another.
   */
  @Test
  void aPolicyLimitsBesideTheWindow() {
    ScaledObject scaler =
        down(one(1, 30, "1"), 2_400, new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 1_200));
    double[] values = new double[500];
    values[0] = 20;
    ScalingTrace trace = replay(scaler, 20, values);
    assertThat(trace.replicas(159)).as("at 2385 s").isEqualTo(20);
    assertThat(trace.replicas(160)).as("at 2400 s").isEqualTo(19);
    assertThat(trace.replicas(239)).as("at 3585 s").isEqualTo(19);
    assertThat(trace.replicas(240)).as("at 3600 s").isEqualTo(18);
    assertThat(trace.replicas(320)).as("at 4800 s").isEqualTo(17);
  }
}
