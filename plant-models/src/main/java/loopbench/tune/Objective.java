// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;

/**
 * Which points qualify, and which of them is best. Gates come first: an arm must arrive before it
 * can win, else the one that admits nothing has the smallest overshoot.
 *
 * @param minimise what to make small; NaN does not qualify. Null: nothing is ranked
 * @param gates all must hold; a {@link Gate} is named in reasons by its text
 */
public record Objective(
    ToDoubleFunction<Scores> minimise, List<? extends Predicate<Scores>> gates) {

  /** No ranking and no gates: a map of classes and scores. */
  public static final Objective NONE = new Objective(null, List.of());

  /**
   * The default for an admission loop: {@code slo_debt / target + 0.3 starvation + 0.1 effort /
   * equilibrium}, for loops that settle with a gain margin of at least 2, a noise gain of at most 1
   * and an equilibrium error of at most 2 %.
   */
  public static final Objective ADMISSION =
      new Objective(
          scores ->
              scores.normalised(Score.SLO_DEBT)
                  + 0.3 * scores.normalised(Score.STARVATION)
                  + 0.1 * scores.normalised(Score.EFFORT),
          List.of(
              Gate.loopClass(LoopClass.SETTLES),
              Gate.atLeast(Score.GAIN_MARGIN, 2),
              Gate.atMost(Score.NOISE_GAIN, 1),
              Gate.atMost(Score.EQUILIBRIUM_ERROR, 0.02)));

  public Objective {
    gates = List.copyOf(gates);
  }

  /** Whether anything is ranked. */
  public boolean ranks() {
    return minimise != null;
  }

  /** Whether all gates hold. */
  public boolean qualifies(Scores scores) {
    for (Predicate<Scores> gate : gates) {
      if (!gate.test(scores)) {
        return false;
      }
    }
    return true;
  }

  /** What is minimised; NaN for a point that does not qualify or cannot be ranked. */
  public double value(Scores scores) {
    return minimise != null && qualifies(scores) ? minimise.applyAsDouble(scores) : Double.NaN;
  }
}
