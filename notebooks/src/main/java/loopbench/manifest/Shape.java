// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import loopbench.knob.Nearest;
import loopbench.scaling.hpa.Quantity;
import loopbench.yaml.Entry;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;
import loopbench.yaml.Style;

/**
 * What a field of a manifest holds. {@link Shapes} says which fields the kinds have; here stands
 * what it means to be of a shape, with scalars as {@link KubectlScalar} reads them.
 */
sealed interface Shape {

  /** After so many findings the rest of a text is noise. */
  int MOST_FINDINGS = 20;

  /** No list of a manifest is longer; it bounds all that is done for each entry. */
  int MOST_ITEMS = 1000;

  /** A single value. */
  enum Leaf implements Shape {
    TEXT("text"),
    WHOLE("a whole number"),
    /** Whole as well: durations of manifests carry no unit. */
    SECONDS("a whole number of seconds, without a unit"),
    TRUTH("true or false"),
    /** Text or a number, as quantities are. */
    QUANTITY("a quantity such as \"0.1\" or \"100m\"");

    final String wanted;

    Leaf(String wanted) {
      this.wanted = wanted;
    }

    boolean takes(Scalar scalar) {
      Object value = KubectlScalar.value(scalar);
      return switch (this) {
        case TEXT -> value instanceof String;
        case WHOLE, SECONDS -> isInt32(value);
        case TRUTH -> value instanceof Boolean;
        case QUANTITY ->
            (value instanceof String || value instanceof Number)
                && Quantity.read(scalar.text()).isPresent();
      };
    }

    // kubectl writes 8.0 as 8.
    private static boolean isInt32(Object value) {
      return value instanceof Long whole
          ? whole == whole.intValue()
          : value instanceof Double number && number == number.intValue();
    }
  }

  /**
   * Fields by name.
   *
   * @param elsewhere a field of text that takes what a path names and is not known here; empty
   *     where there is none
   */
  record Fields(Map<String, Shape> known, String elsewhere) implements Shape {}

  /**
   * A list of one shape.
   *
   * @param names where an item may have its name, for paths; without any, items go by position
   */
  record Items(Shape item, List<List<String>> names) implements Shape {

    /** What an item is called, empty when it has no name. */
    String name(Node item) {
      for (List<String> at : names) {
        Optional<String> name =
            SpecPath.find(item, at)
                .filter(node -> node instanceof Scalar scalar && Leaf.TEXT.takes(scalar))
                .map(node -> ((Scalar) node).text());
        if (name.isPresent()) {
          return name.get();
        }
      }
      return "";
    }

    /** The same of an item in plain values. */
    String nameOf(Object item) {
      for (List<String> at : names) {
        Object here = item;
        for (String step : at) {
          here = here instanceof Map<?, ?> map ? map.get(step) : null;
        }
        if (here instanceof String name) {
          return name;
        }
      }
      return "";
    }
  }

  /** One of some words. */
  record Words(List<String> words) implements Shape {
    String wanted() {
      return Nearest.oneOf(words);
    }
  }

  /** Any keys, all values text. */
  record Texts() implements Shape {}

  /**
   * A field that the kind has and nobody here reads; it stays in the text.
   *
   * @param about what that means, one sentence
   */
  record Unread(String about) implements Shape {}

  /** The shape at a path of keys and positions, if the fields on the way are known. */
  default Optional<Shape> at(List<String> parts) {
    if (parts.isEmpty() || this instanceof Unread) {
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

  /**
   * What a check of a tree against a shape found, by path.
   *
   * @param kind whose fields they are, for sentences: {@code KEDA's ScaledObject}
   */
  record Findings(String kind, List<ManifestProblem> wrong, List<IgnoredFeature> unknown) {
    Findings(String kind) {
      this(kind, new ArrayList<>(), new ArrayList<>());
    }

    void wrong(ManifestProblem problem) {
      if (wrong.size() < MOST_FINDINGS) {
        wrong.add(problem);
      }
    }

    void unknown(String path, int line, String about) {
      if (unknown.size() < MOST_FINDINGS) {
        unknown.add(new IgnoredFeature(Shortened.text(path), line, about));
      }
    }
  }

  /** Adds what in a tree is not of this shape. A null stands for a field that is not there. */
  default void check(Node node, String path, int line, Findings findings) {
    if (node instanceof Scalar scalar && KubectlScalar.value(scalar) == null) {
      return;
    }
    if (this instanceof Leaf leaf) {
      if (!(node instanceof Scalar scalar && leaf.takes(scalar))) {
        findings.wrong(wrong(path, line, leaf.wanted, node));
      }
    } else if (this instanceof Words words) {
      if (!(node instanceof Scalar scalar) || !words.words().contains(scalar.text())) {
        findings.wrong(wrong(path, line, words.wanted(), node));
      }
    } else if (this instanceof Unread unread) {
      findings.unknown(path, line, unread.about());
    } else if (this instanceof Items items) {
      check(items, node, path, line, findings);
    } else if (node instanceof Mapping mapping) {
      for (Entry entry : mapping.entries()) {
        check(entry, path, findings);
      }
    } else {
      findings.wrong(wrong(path, line, "fields by name", node));
    }
  }

  private void check(Entry entry, String path, Findings findings) {
    String key = entry.key().text();
    int at = entry.key().span().start().line();
    String below = path.isEmpty() ? key : path + "." + key;
    if (!(this instanceof Fields fields)) {
      Leaf.TEXT.check(entry.value(), below, at, findings);
    } else if (fields.known().containsKey(key)) {
      fields.known().get(key).check(entry.value(), below, at, findings);
    } else if (findings.unknown().size() < MOST_FINDINGS) {
      // Not a word more than is kept: looking for the nearest name takes its time.
      findings.unknown(
          below,
          at,
          findings.kind()
              + " has no field "
              + Shortened.text(key)
              + (path.isEmpty() ? "" : " in " + Shortened.text(path))
              + ", and kubectl refuses unknown fields unless told otherwise."
              + Nearest.hint(key, fields.known().keySet()));
    }
  }

  private static void check(Items items, Node node, String path, int line, Findings findings) {
    if (!(node instanceof Sequence sequence)) {
      findings.wrong(wrong(path, line, "a list", node));
    } else if (sequence.items().size() > MOST_ITEMS) {
      findings.wrong(
          new ManifestProblem(
              Shortened.text(path),
              line,
              String.format(
                  Locale.ROOT,
                  "%s has %,d entries, more than the %,d that are read.",
                  path,
                  sequence.items().size(),
                  MOST_ITEMS)));
    } else {
      for (int i = 0; i < sequence.items().size(); i++) {
        Node item = sequence.items().get(i);
        String name = items.name(item);
        items
            .item()
            .check(
                item,
                path + "." + (name.isEmpty() ? String.valueOf(i) : name),
                item.span().start().line(),
                findings);
      }
    }
  }

  private static ManifestProblem wrong(String path, int line, String wanted, Node node) {
    String name =
        path.isEmpty() ? "spec" : Shortened.text(path.substring(path.lastIndexOf('.') + 1));
    return new ManifestProblem(
        Shortened.text(path), line, name + " must be " + wanted + ", was " + found(wanted, node));
  }

  private static String found(String wanted, Node node) {
    if (!(node instanceof Scalar scalar)) {
      return node instanceof Sequence ? "a list." : "fields.";
    }
    String text = Shortened.text(scalar.text());
    Object value = KubectlScalar.value(scalar);
    if (wanted.startsWith("text") && !(value instanceof String)) {
      String taken = value instanceof Boolean ? "truth value" : "number";
      return text + ", which YAML takes for a " + taken + "; write \"" + text + "\".";
    }
    if (scalar.text().contains("${")) {
      return "the placeholder " + text + "; fill it in first.";
    }
    boolean number = wanted.contains("number") || wanted.startsWith("true");
    boolean quoted = value instanceof String && scalar.style() != Style.PLAIN;
    return quoted && number
        ? "the text \"" + text + "\"; write it without quotes."
        : (text.isEmpty() ? "empty" : text) + ".";
  }
}
