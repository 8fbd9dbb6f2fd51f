// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.lint.LintContext.Workload;
import loopbench.yaml.Limits;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Yaml;

/** Workloads of a text of manifests that set how many replicas they have. */
public final class WrittenReplicas {
  private static final List<String> PARTS_OF_A_LIST = List.of("items");

  private WrittenReplicas() {}

  /**
   * Anything with {@code spec.replicas}, such as a Deployment or a LeaderWorkerSet, in the order of
   * the text; items of a {@code List} too. Never throws; of a text that cannot be read, none.
   */
  public static List<Workload> in(String text) {
    return Yaml.parseAll(text, Limits.MANIFEST).documents().stream()
        .flatMap(WrittenReplicas::documents)
        .flatMap(document -> workload(document).stream())
        .toList();
  }

  /** Those of them that a ScaledObject scales, as people name them: {@code Deployment decode}. */
  public static List<String> scaledBy(ScaledObject scaler, String text) {
    return in(text).stream()
        .filter(workload -> workload.scaledBy(scaler))
        .map(workload -> workload.kind() + " " + workload.name())
        .toList();
  }

  private static Stream<Node> documents(Node document) {
    return Nodes.at(document, PARTS_OF_A_LIST)
        .flatMap(Nodes::asSequence)
        .map(items -> items.items().stream())
        .orElse(Stream.of(document));
  }

  private static Optional<Workload> workload(Node document) {
    return Nodes.at(document, "spec.replicas")
        .map(Values::value)
        .filter(Long.class::isInstance)
        .map(Long.class::cast)
        .filter(count -> count >= 0 && count <= Integer.MAX_VALUE)
        .map(
            count ->
                new Workload(
                    text(document, "kind"),
                    text(document, "metadata.namespace"),
                    text(document, "metadata.name"),
                    count.intValue()));
  }

  private static String text(Node document, String path) {
    return Nodes.at(document, path)
        .map(Values::value)
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .orElse("");
  }
}
