// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * Something that happened from outside.
 *
 * @param x where along the bottom: seconds from the figure's start, or the knob's value; finite
 * @param label such as {@code capacity 400 → 150/s}, empty for a line without a name
 */
public record Event(double x, String label) {
  public Event {
    Objects.requireNonNull(label, "label");
    if (!Double.isFinite(x)) {
      throw new IllegalArgumentException("an event needs a finite place, was " + x);
    }
  }
}
