// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import loopbench.score.Scores;

/**
 * The points of which none other that qualifies is better in one score and no worse in the other
 * (Pareto's front), from the best of the first score to the best of the second. Of points that
 * score the same in both, the one with the lowest index stands for all.
 *
 * @param trade the two scores
 * @param points indices; both scores of each are finite
 * @param knee the point at which a share of the way along one score buys the most of the other:
 *     with each score counted from 0 at the front's best to 1 at its worst, the one whose sum is
 *     least. The lowest on a tie along the front; empty when nothing qualifies
 */
public record Front(Trade trade, List<Integer> points, OptionalInt knee) {
  public Front {
    points = List.copyOf(points);
  }

  /**
   * @param scores of each point; null where it was not reached
   */
  static Front of(Trade trade, int size, IntFunction<Scores> scores, Objective objective) {
    List<Integer> sorted = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Scores one = scores.apply(i);
      if (one != null
          && objective.qualifies(one)
          && !Double.isNaN(Trade.cost(one, trade.first()))
          && !Double.isNaN(Trade.cost(one, trade.second()))) {
        sorted.add(i);
      }
    }
    sorted.sort(
        Comparator.<Integer>comparingDouble(i -> Trade.cost(scores.apply(i), trade.first()))
            .thenComparingDouble(i -> Trade.cost(scores.apply(i), trade.second()))
            .thenComparing(Comparator.naturalOrder()));
    List<Integer> front = new ArrayList<>();
    double least = Double.NaN;
    for (int i : sorted) {
      double second = Trade.cost(scores.apply(i), trade.second());
      if (!(second >= least)) {
        front.add(i);
        least = second;
      }
    }
    return new Front(trade, front, knee(trade, front, scores));
  }

  private static OptionalInt knee(Trade trade, List<Integer> front, IntFunction<Scores> scores) {
    if (front.isEmpty()) {
      return OptionalInt.empty();
    }
    Scores start = scores.apply(front.get(0));
    Scores end = scores.apply(front.get(front.size() - 1));
    double fromX = Trade.cost(start, trade.first());
    double toX = Trade.cost(end, trade.first());
    double fromY = Trade.cost(end, trade.second());
    double toY = Trade.cost(start, trade.second());
    int knee = front.get(0);
    double least = Double.POSITIVE_INFINITY;
    for (int i : front) {
      double sum =
          share(Trade.cost(scores.apply(i), trade.first()), fromX, toX)
              + share(Trade.cost(scores.apply(i), trade.second()), fromY, toY);
      if (sum < least) {
        least = sum;
        knee = i;
      }
    }
    return OptionalInt.of(knee);
  }

  /** 0 at the best, 1 at the worst. */
  private static double share(double value, double best, double worst) {
    return worst > best ? (value - best) / (worst - best) : 0;
  }
}
