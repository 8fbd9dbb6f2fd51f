// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Curve;
import loopbench.figure.Figure;
import loopbench.figure.HeatFigure;
import loopbench.figure.MapAxis;
import loopbench.figure.MapClass;
import loopbench.figure.MapFigure;
import loopbench.figure.Mark;
import loopbench.knob.Range;
import loopbench.knob.Scale;
import loopbench.loop.FlowScenario;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.score.StabilityLimit;
import loopbench.tune.Axis;
import loopbench.tune.Grid;
import loopbench.tune.Objective;
import loopbench.tune.SweepListener;
import loopbench.tune.SweepResult;

/** What a sweep shows: its map, its winner, and why the winner won. */
final class SweepFigures {
  private static final int LIMIT_POINTS = 241;

  /** What a chart draws on a map beside the classes. */
  record Marks(boolean limit, boolean current, boolean best) {
    static final Marks ALL = new Marks(true, true, true);
  }

  private SweepFigures() {}

  static List<Output> outputs(SweepRun run) {
    String sentence = SweepWords.sentence(run);
    List<Output> outputs = new ArrayList<>();
    outputs.add(new Output.Facts(facts(run), sentence));
    FrontFigures.figure(run).ifPresent(f -> outputs.add(new Output.Chart(f, sentence)));
    figure(run, run.recipe(), Marks.ALL).ifPresent(f -> outputs.add(new Output.Chart(f, sentence)));
    outputs.add(SweepTables.sideBySide(run, sentence));
    SweepTables.front(run).ifPresent(outputs::add);
    return outputs;
  }

  private static List<Fact> facts(SweepRun run) {
    SweepResult result = run.result();
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "points",
            result.partial()
                ? result.done() + " of " + result.size()
                : Integer.toString(result.done()),
            "",
            result.partial() ? Fact.Standing.WARN : Fact.Standing.PLAIN));
    if (result.best().isPresent()) {
      double[] point = result.points().point(result.best().getAsInt());
      for (int a = 0; a < point.length; a++) {
        facts.add(
            new Fact(
                "best " + SweepWords.shortName(run.axes(), a),
                Numbers.text(Numbers.rounded(point[a], 3)),
                run.axes().get(a).unit(),
                Fact.Standing.GOOD));
      }
    } else {
      facts.add(new Fact("best", "none", "", Fact.Standing.WARN));
    }
    result
        .classes()
        .forEach(
            (c, n) -> {
              if (c == LoopClass.SETTLES) {
                facts.add(Fact.plain("settles", Numbers.brief(100.0 * n / result.done()), "%"));
              }
            });
    return facts;
  }

  // ---- pictures ----------------------------------------------------------------------------

  /** The map of what is done so far. */
  static Optional<Output> sofar(
      String where,
      SweepRecipe recipe,
      Grid grid,
      Ranking ranking,
      SweepListener.Progress progress) {
    return figure(
            where,
            recipe,
            grid,
            ranking.objective(),
            progress::scores,
            progress.best(),
            progress.done(),
            Marks.ALL)
        .map(f -> new Output.Chart(f, progress.done() + " of " + progress.total() + " points"));
  }

  /** The map of a finished sweep, with the point of now as {@code now} says. */
  static Optional<Figure> figure(SweepRun run, SweepRecipe now, Marks marks) {
    SweepResult result = run.result();
    if (result.grid().isEmpty()) {
      return Optional.empty();
    }
    return figure(
        run.where(),
        now,
        result.grid().get(),
        run.ranking().objective(),
        result::scores,
        result.best(),
        result.done(),
        marks);
  }

  private static Optional<Figure> figure(
      String where,
      SweepRecipe recipe,
      Grid grid,
      Objective objective,
      IntFunction<Scores> scores,
      OptionalInt best,
      int done,
      Marks marks) {
    if (grid.axes().size() != 2) {
      return Optional.empty();
    }
    List<Mark> points = marks(recipe, grid, best, marks);
    MapAxis x = axis(grid.axes(), 0);
    MapAxis y = axis(grid.axes(), 1);
    double reached = done / (double) grid.size();
    Figure figure =
        recipe
            .base()
            .match(
                new RunRecipe.Cases<Figure>() {
                  @Override
                  public Figure flow(RunRecipe.Flow flow) {
                    return new MapFigure(
                        where,
                        subtitle(flow.scenario(), grid),
                        x,
                        y,
                        classes(grid, scores),
                        MapClass.LOOP_CLASSES,
                        marks.limit() ? limits(flow.scenario(), grid) : List.of(),
                        points,
                        reached);
                  }

                  @Override
                  public Figure replay(RunRecipe.Replay replay) {
                    return heat(
                        "open-loop replay of "
                            + replay.source()
                            + " against "
                            + replay.scaler().origin(),
                        "need not met");
                  }

                  @Override
                  public Figure pools(RunRecipe.Pools pools) {
                    return heat("closed loop on " + recipe.run(), "conditions not met");
                  }

                  private Figure heat(String subtitle, String failing) {
                    double[] hours = new double[grid.size()];
                    boolean[] fails = new boolean[grid.size()];
                    for (int i = 0; i < grid.size(); i++) {
                      Scores one = scores.apply(i);
                      int at = xFastest(grid, i);
                      hours[at] = one == null ? Double.NaN : one.get(Score.REPLICA_HOURS);
                      fails[at] = one != null && !objective.qualifies(one);
                    }
                    return new HeatFigure(
                        where,
                        subtitle,
                        x,
                        y,
                        "replica-hours",
                        "",
                        hours,
                        objective.gates().isEmpty() ? null : fails,
                        failing,
                        points,
                        reached);
                  }
                });
    return Optional.of(figure);
  }

  private static MapAxis axis(List<Axis> axes, int index) {
    Axis axis = axes.get(index);
    String name = SweepWords.shortName(axes, index);
    if (axis.scale() == Scale.LOG) {
      return MapAxis.log(name, axis.unit(), axis.array());
    }
    return axis.size() <= 12
        ? MapAxis.list(name, axis.unit(), axis.array())
        : MapAxis.linear(name, axis.unit(), axis.array());
  }

  /** Grids run through the last axis fastest, figures through the first. */
  private static int xFastest(Grid grid, int index) {
    int[] position = grid.position(index);
    return position[1] * grid.axes().get(0).size() + position[0];
  }

  private static int[] classes(Grid grid, IntFunction<Scores> scores) {
    int[] classAt = new int[grid.size()];
    for (int i = 0; i < grid.size(); i++) {
      Scores one = scores.apply(i);
      classAt[xFastest(grid, i)] =
          one == null
              ? MapFigure.NOT_REACHED
              : one.loopClass().map(SweepFigures::classIndex).orElse(MapFigure.NOT_REACHED);
    }
    return classAt;
  }

  private static int classIndex(LoopClass loopClass) {
    for (int i = 0; i < MapClass.LOOP_CLASSES.size(); i++) {
      if (MapClass.LOOP_CLASSES.get(i).token().equals(loopClass.token())) {
        return i;
      }
    }
    throw new IllegalStateException("no cover for " + loopClass);
  }

  private static List<Mark> marks(SweepRecipe recipe, Grid grid, OptionalInt best, Marks marks) {
    List<Mark> points = new ArrayList<>();
    if (marks.current()) {
      Optional<Double> x = recipe.current(grid.axes().get(0).path());
      Optional<Double> y = recipe.current(grid.axes().get(1).path());
      if (x.isPresent() && y.isPresent()) {
        points.add(mark(Mark.Kind.NOW, grid, x.get(), y.get()));
      }
    }
    if (marks.best() && best.isPresent()) {
      double[] point = grid.point(best.getAsInt());
      points.add(mark(Mark.Kind.BEST, grid, point[0], point[1]));
    }
    return points;
  }

  private static Mark mark(Mark.Kind kind, Grid grid, double x, double y) {
    String one = Numbers.text(Numbers.rounded(x, 3));
    String other = Numbers.text(Numbers.rounded(y, 3));
    String nameOfX = SweepWords.shortName(grid.axes(), 0);
    String nameOfY = SweepWords.shortName(grid.axes(), 1);
    // Long names stand at the axes; in the legend they would push the numbers out.
    boolean derived = nameOfX.length() + nameOfY.length() <= 12;
    String caption = derived ? "" : one + ", " + other;
    return new Mark(kind, "", x, y, caption);
  }

  private static String subtitle(FlowScenario scenario, Grid grid) {
    String events =
        scenario.plant().events().stream()
            .map(e -> e.what().replace(" -> ", " → ").replace(" /s", "/s"))
            .reduce((a, b) -> a + ", " + b)
            .orElse("nothing happens");
    return grid.axes().get(0).size()
        + " × "
        + grid.axes().get(1).size()
        + " points, "
        + scenario.ticks()
        + " ticks each · "
        + events;
  }

  /** The edge of the linear loop's stability over kp and ki, at the plant's steepest. */
  private static List<Curve> limits(FlowScenario scenario, Grid grid) {
    List<String> paths = grid.axes().stream().map(Axis::path).toList();
    boolean kpFirst = paths.equals(List.of("flow.kp", "flow.ki"));
    if (!kpFirst && !paths.equals(List.of("flow.ki", "flow.kp"))) {
      return List.of();
    }
    boolean point =
        grid.axes().stream().anyMatch(axis -> axis.size() - (axis.zeroStrip() ? 1 : 0) < 2);
    double g = steepest(scenario);
    if (point || !(g > 0)) {
      return List.of();
    }
    double dtMs = scenario.admission().dtMs();
    int delay = scenario.plant().extraDelayTicks();
    double[] kps = along(grid.axes().get(kpFirst ? 0 : 1));
    double[] kis = along(grid.axes().get(kpFirst ? 1 : 0));
    double[] upper = new double[kps.length];
    double[] right = new double[kis.length];
    for (int i = 0; i < kps.length; i++) {
      upper[i] = StabilityLimit.kiLimit(kps[i], g, dtMs, delay);
      right[i] = StabilityLimit.kpLimit(kis[i], g, dtMs, delay);
    }
    // Two edges: above the upper one the integral is too strong, right of the other kp alone is.
    String name = "stability limit";
    return kpFirst
        ? List.of(new Curve(name, kps, upper), new Curve("", right, kis))
        : List.of(new Curve(name, upper, kps), new Curve("", kis, right));
  }

  private static double[] along(Axis axis) {
    double[] values = axis.array();
    int first = axis.zeroStrip() ? 1 : 0;
    return new Range(values[first], values[values.length - 1], axis.scale(), false)
        .points(LIMIT_POINTS);
  }

  private static double steepest(FlowScenario scenario) {
    double steepest = scenario.plant().slope(0);
    for (var event : scenario.plant().events()) {
      if (event.timeS() < scenario.timeS(scenario.ticks())) {
        steepest = Math.max(steepest, scenario.plant().slope(event.timeS()));
      }
    }
    return steepest;
  }
}
