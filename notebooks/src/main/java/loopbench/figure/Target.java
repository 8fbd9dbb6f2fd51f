// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * Where the quantity should be.
 *
 * @param value in the panel's unit, finite
 * @param band half the width of the tolerated band, in the panel's unit, 0 for none
 * @param label such as {@code target 30}
 */
public record Target(double value, double band, String label) {
  public Target {
    Objects.requireNonNull(label, "label");
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("target must be finite, was " + value);
    }
    if (!(band >= 0 && band < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("band must be finite and at least 0, was " + band);
    }
  }
}
