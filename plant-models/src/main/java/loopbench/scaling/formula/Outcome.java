// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * What one evaluation gave.
 *
 * @param kind which of the four
 * @param value the result of {@code FLOAT}, which may be NaN or infinite; NaN for the other kinds
 * @param message for {@code NOT_FLOAT} and {@code RUN_ERROR} a sentence, with line and column where
 *     there is one to blame; else empty
 */
public record Outcome(Kind kind, double value, String message) {

  /** How an evaluation ends. */
  public enum Kind {
    /** A number that KEDA can use. */
    FLOAT,
    /** nil: KEDA's fallback replicas stand in, and without a fallback the query fails. */
    NIL,
    /** A value that is no float, which KEDA refuses on every query. */
    NOT_FLOAT,
    /** The evaluation failed, and with it the query. */
    RUN_ERROR
  }

  static final Outcome NIL = new Outcome(Kind.NIL, Double.NaN, "");

  static Outcome of(double value) {
    return new Outcome(Kind.FLOAT, value, "");
  }

  static Outcome failed(Kind kind, String message) {
    return new Outcome(kind, Double.NaN, message);
  }
}
