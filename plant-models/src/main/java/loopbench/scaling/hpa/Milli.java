// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.math.BigDecimal;

/** Quantities times 1000 as signed 64-bit integers: how they are written. */
public final class Milli {
  private Milli() {}

  /** The quantity in decimal, without trailing zeros: 8500 is {@code 8.5}. */
  public static String text(long milli) {
    return milli == 0 ? "0" : BigDecimal.valueOf(milli, 3).stripTrailingZeros().toPlainString();
  }
}
