// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import loopbench.score.LoopClass;
import loopbench.score.Scores;

/**
 * What happens when a winner's knobs are a little off: runs of their own at up to 20 % more and
 * less of each knob and of all together. A knob at 0 stays there, and what the settings refuse is
 * left aside.
 *
 * @param tried how many runs there were
 * @param worst the worst class among them; empty where scores have no class
 * @param worse how many are of a worse class than the winner, or, without classes, fail a gate that
 *     the winner fulfils
 * @param broken the gates that any of them fails, as they are written
 */
public record Neighbourhood(int tried, Optional<LoopClass> worst, int worse, List<String> broken) {
  /** How far knobs are moved. */
  public static final double SHARE = 0.2;

  private static final int MOST_TOGETHER = 6;

  public Neighbourhood {
    broken = List.copyOf(broken);
  }

  /** Whether the winner stands on a cliff: a small move makes another loop of it. */
  public boolean cliff() {
    return worse > 0;
  }

  /**
   * @return empty when it was cancelled before its end
   */
  static Optional<Neighbourhood> of(
      List<Axis> axes,
      double[] winner,
      Scores scores,
      Evaluator evaluator,
      Objective objective,
      int threads,
      BooleanSupplier cancelled) {
    double[][] around = around(winner, scores.loopClass().isPresent());
    if (around.length == 0) {
      return Optional.of(new Neighbourhood(0, Optional.empty(), 0, List.of()));
    }
    SweepResult found =
        Sweep.run(
            new Scattered(axes, around),
            evaluator,
            new Objective(null, objective.gates()),
            threads,
            SweepListener.NONE,
            cancelled);
    if (found.partial()) {
      return Optional.empty();
    }
    LoopClass worst = null;
    int tried = 0;
    int worse = 0;
    List<String> broken = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      Scores one = found.scores(i);
      if (one.applying().isEmpty()) {
        continue; // refused by the settings
      }
      tried++;
      List<String> fails = found.fails(i);
      fails.stream().filter(gate -> !broken.contains(gate)).forEach(broken::add);
      LoopClass own = one.loopClass().orElse(null);
      if (own != null) {
        worst = worst == null || own.worseThan(worst) ? own : worst;
        worse += scores.loopClass().filter(own::worseThan).isPresent() ? 1 : 0;
      } else {
        worse += fails.isEmpty() ? 0 : 1;
      }
    }
    return Optional.of(new Neighbourhood(tried, Optional.ofNullable(worst), worse, broken));
  }

  /**
   * The points to try. Loops are quick and their edges thin: those are looked at by steps of 10 %,
   * all else by one of 20 %; with many knobs, each alone and all together.
   */
  static double[][] around(double[] winner, boolean fine) {
    double[] factors =
        fine && winner.length <= 2
            ? new double[] {1 - SHARE, 1 - SHARE / 2, 1, 1 + SHARE / 2, 1 + SHARE}
            : new double[] {1 - SHARE, 1, 1 + SHARE};
    List<double[]> points = new ArrayList<>();
    if (winner.length <= 3) {
      int size = (int) Math.pow(factors.length, winner.length);
      for (int i = 0; i < size; i++) {
        double[] point = winner.clone();
        int rest = i;
        for (int a = 0; a < point.length; a++) {
          point[a] *= factors[rest % factors.length];
          rest /= factors.length;
        }
        add(points, point, winner);
      }
    } else {
      for (int a = 0; a < winner.length; a++) {
        for (double factor : new double[] {1 - SHARE, 1 + SHARE}) {
          double[] point = winner.clone();
          point[a] *= factor;
          add(points, point, winner);
        }
      }
      int corners = 1 << Math.min(MOST_TOGETHER, winner.length);
      for (int i = 0; i < corners; i++) {
        double[] point = winner.clone();
        for (int a = 0; a < point.length; a++) {
          point[a] *= (i >> (a % MOST_TOGETHER) & 1) == 0 ? 1 - SHARE : 1 + SHARE;
        }
        add(points, point, winner);
      }
    }
    return points.toArray(double[][]::new);
  }

  private static void add(List<double[]> points, double[] point, double[] winner) {
    boolean known =
        Arrays.equals(point, winner) || points.stream().anyMatch(p -> Arrays.equals(p, point));
    if (!known) {
      points.add(point);
    }
  }
}
