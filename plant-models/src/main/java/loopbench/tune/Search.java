// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Where points are tried. The same axes, evaluator, objective and seed give the same points and
 * scores to the bit, whatever the number of threads.
 */
public interface Search {
  /** The most points that a search by number takes. */
  int MOST = 100_000;

  /** As it is written: {@code grid}, {@code sobol(64)}. */
  String text();

  /**
   * How many points it may try on these axes at the most; more than {@link Points#MOST} refuses.
   */
  long points(List<Axis> axes);

  /**
   * @throws IllegalArgumentException where these axes or this objective are not for it
   */
  default void check(List<Axis> axes, Objective objective) {}

  /**
   * Runs and returns when it is done or stopped; a result that was stopped is partial.
   *
   * @throws IllegalArgumentException where these axes or this objective are not for it
   */
  SweepResult run(List<Axis> axes, Evaluator evaluator, Objective objective, Effort effort);

  /**
   * With what it may be done.
   *
   * @param threads at least 1; the calling thread is one of them
   * @param mostPoints where a search that decides for itself ends
   * @param seed of the search's own chance
   * @param listener told of progress, on the calling thread
   * @param cancelled asked from every thread before every point
   */
  record Effort(
      int threads, int mostPoints, long seed, SweepListener listener, BooleanSupplier cancelled) {}

  /** All combinations of the axes' values. */
  static Search grid() {
    return new Search() {
      @Override
      public String text() {
        return "grid";
      }

      @Override
      public long points(List<Axis> axes) {
        return new Grid(axes).size();
      }

      @Override
      public SweepResult run(
          List<Axis> axes, Evaluator evaluator, Objective objective, Effort effort) {
        return Sweep.run(
            new Grid(axes),
            evaluator,
            objective,
            effort.threads(),
            effort.listener(),
            effort.cancelled());
      }
    };
  }

  /** Points that fill the space between the axes' ends evenly (Sobol's sequence). */
  static Search sobol(int n) {
    return new SpaceFilling(SpaceFilling.Kind.SOBOL, n);
  }

  /** Points by chance between the axes' ends, each as likely as any other on the axes' scales. */
  static Search random(int n) {
    return new SpaceFilling(SpaceFilling.Kind.RANDOM, n);
  }

  /** From the best of a coarse grid on by covariance matrix adaptation. */
  static Search cmaEs(int n) {
    return new Descent(Descent.Kind.CMA_ES, n);
  }

  /** From the best of a coarse grid on by Nelder's and Mead's simplex. */
  static Search nelderMead(int n) {
    return new Descent(Descent.Kind.NELDER_MEAD, n);
  }

  /** The grid, made finer where neighbours are of different classes. */
  static Search adaptive() {
    return new Adaptive();
  }
}
