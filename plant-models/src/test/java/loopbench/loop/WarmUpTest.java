// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loopbench.cluster.Cohort;
import loopbench.cluster.Deployment;
import loopbench.cluster.Pods;
import loopbench.cluster.Quota;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.Preset;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scaler, HPA and pods that take 100 s to warm up, before a signal that the test makes up. */
class WarmUpTest {
  private static final Preset.Place PLACE = new Preset.Place("ns", "epp", "m", "pool", "d");

  private interface Source {
    List<SourceAnswer> at(long tS, int replicas, int ready);
  }

  /** Replicas asked for after each sync, by time in seconds. */
  private static Map<Integer, Integer> run(
      ScaledObject scaler, int start, double warmUpS, int toS, Source source) {
    Autoscaler actors = new Autoscaler(scaler, HpaConstants.DEFAULTS.withSyncS(15), 0);
    Pods none =
        new Pods() {
          @Override
          public int ready() {
            return 0;
          }

          @Override
          public void remove(int number) {}

          @Override
          public void cut(int number) {}

          @Override
          public boolean isPresent(int number) {
            return false;
          }
        };
    Deployment pods = new Deployment(Deployment.Spec.of("d", warmUpS), none);
    Cohort cohort = new Cohort();
    cohort.join(pods, Quota.UNLIMITED);
    pods.begin(start);
    Map<Integer, Integer> asked = new TreeMap<>();
    for (int t = 0; t <= toS; t += 15) {
      while (pods.nextMs() < t * 1000L) {
        pods.advance(pods.nextMs());
      }
      pods.advance(t * 1000L);
      int n = pods.asked();
      actors.sync(t * 1000L, source.at(t, n, pods.ready()), new Workload(n, n, pods.ready(), n));
      pods.scale(actors.hpa().numbers().desired());
      cohort.settle();
      asked.put(t, pods.asked());
    }
    return asked;
  }

  private static List<SourceAnswer> answers(double... values) {
    List<SourceAnswer> answers = new ArrayList<>();
    for (double value : values) {
      answers.add(SourceAnswer.of(value));
    }
    return answers;
  }

  /** Load per ready replica; the load as in the worked example. */
  private static double saturation(long tS, int ready) {
    double load = tS < 15 ? 0.9 : tS < 30 ? 2.4 : tS < 600 ? 3.6 : 2.1;
    return load / ready;
  }

  @Test
  void theLatencyLawAsksOnceForWhatItNeeds() {
    Map<Integer, Integer> asked =
        run(Preset.SLO_AWARE.at(PLACE), 3, 100, 780, (t, n, r) -> answers(saturation(t, r), n, r));
    int[][] rows = {
      {0, 3}, {15, 3}, {30, 5}, {45, 7}, {60, 7}, {75, 7}, {90, 7}, {105, 7}, {120, 7}, {135, 7},
      {150, 7}, {585, 7}, {600, 7}, {750, 7}, {765, 6}, {780, 6}
    };
    for (int[] row : rows) {
      assertThat(asked.get(row[0])).as("at " + row[0] + " s").isEqualTo(row[1]);
    }
  }

  @Test
  void withoutTheCreditItAsksForTheCap() {
    // A pool that says that all its replicas are ready has no credit.
    Map<Integer, Integer> asked =
        run(Preset.SLO_AWARE.at(PLACE), 3, 100, 105, (t, n, r) -> answers(saturation(t, r), n, n));
    assertThat(asked.get(75)).as("four pods in a minute").isEqualTo(7);
    assertThat(asked.get(90)).as("two of which are a minute old").isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({"QUEUE_DEPTH, 2 4 8 8 8", "QUEUE_DEPTH_GUARD, 2 4 6 7 8"})
  void aQueueThatGrowsWhileReplicasWarmUp(Preset preset, String expected) {
    ScaledObject scaler =
        ScalerKnobs.at(preset.at(PLACE), "behavior.scaleUp.stabilizationWindowSeconds")
            .orElseThrow()
            .with(preset.at(PLACE), 0);
    Map<Integer, Integer> asked =
        run(
            scaler,
            1,
            100,
            60,
            (t, n, r) -> {
              double queue = 3 * (t / 15 + 1);
              return preset == Preset.QUEUE_DEPTH ? answers(queue, 0) : answers(queue, 0, n - r, n);
            });
    assertThat(asked.values().stream().map(String::valueOf).toList())
        .containsExactly(expected.split(" "));
  }

  /**
   * Replicas on their way serve nothing yet, so a load per ready replica stays at twice its target:
   * multiplied by all replicas it asks for twice as many again at each sync, and with the credit
   * r/n for what is on its way it stops after the first.
   */
  @ParameterizedTest
  @CsvSource({"n * s, 8 16 32 32", "n * (s * r / n), 8 8 8 8"})
  void whatIsOnItsWayMultipliesUnlessItIsCredited(String formula, String expected) {
    Trigger[] triggers = {
      Trigger.prometheus("s", "http://p", "s", "1"),
      Trigger.prometheus("n", "http://p", "n", "1"),
      Trigger.prometheus("r", "http://p", "r", "1")
    };
    ScaledObject plain = ScaledObject.of("s", "d", 1, 32, List.of(triggers));
    ScaledObject scaler =
        plain.withAdvanced(plain.advanced().withModifiers(ScalingModifiers.of(formula, "1")));
    Map<Integer, Integer> asked = run(scaler, 4, 100, 45, (t, n, r) -> answers(2, n, r));
    assertThat(asked.values().stream().map(String::valueOf).toList())
        .containsExactly(expected.split(" "));
  }

  /** A pool's average does not grow with the pool, but is divided by it. */
  @ParameterizedTest(name = "{0} replicas at {1} ask {2}")
  @CsvSource({
    "1,.5,1", "1,.8,2", "1,1,2", "1,1.5,3", "1,2.2,4",
    "2,.5,1", "2,.8,2", "2,1,2", "2,1.5,2", "2,2.2,4",
    "4,.5,1", "4,.8,2", "4,1,2", "4,1.5,3", "4,2.2,4",
    "8,.5,1", "8,.8,2", "8,1,2", "8,1.5,3", "8,2.2,4"
  })
  void saturationAsksForFewWhateverRuns(int replicas, double saturation, int asked) {
    Autoscaler actors = new Autoscaler(Preset.POOL_SATURATION.at(PLACE), HpaConstants.DEFAULTS, 0);
    List<MetricReading> readings =
        actors.sync(0, answers(saturation, 0), Workload.ready(replicas)).orElseThrow();
    assertThat(actors.decision(readings).proposals().get(0).replicas()).isEqualTo(asked);
  }
}
