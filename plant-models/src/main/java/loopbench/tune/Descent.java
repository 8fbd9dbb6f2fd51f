// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import loopbench.score.Scores;
import org.apache.commons.math3.analysis.MultivariateFunction;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.exception.TooManyIterationsException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.SimpleBounds;
import org.apache.commons.math3.optim.SimplePointChecker;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.apache.commons.math3.random.MersenneTwister;

/**
 * A coarse grid on all threads, then an optimizer of commons-math from its best point on, one point
 * after the other: each step depends on the one before, so threads could not help without changing
 * the path.
 *
 * <p>It moves on the axes' scales between their ends. A point that does not qualify costs more than
 * any that does: the more gates it fails and the further it misses them, the dearer.
 *
 * @param n how many points the optimizer may try beside the coarse grid
 */
record Descent(Kind kind, int n) implements Search {
  enum Kind {
    CMA_ES("cma-es"),
    NELDER_MEAD("nelder-mead");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  private static final double DEAR = 1e12;
  private static final int MOST_ALONG = 7;
  private static final double FIRST_STEP = 0.15;
  private static final double CLOSE = 1e-4; // of an axis: below its four digits

  Descent {
    SpaceFilling.refuseUnlessFits(kind.word, n);
  }

  @Override
  public String text() {
    return kind.word + "(" + n + ")";
  }

  @Override
  public long points(List<Axis> axes) {
    return n + (long) Math.pow(along(axes.size()), axes.size());
  }

  /** Values of the coarse grid on each axis: as many points as the optimizer has, or fewer. */
  private int along(int axes) {
    int along = 2;
    while (along < MOST_ALONG && Math.pow(along + 1, axes) <= n) {
      along++;
    }
    return along;
  }

  @Override
  public void check(List<Axis> axes, Objective objective) {
    if (objective.minimise() == null) {
      throw new IllegalArgumentException(
          text() + " follows one number; state what is to be minimised, or search on a grid.");
    }
  }

  @Override
  public SweepResult run(List<Axis> axes, Evaluator evaluator, Objective objective, Effort effort) {
    check(axes, objective);
    SweepResult coarse =
        Sweep.run(
            new Scattered(axes, coarse(axes)),
            evaluator,
            objective,
            effort.threads(),
            effort.listener(),
            effort.cancelled());
    if (coarse.partial()) {
      return coarse;
    }
    Path path = new Path(axes, evaluator, objective, effort, coarse);
    boolean stopped = false;
    try {
      path.follow();
    } catch (Stopped cancelled) {
      stopped = true;
    } catch (TooManyEvaluationsException | TooManyIterationsException allSpent) {
      stopped = false; // that many points were asked for
    }
    SweepResult result =
        new SweepResult(
            new Scattered(axes, path.points.toArray(double[][]::new)),
            path.scores.toArray(Scores[]::new),
            objective,
            stopped);
    effort.listener().progress(path.progress());
    return result;
  }

  private double[][] coarse(List<Axis> axes) {
    int along = along(axes.size());
    int size = (int) Math.pow(along, axes.size());
    double[][] points = new double[size][axes.size()];
    for (int i = 0; i < size; i++) {
      int rest = i;
      for (int a = axes.size() - 1; a >= 0; a--) {
        points[i][a] = axes.get(a).at(rest % along / (along - 1.0));
        rest /= along;
      }
    }
    return points;
  }

  /** Thrown through the optimizer, which has no other way to be stopped. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super("stopped", null, false, false);
    }
  }

  /** What was tried so far, and the optimizer's way of trying more. */
  private final class Path implements MultivariateFunction {
    private final List<Axis> axes;
    private final Evaluator evaluator;
    private final Objective objective;
    private final Effort effort;
    private final List<double[]> points = new ArrayList<>();
    private final List<Scores> scores = new ArrayList<>();
    private final Map<List<Double>, Integer> indexOf = new HashMap<>();
    private final double[] start;
    private final int coarse;
    private int best = -1;

    Path(
        List<Axis> axes,
        Evaluator evaluator,
        Objective objective,
        Effort effort,
        SweepResult coarse) {
      this.axes = axes;
      this.evaluator = evaluator;
      this.objective = objective;
      this.effort = effort;
      this.coarse = coarse.size();
      for (int i = 0; i < coarse.size(); i++) {
        add(coarse.points().point(i), coarse.scores(i));
      }
      OptionalInt from = coarse.best().isPresent() ? coarse.best() : coarse.closest();
      start = new double[axes.size()];
      for (int a = 0; a < start.length; a++) {
        start[a] =
            from.isEmpty() ? 0.5 : axes.get(a).fraction(coarse.points().point(from.getAsInt())[a]);
      }
    }

    private int add(double[] point, Scores found) {
      int index = points.size();
      points.add(point);
      scores.add(found);
      indexOf.putIfAbsent(key(point), index);
      double value = objective.value(found);
      if (!Double.isNaN(value) && (best < 0 || value < objective.value(scores.get(best)))) {
        best = index;
      }
      return index;
    }

    private List<Double> key(double[] point) {
      return Arrays.stream(point).boxed().toList();
    }

    void follow() {
      double[] zeros = new double[axes.size()];
      double[] ones = new double[axes.size()];
      double[] sigma = new double[axes.size()];
      Arrays.fill(ones, 1);
      Arrays.fill(sigma, FIRST_STEP);
      if (kind == Kind.CMA_ES) {
        int population = 4 + (int) (3 * StrictMath.log(axes.size()));
        new CMAESOptimizer(
                MOST,
                Double.NEGATIVE_INFINITY,
                true,
                0,
                1,
                new MersenneTwister(effort.seed()),
                false,
                new SimplePointChecker<>(-1, CLOSE))
            .optimize(
                new MaxEval(n),
                new ObjectiveFunction(this),
                GoalType.MINIMIZE,
                new SimpleBounds(zeros, ones),
                new InitialGuess(start),
                new CMAESOptimizer.Sigma(sigma),
                new CMAESOptimizer.PopulationSize(population));
      } else {
        new SimplexOptimizer(new SimplePointChecker<>(-1, CLOSE))
            .optimize(
                new MaxEval(n),
                new MaxIter(MOST),
                new ObjectiveFunction(this),
                GoalType.MINIMIZE,
                new InitialGuess(start),
                new NelderMeadSimplex(inwards()));
      }
    }

    /** First steps that stay between the ends. */
    private double[] inwards() {
      double[] steps = new double[start.length];
      for (int a = 0; a < steps.length; a++) {
        steps[a] = start[a] > 0.5 ? -FIRST_STEP : FIRST_STEP;
      }
      return steps;
    }

    @Override
    public double value(double[] fractions) {
      if (effort.cancelled().getAsBoolean() || Thread.currentThread().isInterrupted()) {
        throw new Stopped();
      }
      double[] point = new double[fractions.length];
      double outside = 0;
      for (int a = 0; a < point.length; a++) {
        point[a] = axes.get(a).at(fractions[a]);
        outside += Math.max(0, Math.max(-fractions[a], fractions[a] - 1));
      }
      Integer known = indexOf.get(key(point));
      Scores found;
      if (known == null) {
        found = evaluator.at(point.clone());
        if (found == null) {
          throw new Stopped();
        }
        add(point, found);
        effort.listener().progress(progress());
      } else {
        found = scores.get(known);
      }
      return cost(found) + outside * DEAR;
    }

    private double cost(Scores found) {
      double value = objective.value(found);
      if (value < DEAR) { // not NaN
        return Math.max(value, -DEAR);
      }
      double missed = objective.missedBy(found);
      return DEAR * (1 + objective.failing(found) + (missed < 1 ? missed : 1));
    }

    SweepListener.Progress progress() {
      return new SweepListener.Progress() {
        @Override
        public int done() {
          return points.size();
        }

        @Override
        public int total() {
          return Math.max(points.size(), coarse + n);
        }

        @Override
        public Points points() {
          return new Scattered(axes, points.toArray(double[][]::new));
        }

        @Override
        public OptionalInt best() {
          return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
        }

        @Override
        public Scores scores(int index) {
          return scores.get(index);
        }
      };
    }
  }
}
