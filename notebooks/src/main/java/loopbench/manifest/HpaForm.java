// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ScaleTarget;
import loopbench.scaling.keda.SpecProblem;

/** A HorizontalPodAutoscaler from and to plain values. */
final class HpaForm implements Form<WrittenHpa> {
  static final String WORD = "HorizontalPodAutoscaler";

  @Override
  public WrittenHpa read(String word, ObjectMeta metadata, Map<?, ?> spec) {
    Map<?, ?> target = Tree.map(spec, "scaleTargetRef");
    return new WrittenHpa(
        metadata,
        new ScaleTarget(
            Tree.text(target, "name"),
            Tree.text(target, "kind"),
            Tree.text(target, "apiVersion"),
            ""),
        Tree.count(spec, "minReplicas"),
        Tree.count(spec, "maxReplicas"),
        Tree.list(spec, "metrics", HpaForm::metric),
        spec.get("behavior") instanceof Map<?, ?> behavior
            ? Optional.of(BehaviorTree.read(behavior))
            : Optional.empty());
  }

  private static WrittenMetric metric(Map<?, ?> map) {
    // The type decides which of the fields counts; without one the field that is there.
    WrittenMetric.Source source =
        Stream.of(WrittenMetric.Source.values())
            .filter(one -> one.word().equals(map.get("type")))
            .findFirst()
            .or(
                () ->
                    Stream.of(WrittenMetric.Source.values())
                        .filter(one -> map.containsKey(one.field()))
                        .findFirst())
            .orElse(WrittenMetric.Source.EXTERNAL);
    Map<?, ?> block = Tree.map(map, source.field());
    Map<?, ?> metric = source.isNamedByMetric() ? Tree.map(block, "metric") : block;
    return new WrittenMetric(
        source,
        Tree.text(metric, "name"),
        source == WrittenMetric.Source.CONTAINER_RESOURCE ? Tree.text(block, "container") : "",
        Tree.texts(Tree.map(metric, "selector"), "matchLabels"),
        target(Tree.map(block, "target")));
  }

  static WrittenMetric.Target target(Map<?, ?> map) {
    return new WrittenMetric.Target(
        Tree.text(map, "type"),
        Tree.quantity(map, "value"),
        Tree.quantity(map, "averageValue"),
        Tree.count(map, "averageUtilization"));
  }

  @Override
  public String word(WrittenHpa hpa) {
    return WORD;
  }

  @Override
  public ObjectMeta metadata(WrittenHpa hpa) {
    return hpa.metadata();
  }

  @Override
  public Map<String, Object> spec(WrittenHpa hpa) {
    Map<String, Object> target = new LinkedHashMap<>();
    Tree.put(target, "apiVersion", hpa.target().apiVersion());
    Tree.put(target, "kind", hpa.target().kind());
    Tree.put(target, "name", hpa.target().name());
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("scaleTargetRef", target);
    Tree.put(spec, "minReplicas", hpa.minReplicas());
    Tree.put(spec, "maxReplicas", hpa.maxReplicas());
    Tree.put(spec, "metrics", hpa.metrics().stream().map(HpaForm::metric).toList());
    hpa.behavior().ifPresent(behavior -> spec.put("behavior", BehaviorTree.of(behavior)));
    return spec;
  }

  private static Map<String, Object> metric(WrittenMetric metric) {
    Map<String, Object> block = new LinkedHashMap<>();
    if (metric.source().isNamedByMetric()) {
      Map<String, Object> identifier = new LinkedHashMap<>();
      Tree.put(identifier, "name", metric.name());
      if (!metric.matchLabels().isEmpty()) {
        identifier.put("selector", Map.of("matchLabels", metric.matchLabels()));
      }
      block.put("metric", identifier);
    } else {
      Tree.put(block, "name", metric.name());
      Tree.put(block, "container", metric.container());
    }
    Map<String, Object> target = new LinkedHashMap<>();
    Tree.put(target, "type", metric.target().type());
    metric.target().value().map(Quantity::text).ifPresent(text -> target.put("value", text));
    metric
        .target()
        .averageValue()
        .map(Quantity::text)
        .ifPresent(text -> target.put("averageValue", text));
    Tree.put(target, "averageUtilization", metric.target().averageUtilization());
    block.put("target", target);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", metric.source().word());
    map.put(metric.source().field(), block);
    return map;
  }

  @Override
  public List<SpecProblem> problems(WrittenHpa hpa) {
    return hpa.problems();
  }

  @Override
  public List<KeptFeature> kept(WrittenHpa hpa) {
    return List.of();
  }
}
