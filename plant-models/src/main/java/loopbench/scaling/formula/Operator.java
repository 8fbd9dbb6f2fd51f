// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The binary operators with how tightly they bind; the larger level binds first. */
enum Operator {
  PIPE(0, "|"),
  OR(10, "or", "||"),
  AND(15, "and", "&&"),
  EQUAL(20, "=="),
  UNEQUAL(20, "!="),
  LESS(20, "<"),
  MORE(20, ">"),
  AT_MOST(20, "<="),
  AT_LEAST(20, ">="),
  IN(20, "in"),
  MATCHES(20, "matches"),
  CONTAINS(20, "contains"),
  STARTS_WITH(20, "startsWith"),
  ENDS_WITH(20, "endsWith"),
  RANGE(25, ".."),
  PLUS(30, "+"),
  MINUS(30, "-"),
  TIMES(60, "*"),
  DIVIDE(60, "/"),
  REMAINDER(60, "%"),
  POWER(100, "**", "^"),
  COALESCE(500, "??");

  /** {@code not} and {@code !} bind looser than multiplication, tighter than addition. */
  static final int NOT_LEVEL = 50;

  /** A sign binds tighter than multiplication, looser than a power. */
  static final int SIGN_LEVEL = 90;

  private static final Map<String, Operator> BY_WORD = new HashMap<>();

  static {
    for (Operator operator : values()) {
      operator.words.forEach(word -> BY_WORD.put(word, operator));
    }
  }

  private final int level;
  private final List<String> words;

  Operator(int level, String... words) {
    this.level = level;
    this.words = List.of(words);
  }

  static Optional<Operator> of(Token token) {
    return token.kind() == Token.Kind.OPERATOR
        ? Optional.ofNullable(BY_WORD.get(token.text()))
        : Optional.empty();
  }

  int level() {
    return level;
  }

  /** The level that the right operand is read at: all but the power group to the left. */
  int rightLevel() {
    return this == POWER ? level : level + 1;
  }

  String word() {
    return words.get(0);
  }

  /** Those that chain: {@code 1 < a < 3}. */
  boolean orders() {
    return this == LESS || this == MORE || this == AT_MOST || this == AT_LEAST;
  }

  /** Those that may stand after a {@code not}. */
  boolean mayBeNegated() {
    return this == IN
        || this == MATCHES
        || this == CONTAINS
        || this == STARTS_WITH
        || this == ENDS_WITH;
  }
}
