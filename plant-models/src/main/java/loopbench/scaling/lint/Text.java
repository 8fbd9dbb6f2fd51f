// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import loopbench.scaling.keda.KedaNumbers;

/** Words that several findings share. */
final class Text {
  static final String BEHAVIOR = "advanced.horizontalPodAutoscalerConfig.behavior";
  static final String MODIFIERS = "advanced.scalingModifiers";

  private Text() {}

  static String seconds(double seconds) {
    return KedaNumbers.text(seconds) + " s";
  }

  /** A number that was worked out, to three digits; whole numbers as they are. */
  static String about(double value) {
    if (value == Math.rint(value) || !Double.isFinite(value)) {
      return Double.isFinite(value) ? KedaNumbers.text(value) : String.valueOf(value);
    }
    BigDecimal exact = new BigDecimal(value);
    return value >= 1000
        ? exact.setScale(0, RoundingMode.HALF_UP).toPlainString()
        : exact
            .round(new MathContext(3, RoundingMode.HALF_UP))
            .stripTrailingZeros()
            .toPlainString();
  }

  static String replicas(long count) {
    return count == 1 ? "1 replica" : count + " replicas";
  }

  /** {@code 41 to 50}, or the one number when both are the same. */
  static String fromTo(int from, int to) {
    return from == to ? String.valueOf(from) : from + " to " + to;
  }
}
