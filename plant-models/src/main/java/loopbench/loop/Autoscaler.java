// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.List;
import java.util.Optional;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.HpaController;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.MetricSpec;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.KedaScaler;
import loopbench.scaling.keda.Poll;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SourceAnswer;

/**
 * KEDA and the HPA that it makes: two actors, each with a clock of its own, on one target. Whoever
 * drives them says when, within one instant the poll before the sync; both return what the target
 * is to run from then on, and it is taken as done.
 *
 * <p>Each has a form with objects, which explains itself, and one with arrays, which allocates next
 * to nothing; the first goes through the second's arithmetic.
 */
public final class Autoscaler {
  private final KedaScaler keda;
  private final HpaController hpa;
  private final long[] milli;
  private final boolean[] failed;

  /**
   * Starts on a ScaledObject in which nothing is wrong.
   *
   * @param startMs when the object is created and the first poll is due
   */
  public Autoscaler(ScaledObject scaler, HpaConstants constants, long startMs) {
    keda = new KedaScaler(scaler, startMs);
    hpa = new HpaController(keda.hpaSpec(), constants);
    milli = new long[keda.metrics().size()];
    failed = new boolean[milli.length];
  }

  /** What the HPA's metrics are called, in its order: the triggers, or the formula alone. */
  public List<MetricSpec> metrics() {
    return keda.metrics();
  }

  /** Whether there is an HPA to sync; while KEDA is paused by annotation there is none. */
  public boolean hasHpa() {
    return keda.hpaExists();
  }

  /** What the target runs once KEDA has seen it: pausing at a count sets it. */
  public int taken(int replicas) {
    return keda.pausedReplicas().orElse(replicas);
  }

  /** When the next poll is due, ms; {@code Long.MAX_VALUE} while paused. */
  public long nextPollMs() {
    return keda.nextPollMs();
  }

  /**
   * A poll in words.
   *
   * @param answers one for each trigger in order, as the sources would answer now
   */
  public Poll poll(long nowMs, List<SourceAnswer> answers, int current, int ready) {
    return keda.poll(nowMs, answers, current, ready);
  }

  /**
   * A poll: the replicas after it.
   *
   * @param values the numbers of {@link SourceAnswer.Kind#ONE}, by trigger
   * @param kinds by trigger; null for cpu and memory
   */
  public int poll(long nowMs, double[] values, SourceAnswer.Kind[] kinds, int current, int ready) {
    return keda.poll(nowMs, values, kinds, current, ready);
  }

  /** The last poll in words; to be asked for before anything else is. */
  public Poll lastPoll() {
    return keda.lastPoll();
  }

  /** Whether polls after the first may change anything. */
  public boolean pollsMatter() {
    return keda.pollsMatter();
  }

  /** A sync: the replicas after it. The controller's numbers are in {@link #hpa} until the next. */
  public int sync(long nowMs, double[] values, SourceAnswer.Kind[] kinds, Workload workload) {
    return sync(
        nowMs,
        values,
        kinds,
        workload.specReplicas(),
        workload.statusReplicas(),
        workload.readyPods(),
        workload.podCount());
  }

  int sync(
      long nowMs,
      double[] values,
      SourceAnswer.Kind[] kinds,
      int spec,
      int status,
      int ready,
      int pods) {
    if (!keda.hpaExists()) {
      return spec;
    }
    if (keda.hpaReads(spec)) {
      keda.hpaMetrics(nowMs, values, kinds, spec, ready, milli, failed);
    }
    return decide(nowMs, spec, status, ready, pods);
  }

  /** The controller's decision on the metrics it was given, taken as done. */
  private int decide(long nowMs, int spec, int status, int ready, int pods) {
    int desired = hpa.decide(nowMs, spec, status, ready, pods, milli, failed);
    if (desired != spec) {
      hpa.scaled(nowMs, spec, desired);
    }
    return desired;
  }

  /**
   * A sync with the words for its readings.
   *
   * @return what the HPA was given; empty where it read nothing
   */
  public Optional<List<MetricReading>> sync(
      long nowMs, List<SourceAnswer> answers, Workload workload) {
    if (!keda.hpaExists()) {
      return Optional.empty();
    }
    int spec = workload.specReplicas();
    List<MetricReading> readings = null;
    if (keda.hpaReads(spec)) {
      readings = keda.hpaMetrics(nowMs, answers, spec, workload.readyPods());
      for (int m = 0; m < milli.length; m++) {
        into(m, readings.get(m));
      }
    }
    decide(nowMs, spec, workload.statusReplicas(), workload.readyPods(), workload.podCount());
    return Optional.ofNullable(readings);
  }

  private void into(int metric, MetricReading reading) {
    milli[metric] =
        reading.match(
            new MetricReading.Cases<Long>() {
              @Override
              public Long value(MetricReading.Value value) {
                failed[metric] = false;
                return value.milli();
              }

              @Override
              public Long failure(MetricReading.Failure failure) {
                failed[metric] = true;
                return 0L;
              }
            });
  }

  /** The controller, for the numbers of its last sync. */
  public HpaController hpa() {
    return hpa;
  }

  /** The last sync in words and numbers, with the notes of its readings. */
  public Decision decision(List<MetricReading> readings) {
    return hpa.decision(readings);
  }
}
