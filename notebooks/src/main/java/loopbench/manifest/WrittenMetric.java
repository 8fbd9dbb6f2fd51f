// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.keda.HpaMetric;

/**
 * One metric of an HPA as written. Empty text is unset.
 *
 * @param source where the value comes from
 * @param name the metric's name, or the resource's
 * @param container whose resource, where one container counts
 * @param matchLabels which series of it, in the order written
 * @param target what it is compared with
 */
public record WrittenMetric(
    Source source, String name, String container, Map<String, String> matchLabels, Target target) {

  /** Where a metric's value comes from. */
  public enum Source {
    EXTERNAL("External", "external", true),
    RESOURCE("Resource", "resource", false),
    PODS("Pods", "pods", true),
    OBJECT("Object", "object", true, "describedObject"),
    CONTAINER_RESOURCE("ContainerResource", "containerResource", false);

    private final String word;
    private final String field;
    private final boolean namedByMetric;
    private final List<String> unread;

    Source(String word, String field, boolean namedByMetric, String... unread) {
      this.word = word;
      this.field = field;
      this.namedByMetric = namedByMetric;
      this.unread = List.of(unread);
    }

    /** What {@code type} says. */
    public String word() {
      return word;
    }

    /** The field that the rest stands in. */
    public String field() {
      return field;
    }

    /** Whether name and selector stand in {@code metric}, or the name alone beside the target. */
    boolean isNamedByMetric() {
      return namedByMetric;
    }

    /** Fields that stay in the text. */
    List<String> unread() {
      return unread;
    }
  }

  /**
   * What a metric is compared with, as written.
   *
   * @param type AverageValue, Value or Utilization; required
   * @param value for all replicas together
   * @param averageValue for each replica
   * @param averageUtilization percent of what the pods request
   */
  public record Target(
      String type,
      Optional<Quantity> value,
      Optional<Quantity> averageValue,
      OptionalInt averageUtilization) {
    public static final Target UNSET =
        new Target("", Optional.empty(), Optional.empty(), OptionalInt.empty());

    public static Target average(Quantity value) {
      return new Target(
          TargetType.AVERAGE_VALUE.token(),
          Optional.empty(),
          Optional.of(value),
          OptionalInt.empty());
    }

    public static Target value(Quantity value) {
      return new Target(
          TargetType.VALUE.token(), Optional.of(value), Optional.empty(), OptionalInt.empty());
    }

    /** For people: {@code one replica per 2}, {@code 5 in all}, {@code 80 % of the request}. */
    public String text() {
      if (averageUtilization.isPresent()) {
        return averageUtilization.getAsInt() + " % of the request";
      }
      return averageValue
          .map(quantity -> "one replica per " + plain(quantity))
          .or(() -> value.map(quantity -> plain(quantity) + " in all"))
          .orElse("nothing");
    }
  }

  /** A quantity as people write it, without a suffix. */
  static String plain(Quantity quantity) {
    return Shortened.text(quantity.value().toPlainString());
  }

  public WrittenMetric {
    matchLabels = Collections.unmodifiableMap(new LinkedHashMap<>(matchLabels));
  }

  /** A metric of the HPA that KEDA makes. */
  static WrittenMetric of(HpaMetric generated) {
    return generated.match(
        new HpaMetric.Cases<>() {
          @Override
          public WrittenMetric external(HpaMetric.External metric) {
            Optional<Quantity> target =
                metric.targetMilli().isPresent()
                    ? Optional.of(Quantity.ofMilli(metric.targetMilli().getAsLong()))
                    : Optional.empty();
            boolean average = metric.targetType() == TargetType.AVERAGE_VALUE;
            return WrittenMetric.external(
                metric.name(),
                metric.selector(),
                new Target(
                    metric.targetType().token(),
                    average ? Optional.empty() : target,
                    average ? target : Optional.empty(),
                    OptionalInt.empty()));
          }

          @Override
          public WrittenMetric resource(HpaMetric.Resource metric) {
            boolean share = metric.targetType().equals("Utilization");
            return new WrittenMetric(
                metric.container().isEmpty() ? Source.RESOURCE : Source.CONTAINER_RESOURCE,
                metric.name(),
                metric.container(),
                Map.of(),
                new Target(
                    metric.targetType(),
                    Optional.empty(),
                    share ? Optional.empty() : Quantity.read(metric.target().strip()),
                    share && metric.target().strip().matches("[0-9]{1,9}")
                        ? OptionalInt.of(Integer.parseInt(metric.target().strip()))
                        : OptionalInt.empty()));
          }
        });
  }

  /** An external metric, as KEDA's metrics are. */
  public static WrittenMetric external(
      String name, Map<String, String> matchLabels, Target target) {
    return new WrittenMetric(Source.EXTERNAL, name, "", matchLabels, target);
  }
}
