// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

/**
 * A stretch of text, {@code end} not included.
 *
 * <p>A quoted scalar's span includes its quotes; a block scalar's starts at its {@code |} or {@code
 * >} and includes its last line end; an empty value's has no length; a block collection's ends with
 * its last child.
 */
public record Span(Mark start, Mark end) {
  public Span {
    if (end.offset() < start.offset()) {
      throw new IllegalArgumentException("end must not lie before start=" + start + ", was " + end);
    }
  }

  /** The characters of the span in the text it was read from. */
  public String in(String text) {
    return text.substring(start.offset(), end.offset());
  }
}
