// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

/**
 * The one sentence in which this package refuses a value: which field, what it may be, what came.
 */
final class Refusal {
  private Refusal() {}

  static void unless(boolean allowed, String field, String range, double came) {
    if (!allowed) {
      throw of(field, range, number(came));
    }
  }

  static IllegalArgumentException of(String field, String range, Object came) {
    return new IllegalArgumentException(field + " must be " + range + ", was " + came + ".");
  }

  /** A number as an operator writes it: 5, not 5.0. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
