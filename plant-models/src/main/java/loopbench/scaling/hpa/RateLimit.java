// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.Optional;

/**
 * What limits and bounds leave of the stabilized ask, and the changes that the limits count.
 * Without a behavior one sync may go up to a factor of what runs and down as far as it likes; with
 * one, each direction goes as far as its policies let it.
 */
final class RateLimit {
  private final int min;
  private final int max;
  private final boolean behavior;
  private final HpaConstants.UpLimit builtIn;
  private final AppliedRules upRules;
  private final AppliedRules downRules;
  private final PolicyLimit up;
  private final PolicyLimit down;
  private final long longestUpMs;
  private final long longestDownMs;
  private final ScalingEvents added = new ScalingEvents();
  private final ScalingEvents removed = new ScalingEvents();

  /** The rules are those of the behavior; without one they are of no account. */
  RateLimit(
      ReplicaBounds bounds,
      boolean behavior,
      HpaConstants.UpLimit builtIn,
      AppliedRules upRules,
      AppliedRules downRules) {
    min = bounds.min();
    max = bounds.max();
    this.behavior = behavior;
    this.builtIn = builtIn;
    this.upRules = upRules;
    this.downRules = downRules;
    up = new PolicyLimit(true, upRules);
    down = new PolicyLimit(false, downRules);
    longestUpMs = upRules.longestPeriodS() * 1000L;
    longestDownMs = downRules.longestPeriodS() * 1000L;
  }

  /**
   * Reads S, D and R of a row, writes the limit, where it came from and what is allowed of R, and
   * says what limited it.
   */
  Condition limit(SyncNumbers row) {
    return behavior ? byPolicies(row) : builtIn(row);
  }

  /** {@code convertDesiredReplicasWithRules}. */
  private Condition builtIn(SyncNumbers row) {
    row.policy = SyncNumbers.BUILT_IN;
    row.limit = builtIn.of(row.specReplicas);
    int upper = Math.min(row.limit, max);
    if (row.stabilized < min) {
      row.allowed = min;
      return Condition.TOO_FEW_REPLICAS;
    }
    if (row.stabilized > upper) {
      row.allowed = upper;
      return max > row.limit ? Condition.SCALE_UP_LIMIT : Condition.TOO_MANY_REPLICAS;
    }
    row.allowed = row.stabilized;
    return Condition.DESIRED_WITHIN_RANGE;
  }

  /** {@code convertDesiredReplicasWithBehaviorRate}. */
  private Condition byPolicies(SyncNumbers row) {
    int current = row.specReplicas;
    int wanted = row.stabilized;
    // R lies between S and D, so the limit of D's direction is R's. It is also read when the
    // windows leave nothing of D, to say what the policies would have allowed.
    if (row.raw > current) {
      row.limit = up.limit(row.nowMs, current, added, removed);
      row.policy = position(up);
      int highest = Math.max(row.limit, current);
      if (wanted > current && wanted > Math.min(highest, max)) {
        row.allowed = Math.min(highest, max);
        return max > highest ? Condition.SCALE_UP_LIMIT : Condition.TOO_MANY_REPLICAS;
      }
    } else if (row.raw < current) {
      row.limit = down.limit(row.nowMs, current, added, removed);
      row.policy = position(down);
      int lowest = Math.min(row.limit, current);
      if (wanted < current && wanted < Math.max(lowest, min)) {
        row.allowed = Math.max(lowest, min);
        return min < lowest ? Condition.SCALE_DOWN_LIMIT : Condition.TOO_FEW_REPLICAS;
      }
    }
    row.allowed = wanted;
    return Condition.DESIRED_WITHIN_RANGE;
  }

  private static int position(PolicyLimit limit) {
    return limit.chosen() == PolicyLimit.DISABLED ? SyncNumbers.DISABLED : limit.chosen();
  }

  /** Counts a change of the replicas; without a behavior nothing counts them. */
  void scaled(long nowMs, int from, int to) {
    if (behavior && to > from) {
      added.store(nowMs, to - from, longestUpMs);
    } else if (behavior) {
      removed.store(nowMs, from - to, longestDownMs);
    }
  }

  /** A row's limit as a value. */
  Step.Limit read(SyncNumbers row) {
    return switch (row.policy) {
      case SyncNumbers.NO_LIMIT ->
          new Step.Limit(Step.Limit.Kind.NONE, row.limit, Optional.empty());
      case SyncNumbers.BUILT_IN ->
          new Step.Limit(Step.Limit.Kind.BUILT_IN, row.limit, Optional.empty());
      case SyncNumbers.DISABLED ->
          new Step.Limit(Step.Limit.Kind.DISABLED, row.limit, Optional.empty());
      default -> {
        AppliedRules rules = row.raw > row.specReplicas ? upRules : downRules;
        yield new Step.Limit(
            Step.Limit.Kind.POLICY, row.limit, Optional.of(rules.policies().get(row.policy)));
      }
    };
  }

  void forget() {
    added.clear();
    removed.clear();
  }

  /** The changes upwards. */
  ScalingEvents added() {
    return added;
  }

  /** The changes downwards. */
  ScalingEvents removed() {
    return removed;
  }
}
