// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * A value the quantity cannot pass. An infinite or NaN bound is not drawn.
 *
 * @param value in the panel's unit
 * @param label such as {@code max 210}
 */
public record Bound(double value, String label) {
  public Bound {
    Objects.requireNonNull(label, "label");
  }
}
