// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * How far the policies of one direction let the replicas go now. ({@code
 * calculateScaleUpLimitWithScalingRules}, {@code calculateScaleDownLimitWithBehaviors} of
 * Kubernetes' horizontal.go.)
 *
 * <p>A policy is a budget over a sliding period, not a speed: "4 pods per 60 s" allows the four at
 * once and then none until the first of them is 60 s old. It is reckoned from where the period
 * began: what runs now, less what was added within the period, plus what was removed within it.
 *
 * <pre>
 *  replicas                          policy: 4 pods per 60 s
 *  14 |                      .----
 *     |                      |       t = 0    began at 6, budget to 10: 6 -> 10
 *  10 |      .---------------'       t = 15   10 - 4 added = began at 6, limit 10: waits
 *     |      |                       t = 45   the same
 *   6 |------'                       t = 60   the event is 60 s old and no longer counts:
 *     +------|----|---------|---          began at 10, budget to 14: 10 -> 14
 *            0    15        60
 * </pre>
 *
 * <p>An event exactly as old as the period is out; on an exact grid of 15 s a policy over 15 s
 * therefore never sees the sync before, as in a cluster, where syncs lie a little further apart.
 * Only what this HPA changed is an event: what KEDA or a person scales moves "what runs now" and
 * with it the beginning, so it costs no budget.
 *
 * <p>Several policies give several limits. Max takes the one that allows the larger change, Min the
 * smaller, Disabled none. The products are doubles as in Go: 10 % more than 100 pods are
 * 110.00000000000001 and round up to 111; 34 % fewer than 50 are 32.99... and are cut to 32.
 */
final class PolicyLimit {
  /** {@link #chosen} when scaling in the direction is disabled. */
  static final int DISABLED = -1;

  private final boolean up;
  private final SelectPolicy select;
  private final boolean[] percent;
  private final int[] pods;
  private final double[] factor;
  private final long[] periodMs;
  private int chosen;

  PolicyLimit(boolean up, AppliedRules rules) {
    this.up = up;
    this.select = rules.select();
    int count = rules.policies().size();
    percent = new boolean[count];
    pods = new int[count];
    factor = new double[count];
    periodMs = new long[count];
    for (int i = 0; i < count; i++) {
      ScalingPolicy policy = rules.policies().get(i);
      percent[i] = policy.type() == ScalingPolicy.Type.PERCENT;
      pods[i] = up ? policy.value() : -policy.value();
      factor[i] = up ? 1 + (double) policy.value() / 100 : 1 - (double) policy.value() / 100;
      periodMs[i] = policy.periodS() * 1000L;
    }
  }

  /**
   * The highest count allowed (up), or the lowest (down). Not yet held against what runs: spent
   * budgets can give a limit on the wrong side of it.
   */
  int limit(long nowMs, int current, ScalingEvents added, ScalingEvents removed) {
    if (select == SelectPolicy.DISABLED) {
      chosen = DISABLED;
      return current;
    }
    boolean highest = up == (select == SelectPolicy.MAX);
    int best = highest ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    chosen = 0;
    for (int i = 0; i < pods.length; i++) {
      int start = current - added.within(nowMs, periodMs[i]) + removed.within(nowMs, periodMs[i]);
      int limit = percent[i] ? share(start, factor[i]) : start + pods[i];
      if (highest ? limit > best : limit < best) {
        best = limit;
        chosen = i;
      }
    }
    return best;
  }

  /** Which policy the last limit came from, by position; {@link #DISABLED} for none. */
  int chosen() {
    return chosen;
  }

  private int share(int start, double times) {
    double product = start * times;
    return int32(up ? Math.ceil(product) : product);
  }

  /**
   * Go's {@code int32(x)} on amd64: cut toward zero, the smallest integer where it does not fit.
   */
  static int int32(double value) {
    return value > -0x1p31 - 1 && value < 0x1p31 ? (int) value : Integer.MIN_VALUE;
  }
}
