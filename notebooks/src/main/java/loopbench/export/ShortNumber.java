// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The shortest decimal that reads back as the same double, in the spelling of another language.
 * (Until JDK 19, {@link Double#toString} is not always the shortest.)
 */
final class ShortNumber {
  private ShortNumber() {}

  /** As Python's {@code json} writes it, but a whole number without {@code .0}: 1e-05, 1000. */
  static String python(double value) {
    return write(value, -3, 16, 2);
  }

  /** As JavaScript prints it: 0.00001, 1e-7, 1000. */
  static String javaScript(double value) {
    return write(value, -5, 21, 1);
  }

  /**
   * @param lowest from this position of the point upwards (0.5 is position 0) no exponent is used
   * @param highest up to this position
   * @param exponentDigits the least digits of an exponent
   */
  private static String write(double value, int lowest, int highest, int exponentDigits) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("only finite numbers are written, was " + value + ".");
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal shortest = shortest(Math.abs(value)).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale(); // 0.DIGITS times ten to this
    String text;
    if (point >= lowest && point <= highest) {
      text = shortest.toPlainString();
    } else {
      String mantissa =
          digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
      String exponent = Integer.toString(Math.abs(point - 1));
      text =
          mantissa
              + (point > 0 ? "e+" : "e-")
              + "0".repeat(Math.max(0, exponentDigits - exponent.length()))
              + exponent;
    }
    return value < 0 ? "-" + text : text;
  }

  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < 17; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == value) {
        return rounded;
      }
    }
    return exact.round(new MathContext(17, RoundingMode.HALF_EVEN));
  }
}
