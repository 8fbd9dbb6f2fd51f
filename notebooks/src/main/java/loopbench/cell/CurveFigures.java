// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.figure.Bound;
import loopbench.figure.Figure;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.MapAxis;
import loopbench.figure.Mark;
import loopbench.figure.Numbers;
import loopbench.figure.Panel;
import loopbench.figure.Peak;
import loopbench.knob.Scale;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Gate;
import loopbench.tune.Grid;
import loopbench.tune.Points;
import loopbench.tune.SweepListener;
import loopbench.tune.SweepResult;

/** One knob and its prices: a panel for each score that matters, over the knob's values. */
final class CurveFigures {
  private static final int MOST_PANELS = 6;
  private static final int MOST_LISTED = 12;

  private CurveFigures() {}

  /** What is done so far; empty before anything is. */
  static Optional<Figure> sofar(
      String where,
      SweepRecipe recipe,
      Grid grid,
      Ranking ranking,
      SweepListener.Progress progress) {
    return new Curves(
            where,
            recipe,
            grid,
            ranking,
            progress::scores,
            progress.best().isPresent()
                ? Optional.of(progress.best().getAsInt())
                : Optional.empty())
        .figure(progress.done(), recipe, true, true);
  }

  /** A finished sweep over one axis; empty when not one score applies. */
  static Optional<Figure> figure(SweepRun run, SweepRecipe now, boolean current, boolean best) {
    SweepResult result = run.result();
    return new Curves(
            run.where(),
            run.recipe(),
            result.points(),
            run.ranking(),
            result::scores,
            result.best().isPresent() ? Optional.of(result.best().getAsInt()) : Optional.empty())
        .figure(result.done(), now, current, best);
  }

  /** A number that a panel shows of each point, in the panel's unit. */
  private record Quantities(String name, String unit, ToDoubleFunction<Scores> of) {
    static Quantities of(Score score) {
      return new Quantities(
          SweepWords.score(score),
          score.fraction() ? "%" : score.unit(),
          scores -> scores.get(score) * (score.fraction() ? 100 : 1));
    }
  }

  private record Curves(
      String where,
      SweepRecipe recipe,
      Points points,
      Ranking ranking,
      IntFunction<Scores> scores,
      Optional<Integer> best) {

    Optional<Figure> figure(int done, SweepRecipe now, boolean current, boolean showBest) {
      Axis axis = points.axes().get(0);
      int[] order =
          IntStream.range(0, points.size())
              .boxed()
              .sorted(Comparator.comparingDouble(this::value))
              .mapToInt(i -> i)
              .toArray();
      double[] x = Arrays.stream(order).mapToDouble(this::value).toArray();
      boolean[] fails = new boolean[order.length];
      int seeds = 1;
      for (int k = 0; k < order.length; k++) {
        Scores one = scores.apply(order[k]);
        fails[k] = one != null && !ranking.objective().qualifies(one);
        seeds = one == null ? seeds : Math.max(seeds, one.seeds());
      }
      List<Panel> panels = new ArrayList<>();
      cost(order).ifPresent(cost -> panels.add(panel(cost, List.of(), order, x, fails, showBest)));
      for (Score score : shown(order)) {
        if (panels.size() < MOST_PANELS) {
          panels.add(panel(Quantities.of(score), bounds(score), order, x, fails, showBest));
        }
      }
      if (panels.isEmpty()) {
        return Optional.empty();
      }
      List<Mark> marks = new ArrayList<>();
      if (showBest && best.isPresent()) {
        double at = value(best.get());
        marks.add(new Mark(Mark.Kind.BEST, "", at, Double.NaN, SweepWords.value(axis, at)));
      }
      if (current) {
        now.current(axis.path())
            .ifPresent(
                at ->
                    marks.add(
                        new Mark(Mark.Kind.NOW, "", at, Double.NaN, SweepWords.value(axis, at))));
      }
      String subtitle =
          (done < points.size() ? done + " of " : "")
              + points.size()
              + (points.size() == 1 ? " point" : " points")
              + (seeds > 1 ? ", mean of " + seeds + " seeds each" : "")
              + " · "
              + recipe.run()
              + (recipe.plants().size() > 1
                  ? " · the worst on " + Sentences.joined(recipe.plants())
                  : "");
      return Optional.of(
          new LineFigure(where, subtitle, along(), panels, List.of(), marks, "conditions not met"));
    }

    private double value(int point) {
      return points.point(point)[0];
    }

    /** Numbers that lie evenly are drawn to scale; a few that were picked stand side by side. */
    private MapAxis along() {
      Axis axis = points.axes().get(0);
      String name = SweepWords.shortName(points.axes(), 0);
      String unit = axis.unit();
      double[] values = axis.array();
      if (axis.scale() == Scale.LOG) {
        return MapAxis.log(name, unit, values);
      }
      double step = (axis.to() - values[0]) / Math.max(1, values.length - 1);
      boolean even = values.length > 1;
      for (int i = 0; i < values.length; i++) {
        even &= Math.abs(values[i] - values[0] - i * step) <= 1e-6 * step;
      }
      return even || values.length > MOST_LISTED
          ? MapAxis.linear(name, unit, values)
          : MapAxis.list(name, unit, values);
    }

    // ---- what is shown ---------------------------------------------------------------------

    /** What is minimised, where that is more than one score. */
    private Optional<Quantities> cost(int[] order) {
      ToDoubleFunction<Scores> minimise = ranking.objective().minimise();
      if (minimise == null || Score.of(ranking.minimised()).isPresent()) {
        return Optional.empty();
      }
      Quantities cost =
          new Quantities(
              ranking.minimised(),
              "",
              // An expression has no number for one that lacks a score it names.
              scores ->
                  ranking.scores().stream().allMatch(scores::has)
                      ? minimise.applyAsDouble(scores)
                      : Double.NaN);
      return applies(cost, order) ? Optional.of(cost) : Optional.empty();
    }

    private boolean applies(Quantities quantities, int[] order) {
      return Arrays.stream(order)
          .mapToObj(scores)
          .anyMatch(one -> one != null && !Double.isNaN(quantities.of().applyAsDouble(one)));
    }

    /** What is ranked by, what it is paid with, and what the sweep's own conditions ask. */
    private List<Score> shown(int[] order) {
      Set<Score> wanted = new LinkedHashSet<>();
      Score.of(ranking.minimised()).ifPresent(wanted::add);
      ranking.trade().ifPresent(trade -> wanted.addAll(List.of(trade.first(), trade.second())));
      if (ranking.minimised().isEmpty() && recipe.base() instanceof RunRecipe.Flow) {
        wanted.add(Score.SLO_DEBT);
      }
      wanted.addAll(
          recipe
              .base()
              .match(
                  new RunRecipe.Cases<List<Score>>() {
                    @Override
                    public List<Score> flow(RunRecipe.Flow flow) {
                      return List.of(
                          Score.SETTLE, Score.GAIN_MARGIN, Score.NOISE_GAIN, Score.REBOUND);
                    }

                    @Override
                    public List<Score> replay(RunRecipe.Replay replay) {
                      return missed();
                    }

                    @Override
                    public List<Score> pools(RunRecipe.Pools pools) {
                      return missed();
                    }

                    private List<Score> missed() {
                      return List.of(
                          Score.REPLICA_HOURS, Score.ATTAINMENT, Score.UNMET, Score.LOST);
                    }
                  }));
      if (ranking.ownGates()) {
        for (Object gate : ranking.objective().gates()) {
          gated(gate).ifPresent(wanted::add);
        }
      }
      return wanted.stream().filter(s -> applies(Quantities.of(s), order)).toList();
    }

    private Panel panel(
        Quantities shown,
        List<Bound> bounds,
        int[] order,
        double[] x,
        boolean[] fails,
        boolean showBest) {
      double[] y = new double[order.length];
      for (int k = 0; k < y.length; k++) {
        Scores one = scores.apply(order[k]);
        y[k] = one == null ? Double.NaN : shown.of().applyAsDouble(one);
      }
      Line line = Line.tries(shown.name(), x, y, Look.LATENCY, fails);
      if (showBest && best.isPresent() && scores.apply(best.get()) != null) {
        double at = shown.of().applyAsDouble(scores.apply(best.get()));
        if (Double.isFinite(at)) {
          line = line.withPeak(new Peak(value(best.get()), at, Numbers.brief(at, shown.unit())));
        }
      }
      return new Panel(shown.name(), shown.unit(), List.of(line), bounds, Optional.empty());
    }

    // ---- conditions ------------------------------------------------------------------------

    private static Optional<Score> gated(Object gate) {
      return Score.of(gate.toString().split("[ <>=!]", 2)[0]);
    }

    /** The conditions that a score has to keep, where they are a plain number. */
    private List<Bound> bounds(Score score) {
      List<Bound> bounds = new ArrayList<>();
      for (Object one : ranking.objective().gates()) {
        String[] parts = one instanceof Gate gate ? gate.text().split(" ", 3) : new String[0];
        if (parts.length != 3 || !parts[0].equals(score.token())) {
          continue;
        }
        boolean least = parts[1].startsWith(">");
        if (!least && !parts[1].startsWith("<")) {
          continue;
        }
        Quantity.parse(parts[2])
            .flatMap(bound -> in(score, bound))
            .map(
                bound ->
                    new Bound(
                        bound,
                        (least ? "at least " : "at most ")
                            + Numbers.brief(bound, score.fraction() ? "%" : "")))
            .ifPresent(bounds::add);
      }
      return bounds;
    }

    /** A condition's number in the panel's unit; empty where it is of another kind. */
    private static Optional<Double> in(Score score, Quantity bound) {
      Unit unit =
          score.fraction()
              ? Unit.PERCENT
              : switch (score.unit()) {
                case "ms" -> Unit.MILLISECONDS;
                case "s" -> Unit.SECONDS;
                case "1/s" -> Unit.PER_SECOND;
                default -> Unit.NONE;
              };
      if (bound.unit() == Unit.NONE) {
        return Optional.of(bound.number() * (score.fraction() ? 100 : 1));
      }
      return bound.unit().dimension() == unit.dimension()
          ? Optional.of(bound.in(unit))
          : Optional.empty();
    }
  }
}
