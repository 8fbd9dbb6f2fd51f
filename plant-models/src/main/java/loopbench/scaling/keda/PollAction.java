// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/** What one poll of KEDA's loop comes to ({@code RequestScale} in scale_scaledobjects.go). */
public enum PollAction {
  /** Stopped by annotation. */
  PAUSED("none", KedaCondition.READY, KedaCondition.ACTIVE_UNTOLD),
  /** The formula's activationTarget is no number: the check is given up. */
  ABORTED("none", KedaCondition.READY, KedaCondition.ACTIVE_UNTOLD),
  /** Active: from 0 or idle to the minimum, at least 1. */
  SCALE_FROM_ZERO_OR_IDLE("scaleFromZeroOrIdle", KedaCondition.READY, KedaCondition.SCALER_ACTIVE),
  /** Active and at 0 or idle, but adding replicas is paused. */
  SCALE_OUT_PAUSED("none", KedaCondition.READY, KedaCondition.SCALER_ACTIVE),
  /** Active, while another trigger fails: the cooldown is not pushed back. */
  PARTIAL_ERROR("none", KedaCondition.PARTIAL_TRIGGER_ERROR, KedaCondition.SCALER_ACTIVE),
  /** Active with replicas: how many is the HPA's business; the cooldown starts anew. */
  STAY_ACTIVE("none", KedaCondition.READY, KedaCondition.SCALER_ACTIVE),
  /** A trigger fails and a fallback may take over: the replicas are kept for it. */
  AWAIT_FALLBACK("none", KedaCondition.READY, KedaCondition.SCALER_NOT_ACTIVE),
  /** A trigger fails and there is no fallback. */
  TRIGGER_ERROR("none", KedaCondition.TRIGGER_ERROR, KedaCondition.SCALER_NOT_ACTIVE),
  /** Inactive for longer than the cooldown: to idle or 0. */
  SCALE_TO_ZERO_OR_IDLE("scaleToZeroOrIdle", KedaCondition.READY, KedaCondition.SCALER_NOT_ACTIVE),
  /** Inactive, not yet for longer than the cooldown. */
  COOLDOWN("cooldown", KedaCondition.READY, KedaCondition.SCALER_COOLDOWN),
  /** Inactive, but taking replicas away is paused. */
  SCALE_IN_PAUSED("none", KedaCondition.READY, KedaCondition.SCALER_NOT_ACTIVE),
  /** Inactive with fewer replicas than the minimum: set to it. */
  SET_MIN("setMin", KedaCondition.READY, KedaCondition.SCALER_NOT_ACTIVE),
  /** Inactive, and nothing to do: at 0 or idle, or N to the minimum is left to the HPA. */
  REST("none", KedaCondition.READY, KedaCondition.SCALER_NOT_ACTIVE);

  private final String token;
  private final KedaCondition ready;
  private final KedaCondition active;

  PollAction(String token, KedaCondition ready, KedaCondition active) {
    this.token = token;
    this.ready = ready;
    this.active = active;
  }

  /** A short name of what is done to the target: none for all that leaves it alone. */
  public String token() {
    return token;
  }

  /** The ScaledObject's Ready condition after it. */
  public KedaCondition ready() {
    return ready;
  }

  /** The ScaledObject's Active condition after it. */
  public KedaCondition active() {
    return active;
  }

  /** Whether the poll writes the target's replicas. */
  public boolean scales() {
    return this == SCALE_FROM_ZERO_OR_IDLE || this == SCALE_TO_ZERO_OR_IDLE || this == SET_MIN;
  }
}
