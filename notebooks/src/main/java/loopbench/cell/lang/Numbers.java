// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How numbers are written for people. */
public final class Numbers {
  private Numbers() {}

  /** The shortest text that reads back as the same double, without a needless {@code .0}. */
  public static String text(double number) {
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      return Long.toString((long) number);
    }
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "not a number" : number > 0 ? "never" : "-infinity";
    }
    double size = Math.abs(number);
    if (size >= 1e-4 && size < 1e15) {
      return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
    }
    return Double.toString(number).replace("E", "e").replace(".0e", "e");
  }

  /** A number rounded to so many significant digits, as a double. NaN and infinities pass. */
  public static double rounded(double number, int digits) {
    return Double.isFinite(number)
        ? new BigDecimal(number).round(new MathContext(digits, RoundingMode.HALF_UP)).doubleValue()
        : number;
  }

  /** For reading: three significant digits, one decimal from ten upwards. */
  public static String brief(double number) {
    if (!Double.isFinite(number)) {
      return text(number);
    }
    if (Math.abs(number) >= 9.995) {
      return text(new BigDecimal(number).setScale(1, RoundingMode.HALF_UP).doubleValue());
    }
    return text(rounded(number, 3));
  }
}
