// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.DecisionLog;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.MetricSpec;
import loopbench.scaling.hpa.Proposal;
import loopbench.scaling.hpa.Step;
import loopbench.scaling.keda.KeptFeature;
import loopbench.series.Reading;

/**
 * What a replay did, sync by sync. Index i is the i-th sync; each stands for one sync period.
 * Triggers are numbered in the order of {@link #triggers}, metrics in that of {@link #metrics}.
 * Immutable.
 *
 * <p>Kept are the controller's numbers of each sync, about 150 bytes with two triggers; words are
 * kept only for syncs whose readings were not plain numbers, and a {@link Decision} is made when
 * one is asked for.
 */
public final class ScalingTrace {
  private final ReplayScenario scenario;
  private final Recording recording;
  private final List<MetricSpec> metrics;
  private final List<Integer> positions;
  private final DecisionLog log;
  private final Map<Integer, List<MetricReading>> words;
  private final ReplicaTrack track;

  ScalingTrace(
      ReplayScenario scenario,
      Recording recording,
      List<MetricSpec> metrics,
      DecisionLog log,
      Map<Integer, List<MetricReading>> words,
      ReplicaTrack track) {
    this.scenario = scenario;
    this.recording = recording;
    this.metrics = List.copyOf(metrics);
    this.positions = scenario.replayedTriggers();
    this.log = log;
    this.words = words;
    this.track = track;
  }

  /** How many replicas ran when, and how many were needed. */
  public ReplicaTrack track() {
    return track;
  }

  /** How many syncs. */
  public int size() {
    return track.size();
  }

  /** Seconds from the recording's start to a sync. */
  public double timeS(int i) {
    return track.timeS(i);
  }

  /** Milliseconds since the epoch of the recording's start. */
  public long startMs() {
    return recording.startMs;
  }

  /** Seconds from one sync to the next. */
  public double periodS() {
    return track.periodS();
  }

  /** What ran before the first sync. */
  public int startReplicas() {
    return track.startReplicas();
  }

  /** What a sync found: what KEDA or the sync before left. */
  public int current(int i) {
    return hasHpa() ? log.current(i) : replicas(i);
  }

  /** What the HPA asked for at a sync. */
  public int desired(int i) {
    return track.replicas(i);
  }

  /** What is asked for from a sync to the next: here what was desired, at once. */
  public int replicas(int i) {
    return track.replicas(i);
  }

  /** What serves from a sync to the next: here what was desired, at once. */
  public int ready(int i) {
    return track.replicas(i);
  }

  /** What KEDA's loop changed, in the order of time. */
  public List<KedaMove> moves() {
    return track.moves();
  }

  /** The names of the replayed triggers. */
  public List<String> triggers() {
    return positions.stream().map(scenario.scaler()::triggerName).toList();
  }

  /** What the HPA's metrics are called: as the triggers are, or the formula alone. */
  public List<String> metrics() {
    return metrics.stream().map(MetricSpec::name).toList();
  }

  /** What stood in a trigger's source at a sync: the last instant at or before it. */
  public Reading reading(int trigger, int i) {
    return recording.readingAtSync(positions.get(trigger), i);
  }

  /** The source's number at a sync; NaN wherever the reading is not a value. */
  public double value(int trigger, int i) {
    return recording.answersAtSync(i, current(i)).get(positions.get(trigger)).value();
  }

  /** What a metric asked for at a sync; NaN where it failed or was not read. */
  public double proposal(int metric, int i) {
    List<Proposal> proposals = decision(i).map(Decision::proposals).orElse(List.of());
    return proposals.isEmpty() || proposals.get(metric).failed()
        ? Double.NaN
        : proposals.get(metric).replicas();
  }

  /** What the stabilization windows left of the asks; empty where nothing was computed. */
  public Optional<Integer> stabilized(int i) {
    return decision(i).flatMap(Decision::stabilized).map(Step.Stabilized::replicas);
  }

  /** Whether there was an HPA: not while KEDA is paused by annotation. */
  public boolean hasHpa() {
    return log.size() > 0;
  }

  /** A sync in words and numbers; empty while there is no HPA. */
  public Optional<Decision> decision(int i) {
    if (!hasHpa()) {
      return Optional.empty();
    }
    List<MetricReading> readings = words.get(i);
    return Optional.of(readings == null ? log.decision(i) : log.decision(i, readings));
  }

  /** Why a sync ended as it did: one sentence, without a full stop. */
  public String reason(int i) {
    return decision(i)
        .map(Decision::reason)
        .orElse("paused by annotation: KEDA has taken the HPA away");
  }

  /** What kept a sync from what was asked: a policy, a bound, or nothing. */
  public String limitedBy(int i) {
    return decision(i)
        .map(
            decision ->
                decision
                    .limited()
                    .filter(Step.Limited::byLimit)
                    .map(
                        step ->
                            step.limit()
                                .policy()
                                .map(policy -> policy.text())
                                .orElse(
                                    step.limit().kind() == Step.Limit.Kind.DISABLED
                                        ? "disabled"
                                        : "built-in limit"))
                    .orElse(decision.bound().token()))
        .orElse("");
  }

  /** Whether a need was stated. */
  public boolean hasNeed() {
    return track.hasNeed();
  }

  /** Replicas needed at a sync; NaN where the need's series says nothing, or none was stated. */
  public double need(int i) {
    return track.need(i);
  }

  /** How many syncs the need says nothing about; all of them when none was stated. */
  public int needUnknown() {
    return track.needUnknown();
  }

  /** How many syncs read a trigger's absent, stale, NaN or infinite reading as 0. */
  public int readAsZero(int trigger) {
    if (!scenario.prometheus(positions.get(trigger)).ignoreNullValues()) {
      return 0;
    }
    int count = 0;
    for (int i = 0; i < size(); i++) {
      double value = value(trigger, i);
      count += Double.isNaN(value) || Double.isInfinite(value) ? 1 : 0;
    }
    return count;
  }

  /** What the manifest says and this replay left out. */
  public List<KeptFeature> ignored() {
    return scenario.scaler().ignored();
  }

  /** The sentence every output of a replay carries. */
  public String about() {
    return "Open loop: the recorded series drive the triggers as they are, whatever the replicas"
        + " become; replicas follow at once.";
  }

  /** The times of the syncs in seconds; a copy. */
  public double[] timesS() {
    double[] times = new double[size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = timeS(i);
    }
    return times;
  }

  /** The desired replicas; a copy. */
  public double[] desired() {
    return Arrays.stream(track.replicas()).asDoubleStream().toArray();
  }

  /** The needed replicas, NaN where unknown; a copy. Empty when no need was stated. */
  public Optional<double[]> need() {
    return track.need() == null ? Optional.empty() : Optional.of(track.need().clone());
  }

  /** A trigger's values, NaN where there is none; a copy. */
  public double[] values(int trigger) {
    double[] values = new double[size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(trigger, i);
    }
    return values;
  }

  /** What a metric asked for, NaN where it failed or was not read; a copy. */
  public double[] proposals(int metric) {
    double[] proposals = new double[size()];
    for (int i = 0; i < proposals.length; i++) {
      proposals[i] = proposal(metric, i);
    }
    return proposals;
  }
}
