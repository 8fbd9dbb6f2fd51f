// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the law of one replica where nobody had waited for long, so that every request that left
 * had ended.
 *
 * <p>Where requests were counted, what ended is {@code asked - d(queue + running)}, and the law is
 * the one under which as many end as did, over all steps and weighted by what ran when each began.
 * What ran in a step would not do as a weight: where by chance many end, fewer run.
 *
 * <p>Where none were counted, the steps of the running requests tell: if requests come
 * independently of each other (M/G/infinity), a step's mean square over twice the mean is the share
 * of requests that are replaced within the step. That is {@code 1 - exp(-step / T)} if lengths vary
 * as exponentials do, and {@code step / T} if all are equal; the law lies between, and its band is
 * at least that wide.
 */
final class ServiceFit {
  /** So many steps after nothing waited, nobody has waited for long. */
  private static final int SHORT_WAIT = 4;

  private static final int LEAST_STEPS = 40;
  private static final double LEAST_SPREAD = 1.5;
  private static final int MOST_ROUNDS = 60;
  private static final int MOST_HALVINGS = 30;

  private ServiceFit() {}

  /**
   * One step: requests ended, running requests per replica at both ends, replicas times half of it.
   */
  private record Step(double ended, double before, double after, double halfS) {
    /** How many a law lets end. */
    double expected(double base, double added) {
      return halfS * (rate(before, base, added) + rate(after, base, added));
    }

    private static double rate(double b, double base, double added) {
      return b / (base + added * b);
    }

    /** How that moves with the law's base. */
    double byBase(double base, double added) {
      return -halfS * (square(before, base, added) + square(after, base, added));
    }

    /** How that moves with what is added. */
    double byAdded(double base, double added) {
      return -halfS * (before * square(before, base, added) + after * square(after, base, added));
    }

    private static double square(double b, double base, double added) {
      double service = base + added * b;
      return b / (service * service);
    }
  }

  static Optional<ServiceLaw> counted(PoolRecording pool, Part used, double z) {
    List<Step> steps = steps(pool, used);
    double ended = 0;
    double ran = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (Step s : steps) {
      ended += s.ended();
      ran += s.halfS() * (s.before() + s.after());
      least = Math.min(least, s.before());
      most = Math.max(most, s.before());
    }
    if (steps.size() < LEAST_STEPS || !(ended > 0)) {
      return Optional.empty();
    }
    double[] law = {ran / ended, 0};
    boolean sloped = most > LEAST_SPREAD * least;
    double[] errors = solved(steps, law, sloped);
    if (sloped && !(law[0] >= 0 && law[1] >= 0)) {
      // No request speeds the others up or takes less than nothing: the nearest law that can be.
      sloped = false;
      law = new double[] {ran / ended, 0};
      errors = solved(steps, law, false);
    }
    return Optional.of(
        new ServiceLaw(
            banded("base", law[0], z * errors[0]),
            sloped
                ? banded("added", law[1], z * errors[1])
                : new Parameter("added", "s", 0, Double.NaN, Double.NaN),
            ServiceLaw.Evidence.COUNTED));
  }

  private static Parameter banded(String name, double value, double half) {
    return new Parameter(name, "s", value, value - half, value + half);
  }

  private static List<Step> steps(PoolRecording pool, Part used) {
    List<Step> steps = new ArrayList<>();
    int sinceEmpty = SHORT_WAIT;
    for (int i = used.from(); i + 1 < used.to(); i++) {
      sinceEmpty = pool.queue(i) == 0 ? 0 : Math.min(SHORT_WAIT, sinceEmpty + 1);
      if (sinceEmpty < SHORT_WAIT
          && pool.joined(i)
          && pool.steady(i)
          && !Double.isNaN(pool.asked(i))) {
        double replicas = pool.replicas(i);
        steps.add(
            new Step(
                pool.asked(i) - pool.grown(i),
                pool.running(i) / replicas,
                pool.running(i + 1) / replicas,
                replicas * (pool.timeS(i + 1) - pool.timeS(i)) / 2));
      }
    }
    return steps;
  }

  /** Nothing waits from a point to the next, and the replicas are the same. */
  private static boolean empty(PoolRecording pool, int i) {
    return pool.joined(i) && pool.steady(i) && pool.queue(i) == 0 && pool.queue(i + 1) == 0;
  }

  /** Newton's steps in place; returns the standard errors, which allow for uneven chance. */
  private static double[] solved(List<Step> steps, double[] law, boolean sloped) {
    double[][] slope = new double[2][2];
    double[][] chance = new double[2][2];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double[] off = {0, 0};
      slope = new double[2][2];
      chance = new double[2][2];
      for (Step s : steps) {
        double left = s.ended() - s.expected(law[0], law[1]);
        double[] sign = {1, sloped ? s.before() : 0};
        double[] moves = {s.byBase(law[0], law[1]), sloped ? s.byAdded(law[0], law[1]) : 0};
        for (int p = 0; p < 2; p++) {
          off[p] += sign[p] * left;
          for (int q = 0; q < 2; q++) {
            slope[p][q] += sign[p] * moves[q];
            chance[p][q] += sign[p] * sign[q] * left * left;
          }
        }
      }
      double[][] back = inverse(slope, sloped);
      double moveBase = back[0][0] * off[0] + back[0][1] * off[1];
      double moveAdded = back[1][0] * off[0] + back[1][1] * off[1];
      double length = 1;
      for (int h = 0; h < MOST_HALVINGS; h++) {
        if (positive(steps, law[0] + length * moveBase, law[1] + length * moveAdded)) {
          break;
        }
        length /= 2;
      }
      law[0] += length * moveBase;
      law[1] += length * moveAdded;
      if (!(Math.abs(moveBase) + Math.abs(moveAdded)
          > 1e-12 * (Math.abs(law[0]) + Math.abs(law[1])))) {
        break;
      }
    }
    double[][] back = inverse(slope, sloped);
    double[] errors = new double[2];
    for (int p = 0; p < 2; p++) {
      double variance = 0;
      for (int q = 0; q < 2; q++) {
        for (int r = 0; r < 2; r++) {
          variance += back[p][q] * chance[q][r] * back[p][r];
        }
      }
      errors[p] = Math.sqrt(Math.max(0, variance));
    }
    return errors;
  }

  private static double[][] inverse(double[][] a, boolean sloped) {
    if (!sloped) {
      return new double[][] {{1 / a[0][0], 0}, {0, 0}};
    }
    double determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    return new double[][] {
      {a[1][1] / determinant, -a[0][1] / determinant},
      {-a[1][0] / determinant, a[0][0] / determinant}
    };
  }

  private static boolean positive(List<Step> steps, double base, double added) {
    for (Step s : steps) {
      if (!(base + added * s.before() > 0 && base + added * s.after() > 0)) {
        return false;
      }
    }
    return true;
  }

  /** One service time for all, from the steps of what runs. */
  static Optional<ServiceLaw> fluctuating(PoolRecording pool, Part used, double z) {
    double squares = 0;
    double fourths = 0;
    double running = 0;
    double drift = 0;
    double seconds = 0;
    int n = 0;
    for (int i = used.from(); i + 1 < used.to(); i++) {
      if (empty(pool, i)) {
        double step = pool.running(i + 1) - pool.running(i);
        squares += step * step;
        fourths += step * step * step * step;
        drift += step;
        running += (pool.running(i) + pool.running(i + 1)) / 2;
        seconds += pool.timeS(i + 1) - pool.timeS(i);
        n++;
      }
    }
    if (n < LEAST_STEPS || !(running > 0)) {
      return Optional.empty();
    }
    double stepS = seconds / n;
    double square = (squares - drift * drift / n) / n;
    double share = square / (2 * running / n);
    double error =
        Math.sqrt(Math.max(0, fourths / n - squares / n * squares / n) / n) / (2 * running / n);
    double low = varied(stepS, share + z * error);
    double high = stepS / Math.max(share - z * error, 1e-9);
    double value = Math.sqrt(varied(stepS, share) * stepS / share);
    if (!(share > 0 && value > stepS / 2 && high < 1e6)) {
      return Optional.empty();
    }
    return Optional.of(
        new ServiceLaw(
            new Parameter("base", "s", value, low, high),
            new Parameter("added", "s", 0, Double.NaN, Double.NaN),
            ServiceLaw.Evidence.FLUCTUATION));
  }

  /** The mean of exponential lengths of which that share ends within a step. */
  private static double varied(double stepS, double share) {
    return share < 1 ? -stepS / StrictMath.log(1 - share) : 0;
  }
}
