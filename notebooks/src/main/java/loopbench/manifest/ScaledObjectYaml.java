// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import loopbench.knob.Nearest;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SpecProblem;
import loopbench.yaml.Documents;
import loopbench.yaml.Entry;
import loopbench.yaml.Limits;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Span;
import loopbench.yaml.Style;
import loopbench.yaml.Tag;
import loopbench.yaml.Yaml;
import loopbench.yaml.YamlProblem;

/** ScaledObjects from and to YAML text. */
public final class ScaledObjectYaml {
  private static final Set<String> ROOT =
      Set.of("apiVersion", "kind", "metadata", "spec", "status");

  private ScaledObjectYaml() {}

  /**
   * Reads the one ScaledObject of a text, which may hold other documents too. Never throws for what
   * the text says.
   */
  public static ReadScaledObject read(String text) {
    Found found = find(text);
    if (found.root().isEmpty()) {
      return new ReadScaledObject(Optional.empty(), found.problems(), List.of());
    }
    Mapping root = found.root().get();
    Shape.Findings findings = new Shape.Findings();
    List<ManifestProblem> problems = findings.wrong();
    if (!text(root, "apiVersion").equals(Tree.API_VERSION)) {
      problems.add(
          new ManifestProblem(
              "apiVersion",
              SpecPath.line(root, List.of("apiVersion")),
              "apiVersion must be "
                  + Tree.API_VERSION
                  + ", was \""
                  + text(root, "apiVersion")
                  + "\"."));
    }
    root.entries().stream()
        .filter(entry -> !ROOT.contains(entry.key().text()))
        .forEach(
            entry ->
                findings
                    .unknown()
                    .add(
                        new IgnoredFeature(
                            entry.key().text(),
                            entry.key().span().start().line(),
                            "A ScaledObject has no field "
                                + entry.key().text()
                                + "."
                                + Nearest.hint(entry.key().text(), ROOT))));
    // Of the object's metadata only wrong types matter; the API server keeps more fields there
    // than are listed here.
    Shape.Findings meta = new Shape.Findings();
    root.get("metadata")
        .ifPresent(
            node ->
                Shape.META.check(node, "metadata", SpecPath.line(root, List.of("metadata")), meta));
    problems.addAll(meta.wrong());
    Optional<Node> spec = root.get("spec").filter(node -> !isNull(node));
    if (spec.isEmpty()) {
      problems.add(
          new ManifestProblem(
              "spec", root.span().start().line(), "A ScaledObject needs a spec; there is none."));
    }
    return read(root, findings, spec, () -> Tree.metadata(map(root.get("metadata"))));
  }

  /**
   * Reads the fields of a spec that stands somewhere else than in a manifest, under a name.
   *
   * @param spec read from the text whose lines the problems are to name
   */
  public static ReadScaledObject readSpec(Mapping spec, String name) {
    // The paths lead through "spec"; the mapping takes its place there.
    Span start = new Span(spec.span().start(), spec.span().start());
    Scalar key = new Scalar("spec", Tag.STRING, Style.PLAIN, start);
    Mapping root = new Mapping(List.of(new Entry(key, spec)), spec.span(), false);
    return read(root, new Shape.Findings(), Optional.of(spec), () -> ObjectMeta.of(name));
  }

  private static ReadScaledObject read(
      Mapping root, Shape.Findings findings, Optional<Node> spec, Supplier<ObjectMeta> metadata) {
    spec.ifPresent(
        node -> Shape.SPEC.check(node, "", SpecPath.line(root, List.of("spec")), findings));
    if (!findings.wrong().isEmpty()) {
      return new ReadScaledObject(Optional.empty(), findings.wrong(), findings.unknown());
    }
    ScaledObject scaler = Tree.read(metadata.get(), map(spec));
    List<ManifestProblem> problems = new ArrayList<>();
    for (SpecProblem problem : scaler.problems()) {
      problems.add(
          new ManifestProblem(problem.path(), line(root, problem.path()), problem.message()));
    }
    List<IgnoredFeature> ignored = new ArrayList<>(findings.unknown());
    for (KeptFeature feature : scaler.ignored()) {
      ignored.add(new IgnoredFeature(feature.path(), line(root, feature.path()), feature.about()));
    }
    return new ReadScaledObject(Optional.of(scaler), problems, ignored);
  }

  /**
   * The text with one field of its ScaledObject set; all else stays to the last blank. A field that
   * is not there is added.
   *
   * @param path as cells write it, see the package
   * @param value text, a whole number, a double or a truth value; a double becomes whole or text as
   *     the field asks
   */
  public static Edited with(String text, String path, Object value) {
    Found found = find(text);
    if (found.root().isEmpty()) {
      return new Edited(Optional.empty(), found.problems());
    }
    Mapping root = found.root().get();
    List<String> parts = SpecPath.parts(root, path);
    int line = SpecPath.line(root, parts);
    Optional<Shape> shape =
        (parts.get(0).equals("spec") ? Shape.SPEC : Shape.META).at(parts.subList(1, parts.size()));
    if (shape.isEmpty()
        || !(shape.get() instanceof Shape.Leaf) && !(shape.get() instanceof Shape.Words)) {
      return Edited.refused(path, line, unknown(root, parts, path, shape));
    }
    Optional<Object> fitting = fitting(shape.get(), value);
    if (fitting.isEmpty()) {
      String wanted =
          shape.get() instanceof Shape.Words words
              ? words.wanted()
              : ((Shape.Leaf) shape.get()).wanted;
      return Edited.refused(
          path, line, parts.get(parts.size() - 1) + " must be " + wanted + ", was " + value + ".");
    }
    return edit(text, root, parts, fitting.get())
        .map(Edited::to)
        .orElseGet(
            () ->
                Edited.refused(
                    path,
                    line,
                    path
                        + " cannot be set here, since the text has no place for it; write it into"
                        + " the manifest by hand."));
  }

  /**
   * The text changed as little as possible so that it reads as a ScaledObject: numbers and words
   * that differ are replaced, fields that are missing are added. What cannot be had that way (a
   * trigger more or less, a field less) is refused by name.
   */
  public static Edited with(String text, ScaledObject wanted) {
    Optional<ScaledObject> now = read(text).scaler();
    if (now.isEmpty()) {
      return new Edited(Optional.empty(), read(text).problems());
    }
    Map<List<String>, Object> before = Leaves.of(Tree.of(now.get()));
    Map<List<String>, Object> after = Leaves.of(Tree.of(wanted));
    String edited = text;
    for (Map.Entry<List<String>, Object> leaf : after.entrySet()) {
      if (leaf.getValue().equals(before.get(leaf.getKey()))) {
        continue;
      }
      Mapping root = find(edited).root().orElseThrow();
      Optional<String> next = edit(edited, root, leaf.getKey(), leaf.getValue());
      if (next.isEmpty()) {
        return inexpressible(root, leaf.getKey());
      }
      edited = next.get();
    }
    if (!read(edited).scaler().equals(Optional.of(wanted))) {
      Mapping root = find(text).root().orElseThrow();
      return inexpressible(
          root,
          before.keySet().stream()
              .filter(key -> !after.containsKey(key))
              .findFirst()
              .orElse(List.of("spec")));
    }
    return Edited.to(edited);
  }

  private static Edited inexpressible(Mapping root, List<String> parts) {
    String path = String.join(".", parts);
    return Edited.refused(
        path,
        SpecPath.line(root, parts),
        path + " differs in a way that cannot be edited into this text; write a fresh manifest.");
  }

  /** A ScaledObject as a manifest of its own. */
  public static String write(ScaledObject scaler) {
    return Emitter.document(Tree.of(scaler));
  }

  /** The plain values of a text's ScaledObject; its problems are added where there is none. */
  static Optional<Map<String, Object>> values(String text, List<ManifestProblem> problems) {
    Found found = find(text);
    problems.addAll(found.problems());
    return found.root().map(root -> Values.of((Map<?, ?>) Nodes.value(root)).root());
  }

  /** Sets one scalar, or nothing if anything else would change with it. */
  private static Optional<String> edit(
      String text, Mapping root, List<String> parts, Object value) {
    Optional<Node> node = SpecPath.find(root, parts);
    Optional<String> edited;
    if (node.isPresent() && node.get() instanceof Scalar scalar && !isMissing(scalar)) {
      edited =
          Optional.of(
              value instanceof String string
                  ? Yaml.replaceString(text, scalar, string)
                  : Yaml.replaceScalar(text, scalar, String.valueOf(value)));
    } else if (node.isPresent() && node.get() instanceof Scalar scalar) {
      edited = Optional.of(Yaml.replaceScalar(text, scalar, Emitter.scalar(value)));
    } else if (node.isEmpty()) {
      edited = Insertion.of(text, root, parts, value);
    } else {
      edited = Optional.empty();
    }
    return edited.filter(candidate -> becomes(candidate, root, parts, value));
  }

  private static boolean becomes(
      String candidate, Mapping before, List<String> parts, Object value) {
    Optional<Mapping> after = find(candidate).root();
    if (after.isEmpty()) {
      return false;
    }
    Values wanted =
        Values.of((Map<?, ?>) Nodes.value(before)).with(value, parts.toArray(String[]::new));
    return wanted.equals(Values.of((Map<?, ?>) Nodes.value(after.get())));
  }

  private static boolean isMissing(Scalar scalar) {
    return scalar.isNull() && scalar.text().isEmpty();
  }

  private static Optional<Object> fitting(Shape shape, Object value) {
    if (shape instanceof Shape.Words words) {
      return Optional.of(value).filter(word -> words.words().contains(word));
    }
    switch ((Shape.Leaf) shape) {
      case TEXT:
        return text(value);
      case TRUTH:
        return value instanceof Boolean ? Optional.of(value) : Optional.empty();
      case WHOLE:
        return whole(value);
      default:
        return (value instanceof Double ? text(value) : Optional.of(value))
            .filter(quantity -> Quantity.read(String.valueOf(quantity)).isPresent());
    }
  }

  private static Optional<Object> text(Object value) {
    if (value instanceof Double number) {
      return number.isNaN() || number.isInfinite()
          ? Optional.empty()
          : Optional.of(KedaNumbers.text(number));
    }
    return Optional.of(String.valueOf(value));
  }

  private static Optional<Object> whole(Object value) {
    if (!(value instanceof Number number)
        || number.doubleValue() != Math.rint(number.doubleValue())
        || Math.abs(number.doubleValue()) > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    return Optional.of(number.longValue());
  }

  private static String unknown(
      Mapping root, List<String> parts, String path, Optional<Shape> shape) {
    if (shape.isPresent()) {
      return path + " is not a single value; name one of the fields below it.";
    }
    List<String> names = SpecPath.triggerNames(root);
    if (parts.size() > 2
        && parts.get(1).equals("triggers")
        && SpecPath.find(root, parts.subList(0, 3)).isEmpty()) {
      return "There is no trigger "
          + parts.get(2)
          + "; the manifest has "
          + String.join(", ", names)
          + "."
          + Nearest.hint(parts.get(2), names);
    }
    for (int depth = parts.size() - 1; depth > 0; depth--) {
      Optional<Shape> around = Shape.SPEC.at(parts.subList(1, depth));
      if (parts.get(0).equals("spec") && around.isPresent()) {
        return "There is no field "
            + path
            + "."
            + (around.get() instanceof Shape.Fields fields
                ? Nearest.hint(parts.get(depth), fields.known().keySet())
                : "");
      }
    }
    return "There is no field " + path + ".";
  }

  private static int line(Mapping root, String path) {
    return SpecPath.line(root, SpecPath.parts(root, path));
  }

  private static boolean isNull(Node node) {
    return node instanceof Scalar scalar && scalar.isNull();
  }

  private static String text(Mapping mapping, String key) {
    return mapping.get(key).flatMap(Nodes::asScalar).map(Scalar::text).orElse("");
  }

  private static Map<?, ?> map(Optional<Node> node) {
    return node.map(Nodes::value).orElse(null) instanceof Map<?, ?> map
        ? map
        : new LinkedHashMap<>();
  }

  /** The document that is the ScaledObject, or why there is none. */
  private record Found(Optional<Mapping> root, List<ManifestProblem> problems) {}

  private static Found find(String text) {
    Documents documents = Yaml.parseAll(text, Limits.MANIFEST);
    if (!documents.problems().isEmpty()) {
      List<ManifestProblem> problems = new ArrayList<>();
      for (YamlProblem problem : documents.problems()) {
        problems.add(new ManifestProblem("", problem.at().line(), problem.message()));
      }
      return new Found(Optional.empty(), problems);
    }
    List<Mapping> scalers = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (Node document : documents.documents()) {
      Optional<Mapping> mapping = Nodes.asMapping(document);
      String kind = mapping.map(m -> text(m, "kind")).orElse("");
      if (kind.equals(Tree.KIND)) {
        scalers.add(mapping.orElseThrow());
      } else if (!isNull(document)) {
        others.add(kind.isEmpty() ? "a document without a kind" : kind);
      }
    }
    if (scalers.size() == 1) {
      return new Found(Optional.of(scalers.get(0)), List.of());
    }
    String message =
        scalers.size() > 1
            ? "There are "
                + scalers.size()
                + " ScaledObjects in this text; keep one, or split the file."
            : others.isEmpty()
                ? "There is no ScaledObject in this text; it is empty."
                : "There is no ScaledObject in this text, but "
                    + String.join(", ", others)
                    + "; a ScaledObject begins with apiVersion: "
                    + Tree.API_VERSION
                    + " and kind: ScaledObject.";
    int line = scalers.size() > 1 ? scalers.get(1).span().start().line() : 1;
    return new Found(Optional.empty(), List.of(new ManifestProblem("", line, message)));
  }
}
