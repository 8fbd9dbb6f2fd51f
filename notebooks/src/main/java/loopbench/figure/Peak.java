// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * A point of a line worth a ring and a few words.
 *
 * @param xS seconds from the figure's start
 * @param y in the panel's unit
 * @param label such as {@code peak 71.7 ms}
 */
public record Peak(double xS, double y, String label) {
  public Peak {
    Objects.requireNonNull(label, "label");
  }
}
