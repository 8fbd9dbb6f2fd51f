// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.Proposal;
import loopbench.scaling.keda.KeptFeature;
import loopbench.series.Reading;
import loopbench.series.Series;

/**
 * What a replay did, sync by sync. Index i is the i-th sync; each stands for one sync period.
 * Triggers are numbered in the order of {@link #triggers}. Immutable.
 */
public final class ScalingTrace {
  private final long startMs;
  private final double firstS;
  private final double periodS;
  private final int startReplicas;
  private final List<String> triggers;
  private final Series[] series;
  private final int[][] indexes;
  private final int[] desired;
  private final List<Decision> decisions;
  private final double[] need;
  private final List<KeptFeature> ignored;

  ScalingTrace(
      long startMs,
      double firstS,
      double periodS,
      int startReplicas,
      List<String> triggers,
      Series[] series,
      int[][] indexes,
      List<Decision> decisions,
      double[] need,
      List<KeptFeature> ignored) {
    this.startMs = startMs;
    this.firstS = firstS;
    this.periodS = periodS;
    this.startReplicas = startReplicas;
    this.triggers = List.copyOf(triggers);
    this.series = series;
    this.indexes = indexes;
    this.decisions = decisions;
    this.need = need;
    this.ignored = List.copyOf(ignored);
    this.desired = decisions.stream().mapToInt(Decision::desired).toArray();
  }

  /** How many syncs. */
  public int size() {
    return desired.length;
  }

  /** Seconds from the recording's start to a sync. */
  public double timeS(int i) {
    return firstS + i * periodS;
  }

  /** Milliseconds since the epoch of the recording's start. */
  public long startMs() {
    return startMs;
  }

  /** Seconds from one sync to the next. */
  public double periodS() {
    return periodS;
  }

  /** What ran before the first sync. */
  public int startReplicas() {
    return startReplicas;
  }

  /** What the HPA asked for at a sync. */
  public int desired(int i) {
    return desired[i];
  }

  /** What is asked for from a sync to the next: here what was desired, at once. */
  public int replicas(int i) {
    return desired[i];
  }

  /** What serves from a sync to the next: here what was desired, at once. */
  public int ready(int i) {
    return desired[i];
  }

  /** The names of the replayed triggers. */
  public List<String> triggers() {
    return triggers;
  }

  /** What stood in a trigger's series at a sync: the last instant at or before it. */
  public Reading reading(int trigger, int i) {
    return series[trigger].reading(indexes[trigger][i]);
  }

  /** The series' number at a sync; NaN wherever the reading is not a value. */
  public double value(int trigger, int i) {
    return series[trigger].value(indexes[trigger][i]);
  }

  /** What a trigger asked for at a sync; NaN where it failed or was not read. */
  public double proposal(int trigger, int i) {
    List<Proposal> proposals = decisions.get(i).proposals();
    return proposals.isEmpty() || proposals.get(trigger).failed()
        ? Double.NaN
        : proposals.get(trigger).replicas();
  }

  public Decision decision(int i) {
    return decisions.get(i);
  }

  public List<Decision> decisions() {
    return decisions;
  }

  /** Whether a need was stated. */
  public boolean hasNeed() {
    return need != null;
  }

  /** Replicas needed at a sync; NaN where the need's series says nothing, or none was stated. */
  public double need(int i) {
    return need == null ? Double.NaN : need[i];
  }

  /** How many syncs the need says nothing about; all of them when none was stated. */
  public int needUnknown() {
    return need == null ? size() : (int) Arrays.stream(need).filter(Double::isNaN).count();
  }

  /** How many syncs read a trigger's absent, stale, NaN or infinite reading as 0. */
  public int readAsZero(int trigger) {
    int count = 0;
    for (int i = 0; i < desired.length; i++) {
      List<Proposal> proposals = decisions.get(i).proposals();
      if (!proposals.isEmpty()
          && !proposals.get(trigger).note().isEmpty()
          && Double.isNaN(finite(value(trigger, i)))) {
        count++;
      }
    }
    return count;
  }

  private static double finite(double value) {
    return Double.isInfinite(value) ? Double.NaN : value;
  }

  /** What the manifest and the controller would do and this replay left out. */
  public List<KeptFeature> ignored() {
    return ignored;
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
    return Arrays.stream(desired).asDoubleStream().toArray();
  }

  /** The needed replicas, NaN where unknown; a copy. Empty when no need was stated. */
  public Optional<double[]> need() {
    return need == null ? Optional.empty() : Optional.of(need.clone());
  }

  /** A trigger's values, NaN where there is none; a copy. */
  public double[] values(int trigger) {
    double[] values = new double[size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(trigger, i);
    }
    return values;
  }

  /** What a trigger asked for, NaN where it failed or was not read; a copy. */
  public double[] proposals(int trigger) {
    double[] proposals = new double[size()];
    for (int i = 0; i < proposals.length; i++) {
      proposals[i] = proposal(trigger, i);
    }
    return proposals;
  }
}
