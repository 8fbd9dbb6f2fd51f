// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import loopbench.flow.Gains;
import loopbench.plant.LinearPlant;
import loopbench.score.LinearLoop;

/**
 * Rules that turn a plant into gains to start from. All but {@link #LAMBDA} come from continuous
 * control: they give a gain Kc and an integral time Ti, and kp = Kc, ki = Kc / Ti. Before they are
 * asked, half a window is added to the dead time for the rate that is held over it and half for the
 * quantile, which is of the window and not of its end.
 *
 * <p>k is the plant's slope, tau its lag, theta that dead time, Ku and Pu the gain and the period
 * at which proportional control alone oscillates.
 */
public enum TuningRule {
  /**
   * For this core: kp = lambda / g, ki = kp / dt puts the loop's pole at 1 - lambda. The rule of
   * Dahlin's lambda tuning, worked out for the servo's integral of the step before.
   */
  LAMBDA(
      "lambda",
      "the plant answers within one window: the loop's pole lies at 1 - lambda, its gain margin is"
          + " 2 / lambda") {
    @Override
    Found gains(Process process, double lambda) {
      double kp = lambda / process.slope();
      return process.lagS() > 0
          ? Found.none(
              "the plant lags by " + seconds(process.lagS()) + ", which it cannot know of.")
          : new Found(Optional.of(new Gains(kp, kp / process.dtMs(), 0, 0)), "");
    }
  },

  /**
   * Internal model control: Kc = tau / (k (tau_c + theta)), Ti = tau, with tau_c = theta / lambda.
   */
  IMC("imc", "the plant lags: the loop is to be as fast as one lag of theta / lambda") {
    @Override
    Found gains(Process process, double lambda) {
      double closedS = process.deadTimeS() / lambda;
      double perMs = 1 / (process.slope() * (closedS + process.deadTimeS())) / 1000;
      return new Found(
          Optional.of(new Gains(perMs * process.lagS() * 1000, perMs, 0, 0)),
          process.lagS() > 0 ? "" : "without a lag only the integral is left.");
    }
  },

  /**
   * Skogestad 2003 with tau_c = theta; where the delay dominates, tau + theta / 3 in place of tau
   * (Grimholt and Skogestad 2012).
   */
  SIMC("simc", "first order with dead time; as tight as it stays robust, tau_c = theta") {
    @Override
    Found gains(Process process, double lambda) {
      double theta = process.deadTimeS();
      double lag = process.lagS() + (theta > process.lagS() ? theta / 3 : 0);
      return Found.of(
          lag / (process.slope() * 2 * theta),
          Math.min(lag, 8 * theta),
          theta > process.lagS() ? "the delay dominates, so a third of it counts as lag." : "");
    }
  },

  /** Astrom and Hagglund 2006, for PI. */
  AMIGO("amigo", "first order with dead time; robust, Ms about 1.4") {
    @Override
    Found gains(Process process, double lambda) {
      double theta = process.deadTimeS();
      double lag = process.lagS();
      double sum = theta + lag;
      double kc =
          0.15 / process.slope()
              + (0.35 - theta * lag / (sum * sum)) * lag / (process.slope() * theta);
      double ti =
          0.35 * theta
              + 13 * theta * lag * lag / (lag * lag + 12 * theta * lag + 7 * theta * theta);
      return Found.of(kc, ti, "");
    }
  },

  /** Cohen and Coon 1953, for PI. */
  COHEN_COON(
      "cohen-coon", "a lag longer than the delay; a quarter of each swing is left: too hot") {
    @Override
    Found gains(Process process, double lambda) {
      if (!(process.lagS() > 0)) {
        return Found.none("the plant has no lag, and the rule divides by it.");
      }
      double theta = process.deadTimeS();
      double ratio = theta / process.lagS();
      return Found.of(
          (0.9 + ratio / 12) / (process.slope() * ratio),
          theta * (30 + 3 * ratio) / (9 + 20 * ratio),
          process.lagS() < theta ? "the delay dominates, and the rule is made for a lag." : "");
    }
  },

  /** Ziegler and Nichols 1942, for PI: Kc = 0.45 Ku, Ti = Pu / 1.2. */
  ZIEGLER_NICHOLS(
      "ziegler-nichols", "a quarter of each swing is left; unsuited to a quantile that scatters") {
    @Override
    Found gains(Process process, double lambda) {
      if (Double.isInfinite(process.ultimateGain())) {
        return Found.none("no gain makes the plant oscillate under proportional control.");
      }
      return Found.of(0.45 * process.ultimateGain(), process.ultimatePeriodS() / 1.2, "");
    }
  };

  /** Where lambda stands unless somebody says otherwise. */
  public static final double LAMBDA_DEFAULT = 0.3;

  /** A plant as the rules see it; slope in ms per (1/s), ultimate gain in (1/s) per ms. */
  private record Process(
      double slope,
      double lagS,
      double deadTimeS,
      double dtMs,
      double ultimateGain,
      double ultimatePeriodS) {

    static Process of(LinearPlant plant, double dtMs) {
      double dtS = dtMs / 1000;
      double lagS = plant.pole() == 0 ? 0 : -dtS / StrictMath.log(plant.pole());
      double late = plant.pole() == 0 ? 0 : dtS + lagS * StrictMath.log(1 - plant.lead());
      double deadTimeS = plant.extraDelayTicks() * dtS + Math.max(0, late);
      LinearLoop proportional = new LinearLoop(new Gains(1 / plant.slope(), 0, 0, 0), plant, dtMs);
      return new Process(
          plant.slope(),
          lagS,
          deadTimeS + dtS / 2 + dtS / 2,
          dtMs,
          proportional.gainMargin() / plant.slope(),
          proportional.ultimatePeriodTicks() * dtS);
    }
  }

  /** Gains, or none, and what is to be said of them. */
  private record Found(Optional<Gains> gains, String note) {
    static Found of(double kc, double tiS, String note) {
      return new Found(Optional.of(new Gains(kc, kc / (tiS * 1000), 0, 0)), note);
    }

    static Found none(String why) {
      return new Found(Optional.empty(), why);
    }
  }

  private final String word;
  private final String assumption;

  TuningRule(String word, String assumption) {
    this.word = word;
    this.assumption = assumption;
  }

  abstract Found gains(Process process, double lambda);

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3g s", seconds);
  }

  /** Its word in a cell. */
  public String word() {
    return word;
  }

  /** What it takes the plant to be, and what it makes of it. */
  public String assumption() {
    return assumption;
  }

  public static Optional<TuningRule> of(String word) {
    return Arrays.stream(values()).filter(rule -> rule.word.equals(word)).findFirst();
  }

  /**
   * The gains for a plant, judged by the plant's own linear loop.
   *
   * @param dtMs how long a window is, above 0
   * @param lambda speed, above 0 and at most 1; only {@link #LAMBDA} and {@link #IMC} ask for it
   */
  public StartPoint start(LinearPlant plant, double dtMs, double lambda) {
    if (!(lambda > 0 && lambda <= 1)) {
      throw new IllegalArgumentException("lambda must be above 0 and at most 1, was " + lambda);
    }
    List<String> warnings = new ArrayList<>();
    if (!(plant.slope() > 0)) {
      warnings.add("the latency does not rise with the rate: there is nothing to control.");
      return new StartPoint(this, Optional.empty(), Optional.empty(), warnings);
    }
    Found found = gains(Process.of(plant, dtMs), lambda);
    if (!found.note().isEmpty()) {
      warnings.add(found.note());
    }
    Optional<LinearLoop> loop = found.gains().map(g -> new LinearLoop(g, plant, dtMs));
    loop.ifPresent(l -> warnings.addAll(warnings(l)));
    return new StartPoint(this, found.gains(), loop, warnings);
  }

  private static List<String> warnings(LinearLoop loop) {
    List<String> warnings = new ArrayList<>();
    double margin = loop.gainMargin();
    if (!loop.stable()) {
      warnings.add(
          String.format(
              Locale.ROOT, "the loop is unstable with it: its gain margin is %.2f.", margin));
    } else if (margin < 2) {
      warnings.add(
          String.format(Locale.ROOT, "its gain margin is %.2f; below 2 is too little.", margin));
    }
    if (loop.stable() && loop.noiseGain() > 1) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "a scatter of 1 ms in the quantile moves the rate by %.2f per second.",
              loop.noiseGain()));
    }
    return warnings;
  }
}
