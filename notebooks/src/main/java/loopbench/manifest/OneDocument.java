// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import loopbench.yaml.Documents;
import loopbench.yaml.Limits;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;
import loopbench.yaml.Yaml;

/**
 * The one document of a kind in a text, or why there is none.
 *
 * @param root the document; empty when there are problems
 */
record OneDocument(Optional<Mapping> root, List<ManifestProblem> problems) {
  private static final int MOST_OTHERS = 4;

  /** Kinds that lie beside scalers in a repository, and what they are. */
  private static final Map<String, String> NEIGHBOURS =
      Map.of(
          "PrometheusRule", "rules for Prometheus",
          "ClusterQueue", "quota for Kueue",
          "LocalQueue", "queueing by Kueue",
          "Kustomization", "a list of files for kustomize",
          "List", "write its items as documents of their own, with --- between them");

  static OneDocument find(Kind<?> kind, String text) {
    Documents documents = Yaml.parseAll(text, Limits.MANIFEST);
    if (!documents.problems().isEmpty()) {
      return new OneDocument(
          Optional.empty(),
          documents.problems().stream()
              .map(problem -> new ManifestProblem("", problem.at().line(), problem.message()))
              .toList());
    }
    List<Mapping> wanted = new ArrayList<>();
    Map<String, Integer> others = new LinkedHashMap<>();
    for (Node document : documents.documents()) {
      String name = kindOf(document);
      if (kind.words().contains(name)) {
        wanted.add((Mapping) document);
      } else if (!(document instanceof Scalar scalar && scalar.isNull())) {
        others.merge(name.isEmpty() ? withoutKind(document) : name, 1, Integer::sum);
      }
    }
    if (wanted.size() == 1) {
      return new OneDocument(Optional.of(wanted.get(0)), List.of());
    }
    int line = wanted.isEmpty() ? 1 : wanted.get(1).span().start().line();
    String message =
        wanted.isEmpty()
            ? none(kind, others)
            : "There are "
                + wanted.size()
                + " "
                + kind.word()
                + "s in this text; keep one, or split the file.";
    return new OneDocument(Optional.empty(), List.of(new ManifestProblem("", line, message)));
  }

  private static String kindOf(Node document) {
    return Nodes.asMapping(document)
        .flatMap(mapping -> mapping.get("kind"))
        .flatMap(Nodes::asScalar)
        .map(Scalar::text)
        .orElse("");
  }

  private static String withoutKind(Node document) {
    return document instanceof Mapping
        ? "a document without a kind, such as a patch"
        : document instanceof Sequence ? "a list" : "plain text";
  }

  private static String none(Kind<?> kind, Map<String, Integer> others) {
    String start = "There is no " + kind.word() + " in this text";
    if (others.isEmpty()) {
      return start + "; it is empty.";
    }
    String found =
        others.entrySet().stream()
            .limit(MOST_OTHERS)
            .map(other -> told(other.getKey(), other.getValue()))
            .collect(Collectors.joining(", "));
    return start
        + ", but "
        + found
        + (others.size() > MOST_OTHERS ? " and others" : "")
        + "; a "
        + kind.word()
        + " begins with apiVersion: "
        + kind.apiVersion()
        + " and kind: "
        + kind.word()
        + ".";
  }

  private static String told(String kind, int count) {
    String about = NEIGHBOURS.getOrDefault(kind, "");
    return (count > 1 ? count + " " + Shortened.text(kind) + " documents" : Shortened.text(kind))
        + (about.isEmpty() ? "" : " (" + about + ")");
  }
}
