// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/** A part of a whole, 0 to 1. */
final class Share {
  private Share() {}

  static void check(double reached) {
    if (!(reached >= 0 && reached <= 1)) {
      throw new IllegalArgumentException("reached must be in [0, 1], was " + reached);
    }
  }

  /** Whole percent for people: never 0 % of something that is there, never 100 % of a part. */
  static String words(long part, long whole) {
    if (part == 0 || whole == 0) {
      return "0 %";
    }
    if (part == whole) {
      return "100 %";
    }
    double percent = 100.0 * part / whole;
    if (percent < 1) {
      return "< 1 %";
    }
    return percent > 99 ? "> 99 %" : Math.round(percent) + " %";
  }
}
