// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import loopbench.score.Scores;

/**
 * Scores a point with several seeds, one after the other, so that the mean is the same to the bit
 * whatever thread comes by.
 */
public final class OverSeeds implements Evaluator {
  /** The most seeds of a point. */
  public static final int MOST = 1_000;

  private final List<Evaluator> each;

  private OverSeeds(List<Evaluator> each) {
    this.each = List.copyOf(each);
  }

  /**
   * @param first seed; the others follow it
   * @param count from 1 to {@link #MOST}
   * @param with the evaluator of a seed
   */
  public static Evaluator of(long first, int count, LongFunction<Evaluator> with) {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException("seeds must be 1 to " + MOST + ", was " + count + ".");
    }
    List<Evaluator> each = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      each.add(with.apply(first + i));
    }
    return count == 1 ? each.get(0) : new OverSeeds(each);
  }

  @Override
  public Scores at(double[] point) {
    List<Scores> scores = new ArrayList<>(each.size());
    for (Evaluator one : each) {
      Scores found = one.at(point.clone());
      if (found == null) {
        return null;
      }
      scores.add(found);
    }
    return Scores.mean(scores);
  }
}
