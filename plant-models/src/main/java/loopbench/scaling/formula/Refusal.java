// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * Ends a reading or an evaluation at a place; never leaves the package. It carries no stack trace:
 * a formula that fails in a sweep fails a million times.
 */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int at;

  /**
   * @param at offset in the wrapped text
   */
  Refusal(String message, int at) {
    super(message, null, false, false);
    this.at = at;
  }

  int at() {
    return at;
  }
}
