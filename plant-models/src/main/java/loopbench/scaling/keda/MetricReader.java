// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.List;
import loopbench.scaling.hpa.TargetType;

/**
 * Asks the triggers, once for a poll or for the HPA, and turns the answers into metrics: what KEDA
 * reads from them, what it remembers from the last poll ({@code useCachedMetrics}), and what the
 * fallback makes of failures. Follows {@code GetScaledObjectMetrics} and {@code getScalerState} of
 * pkg/scaling/scale_handler.go.
 *
 * <p>The arrays hold the outcome of the last question, one entry for each external trigger in
 * order; they are overwritten by the next. Nothing is allocated in asking.
 */
final class MetricReader {
  /** What stands in a failed trigger's place while the formula sees nil: -1. */
  private static final long PLACEHOLDER_MILLI = -1000;

  /**
   * A trigger with a metric of its own.
   *
   * @param trigger its position
   * @param name what an operator calls it
   * @param reader how answers are read; for scalers that are not read here, as they come
   * @param targetMilli its target; 0 where it is not known
   * @param target the same, or the formula's target where there is one, for the fallback
   * @param perReady whether that target is of type Value
   * @param cached whether the HPA gets the last poll's metric
   */
  record External(
      int trigger,
      String name,
      PrometheusTrigger reader,
      TargetType type,
      long targetMilli,
      double target,
      boolean perReady,
      boolean cached) {}

  /** What a poll left behind for the HPA. */
  enum Kept {
    METRIC,
    FALLBACK,
    PLACEHOLDER,
    ERROR
  }

  private final External[] externals;
  private final FallbackHealth health;
  private final Kept[] kept;
  private final long[] keptMilli;
  private boolean anyCached;
  private long keptAtMs;

  /** The metrics, in milli; nothing where they failed. */
  final long[] milli;

  /** Which are an error. */
  final boolean[] failed;

  /** Which are the fallback's. */
  final boolean[] fallenBack;

  /** Which make their trigger active. */
  final boolean[] active;

  /** Which come from the last poll. */
  final boolean[] remembered;

  MetricReader(ScaledObject scaler) {
    this.externals = externals(scaler);
    int metrics = externals.length;
    this.health = new FallbackHealth(scaler, metrics);
    this.kept = new Kept[metrics];
    this.keptMilli = new long[metrics];
    this.milli = new long[metrics];
    this.failed = new boolean[metrics];
    this.fallenBack = new boolean[metrics];
    this.active = new boolean[metrics];
    this.remembered = new boolean[metrics];
    for (External external : externals) {
      anyCached |= external.cached();
    }
  }

  private static External[] externals(ScaledObject scaler) {
    boolean composite = scaler.hasModifiers();
    ScalingModifiers modifiers = scaler.advanced().modifiers();
    List<External> externals = new ArrayList<>();
    for (int i = 0; i < scaler.triggers().size(); i++) {
      Trigger trigger = scaler.triggers().get(i);
      if (trigger.isResource()) {
        continue;
      }
      PrometheusTrigger reader =
          trigger.isPrometheus()
              ? PrometheusTrigger.of(trigger.metadata())
              : new PrometheusTrigger("", "", 0, 0, false);
      long targetMilli = KedaNumbers.milli(reader.threshold());
      TargetType type = trigger.targetType().orElseThrow();
      externals.add(
          new External(
              i,
              scaler.triggerName(i),
              reader,
              type,
              targetMilli,
              composite
                  ? modifiers.targetNumber().orElseThrow()
                  : KedaNumbers.fromMilli(targetMilli),
              (composite ? modifiers.targetType().orElseThrow() : type) == TargetType.VALUE,
              trigger.useCachedMetrics()));
    }
    return externals.toArray(External[]::new);
  }

  int size() {
    return externals.length;
  }

  External external(int metric) {
    return externals[metric];
  }

  FallbackHealth health() {
    return health;
  }

  /**
   * Asks all.
   *
   * @param poll whether KEDA's loop asks, which never takes what it remembers; or else the HPA
   * @param values by trigger, as in {@link PrometheusTrigger#read}
   * @param kinds by trigger
   * @param current what the target is asked to run
   * @param ready how many of its pods are ready
   */
  void ask(boolean poll, double[] values, SourceAnswer.Kind[] kinds, int current, int ready) {
    for (int m = 0; m < externals.length; m++) {
      External external = externals[m];
      remembered[m] = !poll && kept[m] != null;
      fallenBack[m] = false;
      active[m] = false;
      if (remembered[m]) {
        milli[m] = keptMilli[m];
        failed[m] = kept[m] == Kept.ERROR;
      } else {
        double value = external.reader.read(kinds[external.trigger], values[external.trigger]);
        failed[m] = Double.isNaN(value);
        milli[m] = KedaNumbers.milli(value);
        active[m] = value > external.reader.activationThreshold();
      }
      if (!failed[m]) {
        health.succeeded(m);
      } else {
        fail(m, external, current, ready);
      }
    }
  }

  private void fail(int metric, External external, int current, int ready) {
    switch (health.failed(metric)) {
      case ERROR -> {}
      case NIL -> {
        failed[metric] = false;
        milli[metric] = PLACEHOLDER_MILLI;
      }
      case FALLBACK -> {
        if (external.perReady && ready == 0) {
          return;
        }
        failed[metric] = false;
        fallenBack[metric] = true;
        active[metric] = true;
        milli[metric] = health.milli(external.target, external.perReady, current, ready);
      }
    }
  }

  /**
   * Remembers what a poll gave, for the triggers that want it: after the fallback, so that the HPA
   * will take a fallback for a success and count no failure.
   */
  void keep(long nowMs) {
    if (!anyCached) {
      return;
    }
    keptAtMs = nowMs;
    for (int m = 0; m < externals.length; m++) {
      if (externals[m].cached) {
        keptMilli[m] = milli[m];
        kept[m] =
            failed[m]
                ? Kept.ERROR
                : fallenBack[m] ? Kept.FALLBACK : health.isNil(m) ? Kept.PLACEHOLDER : Kept.METRIC;
      }
    }
  }

  /** Forgets what polls gave. */
  void forget() {
    for (int m = 0; m < externals.length; m++) {
      kept[m] = null;
    }
  }

  /** When the poll was whose metrics are remembered. */
  long keptAtMs() {
    return keptAtMs;
  }

  /** What is remembered of a metric; null for nothing. */
  Kept kept(int metric) {
    return kept[metric];
  }
}
