// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.Optional;

/**
 * One step of a sync, with the numbers it came from: from a step's numbers alone its result can be
 * reckoned again.
 */
public sealed interface Step {

  /** The replicas after this step; of one metric's ask, what it asked. */
  int replicas();

  /** What the step says in the HPA's status; empty where it says nothing. */
  Optional<Condition> condition();

  /** One clause for people, without a full stop. */
  String text();

  <R> R match(Cases<R> cases);

  /** A fold over the steps. */
  interface Cases<R> {
    R forced(Forced step);

    R asked(Asked step);

    R chosen(Chosen step);

    R stabilized(Stabilized step);

    R limited(Limited step);

    R lifted(Lifted step);
  }

  /**
   * The sync ended before any metric was read.
   *
   * @param outcome why: DISABLED, ABOVE_MAX or BELOW_MIN
   * @param current S
   * @param bounds minReplicas and maxReplicas
   */
  record Forced(Decision.Outcome outcome, int current, ReplicaBounds bounds) implements Step {
    @Override
    public int replicas() {
      return switch (outcome) {
        case ABOVE_MAX -> bounds.max();
        case BELOW_MIN -> bounds.min();
        default -> current;
      };
    }

    @Override
    public Optional<Condition> condition() {
      return outcome == Decision.Outcome.DISABLED
          ? Optional.of(Condition.SCALING_DISABLED)
          : Optional.empty();
    }

    @Override
    public String text() {
      return switch (outcome) {
        case ABOVE_MAX ->
            current
                + " replicas are above maxReplicas "
                + bounds.max()
                + ": set to "
                + replicas()
                + " without reading metrics";
        case BELOW_MIN ->
            current
                + " replicas are below minReplicas "
                + bounds.min()
                + ": set to "
                + replicas()
                + " without reading metrics";
        default -> "0 replicas: the HPA is disabled until something else starts one";
      };
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.forced(this);
    }
  }

  /** What one metric asked. */
  record Asked(Proposal proposal) implements Step {
    @Override
    public int replicas() {
      return proposal.replicas();
    }

    @Override
    public Optional<Condition> condition() {
      return Optional.empty();
    }

    @Override
    public String text() {
      return proposal.text();
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.asked(this);
    }
  }

  /**
   * What the metrics ask together: the largest ask, unless failures forbid.
   *
   * @param current S
   * @param named the metric that decided; empty where none did
   * @param metrics how many metrics there are
   * @param failures how many of them failed
   * @param replicas D, 0 or more; S where the failures forbid
   */
  record Chosen(int current, String named, int metrics, int failures, int replicas)
      implements Step {
    @Override
    public Optional<Condition> condition() {
      return Optional.of(
          named.isEmpty() ? Condition.FAILED_GET_EXTERNAL_METRIC : Condition.VALID_METRIC_FOUND);
    }

    @Override
    public String text() {
      if (!named.isEmpty()) {
        return "the largest ask is " + replicas + " (" + named + ")";
      }
      return (failures == metrics ? "no metric answered" : "a failed metric forbids scaling down")
          + ": stays at "
          + current;
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.chosen(this);
    }
  }

  /**
   * What the windows leave of the ask.
   *
   * @param current S
   * @param raw D
   * @param hasBehavior which of the two forms applied
   * @param up the smallest ask of the up window; the ask itself without a behavior
   * @param down the largest ask of the down window
   * @param replicas R
   */
  record Stabilized(int current, int raw, boolean hasBehavior, Window up, Window down, int replicas)
      implements Step {

    /**
     * A window and its extreme ask, the present one included.
     *
     * @param seconds its length
     * @param replicas the extreme
     * @param ageS seconds since it was asked
     */
    public record Window(double seconds, int replicas, double ageS) {}

    /** Whether an earlier ask changed the result. */
    public boolean held() {
      return replicas != raw;
    }

    /** The window that counts for the direction of D. */
    public Window window() {
      return hasBehavior && raw >= current ? up : down;
    }

    @Override
    public Optional<Condition> condition() {
      return Optional.of(
          !held()
              ? Condition.READY_FOR_NEW_SCALE
              : hasBehavior && raw >= current
                  ? Condition.SCALE_UP_STABILIZED
                  : Condition.SCALE_DOWN_STABILIZED);
    }

    @Override
    public String text() {
      return held()
          ? brief()
              + " ("
              + window().replicas()
              + " was asked "
              + seconds(window().ageS())
              + " s ago)"
          : "window of " + seconds(window().seconds()) + " s held nothing";
    }

    /** The clause without the numbers behind it: {@code window of 300 s held it at 3}. */
    public String brief() {
      return "window of "
          + seconds(window().seconds())
          + " s "
          + (replicas > Math.max(raw, current) ? "raised it to " : "held it at ")
          + replicas;
    }

    private static String seconds(double seconds) {
      return Milli.text(Math.round(seconds * 1000));
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.stabilized(this);
    }
  }

  /** How far the replicas may go in the direction of the ask, apart from the bounds. */
  record Limit(Kind kind, int replicas, Optional<ScalingPolicy> policy) {

    /** Where a limit comes from. */
    public enum Kind {
      /** None was read: a behavior, and the ask is what runs. */
      NONE,
      /** The limit of one sync, without a behavior. It limits upwards only. */
      BUILT_IN,
      /** A policy of the behavior. */
      POLICY,
      /** The behavior disables the direction. */
      DISABLED
    }
  }

  /**
   * What limits and bounds leave of it.
   *
   * @param current S
   * @param raw D, to whose direction the limit belongs
   * @param wanted R
   * @param limit the limit; with a behavior not held against S yet
   * @param bounds minReplicas and maxReplicas
   * @param replicas the result
   * @param reason what limited it
   */
  record Limited(
      int current,
      int raw,
      int wanted,
      Limit limit,
      ReplicaBounds bounds,
      int replicas,
      Condition reason)
      implements Step {

    @Override
    public Optional<Condition> condition() {
      return Optional.of(reason);
    }

    /** Whether the limit, not a bound, kept what the windows left from happening. */
    public boolean byLimit() {
      return reason == Condition.SCALE_UP_LIMIT || reason == Condition.SCALE_DOWN_LIMIT;
    }

    /** Whether the limit, before any bound, would have kept the ask itself from happening. */
    public boolean shortOfAsk() {
      return switch (limit.kind()) {
        case NONE -> false;
        case BUILT_IN -> Math.min(raw, bounds.max()) > limit.replicas();
        case POLICY, DISABLED ->
            raw > current
                ? Math.min(raw, bounds.max()) > allowed()
                : Math.max(raw, bounds.min()) < allowed();
      };
    }

    /** The limit, held against what runs: spent budgets never turn the direction around. */
    private int allowed() {
      return raw > current
          ? Math.max(limit.replicas(), current)
          : Math.min(limit.replicas(), current);
    }

    @Override
    public String text() {
      return switch (reason) {
        case TOO_MANY_REPLICAS -> "bounded by maxReplicas " + bounds.max();
        case TOO_FEW_REPLICAS -> "bounded by minReplicas " + bounds.min();
        case SCALE_UP_LIMIT, SCALE_DOWN_LIMIT -> limitText();
        default -> "within limits and bounds";
      };
    }

    /** The limit's clause: {@code policy allowed 6 (100 % per 15 s)}. */
    public String limitText() {
      return switch (limit.kind()) {
        case NONE -> "no limit read";
        case BUILT_IN -> "one sync allowed " + limit.replicas() + " from " + current;
        case POLICY ->
            "policy allowed "
                + allowed()
                + limit.policy().map(policy -> " (" + policy.text() + ")").orElse("");
        case DISABLED -> (raw > current ? "scaleUp" : "scaleDown") + " is disabled";
      };
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.limited(this);
    }
  }

  /**
   * Woken from 0 after minReplicas was raised: at least as many as that.
   *
   * @param before what the limits left
   * @param bounds minReplicas and maxReplicas
   */
  record Lifted(int before, ReplicaBounds bounds) implements Step {
    @Override
    public int replicas() {
      return bounds.min();
    }

    @Override
    public Optional<Condition> condition() {
      return Optional.empty();
    }

    @Override
    public String text() {
      return "raised to minReplicas " + bounds.min();
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.lifted(this);
    }
  }
}
