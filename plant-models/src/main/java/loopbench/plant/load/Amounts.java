// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import java.math.BigDecimal;
import java.util.List;
import loopbench.plant.Problem;

/** Says of an amount that lies outside its bounds what it was and what it may be. */
final class Amounts {
  private Amounts() {}

  static void refuseUnless(
      List<Problem> problems, String field, double was, double least, double most, String unit) {
    if (!(was >= least && was <= most)) {
      problems.add(
          new Problem(
              field,
              field
                  + " must be from "
                  + plain(least)
                  + " to "
                  + plain(most)
                  + (unit.isEmpty() ? "" : " " + unit)
                  + ", was "
                  + plain(was)
                  + "."));
    }
  }

  static String plain(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }
}
