// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Keys and values in the order of the text; no two keys have the same text.
 *
 * @param flow whether it is written in braces
 */
public record Mapping(List<Entry> entries, Span span, boolean flow) implements Node {
  public Mapping {
    entries = List.copyOf(entries);
    Objects.requireNonNull(span, "span");
  }

  public Optional<Entry> entry(String key) {
    return entries.stream().filter(e -> e.key().text().equals(key)).findFirst();
  }

  public Optional<Node> get(String key) {
    return entry(key).map(Entry::value);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.mapping(this);
  }
}
