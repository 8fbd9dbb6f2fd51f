// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in sentences. */
final class Words {
  private Words() {}

  /** Four digits at most, without an exponent where one would not help. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4));
    if (rounded.signum() == 0) {
      return "0";
    }
    int magnitude = rounded.precision() - rounded.scale();
    return magnitude > 9 || magnitude < -3
        ? String.format(java.util.Locale.ROOT, "%.3g", value)
        : rounded.stripTrailingZeros().toPlainString();
  }

  static String percent(double share) {
    return number(Math.rint(share * 1000) / 10) + " %";
  }
}
