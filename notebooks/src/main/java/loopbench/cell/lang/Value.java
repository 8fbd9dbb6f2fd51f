// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

/** What a part of an expression is worth. */
public sealed interface Value {
  <R> R match(Cases<R> cases);

  /** One answer per case. */
  interface Cases<R> {
    R amount(Amount amount);

    R word(Word word);

    R truth(Truth truth);
  }

  /**
   * A number.
   *
   * @param number in {@code unit}; a share is a fraction of one with {@link Unit#PERCENT}; NaN
   *     where a score does not apply, +infinity for "never"
   */
  record Amount(double number, Unit unit) implements Value {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.amount(this);
    }

    @Override
    public String toString() {
      if (Double.isNaN(number)) {
        return "does not apply";
      }
      if (number == Double.POSITIVE_INFINITY) {
        return "never";
      }
      return unit == Unit.PERCENT
          ? Numbers.brief(number * 100) + " %"
          : Numbers.brief(number)
              + (unit == Unit.NONE || unit == Unit.PER_SECOND ? "" : " ")
              + unit.text();
    }
  }

  /** A class such as {@code settles}. */
  record Word(String token) implements Value {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.word(this);
    }

    @Override
    public String toString() {
      return token;
    }
  }

  /** The answer of a comparison. */
  record Truth(boolean holds) implements Value {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.truth(this);
    }

    @Override
    public String toString() {
      return holds ? "true" : "false";
    }
  }
}
