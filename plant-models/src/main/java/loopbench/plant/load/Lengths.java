// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import java.util.ArrayList;
import java.util.List;
import loopbench.plant.Dice;
import loopbench.plant.Problem;

/**
 * How many tokens prompts or outputs have.
 *
 * @param mean tokens, of the law before it is cut to min and max
 * @param sd its standard deviation, tokens
 * @param min the fewest, at least 1
 * @param max the most
 */
public record Lengths(Law law, double mean, double sd, int min, int max) {
  /** The most tokens of a request that are believed. */
  public static final int MOST_TOKENS = 10_000_000;

  /** As long as a trace says. */
  public static final Lengths TRACED = new Lengths(Law.TRACED, 1, 0, 1, MOST_TOKENS);

  private static final int TRIES = 100;

  public enum Law {
    CONSTANT,
    /** Normal, drawn again when outside min to max. */
    NORMAL,
    /** Log-normal with that mean and deviation, drawn again when outside min to max. */
    LOGNORMAL,
    TRACED
  }

  public static Lengths constant(int tokens) {
    return new Lengths(Law.CONSTANT, tokens, 0, 1, MOST_TOKENS);
  }

  public static Lengths normal(double mean, double sd, int min, int max) {
    return new Lengths(Law.NORMAL, mean, sd, min, max);
  }

  public static Lengths lognormal(double mean, double sd, int min, int max) {
    return new Lengths(Law.LOGNORMAL, mean, sd, min, max);
  }

  public Lengths withMean(double newMean) {
    return new Lengths(law, newMean, sd, min, max);
  }

  public Lengths withSd(double newSd) {
    return new Lengths(law, mean, newSd, min, max);
  }

  List<Problem> problems(String field) {
    List<Problem> problems = new ArrayList<>();
    if (law == Law.TRACED) {
      return problems;
    }
    Amounts.refuseUnless(problems, field + ".min", min, 1, MOST_TOKENS, "tokens");
    Amounts.refuseUnless(problems, field + ".max", max, Math.max(1, min), MOST_TOKENS, "tokens");
    if (problems.isEmpty()) {
      // A law whose middle lies outside its own bounds would be drawn again for ever.
      Amounts.refuseUnless(problems, field + ".mean", mean, min, max, "tokens");
    }
    Amounts.refuseUnless(problems, field + ".sd", sd, 0, MOST_TOKENS, "tokens");
    return problems;
  }

  /** Draws lengths, with what the law needs worked out once. */
  Draws start(Dice dice) {
    double variation = sd / mean;
    double sigma = Math.sqrt(StrictMath.log(1 + variation * variation));
    double mu = StrictMath.log(mean) - sigma * sigma / 2;
    return new Draws(this, dice, mu, sigma);
  }

  static final class Draws {
    private final Law law;
    private final double mean;
    private final double sd;
    private final int min;
    private final int max;
    private final Dice dice;
    private final double mu;
    private final double sigma;

    private Draws(Lengths lengths, Dice dice, double mu, double sigma) {
      this.law = lengths.sd == 0 && lengths.law != Law.TRACED ? Law.CONSTANT : lengths.law;
      this.mean = lengths.mean;
      this.sd = lengths.sd;
      this.min = lengths.min;
      this.max = lengths.max;
      this.dice = dice;
      this.mu = mu;
      this.sigma = sigma;
    }

    /**
     * @param traced what a trace says of this request, used where the law is the trace's
     */
    int next(int traced) {
      return switch (law) {
        case CONSTANT -> (int) Math.rint(mean);
        case TRACED -> traced;
        case NORMAL, LOGNORMAL -> drawn();
      };
    }

    private int drawn() {
      for (int i = 0; i < TRIES; i++) {
        double z = dice.normal();
        double length =
            Math.rint(law == Law.NORMAL ? mean + sd * z : StrictMath.exp(mu + sigma * z));
        if (length >= min && length <= max) {
          return (int) length;
        }
      }
      // So narrow a piece of the law is all but even.
      return min + (int) (dice.uniform() * (max - min + 1));
    }
  }
}
