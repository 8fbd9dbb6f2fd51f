// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** How numbers of a sync are written for people. */
final class Texts {
  private Texts() {}

  /** A finite number to three decimals, without trailing zeros. */
  static String number(double value) {
    return new BigDecimal(value)
        .setScale(3, RoundingMode.HALF_EVEN)
        .add(BigDecimal.ZERO)
        .stripTrailingZeros()
        .toPlainString();
  }
}
