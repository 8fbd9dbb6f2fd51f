// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Numbers as Python writes them into JSON, so that Jupyter's own save changes nothing.
 *
 * <p>Java 17's {@link Double#toString} will not do: it has another notation and does not always
 * find the shortest digits (JDK-4511638).
 */
public final class PythonNumbers {
  private PythonNumbers() {}

  /**
   * A double as {@code float.__repr__} writes it (CPython, {@code Python/pystrtod.c}, format 'r'):
   * the shortest digits that read back as the same double, with an exponent below 1e-4 and from
   * 1e16 on: {@code 1e-05}, {@code 0.0001}, {@code 100.0}, {@code 1e+16}. Not-a-number and the
   * infinities come as Python's json module has them: {@code NaN}, {@code Infinity}, {@code
   * -Infinity}.
   */
  public static String repr(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    String sign = value < 0 || 1 / value < 0 ? "-" : "";
    double size = Math.abs(value);
    if (Double.isInfinite(size)) {
      return sign + "Infinity";
    }
    if (size == 0) {
      return sign + "0.0";
    }
    if (size < 1e15 && Math.rint(size) == size) {
      return sign + (long) size + ".0";
    }
    BigDecimal shortest = shortest(size).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    // The value is 0.digits times ten to this power.
    int point = digits.length() - shortest.scale();
    if (point <= -4 || point > 16) {
      int exponent = point - 1;
      String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
      return sign
          + digits.charAt(0)
          + (digits.length() > 1 ? "." + digits.substring(1) : "")
          + (exponent < 0 ? "e-" : "e+")
          + power;
    }
    if (point <= 0) {
      return sign + "0." + "0".repeat(-point) + digits;
    }
    if (point >= digits.length()) {
      return sign + digits + "0".repeat(point - digits.length()) + ".0";
    }
    return sign + digits.substring(0, point) + "." + digits.substring(point);
  }

  /** Any number of a JSON tree. Whole kinds print as whole numbers, doubles and floats as above. */
  public static String repr(Number value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger) {
      return value.toString();
    }
    if (value instanceof Double || value instanceof Float) {
      return repr(value.doubleValue());
    }
    throw new IllegalArgumentException(
        "a number must be a whole number or a double, was " + value.getClass().getName());
  }

  private static BigDecimal shortest(double size) {
    BigDecimal printed = new BigDecimal(Double.toString(size)).stripTrailingZeros();
    // No two decimals of up to 15 digits are the same normal double, so this one has no rival.
    if (printed.precision() <= 15 && size >= Double.MIN_NORMAL) {
      return printed;
    }
    BigDecimal exact = new BigDecimal(size);
    BigDecimal best = null;
    for (int digits = 17; digits >= 1; digits--) {
      BigDecimal fewer = readsBack(exact, digits, size);
      if (fewer == null) {
        break;
      }
      best = fewer;
    }
    return best;
  }

  /** The decimal of so many digits that is nearest among those that read back, or null. */
  private static BigDecimal readsBack(BigDecimal exact, int digits, double size) {
    BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    if (nearest.doubleValue() == size) {
      return nearest;
    }
    // Just above a power of two the doubles below lie closer than those above, so the nearest
    // decimal may belong to a neighbour while the one on the other side does not.
    RoundingMode otherSide = nearest.compareTo(exact) < 0 ? RoundingMode.UP : RoundingMode.DOWN;
    BigDecimal other = exact.round(new MathContext(digits, otherSide));
    return other.doubleValue() == size ? other : null;
  }
}
