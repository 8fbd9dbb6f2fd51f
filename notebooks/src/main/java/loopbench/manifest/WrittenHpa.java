// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.keda.HorizontalPodAutoscaler;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ScaleTarget;
import loopbench.scaling.keda.SpecProblem;

/**
 * A HorizontalPodAutoscaler of autoscaling/v2 as written. Holds whatever a manifest may say; {@link
 * HorizontalPodAutoscaler} is what KEDA makes, and {@link #of} is that as it would be written.
 *
 * @param metadata name, place, labels
 * @param target what is scaled
 * @param minReplicas unset means 1
 * @param maxReplicas required
 * @param metrics in order
 * @param behavior its rules; none leaves it to the controller's built-in limits
 */
public record WrittenHpa(
    ObjectMeta metadata,
    ScaleTarget target,
    OptionalInt minReplicas,
    OptionalInt maxReplicas,
    List<WrittenMetric> metrics,
    Optional<Behavior> behavior) {
  public WrittenHpa {
    metrics = List.copyOf(metrics);
  }

  /** The HPA that KEDA makes. */
  public static WrittenHpa of(HorizontalPodAutoscaler generated) {
    return new WrittenHpa(
        generated.metadata(),
        generated.target(),
        OptionalInt.of(generated.minReplicas()),
        OptionalInt.of(generated.maxReplicas()),
        generated.metrics().stream().map(WrittenMetric::of).toList(),
        generated.behavior());
  }

  /**
   * What the API server would refuse, in the order of the fields ({@code
   * pkg/apis/autoscaling/validation}). A minimum of 0 is left to the cluster, where a gate decides.
   */
  public List<SpecProblem> problems() {
    List<SpecProblem> problems = new ArrayList<>();
    if (metadata.name().isEmpty()) {
      problems.add(new SpecProblem("metadata.name", "A HorizontalPodAutoscaler needs a name."));
    }
    if (target.name().isEmpty()) {
      problems.add(
          new SpecProblem(
              "scaleTargetRef.name", "scaleTargetRef needs the name of what is to be scaled."));
    }
    if (target.kind().isEmpty()) {
      problems.add(
          new SpecProblem(
              "scaleTargetRef.kind",
              "scaleTargetRef needs the kind of what is to be scaled, such as Deployment."));
    }
    bounds(problems);
    for (int i = 0; i < metrics.size(); i++) {
      metric(problems, i, metrics.get(i));
    }
    // Whether a tolerance is allowed is up to the cluster's version, not to the text.
    behavior.ifPresent(
        rules ->
            rules
                .problems(true)
                .forEach(
                    problem ->
                        problems.add(
                            new SpecProblem("behavior." + problem.path(), problem.message()))));
    return problems;
  }

  private void bounds(List<SpecProblem> problems) {
    int max = maxReplicas.orElse(0);
    int min = minReplicas.orElse(1);
    if (min < 0) {
      problems.add(
          new SpecProblem("minReplicas", "minReplicas must be at least 0, was " + min + "."));
    }
    if (max < 1) {
      problems.add(
          new SpecProblem(
              "maxReplicas",
              maxReplicas.isEmpty()
                  ? "A HorizontalPodAutoscaler needs maxReplicas."
                  : "maxReplicas must be at least 1, was " + max + "."));
    } else if (min > max) {
      problems.add(
          new SpecProblem(
              "minReplicas",
              "minReplicas must not be above maxReplicas " + max + ", was " + min + "."));
    }
  }

  private void metric(List<SpecProblem> problems, int index, WrittenMetric metric) {
    String name = metric.name().isEmpty() ? String.valueOf(index) : metric.name();
    String path = "metrics." + name + "." + metric.source().field();
    if (metric.name().isEmpty()) {
      problems.add(
          new SpecProblem(
              path + (metric.source().isNamedByMetric() ? ".metric.name" : ".name"),
              "A metric of type " + metric.source().word() + " needs a name."));
    }
    WrittenMetric.Target target = metric.target();
    int set =
        (target.value().isPresent() ? 1 : 0)
            + (target.averageValue().isPresent() ? 1 : 0)
            + (target.averageUtilization().isPresent() ? 1 : 0);
    if (set != 1) {
      problems.add(
          new SpecProblem(
              path + ".target",
              "The target of a metric needs exactly one of value, averageValue and"
                  + " averageUtilization, has "
                  + (set == 0 ? "none" : set)
                  + "."));
    }
    if (target.type().isEmpty()) {
      problems.add(
          new SpecProblem(
              path + ".target.type",
              "A target needs a type, one of AverageValue, Value and Utilization."));
    }
    target
        .value()
        .or(target::averageValue)
        .filter(quantity -> quantity.value().signum() <= 0)
        .ifPresent(
            quantity ->
                problems.add(
                    new SpecProblem(
                        path
                            + (target.value().isPresent()
                                ? ".target.value"
                                : ".target.averageValue"),
                        "A target must be above 0, was " + quantity.text() + ".")));
    if (target.averageUtilization().orElse(1) < 1) {
      problems.add(
          new SpecProblem(
              path + ".target.averageUtilization",
              "averageUtilization must be at least 1, was "
                  + target.averageUtilization().getAsInt()
                  + "."));
    }
  }
}
