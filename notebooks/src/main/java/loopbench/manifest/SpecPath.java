// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loopbench.yaml.Entry;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;

/** From the paths that people write to the keys and positions of a document. */
final class SpecPath {
  private static final String BEHAVIOR = "behavior.";
  private static final Set<String> TRIGGER_FIELDS =
      Set.of("type", "name", "metricType", "useCachedMetrics", "metadata", "authenticationRef");

  private SpecPath() {}

  /**
   * The parts of a path, from the root of a ScaledObject's document. A trigger is found by its
   * name, then by its position; what follows is a field of the trigger or, failing that, of its
   * metadata. An unknown trigger stays as it is written, and is found nowhere.
   */
  static List<String> parts(Node root, String path) {
    if (path.startsWith("metadata.")) {
      String rest = path.substring("metadata.".length());
      int dot = rest.indexOf('.');
      // Keys of labels and annotations have dots of their own.
      return dot < 0
          ? List.of("metadata", rest)
          : List.of("metadata", rest.substring(0, dot), rest.substring(dot + 1));
    }
    String below = path.startsWith("spec.") ? path.substring("spec.".length()) : path;
    if (below.startsWith(BEHAVIOR)) {
      below = "advanced.horizontalPodAutoscalerConfig." + below;
    }
    List<String> parts = new ArrayList<>(List.of("spec"));
    if (below.startsWith("triggers.")) {
      parts.add("triggers");
      trigger(root, below.substring("triggers.".length()), parts);
    } else {
      parts.addAll(Arrays.asList(below.split("\\.", -1)));
    }
    return parts;
  }

  private static void trigger(Node root, String rest, List<String> parts) {
    List<String> names = triggerNames(root);
    int found = -1;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      boolean matches = !name.isEmpty() && (rest.equals(name) || rest.startsWith(name + "."));
      if (matches && (found < 0 || name.length() > names.get(found).length())) {
        found = i;
      }
    }
    int length = found < 0 ? (rest + ".").indexOf('.') : names.get(found).length();
    parts.add(found < 0 ? rest.substring(0, length) : String.valueOf(found));
    if (length >= rest.length()) {
      return;
    }
    String field = rest.substring(length + 1);
    String first = field.substring(0, (field + ".").indexOf('.'));
    if (!TRIGGER_FIELDS.contains(first)) {
      parts.add("metadata");
      parts.add(field);
    } else if (first.equals("metadata") && field.length() > first.length()) {
      parts.add("metadata");
      parts.add(field.substring(first.length() + 1));
    } else {
      parts.addAll(Arrays.asList(field.split("\\.", -1)));
    }
  }

  /** The names of the triggers in a document, empty where there is none. */
  static List<String> triggerNames(Node root) {
    List<String> names = new ArrayList<>();
    find(root, List.of("spec", "triggers"))
        .flatMap(Nodes::asSequence)
        .ifPresent(
            triggers ->
                triggers
                    .items()
                    .forEach(
                        t ->
                            names.add(
                                find(t, List.of("name"))
                                    .flatMap(Nodes::asScalar)
                                    .map(Scalar::text)
                                    .orElse(""))));
    return names;
  }

  /** The node at exact keys and positions. */
  static Optional<Node> find(Node node, List<String> parts) {
    Node here = node;
    for (String part : parts) {
      Optional<Node> next = step(here, part);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      here = next.get();
    }
    return Optional.of(here);
  }

  private static Optional<Node> step(Node node, String part) {
    if (node instanceof Mapping mapping) {
      return mapping.get(part);
    }
    return node instanceof Sequence sequence
            && part.matches("[0-9]{1,6}")
            && Integer.parseInt(part) < sequence.items().size()
        ? Optional.of(sequence.items().get(Integer.parseInt(part)))
        : Optional.empty();
  }

  /** The line of a field: where its key stands, or that of the nearest field around it. */
  static int line(Node root, List<String> parts) {
    int line = root.span().start().line();
    Node here = root;
    for (String part : parts) {
      Optional<Node> next = step(here, part);
      if (next.isEmpty()) {
        break;
      }
      line =
          here instanceof Mapping mapping
              ? mapping.entry(part).map(Entry::key).orElseThrow().span().start().line()
              : next.get().span().start().line();
      here = next.get();
    }
    return line;
  }
}
