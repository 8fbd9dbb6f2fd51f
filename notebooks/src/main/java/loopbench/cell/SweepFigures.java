// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Figure;
import loopbench.figure.HeatFigure;
import loopbench.figure.MapAxis;
import loopbench.figure.MapClass;
import loopbench.figure.MapFigure;
import loopbench.figure.Mark;
import loopbench.figure.SeedShares;
import loopbench.knob.Scale;
import loopbench.loop.FlowScenario;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Grid;
import loopbench.tune.Objective;
import loopbench.tune.Refined;
import loopbench.tune.SweepListener;
import loopbench.tune.SweepResult;

/** What a sweep shows: its map or its curves, its winner, and why the winner won. */
final class SweepFigures {
  /** A picture of a search that is no grid has so many points along a side. */
  private static final int RASTER = 200;

  /**
   * What a chart draws.
   *
   * @param plant whose classes alone are shown, by its place among the sweep's plants; empty: what
   *     holds on all
   * @param points further points, by a letter
   */
  record Marks(boolean limit, boolean current, boolean best, OptionalInt plant, List<Mark> points) {
    static final Marks ALL = new Marks(true, true, true, OptionalInt.empty(), List.of());

    Marks of(int onePlant) {
      return new Marks(limit, current, best, OptionalInt.of(onePlant), points);
    }
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
                SweepWords.number(run.axes().get(a), point[a]),
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

  /** The map of what is done so far, or its curves. */
  static Optional<Output> sofar(
      String where,
      SweepRecipe recipe,
      Grid grid,
      Ranking ranking,
      SweepListener.Progress progress) {
    if (grid.axes().size() == 1) {
      return CurveFigures.sofar(where, recipe, grid, ranking, progress)
          .map(f -> new Output.Chart(f, progress.done() + " of " + progress.total() + " points"));
    }
    return figure(
            where,
            recipe,
            grid,
            "",
            ranking.objective(),
            progress::scores,
            progress.best().isPresent()
                ? Optional.of(grid.point(progress.best().getAsInt()))
                : Optional.empty(),
            progress.done() / (double) grid.size(),
            Marks.ALL)
        .map(f -> new Output.Chart(f, progress.done() + " of " + progress.total() + " points"));
  }

  /**
   * The map of a finished sweep over two knobs, the curves of one over one, with the point of now
   * as {@code now} says; empty for one over more.
   */
  static Optional<Figure> figure(SweepRun run, SweepRecipe now, Marks marks) {
    SweepResult result = run.result();
    if (run.axes().size() == 1) {
      return CurveFigures.figure(run, now, marks.current(), marks.best());
    }
    if (result.points() instanceof Refined refined && refined.axes().size() == 2) {
      return Optional.of(raster(run, now, refined, marks));
    }
    if (result.grid().isEmpty()) {
      return Optional.empty();
    }
    return figure(
        run.where(),
        now,
        result.grid().get(),
        "",
        run.ranking().objective(),
        result::scores,
        result.best().isPresent()
            ? Optional.of(result.points().point(result.best().getAsInt()))
            : Optional.empty(),
        result.done() / (double) result.size(),
        marks);
  }

  /** A refined grid, drawn as a fine one: each place as the point that stands for it. */
  private static Figure raster(SweepRun run, SweepRecipe now, Refined refined, Marks marks) {
    Grid fine =
        new Grid(
            refined.axes().stream()
                .map(
                    axis ->
                        Axis.between(
                            axis.path(),
                            axis.unit(),
                            axis.scale(),
                            axis.from(),
                            axis.to(),
                            RASTER,
                            false))
                .toList());
    SweepResult result = run.result();
    return figure(
            run.where(),
            now,
            fine,
            result.done() + " points, finer where classes meet",
            run.ranking().objective(),
            i -> result.scores(refined.nearest(fine.point(i))),
            result.best().isPresent()
                ? Optional.of(refined.point(result.best().getAsInt()))
                : Optional.empty(),
            1,
            marks)
        .orElseThrow();
  }

  private static Optional<Figure> figure(
      String where,
      SweepRecipe recipe,
      Grid grid,
      String points,
      Objective objective,
      IntFunction<Scores> scores,
      Optional<double[]> best,
      double reached,
      Marks marks) {
    if (grid.axes().size() != 2) {
      return Optional.empty();
    }
    List<Mark> named = marks(recipe, grid, best, marks);
    MapAxis x = axis(grid.axes(), 0);
    MapAxis y = axis(grid.axes(), 1);
    Figure figure =
        recipe
            .base()
            .match(
                new RunRecipe.Cases<Figure>() {
                  @Override
                  public Figure flow(RunRecipe.Flow flow) {
                    return new MapFigure(
                        where,
                        subtitle(flow.scenario(), grid, points) + plants(recipe, marks),
                        x,
                        y,
                        classes(grid, scores, marks.plant()),
                        MapClass.LOOP_CLASSES,
                        marks.limit()
                            ? StabilityLines.of(tried(recipe, flow.scenario(), marks.plant()), grid)
                            : List.of(),
                        named,
                        shares(grid, scores, marks.plant()),
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
                        named,
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

  private static int[] classes(Grid grid, IntFunction<Scores> scores, OptionalInt plant) {
    int[] classAt = new int[grid.size()];
    for (int i = 0; i < grid.size(); i++) {
      Scores one = scores.apply(i);
      classAt[xFastest(grid, i)] =
          one == null
              ? MapFigure.NOT_REACHED
              : loopClass(one, plant).map(SweepFigures::classIndex).orElse(MapFigure.NOT_REACHED);
    }
    return classAt;
  }

  private static Optional<LoopClass> loopClass(Scores scores, OptionalInt plant) {
    return plant.isPresent() && plant.getAsInt() < scores.parts().size()
        ? Optional.of(scores.parts().get(plant.getAsInt()))
        : scores.commonClass();
  }

  /** With what share of its seeds each point settles; of one plant among several it is not kept. */
  private static Optional<SeedShares> shares(
      Grid grid, IntFunction<Scores> scores, OptionalInt plant) {
    double[] settled = new double[grid.size()];
    int seeds = 1;
    for (int i = 0; i < settled.length; i++) {
      Scores one = scores.apply(i);
      settled[xFastest(grid, i)] = one == null ? Double.NaN : one.get(Score.SETTLED);
      seeds = one == null ? seeds : Math.max(seeds, one.seeds());
    }
    return seeds > 1 && plant.isEmpty()
        ? Optional.of(new SeedShares(seeds, settled))
        : Optional.empty();
  }

  private static int classIndex(LoopClass loopClass) {
    for (int i = 0; i < MapClass.LOOP_CLASSES.size(); i++) {
      if (MapClass.LOOP_CLASSES.get(i).token().equals(loopClass.token())) {
        return i;
      }
    }
    throw new IllegalStateException("no cover for " + loopClass);
  }

  private static List<Mark> marks(
      SweepRecipe recipe, Grid grid, Optional<double[]> best, Marks marks) {
    List<Mark> points = new ArrayList<>(marks.points());
    if (marks.current()) {
      Optional<Double> x = recipe.current(grid.axes().get(0).path());
      Optional<Double> y = recipe.current(grid.axes().get(1).path());
      if (x.isPresent() && y.isPresent()) {
        points.add(mark(Mark.Kind.NOW, grid, x.get(), y.get()));
      }
    }
    if (marks.best() && best.isPresent()) {
      points.add(mark(Mark.Kind.BEST, grid, best.get()[0], best.get()[1]));
    }
    return points;
  }

  private static Mark mark(Mark.Kind kind, Grid grid, double x, double y) {
    String one = SweepWords.number(grid.axes().get(0), x);
    String other = SweepWords.number(grid.axes().get(1), y);
    String nameOfX = SweepWords.shortName(grid.axes(), 0);
    String nameOfY = SweepWords.shortName(grid.axes(), 1);
    // Long names stand at the axes; in the legend they would push the numbers out.
    boolean derived = nameOfX.length() + nameOfY.length() <= 12;
    String caption = derived ? "" : one + ", " + other;
    return new Mark(kind, "", x, y, caption);
  }

  private static String subtitle(FlowScenario scenario, Grid grid, String points) {
    String events =
        scenario.plant().events().stream()
            .map(e -> e.what().replace(" -> ", " → ").replace(" /s", "/s"))
            .reduce((a, b) -> a + ", " + b)
            .orElse("nothing happens");
    return (points.isEmpty()
            ? grid.axes().get(0).size() + " × " + grid.axes().get(1).size() + " points"
            : points)
        + ", "
        + scenario.ticks()
        + " ticks each · "
        + events;
  }

  private static String plants(SweepRecipe recipe, Marks marks) {
    if (recipe.plants().size() < 2) {
      return "";
    }
    return marks.plant().isPresent()
        ? " · on " + recipe.plants().get(marks.plant().getAsInt()) + " alone"
        : " · the worst on " + Sentences.joined(recipe.plants());
  }

  /** The scenarios whose limits are drawn: the one whose classes alone are shown, or all. */
  private static List<StabilityLines.Tried> tried(
      SweepRecipe recipe, FlowScenario scenario, OptionalInt plant) {
    if (recipe.plants().isEmpty()) {
      return List.of(new StabilityLines.Tried("", scenario));
    }
    List<StabilityLines.Tried> tried = new ArrayList<>();
    for (int i = 0; i < recipe.plants().size(); i++) {
      if (plant.isEmpty() || plant.getAsInt() == i) {
        boolean alone = plant.isPresent() || recipe.plants().size() == 1;
        tried.add(
            new StabilityLines.Tried(
                alone ? "" : recipe.plants().get(i), scenario.withPlant(recipe.models().get(i))));
      }
    }
    return tried;
  }
}
