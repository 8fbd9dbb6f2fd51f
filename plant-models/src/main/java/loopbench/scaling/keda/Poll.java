// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * One poll of KEDA's loop: what it found and what it did to the target.
 *
 * @param nowMs when
 * @param action what it came to
 * @param current the replicas it found
 * @param replicas the replicas after it
 * @param activity what the triggers said
 * @param quiet the cooldown
 * @param fallback the Fallback condition: whether any metric has failed more often than the
 *     fallback bears
 */
public record Poll(
    long nowMs,
    PollAction action,
    int current,
    int replicas,
    Activity activity,
    Quiet quiet,
    KedaCondition fallback) {

  /**
   * What the triggers, or the formula over them, said.
   *
   * @param active whether anything is active, of itself or by a fallback
   * @param forced whether the annotation force-activation makes it so
   * @param error whether any trigger failed without a fallback
   * @param by what is active; empty for nothing
   * @param value its value
   * @param above its activation threshold
   * @param failing what failed; empty for nothing
   */
  public record Activity(
      boolean active,
      boolean forced,
      boolean error,
      String by,
      double value,
      double above,
      String failing) {
    static final Activity UNASKED = new Activity(false, false, false, "", 0, 0, "");
  }

  /**
   * The time that decides about the way to 0 or idle, as it stood before the poll.
   *
   * @param ms how long nothing has been active; since creation while nothing ever was
   * @param limitMs how long it may be so
   * @param wasActive whether anything ever was
   */
  public record Quiet(long ms, long limitMs, boolean wasActive) {}

  public KedaCondition ready() {
    return action.ready();
  }

  public KedaCondition active() {
    return action.active();
  }

  public KedaCondition paused() {
    return action == PollAction.PAUSED ? KedaCondition.PAUSED : KedaCondition.UNPAUSED;
  }

  /** One sentence for people, without a full stop. */
  public String reason() {
    return switch (action) {
      case PAUSED -> "paused by annotation: no trigger is asked, " + kept();
      case ABORTED -> "activationTarget is no number, so KEDA gives up every check: " + kept();
      case SCALE_FROM_ZERO_OR_IDLE -> why() + ": set from " + current + " to " + replicas;
      case SCALE_OUT_PAUSED -> why() + ", but paused-scale-out is set: " + kept();
      case PARTIAL_ERROR ->
          why() + ", while " + activity.failing + " failed: the cooldown is not pushed back";
      case STAY_ACTIVE -> why() + ": how many replicas is the HPA's to decide";
      case AWAIT_FALLBACK ->
          activity.failing + " failed: " + kept() + " until the fallback takes over";
      case TRIGGER_ERROR -> activity.failing + " failed and there is no fallback: " + kept();
      case SCALE_TO_ZERO_OR_IDLE -> quietFor() + ": set to " + replicas;
      case COOLDOWN -> quietFor() + ", which must be exceeded: " + kept();
      case SCALE_IN_PAUSED -> "nothing active, but paused-scale-in is set: " + kept();
      case SET_MIN ->
          "nothing active, and " + current + " is below minReplicaCount: set to " + replicas;
      case REST ->
          current == 0
              ? "nothing active and nothing running"
              : "nothing active: " + current + " replicas are the HPA's to lower, not KEDA's";
    };
  }

  private String why() {
    if (activity.active && activity.by.isEmpty()) {
      return "only cpu and memory triggers, which always count as active";
    }
    if (!activity.active) {
      return "activation is forced by annotation";
    }
    return activity.by
        + " is "
        + KedaNumbers.text(activity.value)
        + ", above "
        + KedaNumbers.text(activity.above);
  }

  private String quietFor() {
    return quiet.wasActive
        ? "nothing active for "
            + KedaNumbers.text(quiet.ms / 1000.0)
            + " s (cooldownPeriod "
            + quiet.limitMs / 1000
            + " s)"
        : "nothing ever active, "
            + KedaNumbers.text(quiet.ms / 1000.0)
            + " s after creation (initialCooldownPeriod "
            + quiet.limitMs / 1000
            + " s)";
  }

  private String kept() {
    return current == 1 ? "1 replica is kept" : current + " replicas are kept";
  }
}
