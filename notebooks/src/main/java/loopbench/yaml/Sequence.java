// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.List;
import java.util.Objects;

/**
 * Items in the order of the text.
 *
 * @param flow whether it is written in brackets
 */
public record Sequence(List<Node> items, Span span, boolean flow) implements Node {
  public Sequence {
    items = List.copyOf(items);
    Objects.requireNonNull(span, "span");
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.sequence(this);
  }
}
