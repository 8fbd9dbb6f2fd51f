// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.Optional;

/**
 * What the controller manager is started with, the same for every HPA of a cluster.
 *
 * @param syncS seconds from one sync to the next, above 0. Kubernetes' period is 15 s, after which
 *     the key is queued again, so that two syncs lie 15 s and a little apart, never exactly 15 s
 * @param firstS seconds from the start to the first sync, 0 or more
 * @param tolerance share of the target by which a metric may be off without effect, 0 or more
 * @param downscaleStabilizationS seconds that a recommendation is remembered when scaling down and
 *     no behavior says otherwise, 0 or more
 * @param kubernetes which release's rules apply
 * @param gates feature gates that differ from the release's defaults
 * @param upLimit how far one sync may go up without a behavior
 */
public record HpaConstants(
    double syncS,
    double firstS,
    double tolerance,
    double downscaleStabilizationS,
    KubernetesVersion kubernetes,
    Gates gates,
    UpLimit upLimit) {

  /** Kubernetes' defaults, with a sync every 15.01 s. */
  public static final HpaConstants DEFAULTS =
      new HpaConstants(
          15.01, 0, 0.1, 300, KubernetesVersion.DEFAULT, Gates.DEFAULTS, UpLimit.DEFAULT);

  /**
   * Feature gates, unset where the release's default holds.
   *
   * @param configurableTolerance HPAConfigurableTolerance: whether a behavior's tolerance counts;
   *     off in 1.33 and 1.34, on from 1.35
   * @param scaleToZero HPAScaleToZero: whether minReplicas may be 0; off
   */
  public record Gates(Optional<Boolean> configurableTolerance, Optional<Boolean> scaleToZero) {
    public static final Gates DEFAULTS = new Gates(Optional.empty(), Optional.empty());

    public Gates withConfigurableTolerance(boolean on) {
      return new Gates(Optional.of(on), scaleToZero);
    }

    public Gates withScaleToZero(boolean on) {
      return new Gates(configurableTolerance, Optional.of(on));
    }
  }

  /**
   * Without a behavior one sync goes up to max(factor * replicas, minimum); constants of
   * horizontal.go ({@code scaleUpLimitFactor}, {@code scaleUpLimitMinimum}).
   *
   * @param factor above 0
   * @param minimum replicas, 0 or more
   */
  public record UpLimit(double factor, double minimum) {
    public static final UpLimit DEFAULT = new UpLimit(2.0, 4.0);

    public UpLimit {
      if (!(factor > 0 && minimum >= 0)
          || Double.isInfinite(factor)
          || Double.isInfinite(minimum)) {
        throw new IllegalArgumentException(
            "the limit of one sync needs a factor above 0 and a minimum of 0 or more, was "
                + factor
                + " and "
                + minimum);
      }
    }

    /** How many replicas one sync may ask for. */
    public int of(int current) {
      return PolicyLimit.int32(Math.max(factor * current, minimum));
    }
  }

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
    if (gates == null || upLimit == null) {
      throw new IllegalArgumentException("hpa.gates and hpa.upLimit must be given");
    }
  }

  /** The tolerance of an HPA whose behavior names none. */
  public Tolerance band() {
    return Tolerance.of(tolerance, kubernetes.toleranceModel());
  }

  /** Whether a behavior's tolerance counts. */
  public boolean configurableTolerance() {
    return kubernetes.knowsConfigurableTolerance()
        && gates.configurableTolerance().orElse(kubernetes.configurableToleranceByDefault());
  }

  /** Whether minReplicas may be 0. */
  public boolean scaleToZero() {
    return gates.scaleToZero().orElse(false);
  }

  public HpaConstants withSyncS(double newSyncS) {
    return new HpaConstants(
        newSyncS, firstS, tolerance, downscaleStabilizationS, kubernetes, gates, upLimit);
  }

  public HpaConstants withFirstS(double newFirstS) {
    return new HpaConstants(
        syncS, newFirstS, tolerance, downscaleStabilizationS, kubernetes, gates, upLimit);
  }

  public HpaConstants withTolerance(double newTolerance) {
    return new HpaConstants(
        syncS, firstS, newTolerance, downscaleStabilizationS, kubernetes, gates, upLimit);
  }

  public HpaConstants withDownscaleStabilizationS(double newSeconds) {
    return new HpaConstants(syncS, firstS, tolerance, newSeconds, kubernetes, gates, upLimit);
  }

  public HpaConstants withKubernetes(KubernetesVersion version) {
    return new HpaConstants(
        syncS, firstS, tolerance, downscaleStabilizationS, version, gates, upLimit);
  }

  public HpaConstants withGates(Gates newGates) {
    return new HpaConstants(
        syncS, firstS, tolerance, downscaleStabilizationS, kubernetes, newGates, upLimit);
  }

  public HpaConstants withUpLimit(UpLimit newLimit) {
    return new HpaConstants(
        syncS, firstS, tolerance, downscaleStabilizationS, kubernetes, gates, newLimit);
  }
}
