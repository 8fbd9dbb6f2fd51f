// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An HPA with External metrics only.
 *
 * @param minReplicas 0 or more; 0 needs the feature gate HPAScaleToZero
 * @param maxReplicas at least 1 and {@code minReplicas}
 * @param behavior as written. None at all is not the same as an empty one
 * @param metrics at least one
 */
public record HpaSpec(
    int minReplicas, int maxReplicas, Optional<Behavior> behavior, List<MetricSpec> metrics) {

  public HpaSpec {
    new ReplicaBounds(minReplicas, maxReplicas);
    metrics = List.copyOf(metrics);
    if (metrics.isEmpty()) {
      throw new IllegalArgumentException("an HPA needs at least one metric");
    }
  }

  public ReplicaBounds bounds() {
    return new ReplicaBounds(minReplicas, maxReplicas);
  }

  public HpaSpec withBehavior(Behavior newBehavior) {
    return new HpaSpec(minReplicas, maxReplicas, Optional.of(newBehavior), metrics);
  }

  /** The tolerance that applies: the controller's, each direction replaced where the HPA may. */
  public Tolerance tolerance(HpaConstants constants) {
    Tolerance band = constants.band();
    if (behavior.isEmpty() || !constants.configurableTolerance()) {
      return band;
    }
    Optional<Quantity> down = behavior.get().down().flatMap(ScalingRules::tolerance);
    Optional<Quantity> up = behavior.get().up().flatMap(ScalingRules::tolerance);
    return new Tolerance(
        down.map(Quantity::approximate).orElse(band.down()),
        up.map(Quantity::approximate).orElse(band.up()),
        band.model());
  }

  /** What the API server would refuse under these constants. */
  public List<RuleProblem> problems(HpaConstants constants) {
    List<RuleProblem> problems = new ArrayList<>();
    if (minReplicas == 0 && !constants.scaleToZero()) {
      problems.add(
          new RuleProblem(
              "minReplicas",
              "minReplicas must be at least 1 while the feature gate HPAScaleToZero is off."));
    }
    behavior.ifPresent(
        rules ->
            rules.problems(constants.configurableTolerance()).stream()
                .map(p -> new RuleProblem("behavior." + p.path(), p.message()))
                .forEach(problems::add));
    return List.copyOf(problems);
  }
}
