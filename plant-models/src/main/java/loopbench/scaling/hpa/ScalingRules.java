// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The rules of one direction as written: what is unset stays unset, for the API server to fill in.
 *
 * @param stabilizationWindowS how long recommendations are remembered, seconds
 * @param select which policy's limit counts
 * @param policies how much may change within a period; an empty list is not the same as none
 * @param tolerance how far the metric may be off in this direction without effect
 */
public record ScalingRules(
    OptionalInt stabilizationWindowS,
    Optional<SelectPolicy> select,
    Optional<List<ScalingPolicy>> policies,
    Optional<Quantity> tolerance) {
  public static final ScalingRules UNSET =
      new ScalingRules(OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** What the API server fills in for more replicas. */
  public static final ScalingRules UP_DEFAULTS =
      UNSET
          .withStabilizationWindowS(0)
          .withSelect(SelectPolicy.MAX)
          .withPolicies(
              List.of(
                  new ScalingPolicy(ScalingPolicy.Type.PODS, 4, 15),
                  new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15)));

  /** What the API server fills in for fewer replicas; the window is the controller's. */
  public static final ScalingRules DOWN_DEFAULTS =
      UNSET
          .withSelect(SelectPolicy.MAX)
          .withPolicies(List.of(new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15)));

  private static final int MAX_WINDOW_S = 3600;
  private static final int MAX_PERIOD_S = 1800;

  public ScalingRules {
    policies = policies.map(List::copyOf);
  }

  public ScalingRules withStabilizationWindowS(int seconds) {
    return new ScalingRules(OptionalInt.of(seconds), select, policies, tolerance);
  }

  public ScalingRules withSelect(SelectPolicy newSelect) {
    return new ScalingRules(stabilizationWindowS, Optional.of(newSelect), policies, tolerance);
  }

  public ScalingRules withPolicies(List<ScalingPolicy> newPolicies) {
    return new ScalingRules(stabilizationWindowS, select, Optional.of(newPolicies), tolerance);
  }

  public ScalingRules withTolerance(Quantity newTolerance) {
    return new ScalingRules(stabilizationWindowS, select, policies, Optional.of(newTolerance));
  }

  /** These rules, with each unset field from {@code defaults}; policies as a whole list. */
  public ScalingRules over(ScalingRules defaults) {
    return new ScalingRules(
        stabilizationWindowS.isPresent() ? stabilizationWindowS : defaults.stabilizationWindowS,
        select.or(defaults::select),
        policies.or(defaults::policies),
        tolerance.or(defaults::tolerance));
  }

  /** The rules as they are applied once nothing but the window is unset. */
  AppliedRules applied(int unsetWindowS) {
    return new AppliedRules(
        stabilizationWindowS.orElse(unsetWindowS),
        select.orElseThrow(),
        policies.orElseThrow(),
        tolerance);
  }

  /**
   * What the API server would refuse of the rules as they stand, that is after it has filled in
   * what is unset ({@code validateScalingRules} of autoscaling's validation.go).
   *
   * @param path the direction's field, {@code scaleUp} or {@code scaleDown}
   * @param configurableTolerance whether the feature gate HPAConfigurableTolerance is on
   */
  public List<RuleProblem> problems(String path, boolean configurableTolerance) {
    List<RuleProblem> problems = new ArrayList<>();
    stabilizationWindowS.ifPresent(
        window ->
            check(
                window >= 0 && window <= MAX_WINDOW_S,
                problems,
                path + ".stabilizationWindowSeconds",
                "stabilizationWindowSeconds must be from 0 to "
                    + MAX_WINDOW_S
                    + ", is "
                    + window
                    + "."));
    List<ScalingPolicy> listed = policies.orElse(List.of());
    check(
        !listed.isEmpty(),
        problems,
        path + ".policies",
        "policies must specify at least one Policy; leave the field out to get the defaults.");
    for (int i = 0; i < listed.size(); i++) {
      ScalingPolicy policy = listed.get(i);
      String where = path + ".policies." + i;
      check(
          policy.value() > 0,
          problems,
          where + ".value",
          "A policy's value must be above 0, is " + policy.value() + ".");
      check(
          policy.periodS() >= 1 && policy.periodS() <= MAX_PERIOD_S,
          problems,
          where + ".periodSeconds",
          "A policy's periodSeconds must be from 1 to "
              + MAX_PERIOD_S
              + ", is "
              + policy.periodS()
              + ".");
    }
    tolerance.ifPresent(
        band -> {
          check(
              configurableTolerance,
              problems,
              path + ".tolerance",
              "tolerance is not supported while the feature gate HPAConfigurableTolerance is off"
                  + " (it is on from Kubernetes 1.35); leave it out or turn the gate on.");
          check(
              !configurableTolerance || band.value().signum() >= 0,
              problems,
              path + ".tolerance",
              "tolerance must be greater or equal to zero, is " + band.text() + ".");
        });
    return List.copyOf(problems);
  }

  private static void check(
      boolean holds, List<RuleProblem> problems, String path, String message) {
    if (!holds) {
      problems.add(new RuleProblem(path, message));
    }
  }
}
