// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finite number with its unit, as a cell writes it: {@code 30ms}, {@code 111.1/s}, {@code 2%},
 * {@code 0.05}.
 *
 * @param number the number as written, before any conversion
 * @param unit the unit as written
 */
public record Quantity(double number, Unit unit) {
  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\\s?(|ms|s|m|h|d|/s|%|tokens|tokens/s)");

  public static Quantity bare(double number) {
    return new Quantity(number, Unit.NONE);
  }

  /** Reads a quantity; empty when the text is none, or its number is not finite. */
  public static Optional<Quantity> parse(String text) {
    if (text.length() > 64) {
      return Optional.empty();
    }
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    double number = Double.parseDouble(matcher.group(1));
    if (!Double.isFinite(number)) {
      return Optional.empty();
    }
    return Unit.written(matcher.group(2)).map(unit -> new Quantity(number, unit));
  }

  /**
   * The number in another unit of the same dimension; a share in {@link Unit#PERCENT} is asked for
   * by {@link #share}. Asking across dimensions is a mistake of the caller.
   */
  public double in(Unit wanted) {
    if (unit == wanted) {
      return number;
    }
    if (unit.dimension() != wanted.dimension()) {
      throw new IllegalArgumentException(this + " is no number of " + wanted.text());
    }
    return number * unit.factor() / wanted.factor();
  }

  /** A percentage as a fraction of one. */
  public double share() {
    return in(Unit.PERCENT) / 100;
  }

  /** As a cell writes it. */
  @Override
  public String toString() {
    String gap = unit == Unit.TOKENS || unit == Unit.TOKENS_PER_SECOND ? " " : "";
    return Numbers.text(number) + gap + unit.text();
  }
}
