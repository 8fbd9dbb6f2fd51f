// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import loopbench.knob.Nearest;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.SpecProblem;
import loopbench.yaml.Entry;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Span;
import loopbench.yaml.Style;
import loopbench.yaml.Tag;
import loopbench.yaml.Yaml;

/**
 * Reads, changes and writes manifests of one kind. Never throws for what a text says.
 *
 * @param kind what there is to know about the kind
 */
record KindYaml<T>(Kind<T> kind) {
  /** Problems of one text beyond these are noise; each costs a walk to its line. */
  static final int MOST_PROBLEMS = Shape.MOST_FINDINGS;

  private static final Set<String> ROOT =
      Set.of("apiVersion", "kind", "metadata", "spec", "status");

  /** Reads the one document of this kind in a text, which may hold others too. */
  ReadManifest<T> read(String text) {
    OneDocument found = OneDocument.find(kind, text);
    if (found.root().isEmpty()) {
      return new ReadManifest<>(Optional.empty(), found.problems(), List.of());
    }
    Mapping root = found.root().get();
    Shape.Findings findings = findings();
    String version = text(root, "apiVersion");
    if (!version.equals(kind.apiVersion())) {
      findings.wrong(
          new ManifestProblem(
              "apiVersion",
              SpecPath.line(root, List.of("apiVersion")),
              "apiVersion must be "
                  + kind.apiVersion()
                  + ", was \""
                  + Shortened.text(version)
                  + "\"."));
    }
    for (Entry entry : root.entries()) {
      String key = entry.key().text();
      if (!ROOT.contains(key) && findings.unknown().size() < Shape.MOST_FINDINGS) {
        findings.unknown(
            key,
            entry.key().span().start().line(),
            "A "
                + kind.word()
                + " has no field "
                + Shortened.text(key)
                + "."
                + Nearest.hint(key, ROOT));
      }
    }
    // Of the object's metadata only wrong types matter; the API server keeps more fields there
    // than are listed here.
    Shape.Findings meta = findings();
    root.get("metadata")
        .ifPresent(
            node ->
                Shapes.META.check(
                    node, "metadata", SpecPath.line(root, List.of("metadata")), meta));
    meta.wrong().forEach(findings::wrong);
    Optional<Node> spec = root.get("spec").filter(node -> !isNull(node));
    if (spec.isEmpty()) {
      findings.wrong(
          new ManifestProblem(
              "spec",
              root.span().start().line(),
              "A " + kind.word() + " needs a spec; there is none."));
    }
    return read(root, findings, spec, Optional.empty());
  }

  /** Reads the fields of a spec that stands somewhere else than in a manifest, under a name. */
  ReadManifest<T> readSpec(Mapping spec, String name) {
    // The paths lead through "spec"; the mapping takes its place there.
    Span start = new Span(spec.span().start(), spec.span().start());
    Scalar key = new Scalar("spec", Tag.STRING, Style.PLAIN, start);
    Mapping root = new Mapping(List.of(new Entry(key, spec)), spec.span(), false);
    return read(root, findings(), Optional.of(spec), Optional.of(ObjectMeta.of(name)));
  }

  private Shape.Findings findings() {
    return new Shape.Findings(kind.owner() + " " + kind.word());
  }

  private ReadManifest<T> read(
      Mapping root, Shape.Findings findings, Optional<Node> spec, Optional<ObjectMeta> metadata) {
    spec.ifPresent(
        node -> kind.spec().check(node, "", SpecPath.line(root, List.of("spec")), findings));
    if (!findings.wrong().isEmpty()) {
      return new ReadManifest<>(Optional.empty(), findings.wrong(), findings.unknown());
    }
    T object =
        kind.form()
            .read(
                text(root, "kind"),
                metadata.orElseGet(() -> Tree.metadata(map(root.get("metadata")))),
                map(spec));
    List<ManifestProblem> problems = new ArrayList<>();
    for (SpecProblem problem : first(kind.form().problems(object))) {
      String path = problem.path().replaceAll("policies\\[([0-9]+)]", "policies.$1");
      problems.add(
          new ManifestProblem(
              Shortened.text(path), line(root, path), Shortened.sentence(problem.message())));
    }
    List<IgnoredFeature> ignored = new ArrayList<>(findings.unknown());
    for (KeptFeature feature : first(kind.form().kept(object))) {
      ignored.add(
          new IgnoredFeature(
              Shortened.text(feature.path()),
              line(root, feature.path()),
              Shortened.sentence(feature.about())));
    }
    return new ReadManifest<>(Optional.of(object), problems, ignored);
  }

  private static <E> List<E> first(List<E> all) {
    return all.subList(0, Math.min(all.size(), MOST_PROBLEMS));
  }

  /**
   * The text with one field set; all else stays to the last blank. A field that is not there is
   * added.
   *
   * @param path as cells write it, see the package
   * @param value text, a whole number, a double or a truth value; a double becomes whole or text as
   *     the field asks
   */
  Edited with(String text, String path, Object value) {
    OneDocument found = OneDocument.find(kind, text);
    if (found.root().isEmpty()) {
      return new Edited(Optional.empty(), found.problems());
    }
    Mapping root = found.root().get();
    List<String> parts = SpecPath.parts(kind, root, path);
    int line = SpecPath.line(root, parts);
    Optional<Shape> shape = kind.shapeAt(parts);
    Optional<String> wanted = shape.flatMap(KindYaml::wanted);
    if (wanted.isEmpty()) {
      return Edited.refused(path, line, unknown(root, parts, path, shape));
    }
    Optional<Object> fitting = fitting(shape.get(), value);
    if (fitting.isEmpty()) {
      return Edited.refused(
          path,
          line,
          parts.get(parts.size() - 1) + " must be " + wanted.get() + ", was " + value + ".");
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
   * The text changed as little as possible so that it reads as an object: numbers and words that
   * differ are replaced, fields that are missing are added. What cannot be had that way (an entry
   * of a list more or less, a field less) is refused by name.
   */
  Edited with(String text, T wanted) {
    ReadManifest<T> now = read(text);
    if (now.object().isEmpty()) {
      return new Edited(Optional.empty(), now.problems());
    }
    Map<List<String>, Object> before = Leaves.of(kind.document(now.object().get()));
    Map<List<String>, Object> after = Leaves.of(kind.document(wanted));
    String edited = text;
    for (Map.Entry<List<String>, Object> leaf : after.entrySet()) {
      if (leaf.getValue().equals(before.get(leaf.getKey()))) {
        continue;
      }
      Mapping root = OneDocument.find(kind, edited).root().orElseThrow();
      Optional<String> next = edit(edited, root, leaf.getKey(), leaf.getValue());
      if (next.isEmpty()) {
        return inexpressible(root, leaf.getKey());
      }
      edited = next.get();
    }
    if (!read(edited).object().equals(Optional.of(wanted))) {
      Mapping root = OneDocument.find(kind, text).root().orElseThrow();
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

  /** An object as a manifest of its own. */
  String write(T object) {
    return Emitter.document(kind.document(object));
  }

  /** Sets one scalar, or nothing if anything else would change with it. */
  private Optional<String> edit(String text, Mapping root, List<String> parts, Object value) {
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
      edited = AddedField.of(text, root, parts, value);
    } else {
      edited = Optional.empty();
    }
    return edited.filter(candidate -> becomes(candidate, root, parts, value));
  }

  private boolean becomes(String candidate, Mapping before, List<String> parts, Object value) {
    Values wanted = Values.of(before).with(value, parts.toArray(String[]::new));
    return OneDocument.find(kind, candidate).root().map(Values::of).equals(Optional.of(wanted));
  }

  private static boolean isMissing(Scalar scalar) {
    return scalar.isNull() && scalar.text().isEmpty();
  }

  /** What a field that can be set takes; empty for all others. */
  private static Optional<String> wanted(Shape shape) {
    return shape instanceof Shape.Words words
        ? Optional.of(words.wanted())
        : shape instanceof Shape.Leaf leaf ? Optional.of(leaf.wanted) : Optional.empty();
  }

  private static Optional<Object> fitting(Shape shape, Object value) {
    if (shape instanceof Shape.Words words) {
      return Optional.of(value).filter(word -> words.words().contains(word));
    }
    return switch ((Shape.Leaf) shape) {
      case TEXT -> text(value);
      case TRUTH -> value instanceof Boolean ? Optional.of(value) : Optional.empty();
      case WHOLE, SECONDS -> whole(value);
      case QUANTITY ->
          (value instanceof Double ? text(value) : Optional.of(value))
              .filter(quantity -> Quantity.read(String.valueOf(quantity)).isPresent());
    };
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

  private String unknown(Mapping root, List<String> parts, String path, Optional<Shape> shape) {
    if (shape.isPresent()) {
      return shape.get() instanceof Shape.Unread
          ? path + " is kept as it is written; change it in the manifest by hand."
          : path + " is not a single value; name one of the fields below it.";
    }
    for (int depth = parts.size() - 1; depth > 0; depth--) {
      Optional<Shape> around = kind.shapeAt(parts.subList(0, depth));
      if (around.isPresent() && around.get() instanceof Shape.Items items) {
        return noItem(root, parts.subList(0, depth + 1), items);
      }
      if (around.isPresent()) {
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

  private static String noItem(Mapping root, List<String> parts, Shape.Items items) {
    int last = parts.size() - 1;
    String list = parts.get(last - 1);
    List<String> names =
        SpecPath.find(root, parts.subList(0, last))
            .map(node -> SpecPath.names(items, node))
            .orElse(List.of())
            .stream()
            .filter(name -> !name.isEmpty())
            .limit(Shape.MOST_ITEMS)
            .toList();
    String one = list.endsWith("s") ? list.substring(0, list.length() - 1) : "entry of " + list;
    return "There is no "
        + one
        + " "
        + parts.get(last)
        + (names.isEmpty()
            ? "."
            : "; the manifest has " + Shortened.sentence(String.join(", ", names)) + ".")
        + Nearest.hint(parts.get(last), names);
  }

  OptionalInt lineOf(String text, String path) {
    return OneDocument.find(kind, text).root().stream()
        .mapToInt(root -> line(root, path))
        .findFirst();
  }

  private int line(Mapping root, String path) {
    return SpecPath.line(root, SpecPath.parts(kind, root, path));
  }

  private static boolean isNull(Node node) {
    return node instanceof Scalar scalar && KubectlScalar.value(scalar) == null;
  }

  private static String text(Mapping mapping, String key) {
    return mapping.get(key).flatMap(Nodes::asScalar).map(Scalar::text).orElse("");
  }

  private static Map<?, ?> map(Optional<Node> node) {
    return node.map(Values::value).orElse(null) instanceof Map<?, ?> map
        ? map
        : new LinkedHashMap<>();
  }
}
