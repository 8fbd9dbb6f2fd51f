// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * What the controller manager is started with, the same for every HPA of a cluster.
 *
 * @param syncS seconds from one sync to the next, above 0. Kubernetes' period is 15 s, after which
 *     the key is queued again, so that two syncs lie 15 s and a little apart, never exactly 15 s
 * @param firstS seconds from the start to the first sync, 0 or more
 * @param tolerance share of the target by which a metric may be off without effect, 0 or more
 * @param downscaleStabilizationS seconds that a recommendation is remembered when scaling down, 0
 *     or more; the replay does not apply it yet
 * @param kubernetes which release's rules apply
 */
public record HpaConstants(
    double syncS,
    double firstS,
    double tolerance,
    double downscaleStabilizationS,
    KubernetesVersion kubernetes) {

  /** Kubernetes' defaults, with a sync every 15.01 s. */
  public static final HpaConstants DEFAULTS =
      new HpaConstants(15.01, 0, 0.1, 300, KubernetesVersion.DEFAULT);

  public HpaConstants {
    if (!(syncS >= 0.001) || Double.isInfinite(syncS)) {
      throw new IllegalArgumentException(
          "hpa.sync must be at least 0.001 s and finite, was " + syncS + " s");
    }
    if (!(firstS >= 0) || Double.isInfinite(firstS)) {
      throw new IllegalArgumentException(
          "hpa.first must be 0 s or later and finite, was " + firstS + " s");
    }
    if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException(
          "hpa.tolerance must be 0 or more and finite, was " + tolerance);
    }
    if (!(downscaleStabilizationS >= 0) || Double.isInfinite(downscaleStabilizationS)) {
      throw new IllegalArgumentException(
          "hpa.downscaleStabilization must be 0 s or more and finite, was "
              + downscaleStabilizationS
              + " s");
    }
    if (kubernetes == null) {
      throw new IllegalArgumentException("hpa.kubernetes must be a version such as 1.35");
    }
  }

  public Tolerance band() {
    return Tolerance.of(tolerance, kubernetes.toleranceModel());
  }

  public HpaConstants withSyncS(double newSyncS) {
    return new HpaConstants(newSyncS, firstS, tolerance, downscaleStabilizationS, kubernetes);
  }

  public HpaConstants withFirstS(double newFirstS) {
    return new HpaConstants(syncS, newFirstS, tolerance, downscaleStabilizationS, kubernetes);
  }

  public HpaConstants withTolerance(double newTolerance) {
    return new HpaConstants(syncS, firstS, newTolerance, downscaleStabilizationS, kubernetes);
  }

  public HpaConstants withDownscaleStabilizationS(double newSeconds) {
    return new HpaConstants(syncS, firstS, tolerance, newSeconds, kubernetes);
  }

  public HpaConstants withKubernetes(KubernetesVersion version) {
    return new HpaConstants(syncS, firstS, tolerance, downscaleStabilizationS, version);
  }
}
