// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.knob.Nearest;
import loopbench.scaling.hpa.Quantity;
import loopbench.yaml.Entry;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;
import loopbench.yaml.Tag;

/**
 * What a field of a ScaledObject holds, after KEDA's CRD (keda.sh/v1alpha1). {@link #SPEC} is the
 * whole of it; one place that knows which fields there are and of which type.
 */
sealed interface Shape {

  /** A single value. */
  enum Leaf implements Shape {
    TEXT("text"),
    WHOLE("a whole number"),
    TRUTH("true or false"),
    /** Text or a whole number, as quantities are. */
    QUANTITY("a quantity such as \"0.1\" or \"100m\"");

    final String wanted;

    Leaf(String wanted) {
      this.wanted = wanted;
    }

    boolean takes(Scalar scalar) {
      return switch (this) {
        case TEXT -> scalar.tag() == Tag.STRING;
        case WHOLE -> scalar.tag() == Tag.INT && isInt32(scalar.text());
        case TRUTH -> scalar.tag() == Tag.BOOL;
        case QUANTITY ->
            (scalar.tag() == Tag.STRING || scalar.tag() == Tag.INT)
                && Quantity.read(scalar.text()).isPresent();
      };
    }
  }

  /** Fields by name. */
  record Fields(Map<String, Shape> known) implements Shape {}

  /** A list of one shape. */
  record Items(Shape item) implements Shape {}

  /** One of some words. */
  record Words(List<String> words) implements Shape {
    String wanted() {
      return String.join(", ", words.subList(0, words.size() - 1))
          + " or "
          + words.get(words.size() - 1);
    }
  }

  /** Any keys, all values text. */
  record Texts() implements Shape {}

  Fields SPEC = spec();

  /** Below the object's {@code metadata}, as far as anything here reads it. */
  Fields META =
      new Fields(
          fields(
              "name",
              Leaf.TEXT,
              "namespace",
              Leaf.TEXT,
              "labels",
              new Texts(),
              "annotations",
              new Texts()));

  private static Fields spec() {
    Fields policies =
        new Fields(
            fields(
                "type",
                new Words(List.of("Pods", "Percent")),
                "value",
                Leaf.WHOLE,
                "periodSeconds",
                Leaf.WHOLE));
    Fields rules =
        new Fields(
            fields(
                "stabilizationWindowSeconds",
                Leaf.WHOLE,
                "selectPolicy",
                new Words(List.of("Max", "Min", "Disabled")),
                "tolerance",
                Leaf.QUANTITY,
                "policies",
                new Items(policies)));
    Fields hpa =
        new Fields(
            fields(
                "name",
                Leaf.TEXT,
                "behavior",
                new Fields(fields("scaleUp", rules, "scaleDown", rules))));
    Fields modifiers =
        new Fields(
            fields(
                "formula",
                Leaf.TEXT,
                "target",
                Leaf.TEXT,
                "activationTarget",
                Leaf.TEXT,
                "metricType",
                Leaf.TEXT));
    Fields trigger =
        new Fields(
            fields(
                "type",
                Leaf.TEXT,
                "name",
                Leaf.TEXT,
                "metricType",
                Leaf.TEXT,
                "useCachedMetrics",
                Leaf.TRUTH,
                "metadata",
                new Texts(),
                "authenticationRef",
                new Fields(fields("name", Leaf.TEXT, "kind", Leaf.TEXT))));
    Map<String, Shape> spec =
        fields(
            "scaleTargetRef",
            new Fields(
                fields(
                    "apiVersion",
                    Leaf.TEXT,
                    "kind",
                    Leaf.TEXT,
                    "name",
                    Leaf.TEXT,
                    "envSourceContainerName",
                    Leaf.TEXT)));
    for (String count :
        List.of(
            "pollingInterval",
            "cooldownPeriod",
            "initialCooldownPeriod",
            "idleReplicaCount",
            "minReplicaCount",
            "maxReplicaCount")) {
      spec.put(count, Leaf.WHOLE);
    }
    spec.put(
        "fallback",
        new Fields(
            fields("failureThreshold", Leaf.WHOLE, "replicas", Leaf.WHOLE, "behavior", Leaf.TEXT)));
    spec.put(
        "advanced",
        new Fields(
            fields(
                "restoreToOriginalReplicaCount",
                Leaf.TRUTH,
                "horizontalPodAutoscalerConfig",
                hpa,
                "scalingModifiers",
                modifiers)));
    spec.put("triggers", new Items(trigger));
    return new Fields(spec);
  }

  private static Map<String, Shape> fields(Object... pairs) {
    Map<String, Shape> fields = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put((String) pairs[i], (Shape) pairs[i + 1]);
    }
    return fields;
  }

  private static boolean isInt32(String digits) {
    if (digits.length() > 11) {
      return false;
    }
    long value = Long.parseLong(digits);
    return value == (int) value;
  }

  /** The shape at a path of keys and positions, if the fields on the way are known. */
  default Optional<Shape> at(List<String> parts) {
    if (parts.isEmpty()) {
      return Optional.of(this);
    }
    List<String> rest = parts.subList(1, parts.size());
    if (this instanceof Fields fields) {
      Shape next = fields.known().get(parts.get(0));
      return next == null ? Optional.empty() : next.at(rest);
    }
    if (this instanceof Items items) {
      return parts.get(0).matches("[0-9]{1,6}") ? items.item().at(rest) : Optional.empty();
    }
    return this instanceof Texts && rest.isEmpty() ? Optional.of(Leaf.TEXT) : Optional.empty();
  }

  /** What a check of a tree against a shape found, by path. */
  record Findings(List<ManifestProblem> wrong, List<IgnoredFeature> unknown) {
    Findings() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Adds what in a tree is not of this shape. A null stands for a field that is not there. */
  default void check(Node node, String path, int line, Findings findings) {
    if (node instanceof Scalar scalar && scalar.isNull()) {
      return;
    }
    if (this instanceof Leaf leaf) {
      if (!(node instanceof Scalar scalar)) {
        findings.wrong().add(wrong(path, line, leaf.wanted, node));
      } else if (!leaf.takes(scalar)) {
        findings.wrong().add(wrong(path, line, leaf.wanted, node));
      }
    } else if (this instanceof Words words) {
      if (!(node instanceof Scalar scalar) || !words.words().contains(scalar.text())) {
        findings.wrong().add(wrong(path, line, words.wanted(), node));
      }
    } else if (this instanceof Items items) {
      if (node instanceof Sequence sequence) {
        for (int i = 0; i < sequence.items().size(); i++) {
          Node item = sequence.items().get(i);
          String name =
              SpecPath.find(item, List.of("name"))
                  .flatMap(Nodes::asScalar)
                  .map(Scalar::text)
                  .filter(text -> !text.isEmpty())
                  .orElse(String.valueOf(i));
          items.item().check(item, path + "." + name, item.span().start().line(), findings);
        }
      } else {
        findings.wrong().add(wrong(path, line, "a list", node));
      }
    } else if (node instanceof Mapping mapping) {
      for (Entry entry : mapping.entries()) {
        String key = entry.key().text();
        int at = entry.key().span().start().line();
        String below = path.isEmpty() ? key : path + "." + key;
        if (this instanceof Fields fields) {
          Shape next = fields.known().get(key);
          if (next != null) {
            next.check(entry.value(), below, at, findings);
          } else {
            findings
                .unknown()
                .add(
                    new IgnoredFeature(
                        below,
                        at,
                        "KEDA's ScaledObject has no field "
                            + key
                            + (path.isEmpty() ? "" : " in " + path)
                            + ", and kubectl refuses unknown fields unless told otherwise."
                            + Nearest.hint(key, fields.known().keySet())));
          }
        } else {
          Leaf.TEXT.check(entry.value(), below, at, findings);
        }
      }
    } else {
      findings.wrong().add(wrong(path, line, "fields by name", node));
    }
  }

  private static ManifestProblem wrong(String path, int line, String wanted, Node node) {
    String name = path.substring(path.lastIndexOf('.') + 1);
    if (node instanceof Scalar scalar) {
      boolean quotes = scalar.tag() != Tag.STRING && wanted.startsWith("text");
      return new ManifestProblem(
          path,
          line,
          name
              + " must be "
              + wanted
              + ", was "
              + scalar.text()
              + (quotes
                  ? ", which YAML takes for a "
                      + (scalar.tag() == Tag.BOOL ? "truth value" : "number")
                      + "; write \""
                      + scalar.text()
                      + "\"."
                  : "."));
    }
    return new ManifestProblem(
        path,
        line,
        name
            + " must be "
            + wanted
            + ", was "
            + (node instanceof Sequence ? "a list." : "fields."));
  }
}
