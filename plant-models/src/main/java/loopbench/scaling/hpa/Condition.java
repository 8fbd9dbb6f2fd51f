// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * One condition in an HPA's status. Each reason belongs to one type and one status, so the reason
 * says all three.
 */
public enum Condition {
  /** The scale subresource was read, and nothing later in the sync said more. */
  SUCCEEDED_GET_SCALE(Type.ABLE_TO_SCALE, true, "SucceededGetScale"),
  /** No earlier recommendation changed the ask. */
  READY_FOR_NEW_SCALE(Type.ABLE_TO_SCALE, true, "ReadyForNewScale"),
  /** A higher recommendation of the window counts instead of the ask. */
  SCALE_DOWN_STABILIZED(Type.ABLE_TO_SCALE, true, "ScaleDownStabilized"),
  /** A lower recommendation of the window counts instead of the ask. */
  SCALE_UP_STABILIZED(Type.ABLE_TO_SCALE, true, "ScaleUpStabilized"),
  /** The replicas were changed; hides what the stabilization said. */
  SUCCEEDED_RESCALE(Type.ABLE_TO_SCALE, true, "SucceededRescale"),
  /** The replicas should have been changed, and the update was refused. */
  FAILED_UPDATE_SCALE(Type.ABLE_TO_SCALE, false, "FailedUpdateScale"),

  /** Enough metrics answered. */
  VALID_METRIC_FOUND(Type.SCALING_ACTIVE, true, "ValidMetricFound"),
  /** 0 replicas that the HPA did not itself set. */
  SCALING_DISABLED(Type.SCALING_ACTIVE, false, "ScalingDisabled"),
  /** All metrics failed, or one did while the others ask for fewer replicas. */
  FAILED_GET_EXTERNAL_METRIC(Type.SCALING_ACTIVE, false, "FailedGetExternalMetric"),

  /** More replicas were asked for than one step or a policy allows. */
  SCALE_UP_LIMIT(Type.SCALING_LIMITED, true, "ScaleUpLimit"),
  /** Fewer replicas were asked for than a policy allows. */
  SCALE_DOWN_LIMIT(Type.SCALING_LIMITED, true, "ScaleDownLimit"),
  /** More were asked for than maxReplicas. */
  TOO_MANY_REPLICAS(Type.SCALING_LIMITED, true, "TooManyReplicas"),
  /** Fewer were asked for than minReplicas. */
  TOO_FEW_REPLICAS(Type.SCALING_LIMITED, true, "TooFewReplicas"),
  /** Neither limits nor bounds changed anything. */
  DESIRED_WITHIN_RANGE(Type.SCALING_LIMITED, false, "DesiredWithinRange"),

  /** The HPA itself went to 0 and will wake the target again. */
  SCALED_TO_ZERO(Type.SCALED_TO_ZERO, true, "ScaledToZero"),
  /** The HPA's last change led to something else than 0. */
  NOT_SCALED_TO_ZERO(Type.SCALED_TO_ZERO, false, "NotScaledToZero");

  /** What a condition is about. */
  public enum Type {
    ABLE_TO_SCALE("AbleToScale"),
    SCALING_ACTIVE("ScalingActive"),
    SCALING_LIMITED("ScalingLimited"),
    SCALED_TO_ZERO("ScaledToZero");

    private final String token;

    Type(String token) {
      this.token = token;
    }

    /** The word used in a status. */
    public String token() {
      return token;
    }
  }

  private final Type type;
  private final boolean status;
  private final String reason;

  Condition(Type type, boolean status, String reason) {
    this.type = type;
    this.status = status;
    this.reason = reason;
  }

  public Type type() {
    return type;
  }

  public boolean status() {
    return status;
  }

  /** The word used in a status. */
  public String reason() {
    return reason;
  }
}
