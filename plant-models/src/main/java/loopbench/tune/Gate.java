// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.function.Predicate;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;

/**
 * What a point must fulfil before it is ranked.
 *
 * @param text as an operator writes it, such as {@code gain_margin >= 2}
 * @param holds false for a score that does not apply
 */
public record Gate(String text, Predicate<Scores> holds) implements Predicate<Scores> {

  public static Gate loopClass(LoopClass wanted) {
    return new Gate(
        "class == " + wanted.token(),
        scores -> scores.loopClass().filter(wanted::equals).isPresent());
  }

  public static Gate atLeast(Score score, double least) {
    return new Gate(score.token() + " >= " + shown(least), scores -> scores.get(score) >= least);
  }

  public static Gate atMost(Score score, double most) {
    return new Gate(score.token() + " <= " + shown(most), scores -> scores.get(score) <= most);
  }

  private static String shown(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  @Override
  public boolean test(Scores scores) {
    return holds.test(scores);
  }

  @Override
  public String toString() {
    return text;
  }
}
