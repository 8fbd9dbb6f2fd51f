// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them: no trailing zeros, thousands apart, powers of ten when far off. */
public final class Numbers {
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private Numbers() {}

  /** Three significant digits: {@code 71.7}, {@code 0.00046}, {@code 1,230}, {@code 2.5×10⁹}. */
  public static String brief(double value) {
    return significant(value, 3);
  }

  /** As {@link #brief} with a unit behind: {@code 30 ms}, {@code 41.7/s}, {@code 12 %}. */
  public static String brief(double value, String unit) {
    String number = brief(value);
    if (unit.isEmpty() || !Double.isFinite(value)) {
      return number;
    }
    // Operations need no name beside their number: 41.7 op/s is 41.7/s.
    String short_ =
        unit.startsWith("op/")
            ? unit.substring(2)
            : unit.startsWith("1/") ? unit.substring(1) : unit;
    return short_.startsWith("/") ? number + short_ : number + " " + short_;
  }

  static String significant(double value, int digits) {
    if (Double.isNaN(value)) {
      return "none";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = round(value, digits);
    double size = Math.abs(rounded.doubleValue());
    return size >= 1e7 || size < 1e-5 ? scientific(rounded) : grouped(rounded);
  }

  /** With as many decimals as three digits of the largest number of a table leave. */
  static String fixed(double value, double largest) {
    if (!Double.isFinite(value) || !(Math.abs(largest) >= 1e-3 && Math.abs(largest) < 1e7)) {
      return brief(value);
    }
    int decimals = Math.max(0, 2 - exponent(largest));
    String plain = grouped(new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN));
    int point = plain.indexOf('.');
    int have = point < 0 ? 0 : plain.length() - point - 1;
    return have == decimals ? plain : plain + (point < 0 ? "." : "") + "0".repeat(decimals - have);
  }

  static BigDecimal round(double value, int digits) {
    return new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
  }

  /** A multiple of a step of one significant digit, written with as many digits as the step has. */
  static String tick(double value, double step, boolean powers) {
    BigDecimal rounded =
        new BigDecimal(value).setScale(Math.max(0, -exponent(step)), RoundingMode.HALF_EVEN);
    if (rounded.signum() == 0) {
      return "0";
    }
    return powers ? scientific(round(value, 6)) : grouped(rounded);
  }

  /** {@code 10⁻³}. */
  static String power(int exponent) {
    StringBuilder text = new StringBuilder("10");
    if (exponent < 0) {
      text.append('⁻');
    }
    for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
      text.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return text.toString();
  }

  static int exponent(double value) {
    BigDecimal rounded = round(value, 12);
    return rounded.precision() - rounded.scale() - 1;
  }

  private static String scientific(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    String mantissa = grouped(value.scaleByPowerOfTen(-exponent));
    return mantissa.equals("1")
        ? power(exponent)
        : mantissa.equals("−1") ? "−" + power(exponent) : mantissa + "×" + power(exponent);
  }

  private static String grouped(BigDecimal value) {
    String plain = value.stripTrailingZeros().abs().toPlainString();
    int point = plain.indexOf('.');
    int whole = point < 0 ? plain.length() : point;
    StringBuilder text = new StringBuilder(value.signum() < 0 ? "−" : "");
    for (int i = 0; i < plain.length(); i++) {
      // Four digits stand alone well enough only where nothing has five; so all are grouped.
      if (i > 0 && i < whole && (whole - i) % 3 == 0) {
        text.append(',');
      }
      text.append(plain.charAt(i));
    }
    return text.toString();
  }
}
