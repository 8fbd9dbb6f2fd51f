// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * The numbers of one sync, from which a {@link Decision} is made when somebody wants to read one. A
 * controller writes the same object at each sync; who wants to keep them copies what is needed, for
 * instance into a {@link DecisionLog}.
 */
public final class SyncNumbers {
  /** {@link #policy} when no limit was read. */
  public static final int NO_LIMIT = -1;

  /** {@link #policy} when the behavior disables the direction. */
  public static final int DISABLED = -2;

  /** {@link #policy} when the limit of one sync held, there being no behavior. */
  public static final int BUILT_IN = -3;

  long nowMs;
  int specReplicas;
  int statusReplicas;
  int readyPods;
  int podCount;
  final long[] milli;
  final boolean[] failed;

  Decision.Outcome outcome;
  int named;
  int raw;
  int smallest;
  long smallestMs;
  int largest;
  long largestMs;
  int stabilized;
  int policy;
  int limit;
  int allowed;
  int desired;
  Condition able;
  Condition active;
  Condition limited;
  Condition zero;

  SyncNumbers(int metrics) {
    milli = new long[metrics];
    failed = new boolean[metrics];
  }

  public long nowMs() {
    return nowMs;
  }

  /** S. */
  public int specReplicas() {
    return specReplicas;
  }

  /** T. */
  public int statusReplicas() {
    return statusReplicas;
  }

  public int readyPods() {
    return readyPods;
  }

  public int podCount() {
    return podCount;
  }

  /** A metric's value times 1000; says nothing where it failed. */
  public long milli(int metric) {
    return milli[metric];
  }

  /** Whether a metric had no value. */
  public boolean failed(int metric) {
    return failed[metric];
  }

  public Decision.Outcome outcome() {
    return outcome;
  }

  /** Which metric decided, by position; -1 where none did. */
  public int named() {
    return named;
  }

  /** D, what the metrics ask together; S where nothing was computed. */
  public int raw() {
    return raw;
  }

  /** R, what the windows leave of {@link #raw}; S where nothing was computed. */
  public int stabilized() {
    return stabilized;
  }

  /**
   * The position of the policy that gave {@link #limit}, or {@link #NO_LIMIT}, {@link #DISABLED},
   * {@link #BUILT_IN}.
   */
  public int policy() {
    return policy;
  }

  /** How far the replicas may go in the direction of {@link #raw}; S where no limit was read. */
  public int limit() {
    return limit;
  }

  /** What the replicas are to become; S where nothing changes. */
  public int desired() {
    return desired;
  }

  /** AbleToScale as of before the update: what the stabilization said. */
  public Condition able() {
    return able;
  }

  /** ScalingActive; null while no sync has set it. */
  public Condition active() {
    return active;
  }

  /** ScalingLimited; null while no sync has set it. */
  public Condition limited() {
    return limited;
  }
}
