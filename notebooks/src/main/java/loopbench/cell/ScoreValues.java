// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.lang.Unit;
import loopbench.cell.lang.Value;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;

/** Scores as expressions and files see them. */
final class ScoreValues {
  private ScoreValues() {}

  /** A score with the unit it is compared in. */
  static Value value(Score score, double number) {
    Unit unit =
        score.fraction()
            ? Unit.PERCENT
            : switch (score.unit()) {
              case "ms" -> Unit.MILLISECONDS;
              case "s" -> Unit.SECONDS;
              case "1/s" -> Unit.PER_SECOND;
              default -> Unit.NONE;
            };
    return new Value.Amount(number, unit);
  }

  /** A score, or the class, by its token. */
  static Optional<Value> named(Scores scores, String token) {
    if (token.equals("class")) {
      return Optional.of(
          new Value.Word(scores.loopClass().map(LoopClass::token).orElse("does-not-apply")));
    }
    return Score.of(token).map(score -> value(score, scores.get(score)));
  }

  /** A score as it counts in an objective, or the class. */
  static Optional<Value> normalised(Scores scores, String token) {
    return Score.of(token).map(score -> new Value.Amount(scores.normalised(score), Unit.NONE));
  }

  /** A class token as a word, so that {@code class == settles} reads as it is written. */
  static Optional<Value> word(String token) {
    return LoopClass.of(token).map(c -> new Value.Word(c.token()));
  }

  /** A number and its unit, for people. */
  static String text(Score score, double number) {
    return value(score, number).toString();
  }

  /** The scores as JSON values: numbers, and "never" for what never came. */
  static Map<String, Object> json(Scores scores) {
    Map<String, Object> json = new LinkedHashMap<>();
    scores.applying().forEach((score, number) -> json.put(score.token(), json(number)));
    return json;
  }

  /** A number as JSON has it; whole numbers without a fraction, so that no reader changes them. */
  static Object json(double number) {
    if (Double.isNaN(number)) {
      return null;
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "never" : "-infinity";
    }
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? (Object) (long) number
        : (Object) number;
  }
}
