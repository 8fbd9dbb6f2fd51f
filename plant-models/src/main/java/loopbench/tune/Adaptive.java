// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import loopbench.knob.Scale;
import loopbench.score.Scores;

/**
 * The grid of the axes' values, and then, level by level, the middles of every cell whose corners
 * are not of one class (of scores without a class: do not all qualify), until corners are 1 % apart
 * or no more points are allowed. A zero strip is scored on the grid and not refined.
 */
record Adaptive() implements Search {
  private static final double FINEST = 0.01;
  private static final int MOST_AXES = 3;
  private static final int MOST_LEVELS = 16;

  @Override
  public String text() {
    return "adaptive";
  }

  /** The grid alone; it is made finer as far as there are points left. */
  @Override
  public long points(List<Axis> axes) {
    return new Grid(axes).size();
  }

  @Override
  public void check(List<Axis> axes, Objective objective) {
    if (axes.size() > MOST_AXES) {
      throw new IllegalArgumentException(
          "adaptive search refines over at most "
              + MOST_AXES
              + " axes, not "
              + axes.size()
              + "; search with sobol(n) or cma-es(n).");
    }
  }

  @Override
  public SweepResult run(List<Axis> axes, Evaluator evaluator, Objective objective, Effort effort) {
    check(axes, objective);
    return new Refining(axes, evaluator, objective, effort).run();
  }

  /** How often a cell of the grid is halved until its corners are close enough. */
  private static int levels(List<Axis> axes) {
    double widest = 0;
    for (Axis axis : axes) {
      double[] values = axis.array();
      for (int i = axis.zeroStrip() ? 2 : 1; i < values.length; i++) {
        double apart =
            axis.scale() == Scale.LOG
                ? StrictMath.log(values[i] / values[i - 1])
                : (values[i] - values[i - 1]) / (axis.to() - axis.from());
        widest = Math.max(widest, apart);
      }
    }
    int levels = 0;
    while (widest > FINEST && levels < MOST_LEVELS) {
      widest /= 2;
      levels++;
    }
    return levels;
  }

  private static final class Refining {
    private final List<Axis> axes;
    private final Evaluator evaluator;
    private final Objective objective;
    private final Effort effort;
    private final int smallest;
    private final Refined points;
    private final List<Scores> scores = new ArrayList<>();
    private boolean stopped;

    Refining(List<Axis> axes, Evaluator evaluator, Objective objective, Effort effort) {
      this.axes = axes;
      this.evaluator = evaluator;
      this.objective = objective;
      this.effort = effort;
      this.smallest = 1 << levels(axes);
      this.points = new Refined(axes, smallest);
    }

    SweepResult run() {
      List<Refined.Cell> cells = new ArrayList<>();
      lattice(new ArrayList<>(), smallest, Integer.MAX_VALUE, List.of())
          .forEach(
              place -> {
                points.add(place);
                if (isLower(place)) {
                  cells.add(new Refined.Cell(place, smallest));
                }
              });
      strip();
      score(0);
      List<Refined.Cell> level = cells;
      for (int step = smallest; step > 1 && !stopped; step /= 2) {
        List<Refined.Cell> children = new ArrayList<>();
        Set<Refined.Place> wanted = new LinkedHashSet<>();
        List<Refined.Cell> split = new ArrayList<>();
        for (Refined.Cell cell : level) {
          if (differs(cell)) {
            List<Refined.Place> within =
                lattice(new ArrayList<>(), step / 2, step, cell.lower().steps());
            List<Refined.Place> fresh =
                within.stream().filter(p -> !points.knows(p) && !wanted.contains(p)).toList();
            if (points.size() + wanted.size() + fresh.size() > effort.mostPoints()) {
              break;
            }
            wanted.addAll(fresh);
            split.add(cell);
          }
        }
        int from = points.size();
        wanted.forEach(points::add);
        score(from);
        if (!stopped) {
          for (Refined.Cell cell : split) {
            points.split(cell);
            children.addAll(children(cell));
          }
        }
        level = children;
      }
      return new SweepResult(points, scores.toArray(Scores[]::new), objective, stopped);
    }

    /** Places from a corner on, {@code step} apart, over a box of that size. */
    private List<Refined.Place> lattice(
        List<Integer> begun, int step, int size, List<Integer> corner) {
      int a = begun.size();
      if (a == axes.size()) {
        return List.of(new Refined.Place(List.copyOf(begun)));
      }
      List<Refined.Place> places = new ArrayList<>();
      int from = corner.isEmpty() ? 0 : corner.get(a);
      int to = Math.min(points.steps(a), corner.isEmpty() ? points.steps(a) : from + size);
      for (int at = from; at <= to; at += step) {
        List<Integer> next = new ArrayList<>(begun);
        next.add(at);
        places.addAll(lattice(next, step, size, corner));
      }
      return places;
    }

    private boolean isLower(Refined.Place place) {
      for (int a = 0; a < axes.size(); a++) {
        if (points.steps(a) > 0 && place.steps().get(a) == points.steps(a)) {
          return false;
        }
      }
      return true;
    }

    /** The zeros that a log scale cannot reach, beside the grid's other values. */
    private void strip() {
      Grid grid = new Grid(axes);
      for (int i = 0; i < grid.size(); i++) {
        double[] point = grid.point(i);
        for (int a = 0; a < point.length; a++) {
          if (axes.get(a).zeroStrip() && axes.get(a).size() > 1 && point[a] == 0) {
            points.add(point);
            break;
          }
        }
      }
    }

    private boolean differs(Refined.Cell cell) {
      List<Refined.Place> corners =
          lattice(new ArrayList<>(), cell.step(), cell.step(), cell.lower().steps());
      Object first = kind(corners.get(0));
      return corners.stream().anyMatch(corner -> !kind(corner).equals(first));
    }

    private Object kind(Refined.Place place) {
      Scores one = scores.get(points.index(place));
      return one.loopClass().<Object>map(c -> c).orElseGet(() -> objective.qualifies(one));
    }

    private List<Refined.Cell> children(Refined.Cell cell) {
      int half = cell.step() / 2;
      List<Refined.Cell> children = new ArrayList<>();
      for (Refined.Place place :
          lattice(new ArrayList<>(), half, cell.step(), cell.lower().steps())) {
        boolean lower = true;
        for (int a = 0; a < axes.size(); a++) {
          lower &=
              points.steps(a) == 0
                  || place.steps().get(a) < cell.lower().steps().get(a) + cell.step();
        }
        if (lower) {
          children.add(new Refined.Cell(place, half));
        }
      }
      return children;
    }

    /** Scores the points from an index on, on all threads. */
    private void score(int from) {
      double[][] batch = new double[points.size() - from][];
      for (int i = 0; i < batch.length; i++) {
        batch[i] = points.point(from + i);
      }
      if (batch.length == 0) {
        return;
      }
      SweepResult scored =
          Sweep.run(
              new Scattered(axes, batch),
              evaluator,
              objective,
              effort.threads(),
              progress -> effort.listener().progress(after(from, progress)),
              effort.cancelled());
      for (int i = 0; i < batch.length; i++) {
        scores.add(scored.scores(i));
      }
      stopped = scored.partial();
    }

    /** A batch's progress with what was done before it. */
    private SweepListener.Progress after(int from, SweepListener.Progress batch) {
      return new SweepListener.Progress() {
        @Override
        public int done() {
          return from + batch.done();
        }

        @Override
        public int total() {
          return from + batch.total();
        }

        @Override
        public Points points() {
          return points;
        }

        @Override
        public OptionalInt best() {
          return batch.best().isEmpty()
              ? OptionalInt.empty()
              : OptionalInt.of(from + batch.best().getAsInt());
        }

        @Override
        public Scores scores(int index) {
          return index < from ? scores.get(index) : batch.scores(index - from);
        }
      };
    }
  }
}
