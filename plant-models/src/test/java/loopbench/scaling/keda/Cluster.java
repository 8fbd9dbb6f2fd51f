// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.HpaController;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.Workload;

/**
 * KEDA, the HPA it makes and a target whose pods are ready at once: within one instant first what
 * the test does, then the poll, then the sync.
 */
final class Cluster {
  /**
   * A sync.
   *
   * @param milli the metrics; empty where they were not read
   */
  record Sync(long nowMs, int replicas, long[] milli, List<MetricReading> readings, Decision why) {}

  final KedaScaler keda;
  final List<Poll> polls = new ArrayList<>();
  final List<Sync> syncs = new ArrayList<>();
  int replicas;

  private final long syncMs;
  private HpaController hpa;
  private long nextSyncMs;

  Cluster(ScaledObject scaler, int replicas, long syncMs) {
    this.keda = new KedaScaler(scaler, 0);
    this.replicas = keda.pausedReplicas().orElse(replicas);
    this.syncMs = syncMs;
  }

  static int seconds(long ms) {
    return (int) (ms / 1000);
  }

  void second(int second, List<SourceAnswer> answers) {
    at(second * 1000L, answers);
  }

  /** What is due at an instant. */
  void at(long nowMs, List<SourceAnswer> answers) {
    if (nowMs >= keda.nextPollMs()) {
      Poll poll = keda.poll(nowMs, answers, replicas, replicas);
      polls.add(poll);
      replicas = poll.replicas();
    }
    if (!keda.hpaExists()) {
      hpa = null;
    } else if (hpa == null) {
      hpa = new HpaController(keda.hpaSpec(), HpaConstants.DEFAULTS);
      nextSyncMs = nowMs;
    }
    if (hpa != null && nowMs >= nextSyncMs) {
      nextSyncMs = nowMs + syncMs;
      sync(nowMs, answers);
    }
  }

  private void sync(long nowMs, List<SourceAnswer> answers) {
    List<MetricReading> readings =
        keda.hpaReads(replicas)
            ? keda.hpaMetrics(nowMs, answers, replicas, replicas)
            : Collections.nCopies(keda.metrics().size(), new MetricReading.Failure("not read"));
    Decision decision = hpa.sync(nowMs, Workload.ready(replicas), readings);
    if (decision.desired() != replicas) {
      hpa.scaled(nowMs, replicas, decision.desired());
      replicas = decision.desired();
    }
    syncs.add(
        new Sync(
            nowMs,
            replicas,
            readings.stream()
                .mapToLong(r -> r instanceof MetricReading.Value value ? value.milli() : 0)
                .toArray(),
            readings,
            decision));
  }
}
