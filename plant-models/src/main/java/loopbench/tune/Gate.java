// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;

/**
 * What a point must fulfil before it is ranked.
 *
 * @param text as an operator writes it, such as {@code gain_margin >= 2}
 * @param holds false for a score that does not apply
 * @param missedBy by how much of the bound a point misses it, 0 where it holds; 1 where nothing is
 *     known but that it does not. Only says which of those that fail comes closest
 */
public record Gate(String text, Predicate<Scores> holds, ToDoubleFunction<Scores> missedBy)
    implements Predicate<Scores> {

  /** A condition that holds or does not. */
  public Gate(String text, Predicate<Scores> holds) {
    this(text, holds, scores -> holds.test(scores) ? 0 : 1);
  }

  public static Gate loopClass(LoopClass wanted) {
    return new Gate(
        "class == " + wanted.token(),
        scores -> scores.loopClass().filter(wanted::equals).isPresent());
  }

  public static Gate atLeast(Score score, double least) {
    return new Gate(
        score.token() + " >= " + shown(score, least),
        scores -> scores.get(score) >= least,
        scores -> missed(least - scores.get(score), least));
  }

  public static Gate atMost(Score score, double most) {
    return new Gate(
        score.token() + " <= " + shown(score, most),
        scores -> scores.get(score) <= most,
        scores -> missed(scores.get(score) - most, most));
  }

  private static double missed(double by, double bound) {
    return Double.isNaN(by)
        ? 1
        : Math.max(0, by) / Math.max(Math.abs(bound), Double.MIN_NORMAL); // may be infinite
  }

  private static String shown(Score score, double value) {
    if (score.fraction()) {
      return plain(Math.rint(value * 1e8) / 1e6) + "%";
    }
    return plain(value);
  }

  private static String plain(double value) {
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
