// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import loopbench.score.Score;
import loopbench.score.Scores;

/**
 * Two scores of which one is had at the cost of the other, such as replica-hours and missed
 * requests. Each has its own better direction ({@link Score#moreIsBetter}).
 */
public record Trade(Score first, Score second) {
  public Trade {
    if (first == second) {
      throw new IllegalArgumentException(
          "A front needs two different scores, was " + first.token() + " twice.");
    }
  }

  /** A score as something to make small; NaN where it does not apply or never came. */
  static double cost(Scores scores, Score score) {
    double value = scores.get(score);
    return !Double.isFinite(value) ? Double.NaN : score.moreIsBetter() ? -value : value;
  }

  /** Whether one point is at least as good in both and better in one. */
  public boolean dominates(Scores one, Scores other) {
    double x = cost(one, first);
    double y = cost(one, second);
    double otherX = cost(other, first);
    double otherY = cost(other, second);
    return x <= otherX && y <= otherY && (x < otherX || y < otherY);
  }
}
