// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Optional;

/**
 * How often each external metric failed in a row, and what that leads to. Follows {@code
 * GetMetricsWithFallback} and {@code doFallback} of pkg/fallback/fallback.go.
 *
 * <p>Every question counts, a poll's as well as the HPA's. Without a fallback, or with one that
 * KEDA finds invalid, nothing is counted at all.
 */
final class FallbackHealth {

  /** What a failure comes to. */
  enum Verdict {
    /** It stays an error: there is no fallback, or its threshold is not passed. */
    ERROR,
    /** The fallback's replicas stand in. */
    FALLBACK,
    /** The trigger is nil to the formula. */
    NIL
  }

  private final Fallback fallback;
  private final int threshold;
  private final boolean nil;
  private final int[] failures;

  FallbackHealth(ScaledObject scaler, int metrics) {
    this(scaler, new int[metrics]);
  }

  /** Goes on from failures counted before. */
  FallbackHealth(ScaledObject scaler, int[] failures) {
    this.fallback = scaler.fallbackApplies() ? scaler.fallback().orElseThrow() : null;
    this.threshold = fallback == null ? 0 : fallback.failureThreshold().orElseThrow();
    this.nil =
        fallback != null && fallback.kind().equals(Optional.of(Fallback.Kind.SCALING_MODIFIERS));
    this.failures = failures.clone();
  }

  /** A metric answered. */
  void succeeded(int metric) {
    if (fallback != null) {
      failures[metric] = 0;
    }
  }

  /** A metric failed. */
  Verdict failed(int metric) {
    if (fallback == null) {
      return Verdict.ERROR;
    }
    failures[metric]++;
    if (failures[metric] <= threshold) {
      return Verdict.ERROR;
    }
    return nil ? Verdict.NIL : Verdict.FALLBACK;
  }

  /** Whether the formula sees nil in a metric's place ({@code scalingModifierTriggerValue}). */
  boolean isNil(int metric) {
    return nil && failures[metric] > threshold;
  }

  /** Whether any metric has failed more often than the fallback bears. */
  boolean isEngaged() {
    for (int count : failures) {
      if (fallback != null && count > threshold) {
        return true;
      }
    }
    return false;
  }

  boolean isCounted() {
    return fallback != null;
  }

  /** Failures in a row; 0 where they are not counted. */
  int failures(int metric) {
    return failures[metric];
  }

  int threshold() {
    return threshold;
  }

  /** For how many replicas the fallback stands. */
  int replicas(int current) {
    return fallback.standIn(current);
  }

  /**
   * What stands in for a metric, in milli. For a target of type Value, which the HPA multiplies by
   * the ready pods, it is divided by them; without any ready there is no answer and this must not
   * be asked.
   *
   * @param target the metric's, or the formula's where there is one
   */
  long milli(double target, boolean perReady, int current, int ready) {
    double replicas = replicas(current);
    return KedaNumbers.int64(target * 1000 * (perReady ? replicas / ready : replicas));
  }
}
