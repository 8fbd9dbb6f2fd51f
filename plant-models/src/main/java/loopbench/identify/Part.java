// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

/**
 * A run of ticks.
 *
 * @param from the first, at least 0
 * @param to the one after the last, not before {@code from}
 */
public record Part(int from, int to) {
  public Part {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException(
          "a part must go from 0 or later to no earlier, was " + from + " to " + to);
    }
  }

  public int size() {
    return to - from;
  }

  public boolean contains(int tick) {
    return tick >= from && tick < to;
  }

  /** What both have; an empty part where they have nothing in common. */
  public Part and(Part other) {
    int first = Math.max(from, other.from);
    return new Part(first, Math.max(first, Math.min(to, other.to)));
  }
}
