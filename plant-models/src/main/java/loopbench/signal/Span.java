// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

/**
 * Where a piece of a text stands.
 *
 * @param from offset of its first character, from 0
 * @param to offset after its last character
 */
public record Span(int from, int to) {
  public Span {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("a span goes forward, was " + from + " to " + to);
    }
  }

  Span until(Span last) {
    return new Span(from, last.to);
  }
}
