// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import loopbench.yaml.Entry;
import loopbench.yaml.Limits;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;
import loopbench.yaml.Yaml;

/**
 * A cell's text on one line: {@code plant: seed flow: ctl ticks: 60}. The kind and the name stand
 * in the head, the caption in the body.
 */
final class SourceSummary {
  private static final Set<String> SAID_ELSEWHERE = Set.of("about", "when");

  private SourceSummary() {}

  static String of(String source) {
    List<Entry> entries =
        Yaml.parse(source, Limits.CELL)
            .root()
            .flatMap(Nodes::asMapping)
            .map(Mapping::entries)
            .orElse(List.of());
    if (entries.isEmpty()) {
      return source.lines().findFirst().orElse("");
    }
    boolean nestedUnderKind = entries.get(0).value() instanceof Mapping;
    if (nestedUnderKind) {
      return names((Mapping) entries.get(0).value());
    }
    return entries.stream()
        .skip(1)
        .filter(e -> !SAID_ELSEWHERE.contains(e.key().text()))
        .map(e -> e.key().text() + ": " + brief(e.value()))
        .collect(Collectors.joining("   "));
  }

  private static String brief(Node value) {
    return value.match(
        new Node.Cases<String>() {
          @Override
          public String scalar(Scalar scalar) {
            return scalar.text().replace('\n', ' ');
          }

          @Override
          public String mapping(Mapping mapping) {
            return names(mapping);
          }

          @Override
          public String sequence(Sequence sequence) {
            return sequence.items().stream()
                .map(SourceSummary::brief)
                .collect(Collectors.joining(", "));
          }
        });
  }

  private static String names(Mapping mapping) {
    return mapping.entries().stream()
        .map(
            e ->
                e.value() instanceof Scalar scalar
                    ? e.key().text() + " " + scalar.text()
                    : e.key().text())
        .collect(Collectors.joining(", "));
  }
}
