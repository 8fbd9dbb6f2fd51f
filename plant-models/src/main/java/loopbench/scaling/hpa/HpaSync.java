// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.List;

/**
 * One sync: what the metrics ask, the largest of it, the bounds. Follows {@code
 * reconcileAutoscaler}, {@code computeReplicasForMetrics} and {@code
 * convertDesiredReplicasWithRules} of Kubernetes' horizontal.go, without stabilization and without
 * the limit on how far one sync may go up.
 */
public final class HpaSync {
  private HpaSync() {}

  /**
   * Decides. {@code readings} are as many as {@code metrics}, in the same order.
   *
   * <p>With several metrics the largest ask counts; on a tie the earlier metric is named. Of f
   * failures among n metrics: all failed, or any failed and the best ask is below S, leaves things
   * as they are; so one failing metric blocks scaling down but not scaling up.
   */
  public static Decision decide(
      ReplicaBounds bounds,
      Workload workload,
      List<MetricSpec> metrics,
      List<MetricReading> readings,
      Tolerance tolerance) {
    if (metrics.isEmpty() || metrics.size() != readings.size()) {
      throw new IllegalArgumentException(
          "a sync needs as many readings as metrics and at least one, got "
              + readings.size()
              + " for "
              + metrics.size());
    }
    int current = workload.specReplicas();
    if (current == 0) {
      return untouched(Decision.Outcome.DISABLED, current, current, bounds);
    }
    if (current > bounds.max()) {
      return untouched(Decision.Outcome.ABOVE_MAX, current, bounds.max(), bounds);
    }
    if (current < bounds.min()) {
      return untouched(Decision.Outcome.BELOW_MIN, current, bounds.min(), bounds);
    }
    Proposal[] proposals = new Proposal[metrics.size()];
    int best = 0;
    int named = -1;
    int failures = 0;
    for (int i = 0; i < proposals.length; i++) {
      proposals[i] = propose(metrics.get(i), readings.get(i), workload, tolerance);
      if (proposals[i].failed()) {
        failures++;
      } else if (best == 0 || proposals[i].replicas() > best) {
        best = proposals[i].replicas();
        named = i;
      }
    }
    List<Proposal> asked = List.of(proposals);
    if (failures == proposals.length || failures > 0 && best < current) {
      return Decision.withoutDamping(
          Decision.Outcome.NO_DECISION,
          current,
          asked,
          -1,
          current,
          current,
          Decision.Bound.NONE,
          bounds);
    }
    int raw = Math.max(best, 0);
    int desired = Math.min(Math.max(raw, bounds.min()), bounds.max());
    Decision.Bound bound =
        raw < desired
            ? Decision.Bound.MIN
            : raw > desired ? Decision.Bound.MAX : Decision.Bound.NONE;
    return Decision.withoutDamping(
        Decision.Outcome.COMPUTED, current, asked, named, raw, desired, bound, bounds);
  }

  /** What one metric asks. */
  public static Proposal propose(
      MetricSpec metric, MetricReading reading, Workload workload, Tolerance tolerance) {
    return Proposal.of(metric, reading, workload, tolerance);
  }

  private static Decision untouched(
      Decision.Outcome outcome, int current, int desired, ReplicaBounds bounds) {
    Decision.Bound bound =
        switch (outcome) {
          case ABOVE_MAX -> Decision.Bound.MAX;
          case BELOW_MIN -> Decision.Bound.MIN;
          default -> Decision.Bound.NONE;
        };
    return Decision.withoutDamping(
        outcome, current, List.of(), -1, current, desired, bound, bounds);
  }
}
