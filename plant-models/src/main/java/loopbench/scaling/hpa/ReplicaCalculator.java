// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * How many replicas one metric asks for: the arithmetic of Kubernetes' {@code
 * pkg/controller/podautoscaler/replica_calculator.go} (1.37-dev), for metrics that are one list of
 * values. Sums are 64-bit integers, ratios doubles, as there.
 */
public final class ReplicaCalculator {
  /** Why a Value target has no answer when the selector finds nothing. */
  static final String NO_PODS = "no pods returned by selector";

  private ReplicaCalculator() {}

  /**
   * What a metric asks, and from which numbers.
   *
   * @param replicas replicas asked for; may be below 0 for a negative value with a Value target
   * @param usedMilli the values' sum, in milli, as the ratio used it
   * @param reportedMilli the usage the status reports: per pod for AverageValue, the sum for Value
   * @param ratio usage over target; NaN or infinite without replicas
   * @param inside whether the ratio lay within the tolerance and nothing changes
   * @param error what kept the metric from an answer, else empty; then replicas say nothing
   */
  public record Ask(
      int replicas,
      long usedMilli,
      long reportedMilli,
      double ratio,
      boolean inside,
      String error) {}

  /** {@code GetExternalPerPodMetricReplicas}: an AverageValue target. */
  public static Ask externalAverage(
      long targetMilli, int statusReplicas, Tolerance tolerance, long... valuesMilli) {
    long used = 0;
    for (long value : valuesMilli) {
      used += value;
      if (used < 0) {
        used = guarded(used);
        break;
      }
    }
    return average(targetMilli, statusReplicas, tolerance, used, Integer.MAX_VALUE);
  }

  /** {@code GetExternalMetricReplicas}: a Value target. */
  public static Ask externalValue(
      long targetMilli,
      int specReplicas,
      int readyPods,
      int podCount,
      Tolerance tolerance,
      long... valuesMilli) {
    long used = 0;
    for (long value : valuesMilli) {
      long sum = used + value;
      used = used > 0 && value > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }
    return ratio(targetMilli, specReplicas, readyPods, podCount, tolerance, used);
  }

  /** {@code GetObjectPerPodMetricReplicas}: as an external AverageValue, without the 32-bit cap. */
  public static Ask objectAverage(
      long targetMilli, int statusReplicas, Tolerance tolerance, long valueMilli) {
    return average(targetMilli, statusReplicas, tolerance, valueMilli, Integer.MIN_VALUE);
  }

  /** {@code GetObjectMetricReplicas}: as an external Value. */
  public static Ask objectValue(
      long targetMilli,
      int specReplicas,
      int readyPods,
      int podCount,
      Tolerance tolerance,
      long valueMilli) {
    return ratio(targetMilli, specReplicas, readyPods, podCount, tolerance, valueMilli);
  }

  /** The usage per pod that the status reports, in milli. */
  public static long perPod(long usedMilli, int statusReplicas) {
    if (statusReplicas == 0) {
      return 0;
    }
    return usedMilli == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : (long) Math.ceil((double) usedMilli / statusReplicas);
  }

  private static Ask average(
      long targetMilli, int statusReplicas, Tolerance tolerance, long used, int beyondInt32) {
    double ratio = averageRatio(used, targetMilli, statusReplicas);
    boolean inside = tolerance.inside(ratio);
    int replicas = inside ? statusReplicas : averageReplicas(used, targetMilli, beyondInt32);
    return new Ask(replicas, used, perPod(used, statusReplicas), ratio, inside, "");
  }

  private static Ask ratio(
      long targetMilli,
      int specReplicas,
      int readyPods,
      int podCount,
      Tolerance tolerance,
      long used) {
    double ratio = valueRatio(used, targetMilli);
    if (specReplicas == 0) {
      return new Ask(valueReplicas(ratio, 1), used, used, ratio, false, "");
    }
    if (tolerance.inside(ratio)) {
      return new Ask(specReplicas, used, used, ratio, true, "");
    }
    return podCount == 0
        ? new Ask(0, used, used, ratio, false, NO_PODS)
        : new Ask(valueReplicas(ratio, readyPods), used, used, ratio, false, "");
  }

  // The arithmetic alone, for the replay, which has no use for an object per metric and sync.

  /**
   * A partial sum of AverageValue's values. Upstream's guard against overflow; a negative metric
   * value falls into it too and drives the HPA to its maximum.
   */
  static long guarded(long sumMilli) {
    return sumMilli < 0 ? Long.MAX_VALUE : sumMilli;
  }

  static double averageRatio(long usedMilli, long targetMilli, int statusReplicas) {
    return (double) usedMilli / ((double) targetMilli * (double) statusReplicas);
  }

  /** Outside the tolerance. */
  static int averageReplicas(long usedMilli, long targetMilli, int beyondInt32) {
    return int32(Math.ceil((double) usedMilli / targetMilli), beyondInt32);
  }

  static double valueRatio(long usedMilli, long targetMilli) {
    return (double) usedMilli / (double) targetMilli;
  }

  /** Outside the tolerance; at 0 replicas the ratio counts once. */
  static int valueReplicas(double ratio, int readyPods) {
    return int32(Math.ceil(ratio * readyPods), Integer.MAX_VALUE);
  }

  /** What Go's {@code int32(x)} gives within range, and beyond it what the caller says. */
  private static int int32(double value, int beyond) {
    return value > Integer.MAX_VALUE ? beyond : (int) value;
  }
}
