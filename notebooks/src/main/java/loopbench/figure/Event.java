// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * Something that happened from outside.
 *
 * @param xS seconds from the figure's start, finite
 * @param label such as {@code capacity 400 → 150/s}, empty for a line without a name
 */
public record Event(double xS, String label) {
  public Event {
    Objects.requireNonNull(label, "label");
    if (!Double.isFinite(xS)) {
      throw new IllegalArgumentException("an event needs a finite time, was " + xS);
    }
  }
}
