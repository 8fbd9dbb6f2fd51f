// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.knob.Knob;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.Advanced;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.SpecProblem;
import loopbench.scaling.keda.Trigger;
import loopbench.score.ScalingScores;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Reading;
import loopbench.series.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScalingReplayTest {
  private static final HpaConstants EVERY_15_S = HpaConstants.DEFAULTS.withSyncS(15);

  /** Rules that hold nothing back, so that asks show as they are. */
  private static final Advanced UNDAMPED =
      Advanced.UNSET.withBehavior(
          Behavior.EMPTY
              .withUp(
                  ScalingRules.UNSET.withPolicies(
                      List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 1000, 15))))
              .withDown(ScalingRules.UNSET.withStabilizationWindowS(0)));

  private static ScaledObject scaler(int min, int max, Trigger... triggers) {
    return ScaledObject.of("so", "d", min, max, List.of(triggers)).withAdvanced(UNDAMPED);
  }

  private static ScaledObject queueDepth() {
    return scaler(
        1,
        8,
        Trigger.prometheus("queue", "http://p:9090", "sum(q)", "1"),
        Trigger.prometheus("running", "http://p:9090", "sum(r)", "16"));
  }

  private static Series every15s(String name, double... values) {
    return Series.of(name, Clock.regular(1_000_000, 15_000, values.length), values);
  }

  private static ReplayScenario scenario(double[] queue, double[] running) {
    Map<String, Series> series = new LinkedHashMap<>();
    series.put("queue", every15s("queue", queue));
    series.put("running", every15s("running", running));
    return ReplayScenario.of(queueDepth(), series).withHpa(EVERY_15_S);
  }

  @Test
  void theLargerAskCountsBetweenTheBoundsAndEachSyncSaysWhy() {
    ScalingTrace trace =
        ScalingReplay.run(
            scenario(new double[] {0, 8.5, 3, 0, 0}, new double[] {10, 60, 60, 60, 5}));
    // At the fourth sync 60/(16 x 4) = 0.94 is inside the tolerance.
    assertThat(trace.desired()).containsExactly(1, 8, 4, 4, 1);
    assertThat(trace.proposals(0)).containsExactly(0, 9, 3, 0, 0);
    assertThat(trace.proposals(1)).containsExactly(1, 4, 4, 4, 1);
    assertThat(trace.timesS()).containsExactly(0, 15, 30, 45, 60);
    assertThat(trace.reason(1))
        .isEqualTo(
            "queue asked 9 (ceil(8.5/1)), running asked 4 (ceil(60/16)); bounded by maxReplicas 8");
    assertThat(trace.decision(3).orElseThrow().bound()).isEqualTo(Decision.Bound.NONE);
    assertThat(trace.startMs()).isEqualTo(1_000_000);
    assertThat(trace.hasNeed()).isFalse();
    assertThat(trace.need(0)).isNaN();
  }

  @Test
  void syncsReadTheLastInstantAtOrBeforeThem() {
    Series queue = Series.of("queue", Clock.of(0, 10_000, 40_000, 60_000), 1, 2, 3, 4);
    ScaledObject scaler =
        ScaledObject.of(
            "so", "d", 1, 8, List.of(Trigger.prometheus("queue", "http://p", "q", "1")));
    ScalingTrace trace =
        ScalingReplay.run(
            ReplayScenario.of(scaler, Map.of("queue", queue)).withHpa(EVERY_15_S.withFirstS(9.99)));
    // 9.99, 24.99, 39.99, 54.99
    assertThat(trace.values(0)).containsExactly(1, 2, 2, 3);
    assertThat(ScalingReplay.run(ReplayScenario.of(scaler, Map.of("queue", queue))).timesS())
        .containsExactly(0, 15.01, 30.02, 45.03);
  }

  @Test
  void theReplayRunsOverWhatTheSeriesHaveInCommon() {
    Map<String, Series> series = new LinkedHashMap<>();
    series.put("queue", Series.of("queue", Clock.regular(0, 15_000, 5), 5, 4, 3, 2, 1));
    series.put("running", Series.of("running", Clock.regular(30_000, 15_000, 5), 1, 1, 1, 1, 1));
    ScalingTrace trace =
        ScalingReplay.run(ReplayScenario.of(queueDepth(), series).withHpa(EVERY_15_S));
    assertThat(trace.startMs()).isEqualTo(30_000);
    assertThat(trace.values(0)).containsExactly(3, 2, 1);
  }

  private static Series gap(String name) {
    return Series.of(
        name,
        Labels.NONE,
        Clock.regular(0, 15_000, 5),
        new double[] {20, 0, Double.NaN, 0, 20},
        new Reading[] {Reading.VALUE, Reading.ABSENT, Reading.NAN, Reading.STALE, Reading.VALUE});
  }

  @Test
  void absenceIsReadAsZeroAndSaidOrIsAnErrorThatForbidsScalingDown() {
    ScaledObject lenient = scaler(3, 30, Trigger.prometheus("queue", "http://p", "q", "1"));
    ScalingTrace zero =
        ScalingReplay.run(
            ReplayScenario.of(lenient, Map.of("queue", gap("queue"))).withHpa(EVERY_15_S));
    assertThat(zero.desired()).containsExactly(20, 3, 3, 3, 20);
    assertThat(zero.reason(1))
        .isEqualTo("queue asked 0 (ceil(0/1); absent, read as 0); bounded by minReplicas 3");
    assertThat(zero.reading(0, 3)).isEqualTo(Reading.STALE);
    assertThat(zero.value(0, 1)).isNaN();
    assertThat(zero.readAsZero(0)).isEqualTo(3);

    ScaledObject strict =
        lenient.withTrigger(0, lenient.triggers().get(0).withMetadata("ignoreNullValues", "false"));
    ScalingTrace kept =
        ScalingReplay.run(
            ReplayScenario.of(strict, Map.of("queue", gap("queue"))).withHpa(EVERY_15_S));
    assertThat(kept.desired()).containsExactly(20, 20, 20, 20, 20);
    assertThat(kept.proposal(0, 1)).isNaN();
    assertThat(kept.decision(2).orElseThrow().outcome()).isEqualTo(Decision.Outcome.NO_DECISION);
    assertThat(kept.reason(2))
        .isEqualTo(
            "queue failed: NaN, and ignoreNullValues is false; a failed metric forbids scaling down:"
                + " stays at 20");
    assertThat(kept.readAsZero(0)).isZero();
  }

  @Test
  void aRatioWithAValueTargetMultipliesWhatRuns() {
    Trigger saturation =
        new Trigger(
            "prometheus",
            "saturation",
            "Value",
            Map.of("serverAddress", "http://p", "query", "s", "threshold", "0.7"),
            false,
            Optional.empty());
    ScalingTrace trace =
        ScalingReplay.run(
            ReplayScenario.of(
                    scaler(1, 10, saturation),
                    Map.of("saturation", every15s("s", 1, 1, 1, 0.7, 0.35)))
                .withHpa(EVERY_15_S)
                .withStartReplicas(4));
    assertThat(trace.desired()).containsExactly(6, 9, 10, 10, 5);
  }

  @Test
  void zeroReplicasAreKedasToWake() {
    ScalingTrace trace =
        ScalingReplay.run(scenario(new double[] {9, 9}, new double[] {0, 0}).withStartReplicas(0));
    assertThat(trace.moves()).extracting(KedaMove::to).containsExactly(1);
    assertThat(trace.desired()).containsExactly(8, 8);
    ScaledObject sleeping = queueDepth().withReplicas(ReplicaCounts.of(0, 8));
    ScalingTrace still =
        ScalingReplay.run(
            scenario(new double[] {0, 0}, new double[] {0, 0})
                .withScaler(sleeping)
                .withStartReplicas(0));
    assertThat(still.desired()).containsExactly(0, 0);
    assertThat(still.proposal(0, 0)).isNaN();
    assertThat(still.moves()).isEmpty();
  }

  @Test
  void scoresMeasureAgainstTheNeedAndLeaveOutWhatItDoesNotKnow() {
    ReplayScenario scenario =
        scenario(new double[] {0, 0, 4, 0, 0}, new double[] {32, 90, 60, 90, 5});
    Series need =
        Series.of(
            "running",
            Labels.NONE,
            Clock.regular(1_000_000, 15_000, 5),
            new double[] {32, 90, 60, 0, 5},
            new Reading[] {
              Reading.VALUE, Reading.VALUE, Reading.VALUE, Reading.ABSENT, Reading.VALUE
            });
    ScalingTrace trace = ScalingReplay.run(scenario.withNeed(new Need(need, 12)));
    assertThat(trace.desired()).containsExactly(2, 6, 4, 6, 1);
    assertThat(trace.need().orElseThrow()).containsExactly(3, 8, 5, Double.NaN, 1);
    assertThat(trace.needUnknown()).isEqualTo(1);
    Scores scores = ScalingScores.of(trace.track());
    double hours = 15.0 / 3600;
    assertThat(scores.get(Score.REPLICA_HOURS)).isEqualTo(19 * hours);
    assertThat(scores.get(Score.AVERAGE_REPLICAS)).isEqualTo(19 / 5.0);
    // up, up, down, up, down
    assertThat(scores.get(Score.FLAPS_PER_HOUR)).isEqualTo(3 / (5 * hours));
    assertThat(scores.get(Score.UNMET)).isEqualTo((1 + 2 + 1) * hours);
    assertThat(scores.get(Score.ATTAINMENT)).isEqualTo(1 / 4.0);
    assertThat(scores.get(Score.OVER_ASK)).isZero();

    Scores generous =
        ScalingScores.of(ScalingReplay.run(scenario.withNeed(new Need(need, 40))).track());
    assertThat(generous.get(Score.OVER_ASK)).isEqualTo(3);
    assertThat(generous.get(Score.ATTAINMENT)).isEqualTo(1);
    assertThat(generous.get(Score.UNMET)).isZero();
  }

  @Test
  void withoutANeedNothingIsMeasuredAgainstIt() {
    Scores scores =
        ScalingScores.of(
            ScalingReplay.run(scenario(new double[] {1, 2}, new double[] {1, 2})).track());
    assertThat(scores.has(Score.UNMET)).isFalse();
    assertThat(scores.has(Score.ATTAINMENT)).isFalse();
    assertThat(scores.has(Score.OVER_ASK)).isFalse();
    assertThat(scores.has(Score.REPLICA_HOURS)).isTrue();
    assertThat(scores.loopClass()).isEmpty();
  }

  @Test
  void saysWhyARecordingCannotBeReplayed() {
    Map<String, Series> series = new LinkedHashMap<>();
    series.put("queue", every15s("q", 1, 2));
    series.put("runing", every15s("r", 1, 2));
    ReplayScenario wrong = ReplayScenario.of(queueDepth(), series);
    assertThat(wrong.problems())
        .containsExactly(
            new SpecProblem(
                "series.running", "The trigger running needs a series; none is given for it."),
            new SpecProblem(
                "series.runing",
                "There is no trigger called runing; the manifest has queue, running."));
    assertThatThrownBy(() -> ScalingReplay.run(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("series.running: The trigger running needs a series");

    Map<String, Series> apart = new LinkedHashMap<>();
    apart.put("queue", Series.of("q", Clock.regular(0, 15_000, 2), 1, 2));
    apart.put("running", Series.of("r", Clock.regular(60_000, 15_000, 2), 1, 2));
    assertThat(ReplayScenario.of(queueDepth(), apart).problems())
        .extracting(SpecProblem::message)
        .containsExactly(
            "The triggers' series have no instant in common; load them over one range.");
    assertThat(
            scenario(new double[] {1, 2}, new double[] {1, 2})
                .withHpa(EVERY_15_S.withFirstS(16))
                .problems())
        .extracting(SpecProblem::message)
        .containsExactly("The first sync at 16.0 s lies behind the recording's end at 15.0 s.");
    assertThat(
            scenario(new double[100], new double[100])
                .withHpa(EVERY_15_S.withSyncS(0.001))
                .problems())
        .extracting(SpecProblem::path)
        .containsExactly("hpa.sync");
    Trigger kafka = new Trigger("kafka", "lag", "", Map.of(), false, Optional.empty());
    assertThat(
            ReplayScenario.of(ScaledObject.of("so", "d", 1, 2, List.of(kafka)), Map.of())
                .problems())
        .extracting(SpecProblem::message)
        .containsExactly("Only prometheus triggers can be replayed; lag is of type kafka.");
  }

  @Test
  void windowsAndLimitsSpanSyncs() {
    double[] queue = new double[40];
    Arrays.fill(queue, 0, 4, 30);
    ScaledObject plain =
        ScaledObject.of(
            "so", "d", 1, 20, List.of(Trigger.prometheus("queue", "http://p", "q", "1")));
    ScalingTrace trace =
        ScalingReplay.run(
            ReplayScenario.of(plain, Map.of("queue", every15s("q", queue))).withHpa(EVERY_15_S));
    // Doubling a sync, at least to 4; the last 30 counts for 300 s, ends included.
    assertThat(Arrays.copyOf(trace.desired(), 5)).containsExactly(4, 8, 16, 20, 20);
    assertThat(trace.desired(3 + 20)).isEqualTo(20);
    assertThat(trace.desired(3 + 21)).isEqualTo(1);
    assertThat(trace.reason(0)).isEqualTo("queue asked 30 (ceil(30/1)); one sync allowed 4 from 1");
    assertThat(trace.limitedBy(0)).isEqualTo("built-in limit");
    assertThat(trace.limitedBy(3)).isEqualTo("maxReplicas");
    assertThat(trace.stabilized(10)).contains(30);
    assertThat(trace.proposal(0, 10)).isZero();
  }

  @Test
  void formulasSeeTheReplaysOwnCounts() {
    // T49: 3 more wait every 15 s; what is unavailable is 0 in an open loop, so the guard never
    // holds back.
    Trigger queue = Trigger.prometheus("queue", "http://p", "q", "1");
    Trigger replicas = Trigger.prometheus("replicas", "http://p", "r", "1");
    ScaledObject guard =
        scaler(1, 8, queue, replicas)
            .withAdvanced(
                UNDAMPED.withModifiers(
                    ScalingModifiers.of("queue > replicas ? replicas + 1 : queue", "1")));
    Map<String, Feed> feeds = new LinkedHashMap<>();
    feeds.put("queue", new Feed.Recorded(every15s("q", 5, 5, 5, 5, 2)));
    feeds.put("replicas", Feed.Own.REPLICAS);
    ScalingTrace trace =
        ScalingReplay.run(ReplayScenario.of(guard, Map.of()).withFeeds(feeds).withHpa(EVERY_15_S));
    assertThat(trace.desired()).containsExactly(2, 3, 4, 5, 2);
    assertThat(trace.metrics()).containsExactly("the formula");
    assertThat(trace.triggers()).containsExactly("queue", "replicas");
    assertThat(trace.values(1)).containsExactly(1, 2, 3, 4, 5);
    assertThat(trace.proposals(0)).containsExactly(2, 3, 4, 5, 2);
  }

  @Test
  void kedaMovesBetweenZeroAndOneOnItsOwnClock() {
    double[] queue = new double[60];
    Arrays.fill(queue, 4, 10, 3);
    ScaledObject zero =
        ScaledObject.of("so", "d", 0, 8, List.of(Trigger.prometheus("queue", "http://p", "q", "1")))
            .withIntervals(
                new Intervals(OptionalInt.of(20), OptionalInt.of(60), OptionalInt.empty()));
    ReplayScenario scenario =
        ReplayScenario.of(zero, Map.of("queue", every15s("q", queue)))
            .withHpa(EVERY_15_S)
            .withStartReplicas(0);
    ScalingTrace trace = ScalingReplay.run(scenario);
    // The queue holds from 60 s to 150 s; polls at 60 and 140 see it, the poll at 220 is the first
    // later than 140 + 60.
    assertThat(trace.moves())
        .extracting(KedaMove::timeS, KedaMove::from, KedaMove::to)
        .containsExactly(tuple(60.0, 0, 1), tuple(220.0, 3, 0));
    assertThat(trace.moves().get(0).why()).isEqualTo("queue is 3, above 0: set from 0 to 1");
    assertThat(trace.moves().get(1).why())
        .isEqualTo("nothing active for 80 s (cooldownPeriod 60 s): set to 0");
    assertThat(trace.desired(4)).isEqualTo(3);
    // 3 replicas from the sync at 60 s to the poll at 220 s; the 1 lasts no time.
    assertThat(trace.track().replicaSeconds()).isEqualTo(3 * 160.0);
    assertThat(trace.reason(20))
        .isEqualTo("0 replicas: the HPA is disabled until something else starts one");
  }

  @Test
  void aPausedObjectKeepsItsCount() {
    ScaledObject paused =
        queueDepth()
            .withMetadata(
                new ObjectMeta(
                    "so", "", Map.of(), Map.of("autoscaling.keda.sh/paused-replicas", "5")));
    ScalingTrace trace =
        ScalingReplay.run(scenario(new double[] {1, 9}, new double[] {1, 1}).withScaler(paused));
    assertThat(trace.desired()).containsExactly(5, 5);
    assertThat(trace.hasHpa()).isFalse();
    assertThat(trace.reason(1)).isEqualTo("paused by annotation: KEDA has taken the HPA away");
    assertThat(trace.proposal(0, 0)).isNaN();
  }

  @Test
  void fallbackIsSaid() {
    ScaledObject strict =
        scaler(
                1,
                30,
                Trigger.prometheus("queue", "http://p", "q", "2")
                    .withMetadata("ignoreNullValues", "false"))
            .withFallback(Fallback.of(3, 6));
    ScalingTrace trace =
        ScalingReplay.run(
            ReplayScenario.of(
                    strict,
                    Map.of("queue", every15s("q", 20, Double.NaN, Double.NaN, Double.NaN, 8)))
                .withHpa(EVERY_15_S));
    // Failures: sync 15, poll and sync 30, sync 45: the fourth is more than 3.
    assertThat(trace.desired()).containsExactly(10, 10, 10, 6, 4);
    assertThat(trace.reason(3))
        .startsWith("queue asked 6 (ceil(12/2); fallback to 6 replicas: NaN, and");
  }

  @Test
  void saysWhatItLeavesOut() {
    Trigger cpu =
        new Trigger("cpu", "", "Utilization", Map.of("value", "60"), false, Optional.empty());
    ScaledObject mixed = scaler(1, 8, Trigger.prometheus("queue", "http://p", "q", "1"), cpu);
    assertThat(
            ScalingReplay.run(
                    ReplayScenario.of(mixed, Map.of("queue", every15s("q", 1, 2)))
                        .withHpa(EVERY_15_S))
                .ignored())
        .extracting(KeptFeature::path)
        .containsExactly("triggers.1");
    assertThat(ScalingReplay.run(scenario(new double[] {1}, new double[] {1})).ignored()).isEmpty();
  }

  @Test
  void knobsReachTheScalerTheControllerAndTheStart() {
    ReplayScenario scenario = scenario(new double[] {1, 8}, new double[] {1, 1});
    Knob<ReplayScenario> threshold = scenario.knob("scaler.triggers.queue.threshold").orElseThrow();
    assertThat(ScalingReplay.run(threshold.with(scenario, 4)).desired()).containsExactly(1, 2);
    for (Knob<ReplayScenario> knob : scenario.knobs()) {
      double value = Math.rint(knob.range().at(0.7));
      assertThat(knob.get(knob.with(scenario, value))).as(knob.name()).isEqualTo(value);
    }
    assertThat(scenario.knobs().stream().map(Knob::name))
        .contains(
            "scaler.minReplicaCount",
            "scaler.maxReplicaCount",
            "scaler.hpa.tolerance",
            "scaler.hpa.sync",
            "scaler.replicas");
    assertThat(scenario.knob("scaler.triggers.nothing.threshold")).isEmpty();
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 60).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void staysBetweenTheBoundsAndRepeatsItself(long seed) {
    ReplayScenario scenario = random(seed);
    ScalingTrace trace = ScalingReplay.run(scenario);
    int min = scenario.scaler().replicas().hpaMin();
    int max = scenario.scaler().replicas().hpaMax();
    for (int i = 0; i < trace.size(); i++) {
      assertThat(trace.desired(i)).isBetween(min, max);
      assertThat(trace.replicas(i)).isEqualTo(trace.desired(i));
      // Each sync starts from what the one before left.
      assertThat(trace.decision(i).orElseThrow().current())
          .isEqualTo(i == 0 ? trace.startReplicas() : trace.replicas(i - 1));
    }
    assertThat(ScalingReplay.run(scenario).desired()).isEqualTo(trace.desired());
    // A sweep keeps the replicas alone; they are the same.
    ReplicaTrack bare = ScalingReplay.track(scenario, scenario.recording());
    for (int i = 0; i < trace.size(); i++) {
      assertThat(bare.replicas(i)).isEqualTo(trace.replicas(i));
    }
    assertThat(ScalingScores.of(trace.track()))
        .isEqualTo(ScalingScores.of(ScalingReplay.track(scenario, scenario.recording())));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void withoutToleranceAHigherThresholdNeverAsksForMore(long seed) {
    ReplayScenario scenario = random(seed).withHpa(EVERY_15_S.withTolerance(0));
    Knob<ReplayScenario> queue = scenario.knob("scaler.triggers.queue.threshold").orElseThrow();
    double[] low = ScalingReplay.run(queue.with(scenario, 2)).desired();
    double[] high = ScalingReplay.run(queue.with(scenario, 5)).desired();
    for (int i = 0; i < low.length; i++) {
      assertThat(high[i]).as("sync %d", i).isLessThanOrEqualTo(low[i]);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void pollsThatAreLeftOutWouldHaveChangedNothing(long seed) {
    ReplayScenario scenario = random(seed).withStartReplicas((int) (seed % 3) * 7);
    Recording recording = scenario.recording();
    Autoscaler all = new Autoscaler(scenario.scaler(), scenario.hpa(), recording.startMs);
    double[] values = new double[2];
    SourceAnswer.Kind[] kinds = new SourceAnswer.Kind[2];
    ReplicaTrack track = ScalingReplay.track(scenario, recording);
    int current = scenario.startReplicas();
    int poll = 0;
    for (int i = 0; i < track.size(); i++) {
      for (; all.nextPollMs() <= recording.syncMs[i]; poll++) {
        recording.answersAtPoll(poll, current, values, kinds);
        current = all.poll(recording.pollMs[poll], values, kinds, current, current);
      }
      recording.answersAtSync(i, current, values, kinds);
      current = all.sync(recording.syncMs[i], values, kinds, Workload.ready(current));
      assertThat(track.replicas(i)).as("sync %d", i).isEqualTo(current);
    }
  }

  private static ReplayScenario random(long seed) {
    Random random = new Random(seed);
    int size = 2 + random.nextInt(80);
    double[] queue = new double[size];
    double[] running = new double[size];
    for (int i = 0; i < size; i++) {
      queue[i] = random.nextInt(5) == 0 ? Double.NaN : random.nextInt(40);
      running[i] = Math.max(0, 60 + 40 * random.nextGaussian());
    }
    int min = 1 + random.nextInt(3);
    ReplayScenario scenario = scenario(queue, running);
    ScaledObject scaler = scenario.scaler();
    switch ((int) (seed % 4)) {
      case 1 ->
          scaler =
              scaler
                  .withTrigger(
                      0, scaler.triggers().get(0).withMetadata("ignoreNullValues", "false"))
                  .withFallback(Fallback.of(1, 4));
      case 2 ->
          scaler =
              scaler.withAdvanced(
                  UNDAMPED.withModifiers(ScalingModifiers.of("max(queue, running / 16)", "1")));
      case 3 -> scaler = scaler.withAdvanced(Advanced.UNSET);
      default -> {}
    }
    scenario = scenario.withScaler(scaler);
    return scenario
        .withScaler(
            scenario
                .scaler()
                .withReplicas(
                    new ReplicaCounts(
                        OptionalInt.of(min),
                        OptionalInt.of(min + random.nextInt(12)),
                        OptionalInt.empty())))
        .withStartReplicas(1 + random.nextInt(20))
        .withNeed(new Need(every15s("running", running), 1 + random.nextInt(20)));
  }

  @Test
  void needRefusesNonsense() {
    Series series = every15s("r", 1);
    assertThatThrownBy(() -> new Need(series, 0))
        .hasMessage("need.per-replica must be above 0 and finite, was 0.0");
    assertThat(Arrays.asList(new Need(series, 20).replicas(61), new Need(series, 20).replicas(-5)))
        .containsExactly(4.0, 0.0);
  }
}
