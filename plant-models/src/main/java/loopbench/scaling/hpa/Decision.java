// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What one sync decided and why: its steps in order, and their result.
 *
 * @param outcome which way through the sync was taken
 * @param current S, the replicas the sync found
 * @param proposals what each metric asked, in the order of the spec; empty where metrics were not
 *     read
 * @param named which proposal decided, by position; -1 where none did
 * @param raw D, the replicas asked for before windows, limits and bounds; the current ones where
 *     nothing was decided
 * @param stabilized what the windows left; empty where nothing was computed
 * @param limited what limits and bounds left; empty where nothing was computed
 * @param desired the replicas to set; the current ones where nothing changes
 * @param bound which bound held the ask
 * @param bounds between which counts
 * @param status the conditions that the sync leaves
 */
public record Decision(
    Outcome outcome,
    int current,
    List<Proposal> proposals,
    int named,
    int raw,
    Optional<Step.Stabilized> stabilized,
    Optional<Step.Limited> limited,
    int desired,
    Bound bound,
    ReplicaBounds bounds,
    Status status) {

  /** The ways through a sync ({@code reconcileAutoscaler} in horizontal.go). */
  public enum Outcome {
    /** S is 0: the HPA does nothing until something else starts a replica. */
    DISABLED,
    /** S above maxReplicas: set to it, metrics not read. */
    ABOVE_MAX,
    /** S below minReplicas: set to it, metrics not read. */
    BELOW_MIN,
    /** Metrics failed, and what is left would scale down or is nothing: nothing changes. */
    NO_DECISION,
    /** The largest ask, through windows, limits and bounds. */
    COMPUTED
  }

  /** Which bound held the ask. */
  public enum Bound {
    NONE(""),
    MIN("minReplicas"),
    MAX("maxReplicas");

    private final String token;

    Bound(String token) {
      this.token = token;
    }

    /** The field's name, as in an HPA; empty for none. */
    public String token() {
      return token;
    }
  }

  /**
   * The conditions before the replicas are updated, and what the update makes of them.
   *
   * @param able AbleToScale as the stabilization left it
   * @param active ScalingActive; empty while no sync has set it
   * @param limited ScalingLimited; empty while no sync has set it
   * @param zero ScaledToZero; empty without the feature gate
   * @param zeroOnceScaled ScaledToZero after a successful update
   */
  public record Status(
      Condition able,
      Optional<Condition> active,
      Optional<Condition> limited,
      Optional<Condition> zero,
      Optional<Condition> zeroOnceScaled) {}

  public Decision {
    proposals = List.copyOf(proposals);
  }

  /** The sync whose numbers these are; the steps are null where nothing was computed. */
  static Decision of(
      SyncNumbers numbers,
      List<Proposal> proposals,
      ReplicaBounds bounds,
      Step.Stabilized stabilized,
      Step.Limited limited,
      Condition zeroOnceScaled) {
    Bound bound =
        switch (numbers.outcome) {
          case ABOVE_MAX -> Bound.MAX;
          case BELOW_MIN -> Bound.MIN;
          case DISABLED, NO_DECISION -> Bound.NONE;
          case COMPUTED ->
              numbers.limited == Condition.TOO_MANY_REPLICAS
                  ? Bound.MAX
                  : numbers.limited == Condition.TOO_FEW_REPLICAS
                          || numbers.desired != numbers.allowed
                      ? Bound.MIN
                      : Bound.NONE;
        };
    return new Decision(
        numbers.outcome,
        numbers.specReplicas,
        proposals,
        numbers.named,
        numbers.raw,
        Optional.ofNullable(stabilized),
        Optional.ofNullable(limited),
        numbers.desired,
        bound,
        bounds,
        new Status(
            numbers.able,
            Optional.ofNullable(numbers.active),
            Optional.ofNullable(numbers.limited),
            Optional.ofNullable(numbers.zero),
            Optional.ofNullable(zeroOnceScaled)));
  }

  /** Whether the replicas are to be changed. */
  public boolean rescale() {
    return desired != current;
  }

  /**
   * The steps in order; each one's numbers give its result, and the last one's is the decision's.
   */
  public List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    if (outcome != Outcome.COMPUTED && outcome != Outcome.NO_DECISION) {
      return List.of(new Step.Forced(outcome, current, bounds));
    }
    proposals.forEach(proposal -> steps.add(new Step.Asked(proposal)));
    int failures = (int) proposals.stream().filter(Proposal::failed).count();
    String name = named < 0 ? "" : proposals.get(named).metric().name();
    steps.add(new Step.Chosen(current, name, proposals.size(), failures, raw));
    stabilized.ifPresent(steps::add);
    limited.ifPresent(
        step -> {
          steps.add(step);
          if (step.replicas() != desired) {
            steps.add(new Step.Lifted(step.replicas(), bounds));
          }
        });
    return List.copyOf(steps);
  }

  /**
   * The conditions after the sync. A rescale hides what the stabilization said of AbleToScale; that
   * is in {@link Status#able}.
   *
   * @param updated whether the update of the replicas succeeded; of no account without a rescale
   */
  public List<Condition> conditions(boolean updated) {
    List<Condition> conditions = new ArrayList<>();
    conditions.add(
        !rescale()
            ? status.able()
            : updated ? Condition.SUCCEEDED_RESCALE : Condition.FAILED_UPDATE_SCALE);
    status.active().ifPresent(conditions::add);
    status.limited().ifPresent(conditions::add);
    (rescale() && updated ? status.zeroOnceScaled() : status.zero()).ifPresent(conditions::add);
    return List.copyOf(conditions);
  }

  /** What the event of the rescale says: {@code queue above target}; empty where D is S. */
  public String rescaleReason() {
    return switch (outcome) {
      case ABOVE_MAX -> "Current number of replicas above Spec.MaxReplicas";
      case BELOW_MIN -> "Current number of replicas below Spec.MinReplicas";
      case DISABLED, NO_DECISION -> "";
      case COMPUTED ->
          raw > current
              ? proposals.get(named).metric().name() + " above target"
              : raw < current ? "All metrics below target" : "";
    };
  }

  /** One sentence for people, without a full stop, with the arithmetic of each ask. */
  public String reason() {
    return sentence(Proposal::text, Step.Stabilized::text);
  }

  /**
   * The same without the arithmetic: {@code queue asked 9, running asked 4; policy allowed 6 (100 %
   * per 15 s); window of 300 s held it at 3}.
   */
  public String brief() {
    return sentence(Proposal::brief, Step.Stabilized::brief);
  }

  /** The asks, then what kept them from happening; what decided stands last. */
  private String sentence(
      Function<Proposal, String> ask, Function<Step.Stabilized, String> window) {
    if (outcome != Outcome.COMPUTED && outcome != Outcome.NO_DECISION) {
      return new Step.Forced(outcome, current, bounds).text();
    }
    List<String> clauses = new ArrayList<>();
    clauses.add(
        proposals.isEmpty()
            ? "no metrics"
            : proposals.stream().map(ask).collect(Collectors.joining(", ")));
    if (outcome == Outcome.NO_DECISION) {
      clauses.add("a failed metric forbids scaling down: stays at " + current);
    } else {
      Optional<String> held = stabilized.filter(Step.Stabilized::held).map(window);
      if (limited.filter(Step.Limited::byLimit).isPresent()) {
        held.ifPresent(clauses::add);
        clauses.add(limited.get().limitText());
      } else {
        limited
            .filter(Step.Limited::shortOfAsk)
            .map(Step.Limited::limitText)
            .ifPresent(clauses::add);
        held.ifPresent(clauses::add);
      }
      if (bound != Bound.NONE) {
        clauses.add(
            "bounded by "
                + bound.token()
                + " "
                + (bound == Bound.MIN ? bounds.min() : bounds.max()));
      }
    }
    return String.join("; ", clauses);
  }
}
