// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * Ends a reading or an evaluation at a place; never leaves the package. It carries no stack trace:
 * a formula that fails in a sweep fails a million times.
 */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int at;
  private final boolean ours;

  /**
   * @param at offset in the wrapped text
   */
  Refusal(String message, int at) {
    this(message, at, false);
  }

  private Refusal(String message, int at, boolean ours) {
    super(message, null, false, false);
    this.at = at;
    this.ours = ours;
  }

  /** For a bound that is not KEDA's. */
  static Refusal ours(String message, int at) {
    return new Refusal(message, at, true);
  }

  /** Whether KEDA might have gone on. */
  boolean ours() {
    return ours;
  }

  int at() {
    return at;
  }
}
