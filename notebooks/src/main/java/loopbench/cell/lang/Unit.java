// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import java.util.Arrays;
import java.util.Optional;

/** The units a cell may write behind a number. */
public enum Unit {
  MILLISECONDS("ms", Dimension.DURATION, 1),
  SECONDS("s", Dimension.DURATION, 1_000),
  MINUTES("m", Dimension.DURATION, 60_000),
  HOURS("h", Dimension.DURATION, 3_600_000),
  DAYS("d", Dimension.DURATION, 86_400_000),
  PER_SECOND("/s", Dimension.RATE, 1),
  PERCENT("%", Dimension.SHARE, 1),
  TOKENS("tokens", Dimension.TOKENS, 1),
  TOKENS_PER_SECOND("tokens/s", Dimension.TOKEN_RATE, 1),
  /** A bare number: a gain, a count, a ratio. */
  NONE("", Dimension.BARE, 1);

  /** What is measured; quantities of one dimension may be compared. */
  public enum Dimension {
    DURATION,
    RATE,
    SHARE,
    TOKENS,
    TOKEN_RATE,
    BARE
  }

  private final String text;
  private final Dimension dimension;
  private final double factor;

  Unit(String text, Dimension dimension, double factor) {
    this.text = text;
    this.dimension = dimension;
    this.factor = factor;
  }

  /** As written behind a number. */
  public String text() {
    return text;
  }

  public Dimension dimension() {
    return dimension;
  }

  /** How many of the dimension's smallest unit one of these is. */
  double factor() {
    return factor;
  }

  static Optional<Unit> written(String text) {
    return Arrays.stream(values()).filter(u -> u.text.equals(text)).findFirst();
  }
}
