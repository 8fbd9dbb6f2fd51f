// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import loopbench.score.LoopClass;
import loopbench.score.Scores;

/** What a sweep found. Immutable; what it says depends on the scores alone. */
public final class SweepResult {
  private final Grid grid;
  private final Scores[] scores;
  private final int done;
  private final OptionalInt best;
  private final List<String> reasons;

  /** Keeps the array. */
  SweepResult(Grid grid, Scores[] scores, Objective objective) {
    this.grid = grid;
    this.scores = scores;
    int reached = 0;
    int found = -1;
    double least = Double.NaN;
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] == null) {
        continue;
      }
      reached++;
      double value = objective.value(scores[i]);
      if (!Double.isNaN(value) && !(value >= least)) { // a tie goes to the lower index
        least = value;
        found = i;
      }
    }
    done = reached;
    best = found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
    reasons = found < 0 ? why(objective) : List.of();
  }

  private List<String> why(Objective objective) {
    List<String> why = new ArrayList<>();
    if (!objective.ranks()) {
      why.add("Nothing is ranked: no objective is stated.");
      return List.copyOf(why);
    }
    if (done == 0) {
      why.add("No point was reached.");
      return List.copyOf(why);
    }
    int number = 0;
    for (Predicate<Scores> gate : objective.gates()) {
      number++;
      int fails = 0;
      for (Scores one : scores) {
        fails += one != null && !gate.test(one) ? 1 : 0;
      }
      if (fails > 0) {
        String name = gate instanceof Gate named ? named.text() : "Condition " + number;
        why.add(
            name
                + (fails == done
                    ? " holds at none of the " + done + " points."
                    : " fails at " + fails + " of the " + done + " points."));
      }
    }
    int qualified = 0;
    for (Scores one : scores) {
      qualified += one != null && objective.qualifies(one) ? 1 : 0;
    }
    why.add(
        qualified == 0
            ? "No point fulfils all conditions."
            : "What is minimised is not a number at any of the " + qualified + " that qualify.");
    return List.copyOf(why);
  }

  public Grid grid() {
    return grid;
  }

  /** A point's scores; null where the sweep did not get to it. */
  public Scores scores(int index) {
    return scores[index];
  }

  /** A point's class; empty where the sweep did not get to it or there is none. */
  public Optional<LoopClass> loopClass(int index) {
    return scores[index] == null ? Optional.empty() : scores[index].loopClass();
  }

  /** How many points were done. */
  public int done() {
    return done;
  }

  /** Whether it was stopped before its end. Such a result is shown, not exported. */
  public boolean partial() {
    return done < scores.length;
  }

  /** The best of the points that qualify; empty when none does or nothing is ranked. */
  public OptionalInt best() {
    return best;
  }

  /** Why there is no best, one sentence each; empty when there is one. */
  public List<String> reasons() {
    return reasons;
  }

  /** How many points there are of each class, in the classes' order; those with none left out. */
  public Map<LoopClass, Integer> classes() {
    Map<LoopClass, Integer> counts = new EnumMap<>(LoopClass.class);
    for (Scores one : scores) {
      if (one != null) {
        one.loopClass().ifPresent(c -> counts.merge(c, 1, Integer::sum));
      }
    }
    return counts;
  }

  /**
   * The points within a share of the best (0.2: each gain within 20 %) that are not of its class: a
   * winner with any stands on a cliff.
   */
  public List<Integer> cliff(double share) {
    List<Integer> cliff = new ArrayList<>();
    best.ifPresent(
        winner -> {
          for (int i : grid.around(winner, share)) {
            if (scores[i] != null && !scores[i].loopClass().equals(scores[winner].loopClass())) {
              cliff.add(i);
            }
          }
        });
    return List.copyOf(cliff);
  }
}
