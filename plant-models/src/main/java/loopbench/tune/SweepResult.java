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
  private final Points points;
  private final Scores[] scores;
  private final Objective objective;
  private final boolean partial;
  private final int done;
  private final OptionalInt best;
  private final Optional<Front> front;
  private final List<String> reasons;
  private final OptionalInt closest;

  /** Keeps the array. */
  SweepResult(Points points, Scores[] scores, Objective objective, boolean partial) {
    this.points = points;
    this.scores = scores;
    this.objective = objective;
    this.partial = partial;
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
    front = objective.trade().map(t -> Front.of(t, scores.length, i -> scores[i], objective));
    if (objective.minimise() == null && front.isPresent()) {
      best = front.get().knee();
    } else {
      best = found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
    }
    reasons = best.isEmpty() ? why(objective) : List.of();
    closest = best.isEmpty() && objective.ranks() ? nearMiss() : OptionalInt.empty();
  }

  /** The point that fails the fewest gates, and of those misses them by least. */
  private OptionalInt nearMiss() {
    int found = -1;
    int fewest = Integer.MAX_VALUE;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] == null || scores[i].applying().isEmpty()) {
        continue; // nothing is known of a point that the settings refuse
      }
      int failing = objective.failing(scores[i]);
      double missed = objective.missedBy(scores[i]);
      if (failing < fewest || failing == fewest && missed < least) {
        found = i;
        fewest = failing;
        least = missed;
      }
    }
    return found < 0 || fewest == 0 ? OptionalInt.empty() : OptionalInt.of(found);
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
            : (objective.minimise() == null
                    ? "One of the two scores is not a number"
                    : "What is minimised is not a number")
                + " at any of the "
                + qualified
                + " that qualify.");
    return List.copyOf(why);
  }

  public Points points() {
    return points;
  }

  /** The points as a grid; empty where a search put them elsewhere. */
  public Optional<Grid> grid() {
    return points instanceof Grid grid ? Optional.of(grid) : Optional.empty();
  }

  /** How many points there are; those not reached included. */
  public int size() {
    return scores.length;
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
    return partial;
  }

  /**
   * The best of the points that qualify; empty when none does or nothing is ranked. Of a partial
   * result it is the best so far, and no {@link #winner}.
   */
  public OptionalInt best() {
    return best;
  }

  /** The best of a sweep that came to its end: what may be used further. */
  public OptionalInt winner() {
    return partial ? OptionalInt.empty() : best;
  }

  /** The front of the two scores asked for, if any. */
  public Optional<Front> front() {
    return front;
  }

  /** Where no point qualifies, the one that comes closest; empty when there is a best. */
  public OptionalInt closest() {
    return closest;
  }

  /** Which gates a point fails, as they are written. */
  public List<String> fails(int index) {
    return objective.gates().stream()
        .filter(gate -> !gate.test(scores[index]))
        .map(gate -> gate instanceof Gate named ? named.text() : "a condition")
        .toList();
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
}
