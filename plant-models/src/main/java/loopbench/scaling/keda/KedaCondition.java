// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * One condition in a ScaledObject's status. Each reason belongs to one type and one status, so the
 * reason says all three.
 */
public enum KedaCondition {
  /** KEDA's loop works. */
  READY(Type.READY, Status.TRUE, "ScaledObjectReady"),
  /** Some triggers are active while others fail. */
  PARTIAL_TRIGGER_ERROR(Type.READY, Status.UNKNOWN, "PartialTriggerError"),
  /** Nothing is active, a trigger fails, and there is no fallback. */
  TRIGGER_ERROR(Type.READY, Status.FALSE, "TriggerError"),

  /** A trigger is active, or activation is forced. */
  SCALER_ACTIVE(Type.ACTIVE, Status.TRUE, "ScalerActive"),
  /** No trigger is active. */
  SCALER_NOT_ACTIVE(Type.ACTIVE, Status.FALSE, "ScalerNotActive"),
  /** No trigger is active, and the cooldown runs. */
  SCALER_COOLDOWN(Type.ACTIVE, Status.FALSE, "ScalerCooldown"),
  /** The loop did not get so far as to tell. */
  ACTIVE_UNTOLD(Type.ACTIVE, Status.UNKNOWN, ""),

  /** A metric failed more often in a row than the fallback bears. */
  FALLBACK_EXISTS(Type.FALLBACK, Status.TRUE, "FallbackExists"),
  /** None did. */
  NO_FALLBACK_FOUND(Type.FALLBACK, Status.FALSE, "NoFallbackFound"),

  /** Stopped by annotation. */
  PAUSED(Type.PAUSED, Status.TRUE, "ScaledObjectPaused"),
  /** Not stopped. */
  UNPAUSED(Type.PAUSED, Status.FALSE, "ScaledObjectUnpaused");

  /** What a condition is about. */
  public enum Type {
    READY("Ready"),
    ACTIVE("Active"),
    FALLBACK("Fallback"),
    PAUSED("Paused");

    private final String token;

    Type(String token) {
      this.token = token;
    }

    /** The word used in a status. */
    public String token() {
      return token;
    }
  }

  /** Whether a condition holds. */
  public enum Status {
    TRUE("True"),
    FALSE("False"),
    UNKNOWN("Unknown");

    private final String token;

    Status(String token) {
      this.token = token;
    }

    /** The word used in a status. */
    public String token() {
      return token;
    }
  }

  private final Type type;
  private final Status status;
  private final String reason;

  KedaCondition(Type type, Status status, String reason) {
    this.type = type;
    this.status = status;
    this.reason = reason;
  }

  public Type type() {
    return type;
  }

  public Status status() {
    return status;
  }

  /** The word used in a status. */
  public String reason() {
    return reason;
  }
}
