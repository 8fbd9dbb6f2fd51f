// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A search with a look at what lies around its winner.
 *
 * @param result what was tried
 * @param neighbourhood of the best; empty where there is no best, or it was stopped before it was
 *     known
 */
public record Tuning(SweepResult result, Optional<Neighbourhood> neighbourhood) {

  /**
   * Searches, then tries the neighbourhood of the best point.
   *
   * @throws IllegalArgumentException where these axes or this objective are not for the search
   */
  public static Tuning run(
      Search search,
      List<Axis> axes,
      Evaluator evaluator,
      Objective objective,
      Search.Effort effort) {
    SweepResult result = search.run(axes, evaluator, objective, effort);
    if (result.winner().isEmpty()) {
      return new Tuning(result, Optional.empty());
    }
    int winner = result.winner().getAsInt();
    return new Tuning(
        result,
        Neighbourhood.of(
            axes,
            result.points().point(winner),
            result.scores(winner),
            evaluator,
            objective,
            effort.threads(),
            effort.cancelled()));
  }

  /** Whether it was stopped before all of it was done. Such a result is shown, not used. */
  public boolean partial() {
    return result.partial() || result.best().isPresent() && neighbourhood.isEmpty();
  }

  /**
   * What may be used further: the best of a search that came to its end, and of which it is known
   * how it stands.
   */
  public OptionalInt winner() {
    return partial() ? OptionalInt.empty() : result.best();
  }
}
