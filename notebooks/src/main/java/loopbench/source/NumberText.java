// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.OptionalDouble;

/** Numbers as Prometheus and spreadsheets write them: decimal point, exponent, NaN, +Inf, -Inf. */
final class NumberText {
  private NumberText() {}

  /** The number, which may be NaN; empty for any other text, {@code 0x10} and {@code 1d} too. */
  static OptionalDouble parse(String text) {
    switch (text) {
      case "NaN", "nan":
        return OptionalDouble.of(Double.NaN);
      case "+Inf", "Inf", "inf", "+inf", "Infinity":
        return OptionalDouble.of(Double.POSITIVE_INFINITY);
      case "-Inf", "-inf", "-Infinity":
        return OptionalDouble.of(Double.NEGATIVE_INFINITY);
      default:
        if (text.isEmpty() || text.length() > 400) {
          return OptionalDouble.empty();
        }
        for (int i = 0; i < text.length(); i++) {
          if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
            return OptionalDouble.empty();
          }
        }
        try {
          return OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
          return OptionalDouble.empty();
        }
    }
  }
}
