// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.List;

/**
 * What the controller manager does for one HPA, and what it remembers of it: recent asks, its own
 * recent changes, and the conditions of the status. ({@code reconcileAutoscaler} of Kubernetes'
 * horizontal.go and what it calls.)
 *
 * <p>A sync has two halves, as upstream: {@link #sync} (or {@link #decide}, the same without an
 * object per sync) computes, and when the replicas were changed for it {@link #scaled} records
 * that. Between the two the update may be refused; then {@code scaled} is not called, the ask stays
 * recorded, and no change counts against the policies. What somebody else scales is not told here
 * at all: the next sync finds it as the workload's replicas.
 *
 * <p>Times are milliseconds of any clock that does not go back. Not safe for use by several
 * threads.
 */
public final class HpaController {
  private final HpaSpec spec;
  private final HpaConstants constants;
  private final Tolerance tolerance;
  private final int min;
  private final int max;
  private final boolean[] average;
  private final long[] targetMilli;
  private final boolean behavior;
  private final AppliedRules upRules;
  private final AppliedRules downRules;
  private final boolean gate;
  private final KubernetesVersion.ZeroModel zeroModel;

  private final Stabilization stabilization;
  private final RateLimit rateLimit;
  private final SyncNumbers numbers;
  private final long[] readMilli;
  private final boolean[] readFailed;
  private Condition active;
  private Condition limited;
  private Condition zero;

  /**
   * A controller that knows nothing of the HPA yet. The spec should have passed {@link
   * HpaSpec#problems}; windows below 0, a list without policies and tolerances below 0 are refused
   * here too.
   */
  public HpaController(HpaSpec spec, HpaConstants constants) {
    this.spec = spec;
    this.constants = constants;
    tolerance = spec.tolerance(constants);
    min = spec.minReplicas();
    max = spec.maxReplicas();
    int metrics = spec.metrics().size();
    average = new boolean[metrics];
    targetMilli = new long[metrics];
    for (int i = 0; i < metrics; i++) {
      average[i] = spec.metrics().get(i).type() == TargetType.AVERAGE_VALUE;
      targetMilli[i] = spec.metrics().get(i).targetMilli();
    }
    behavior = spec.behavior().isPresent();
    Behavior rules = spec.behavior().orElse(Behavior.EMPTY);
    upRules = rules.appliedUp();
    downRules = rules.appliedDown(constants.downscaleStabilizationS());
    gate = constants.scaleToZero();
    zeroModel = constants.kubernetes().zeroModel();
    stabilization =
        behavior
            ? Stabilization.behavior(upRules.windowS() * 1000L, downRules.windowS() * 1000L)
            : Stabilization.plain(
                (long) (Math.min(constants.downscaleStabilizationS(), 1e12) * 1000));
    rateLimit = new RateLimit(spec.bounds(), behavior, constants.upLimit(), upRules, downRules);
    numbers = new SyncNumbers(metrics);
    numbers.nowMs = Long.MIN_VALUE;
    readMilli = new long[metrics];
    readFailed = new boolean[metrics];
  }

  public HpaSpec spec() {
    return spec;
  }

  public HpaConstants constants() {
    return constants;
  }

  /** One sync; {@code readings} are as many as the metrics, in the order of the spec. */
  public Decision sync(long nowMs, Workload workload, List<MetricReading> readings) {
    if (readings.size() != readMilli.length) {
      throw new IllegalArgumentException(
          "a sync needs as many readings as metrics, got "
              + readings.size()
              + " for "
              + readMilli.length);
    }
    for (int i = 0; i < readMilli.length; i++) {
      read(i, readings.get(i));
    }
    decide(
        nowMs,
        workload.specReplicas(),
        workload.statusReplicas(),
        workload.readyPods(),
        workload.podCount(),
        readMilli,
        readFailed);
    return decision(readings);
  }

  private void read(int metric, MetricReading reading) {
    reading.match(
        new MetricReading.Cases<Void>() {
          @Override
          public Void value(MetricReading.Value value) {
            readMilli[metric] = value.milli();
            readFailed[metric] = false;
            return null;
          }

          @Override
          public Void failure(MetricReading.Failure failure) {
            readFailed[metric] = true;
            return null;
          }
        });
  }

  /**
   * One sync without an object for it: what the replicas are to become, S where nothing changes.
   * The numbers are in {@link #numbers} until the next sync.
   *
   * @param nowMs not below that of the sync before
   * @param specReplicas S, 0 or more
   * @param statusReplicas T, 0 or more
   * @param readyPods pods that run and are ready
   * @param podCount pods that the selector finds
   * @param milli each metric's value times 1000; only read
   * @param failed whether the metric has no value; only read
   */
  public int decide(
      long nowMs,
      int specReplicas,
      int statusReplicas,
      int readyPods,
      int podCount,
      long[] milli,
      boolean[] failed) {
    SyncNumbers row = numbers;
    if (nowMs < row.nowMs) {
      throw new IllegalArgumentException(
          "a sync at " + nowMs + " ms cannot follow one at " + row.nowMs + " ms");
    }
    row.nowMs = nowMs;
    row.specReplicas = specReplicas;
    row.statusReplicas = statusReplicas;
    row.readyPods = readyPods;
    row.podCount = podCount;
    for (int i = 0; i < row.milli.length; i++) {
      row.milli[i] = milli[i];
      row.failed[i] = failed[i];
    }
    row.named = -1;
    row.raw = specReplicas;
    row.stabilized = specReplicas;
    row.desired = specReplicas;
    row.policy = SyncNumbers.NO_LIMIT;
    row.limit = specReplicas;
    row.able = Condition.SUCCEEDED_GET_SCALE;
    if (!gate) {
      zero = null;
    }
    stabilization.seed(nowMs, specReplicas);
    if (specReplicas == 0 && pausedAtZero()) {
      row.outcome = Decision.Outcome.DISABLED;
      active = Condition.SCALING_DISABLED;
    } else if (specReplicas > max) {
      row.outcome = Decision.Outcome.ABOVE_MAX;
      row.desired = max;
    } else if (specReplicas < min && specReplicas > 0) {
      row.outcome = Decision.Outcome.BELOW_MIN;
      row.desired = min;
    } else if (!ask(row)) {
      row.outcome = Decision.Outcome.NO_DECISION;
      active = Condition.FAILED_GET_EXTERNAL_METRIC;
    } else {
      row.outcome = Decision.Outcome.COMPUTED;
      active = Condition.VALID_METRIC_FOUND;
      stabilize(row);
      limited = rateLimit.limit(row);
      // From 0 the bounds were not looked at before: minReplicas may have been raised meanwhile.
      row.desired = specReplicas == 0 ? Math.max(row.allowed, min) : row.allowed;
    }
    row.active = active;
    row.limited = limited;
    row.zero = zero;
    return row.desired;
  }

  private boolean pausedAtZero() {
    return !gate
        || (zeroModel == KubernetesVersion.ZeroModel.MIN
            ? min != 0
            : zero != Condition.SCALED_TO_ZERO);
  }

  /**
   * Takes the largest ask, on a tie the earlier metric's; false when failures forbid a decision:
   * all failed, or any failed and the best ask is below S, so that one failing metric blocks
   * scaling down but not scaling up ({@code computeReplicasForMetrics}).
   */
  private boolean ask(SyncNumbers row) {
    int best = 0;
    int failures = 0;
    for (int i = 0; i < average.length; i++) {
      if (row.failed[i]) {
        failures++;
        continue;
      }
      int replicas;
      if (average[i]) {
        long used = ReplicaCalculator.guarded(row.milli[i]);
        double ratio = ReplicaCalculator.averageRatio(used, targetMilli[i], row.statusReplicas);
        replicas =
            tolerance.inside(ratio)
                ? row.statusReplicas
                : ReplicaCalculator.averageReplicas(used, targetMilli[i], Integer.MAX_VALUE);
      } else {
        double ratio = ReplicaCalculator.valueRatio(row.milli[i], targetMilli[i]);
        if (row.specReplicas == 0) {
          replicas = ReplicaCalculator.valueReplicas(ratio, 1);
        } else if (tolerance.inside(ratio)) {
          replicas = row.specReplicas;
        } else if (row.podCount == 0) {
          failures++;
          continue;
        } else {
          replicas = ReplicaCalculator.valueReplicas(ratio, row.readyPods);
        }
      }
      if (best == 0 || replicas > best) {
        best = replicas;
        row.named = i;
      }
    }
    if (failures == average.length || failures > 0 && best < row.specReplicas) {
      row.named = -1;
      return false;
    }
    row.raw = Math.max(best, 0);
    return true;
  }

  private void stabilize(SyncNumbers row) {
    stabilization.record(row.nowMs, row.raw);
    row.smallest = stabilization.smallest().replicas();
    row.smallestMs = stabilization.smallest().madeMs();
    row.largest = stabilization.largest().replicas();
    row.largestMs = stabilization.largest().madeMs();
    row.stabilized = behavior ? stabilization.behavior(row.specReplicas) : stabilization.plain();
    row.able =
        row.stabilized == row.raw
            ? Condition.READY_FOR_NEW_SCALE
            : behavior && row.raw >= row.specReplicas
                ? Condition.SCALE_UP_STABILIZED
                : Condition.SCALE_DOWN_STABILIZED;
  }

  /**
   * The replicas were set as the last sync decided. Not called when the update was refused, nor for
   * what others scale.
   */
  public void scaled(long nowMs, int from, int to) {
    if (from == to) {
      throw new IllegalArgumentException("a rescale changes the replicas, stayed at " + to);
    }
    rateLimit.scaled(nowMs, from, to);
    zero = zeroOnceScaled(from, to);
  }

  private Condition zeroOnceScaled(int from, int to) {
    if (!gate || zeroModel == KubernetesVersion.ZeroModel.MIN) {
      return null;
    }
    return from > 0 && to == 0 && min == 0
        ? Condition.SCALED_TO_ZERO
        : Condition.NOT_SCALED_TO_ZERO;
  }

  /** The HPA was deleted: everything about it is forgotten. */
  public void forget() {
    stabilization.forget();
    rateLimit.forget();
    active = null;
    limited = null;
    zero = null;
    numbers.nowMs = Long.MIN_VALUE;
  }

  /** The HPA's status holds this already, from a controller before this one. */
  public void recall(Condition condition) {
    switch (condition.type()) {
      case SCALING_ACTIVE -> active = condition;
      case SCALING_LIMITED -> limited = condition;
      case SCALED_TO_ZERO -> zero = condition;
      default -> {
        // AbleToScale is set anew at each sync.
      }
    }
  }

  /** The numbers of the last sync; overwritten by the next. */
  public SyncNumbers numbers() {
    return numbers;
  }

  /** The last sync in words and numbers; failed metrics have no reason, values no note. */
  public Decision decision() {
    return decision(numbers, withoutNotes(numbers));
  }

  /** The last sync in words and numbers, with the notes and reasons of its readings. */
  public Decision decision(List<MetricReading> readings) {
    return decision(numbers, readings);
  }

  List<MetricReading> withoutNotes(SyncNumbers row) {
    MetricReading[] readings = new MetricReading[row.milli.length];
    for (int i = 0; i < readings.length; i++) {
      readings[i] =
          row.failed[i] ? new MetricReading.Failure("no value") : MetricReading.of(row.milli[i]);
    }
    return List.of(readings);
  }

  Decision decision(SyncNumbers row, List<MetricReading> readings) {
    boolean read =
        row.outcome == Decision.Outcome.COMPUTED || row.outcome == Decision.Outcome.NO_DECISION;
    Proposal[] proposals = new Proposal[read ? average.length : 0];
    Workload workload =
        new Workload(row.specReplicas, row.statusReplicas, row.readyPods, row.podCount);
    for (int i = 0; i < proposals.length; i++) {
      proposals[i] = Proposal.of(spec.metrics().get(i), readings.get(i), workload, tolerance);
    }
    return Decision.of(
        row,
        List.of(proposals),
        spec.bounds(),
        row.outcome == Decision.Outcome.COMPUTED ? stabilizedStep(row) : null,
        row.outcome == Decision.Outcome.COMPUTED ? limitedStep(row) : null,
        row.desired == row.specReplicas ? row.zero : zeroOnceScaled(row.specReplicas, row.desired));
  }

  private Step.Stabilized stabilizedStep(SyncNumbers row) {
    double upS = behavior ? upRules.windowS() : 0;
    double downS = behavior ? downRules.windowS() : constants.downscaleStabilizationS();
    return new Step.Stabilized(
        row.specReplicas,
        row.raw,
        behavior,
        new Step.Stabilized.Window(upS, row.smallest, (row.nowMs - row.smallestMs) / 1000.0),
        new Step.Stabilized.Window(downS, row.largest, (row.nowMs - row.largestMs) / 1000.0),
        row.stabilized);
  }

  private Step.Limited limitedStep(SyncNumbers row) {
    return new Step.Limited(
        row.specReplicas,
        row.raw,
        row.stabilized,
        rateLimit.read(row),
        spec.bounds(),
        row.allowed,
        row.limited);
  }

  Stabilization stabilization() {
    return stabilization;
  }
}
