// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * A point of a line worth a ring and a few words.
 *
 * @param x where along the bottom, as the line counts
 * @param y in the panel's unit
 * @param label such as {@code peak 71.7 ms}
 */
public record Peak(double x, double y, String label) {
  public Peak {
    Objects.requireNonNull(label, "label");
  }
}
