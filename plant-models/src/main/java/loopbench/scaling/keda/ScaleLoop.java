// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * KEDA's own scaling, between 0 (or idle) and the minimum: what to do with the target after a poll.
 * Remembers only when something was last active. Follows {@code RequestScale} and {@code
 * scaleToZeroOrIdle} of pkg/scaling/executor/scale_scaledobjects.go.
 *
 * <p>Between the minimum and the maximum only the HPA moves; KEDA never lowers N to the minimum.
 * The cooldown governs the way to 0 or idle and nothing else.
 */
final class ScaleLoop {
  private static final long NEVER = Long.MIN_VALUE;

  private final int min;
  private final OptionalInt idle;
  private final long cooldownMs;
  private final long initialCooldownMs;
  private final boolean hasFallback;
  private final int fallbackReplicas;
  private final long createdMs;
  private long lastActiveMs = NEVER;

  ScaleLoop(ScaledObject scaler, long createdMs) {
    this.min = scaler.replicas().min().orElse(0);
    this.idle = scaler.replicas().idle();
    this.cooldownMs = scaler.intervals().cooldownS() * 1000L;
    this.initialCooldownMs = scaler.intervals().initialCooldownS() * 1000L;
    this.hasFallback = scaler.fallback().isPresent();
    this.fallbackReplicas = scaler.fallback().map(f -> f.replicas().orElse(0)).orElse(0);
    this.createdMs = createdMs;
  }

  PollAction step(long nowMs, Pauses pauses, int current, boolean active, boolean error) {
    if (pauses.stopped()) {
      return PollAction.PAUSED;
    }
    if (active || pauses.activated()) {
      if (idle.isPresent() && current < min || current == 0) {
        if (pauses.scaleOut()) {
          return PollAction.SCALE_OUT_PAUSED;
        }
        lastActiveMs = nowMs;
        return PollAction.SCALE_FROM_ZERO_OR_IDLE;
      }
      if (error) {
        return PollAction.PARTIAL_ERROR;
      }
      lastActiveMs = nowMs;
      return PollAction.STAY_ACTIVE;
    }
    if (error && hasFallback && fallbackReplicas != 0) {
      return PollAction.AWAIT_FALLBACK;
    }
    if (error && !hasFallback) {
      return PollAction.TRIGGER_ERROR;
    }
    if (idle.isPresent() && current > idle.getAsInt() || current > 0 && min == 0) {
      if (pauses.scaleIn()) {
        return PollAction.SCALE_IN_PAUSED;
      }
      return quietMs(nowMs) > quietLimitMs()
          ? PollAction.SCALE_TO_ZERO_OR_IDLE
          : PollAction.COOLDOWN;
    }
    return idle.isEmpty() && current < min ? PollAction.SET_MIN : PollAction.REST;
  }

  /** How many replicas the target is to have after an action. */
  int replicasAfter(PollAction action, int current) {
    return switch (action) {
      case SCALE_FROM_ZERO_OR_IDLE -> Math.max(1, min);
      case SCALE_TO_ZERO_OR_IDLE -> idle.orElse(min);
      case SET_MIN -> min;
      default -> current;
    };
  }

  /** How long nothing has been active; since creation while nothing ever was. */
  long quietMs(long nowMs) {
    return nowMs - (wasActive() ? lastActiveMs : createdMs);
  }

  /** How long nothing may be active before the target goes to 0 or idle. */
  long quietLimitMs() {
    return wasActive() ? cooldownMs : initialCooldownMs;
  }

  boolean wasActive() {
    return lastActiveMs != NEVER;
  }

  /** When something was last active, if ever. */
  OptionalLong lastActiveMs() {
    return wasActive() ? OptionalLong.of(lastActiveMs) : OptionalLong.empty();
  }

  /** For what is known of the time before: as if something had been active then. */
  void lastActiveAt(long timeMs) {
    lastActiveMs = timeMs;
  }
}
