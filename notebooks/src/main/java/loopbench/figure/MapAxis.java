// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.Objects;

/**
 * One side of a map, or what lies below lines: the values of a knob.
 *
 * @param name such as {@code kp}
 * @param unit of the values, empty for a bare count
 * @param spacing how the values are laid along the side
 * @param values finite and ascending, at least one; with {@code zeroRow} the first is 0
 * @param zeroRow true: the first value is 0, which a logarithmic side cannot hold, and gets a strip
 *     of its own
 */
public record MapAxis(String name, String unit, Spacing spacing, double[] values, boolean zeroRow)
    implements LineAxis {

  /** How values lie along a side. */
  public enum Spacing {
    LINEAR,
    /** Equal distances multiply; values (but the zero row) are above 0. */
    LOG,
    /** Every value the same width and named, whatever lies between. */
    LIST
  }

  public MapAxis {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(spacing, "spacing");
    values = values.clone();
    int first = zeroRow ? 1 : 0;
    if (values.length <= first) {
      throw new IllegalArgumentException(
          "axis " + name + " needs at least one value" + (zeroRow ? " beside its zero row" : ""));
    }
    if (zeroRow && values[0] != 0) {
      throw new IllegalArgumentException(
          "axis " + name + " with a zero row must start with 0, was " + values[0]);
    }
    if (spacing == Spacing.LOG && !(values[first] > 0)) {
      throw new IllegalArgumentException(
          "a log axis needs values above 0, axis " + name + " had " + values[first]);
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i]) || (i > 0 && values[i] <= values[i - 1])) {
        throw new IllegalArgumentException(
            "axis " + name + " needs finite, ascending values, had " + values[i] + " at " + i);
      }
    }
  }

  /** A logarithmic side; a leading 0 becomes the zero row. */
  public static MapAxis log(String name, String unit, double... values) {
    return new MapAxis(name, unit, Spacing.LOG, values, values.length > 0 && values[0] == 0);
  }

  public static MapAxis linear(String name, String unit, double... values) {
    return new MapAxis(name, unit, Spacing.LINEAR, values, false);
  }

  public static MapAxis list(String name, String unit, double... values) {
    return new MapAxis(name, unit, Spacing.LIST, values, false);
  }

  @Override
  public double from() {
    return values[0];
  }

  @Override
  public double to() {
    return values[values.length - 1];
  }

  public int size() {
    return values.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MapAxis that
        && name.equals(that.name)
        && unit.equals(that.unit)
        && spacing == that.spacing
        && zeroRow == that.zeroRow
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, unit, spacing, zeroRow, Arrays.hashCode(values));
  }

  @Override
  public String toString() {
    return "MapAxis[" + name + ", " + values.length + " values, " + spacing + "]";
  }
}
