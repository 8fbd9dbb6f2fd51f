// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.Objects;

/**
 * A line on a map, in the map's two units.
 *
 * @param label stands on the line, empty for none
 * @param pattern lines of one number look alike, lines of another have other dashes; 0 is solid
 * @param minor drawn thin, as one that another of the same pattern surpasses
 * @param x first knob's values; NaN breaks the line
 * @param y second knob's values, as many as {@code x}; NaN breaks the line
 */
public record Curve(String label, int pattern, boolean minor, double[] x, double[] y) {
  public Curve {
    Objects.requireNonNull(label, "label");
    if (pattern < 0) {
      throw new IllegalArgumentException("pattern must be at least 0, was " + pattern);
    }
    x = x.clone();
    y = y.clone();
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "curve " + label + " needs as many y as x, was " + y.length + " for " + x.length);
    }
  }

  /** A solid line that stands for itself. */
  public Curve(String label, double[] x, double[] y) {
    this(label, 0, false, x, y);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Curve that
        && label.equals(that.label)
        && pattern == that.pattern
        && minor == that.minor
        && Arrays.equals(x, that.x)
        && Arrays.equals(y, that.y);
  }

  @Override
  public int hashCode() {
    return Objects.hash(label, pattern, minor, Arrays.hashCode(x), Arrays.hashCode(y));
  }

  @Override
  public String toString() {
    return "Curve[" + label + ", " + x.length + " points]";
  }
}
