// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import java.util.ArrayList;
import java.util.List;
import loopbench.plant.Dice;
import loopbench.plant.Problem;

/**
 * How an open load's requests lie between one another, whatever the rate: the gaps are drawn with
 * mean 1 and then stretched by the rate over time.
 *
 * @param cv the gaps' coefficient of variation, for gamma: above 1 requests come in bursts, below 1
 *     more evenly than by chance; 0 for a regular, 1 for a Poisson load
 */
public record Spacing(Law law, double cv) {
  public static final Spacing REGULAR = new Spacing(Law.REGULAR, 0);
  public static final Spacing POISSON = new Spacing(Law.POISSON, 1);

  public enum Law {
    REGULAR,
    POISSON,
    GAMMA
  }

  public static Spacing gamma(double cv) {
    return new Spacing(Law.GAMMA, cv);
  }

  List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (law == Law.GAMMA) {
      Amounts.refuseUnless(problems, "arrivals", cv, 0.01, 100, "as gamma's cv");
    }
    return problems;
  }

  /** The next gap, with mean 1. */
  double gap(Dice dice) {
    return switch (law) {
      case REGULAR -> 1;
      case POISSON -> dice.quickExponential();
      case GAMMA -> dice.gamma(1 / (cv * cv));
    };
  }
}
