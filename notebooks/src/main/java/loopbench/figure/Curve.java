// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.Objects;

/**
 * A line on a map, in the map's two units.
 *
 * @param label stands on the line, empty for none
 * @param x first knob's values; NaN breaks the line
 * @param y second knob's values, as many as {@code x}; NaN breaks the line
 */
public record Curve(String label, double[] x, double[] y) {
  public Curve {
    Objects.requireNonNull(label, "label");
    x = x.clone();
    y = y.clone();
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "curve " + label + " needs as many y as x, was " + y.length + " for " + x.length);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Curve that
        && label.equals(that.label)
        && Arrays.equals(x, that.x)
        && Arrays.equals(y, that.y);
  }

  @Override
  public int hashCode() {
    return Objects.hash(label, Arrays.hashCode(x), Arrays.hashCode(y));
  }

  @Override
  public String toString() {
    return "Curve[" + label + ", " + x.length + " points]";
  }
}
