// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A leaf.
 *
 * @param text the value with quotes, escapes and folding undone; empty for a missing value
 * @param tag what it is; {@link Tag#STRING} whenever it is not plain
 */
public record Scalar(String text, Tag tag, Style style, Span span) implements Node {
  public Scalar {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(tag, "tag");
    Objects.requireNonNull(style, "style");
    Objects.requireNonNull(span, "span");
  }

  public boolean isNull() {
    return tag == Tag.NULL;
  }

  public boolean isString() {
    return tag == Tag.STRING;
  }

  public boolean isNumber() {
    return tag == Tag.INT || tag == Tag.FLOAT;
  }

  /** The number, infinite where the digits exceed a double; empty for what is not a number. */
  public OptionalDouble number() {
    return isNumber() ? OptionalDouble.of(Double.parseDouble(text)) : OptionalDouble.empty();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.scalar(this);
  }
}
