// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.SelectPolicy;
import loopbench.scaling.hpa.TargetType;

/**
 * The HPA that KEDA makes of a ScaledObject ({@code newHPAForScaledObject} and {@code
 * getScaledObjectMetricSpecs} in controllers/keda/hpa.go).
 */
public final class GeneratedHpa {
  /** The KEDA release whose rules this package follows. */
  public static final String KEDA_VERSION = "2.20.2";

  /** The name of the metric that a formula gives. */
  public static final String COMPOSITE = "composite-metric";

  private static final String OWNER = "scaledobject.keda.sh/name";
  private static final String EXCLUDED_LABELS = "scaledobject.keda.sh/hpa-excluded-labels";

  private GeneratedHpa() {}

  /** Makes it. Throws where {@link ScaledObject#problems} names targets or metric types. */
  public static HorizontalPodAutoscaler of(ScaledObject scaler) {
    ScaleTarget target = scaler.target();
    return new HorizontalPodAutoscaler(
        metadata(scaler),
        new ScaleTarget(target.name(), target.effectiveKind(), target.effectiveApiVersion(), ""),
        scaler.replicas().hpaMin(),
        scaler.replicas().hpaMax(),
        behavior(scaler),
        metrics(scaler));
  }

  /**
   * The behavior as written, except that pausing one direction forbids it, creating a behavior
   * where there was none: which takes the HPA from its built-in limits to rules, for both
   * directions.
   */
  public static Optional<Behavior> behavior(ScaledObject scaler) {
    Optional<Behavior> behavior = scaler.advanced().hpa().behavior();
    Pauses pauses = Pauses.of(scaler.metadata().annotations());
    if (pauses.scaleIn()) {
      Behavior written = behavior.orElse(Behavior.EMPTY);
      behavior = Optional.of(written.withDown(forbidden(written.down())));
    }
    if (pauses.scaleOut()) {
      Behavior written = behavior.orElse(Behavior.EMPTY);
      behavior = Optional.of(written.withUp(forbidden(written.up())));
    }
    return behavior;
  }

  private static ScalingRules forbidden(Optional<ScalingRules> rules) {
    return rules.orElse(ScalingRules.UNSET).withSelect(SelectPolicy.DISABLED);
  }

  private static ObjectMeta metadata(ScaledObject scaler) {
    ObjectMeta own = scaler.metadata();
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("app.kubernetes.io/name", scaler.hpaName());
    labels.put("app.kubernetes.io/version", KEDA_VERSION);
    labels.put("app.kubernetes.io/part-of", own.name());
    labels.put("app.kubernetes.io/managed-by", "keda-operator");
    Set<String> excluded =
        Set.copyOf(
            Arrays.asList(own.annotations().getOrDefault(EXCLUDED_LABELS, "").split(",", -1)));
    own.labels()
        .forEach(
            (key, value) -> {
              if (!excluded.contains(key)) {
                labels.put(key, value);
              }
            });
    return new ObjectMeta(scaler.hpaName(), own.namespace(), labels, own.annotations());
  }

  private static List<HpaMetric> metrics(ScaledObject scaler) {
    List<HpaMetric> metrics = new ArrayList<>();
    for (int i = 0; i < scaler.triggers().size(); i++) {
      metrics.add(metric(scaler, i));
    }
    metrics.sort(Comparator.comparing(HpaMetric::type));
    if (!scaler.hasModifiers()) {
      return metrics;
    }
    // The formula replaces all but Resource metrics: also those of one container.
    metrics.removeIf(metric -> !metric.type().equals("Resource"));
    ScalingModifiers modifiers = scaler.advanced().modifiers();
    OptionalDouble target = modifiers.targetNumber();
    metrics.add(
        new HpaMetric.External(
            COMPOSITE,
            Map.of(OWNER, scaler.metadata().name()),
            modifiers.targetType().orElseThrow(),
            OptionalLong.of(KedaNumbers.truncatedMilli(target.orElseThrow()))));
    return metrics;
  }

  private static HpaMetric metric(ScaledObject scaler, int index) {
    Trigger trigger = scaler.triggers().get(index);
    if (trigger.isResource()) {
      Map<String, String> metadata = trigger.metadata();
      String written =
          trigger.metricType().isEmpty()
              ? metadata.getOrDefault("type", "Utilization")
              : trigger.metricType();
      return new HpaMetric.Resource(
          trigger.type(),
          metadata.getOrDefault("containerName", ""),
          written,
          metadata.getOrDefault("value", ""));
    }
    TargetType type = trigger.targetType().orElseThrow();
    return new HpaMetric.External(
        "s" + index + "-" + trigger.type(),
        Map.of(OWNER, scaler.metadata().name()),
        type,
        trigger.isPrometheus()
            ? OptionalLong.of(
                KedaNumbers.milli(PrometheusTrigger.of(trigger.metadata()).threshold()))
            : OptionalLong.empty());
  }
}
