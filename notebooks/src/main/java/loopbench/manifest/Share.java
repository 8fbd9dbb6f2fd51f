// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/** What a change of a target does to the replicas that a value asks for, in words. */
final class Share {
  private static final List<String> PARTS =
      List.of("half", "a third", "a quarter", "a fifth", "a sixth", "a seventh", "an eighth");
  private static final List<String> TIMES = List.of("twice", "three times", "four times");
  private static final double CLOSE = 1e-9;

  private Share() {}

  /**
   * How many replicas the same value asks for, against before: {@code half as many replicas},
   * {@code 25 % more replicas}. Empty where the numbers do not tell.
   *
   * @param before the target before, in the value's unit for each replica
   * @param after the target after
   */
  static String replicas(double before, double after) {
    double ratio = before / after;
    if (!(ratio > 0) || Double.isInfinite(ratio) || ratio == 1) {
      return "";
    }
    double inverse = after / before;
    if (isWhole(inverse) && inverse < PARTS.size() + 2) {
      return PARTS.get((int) Math.rint(inverse) - 2) + " as many replicas";
    }
    if (isWhole(ratio) && ratio < TIMES.size() + 2) {
      return TIMES.get((int) Math.rint(ratio) - 2) + " as many replicas";
    }
    if (ratio >= 2) {
      return digits(ratio) + " times as many replicas";
    }
    return ratio > 1
        ? digits(100 * (ratio - 1)) + " % more replicas"
        : digits(100 * (1 - ratio)) + " % fewer replicas";
  }

  private static boolean isWhole(double value) {
    return value > 1.5 && Math.abs(value - Math.rint(value)) < CLOSE * value;
  }

  /** To three digits; what is nearly all keeps as many as it takes not to say all. */
  private static String digits(double value) {
    int precision = value > 99 && value < 100 ? 5 : 3;
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(precision, RoundingMode.HALF_EVEN));
    return rounded.stripTrailingZeros().toPlainString();
  }
}
