// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import loopbench.cell.lang.Expression;
import loopbench.cell.lang.Unit;
import loopbench.cell.lang.Value;
import loopbench.plant.PlantModel;
import loopbench.tune.Axis;
import loopbench.tune.Grid;
import loopbench.tune.Search;
import loopbench.tune.SweepListener;
import loopbench.tune.SweepResult;
import loopbench.tune.Tuning;

/** {@code sweep}: a run over its knobs' values. */
final class SweepCell implements CellKind {
  static final String WORD = "sweep";

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.ON_DEMAND;
  }

  @Override
  public Recipe read(Fields fields) {
    Optional<WrittenSweep> read = WrittenSweep.read(fields);
    if (read.isEmpty()) {
      return null;
    }
    WrittenSweep written = read.get();
    String address = fields.where();
    int axesLine = fields.lineOf("axes");
    return upstream -> {
      boolean relay = upstream.holds(written.run().address(), RelayFields.Asked.class);
      if (relay || upstream.holds(written.run().address(), CalibrationRecipe.class)) {
        return Preparation.wrong(
            CellProblem.of(
                address,
                written.run().line(),
                "run",
                written.run().address()
                    + (relay ? " is a relay test" : " is a calibration")
                    + ", which has no knobs to turn.",
                "Name a run that closes a loop, or replays a recording."));
      }
      try {
        for (Reference plant : written.plants()) {
          if (upstream.holds(plant.address(), PoolPart.class)) {
            return Preparation.wrong(PoolPart.noFlow(address, plant));
          }
        }
        RunRecipe base = upstream.value(written.run().address(), RunRecipe.class);
        List<PlantModel> plants =
            written.plants().stream()
                .map(p -> upstream.value(p.address(), PlantModel.class))
                .toList();
        Swept now = swept(address, written.overKnobs(), base, plants);
        return prepared(
            address,
            written,
            base,
            written.overKnobs().axes().size() == written.axes().size()
                ? now
                : overParameters(address, written, upstream, now),
            upstream);
      } catch (WrittenAxis.Refused refused) {
        return Preparation.wrong(refused.problem(address));
      } catch (IllegalArgumentException refused) {
        return Preparation.wrong(
            CellProblem.of(address, axesLine, "axes", Sentences.ended(refused.getMessage()), ""));
      }
    };
  }

  private static Swept overParameters(
      String address, WrittenSweep written, Upstream upstream, Swept now) {
    return new ParameterSwept(
        written, upstream.whatIf(), now, texts -> made(address, written, upstream, texts));
  }

  /** The run and the plants with other texts of the parameters. */
  private static ParameterSwept.Made made(
      String address, WrittenSweep written, Upstream upstream, Map<String, String> texts) {
    List<Object> values = new ArrayList<>();
    List<Reference> parts = new ArrayList<>(written.plants());
    parts.add(0, written.run());
    for (Reference part : parts) {
      Preparation again = upstream.whatIf().prepared(part.address(), texts);
      if (again instanceof Preparation.Wrong wrong) {
        return ParameterSwept.Made.not(wrong.problems().get(0).sentence());
      }
      values.add(((Preparation.Ready) again).value());
    }
    try {
      RunRecipe base = (RunRecipe) values.get(0);
      List<PlantModel> plants = values.stream().skip(1).map(value -> (PlantModel) value).toList();
      return ParameterSwept.Made.of(base, swept(address, written.overKnobs(), base, plants));
    } catch (WrittenAxis.Refused refused) {
      return ParameterSwept.Made.not(refused.problem(address).sentence());
    } catch (IllegalArgumentException refused) {
      return ParameterSwept.Made.not(Sentences.ended(refused.getMessage()));
    }
  }

  private static Map<String, Double> current(List<Axis> axes, WhatIf whatIf) {
    Map<String, Double> current = new LinkedHashMap<>();
    for (Axis axis : axes) {
      WrittenAxis.parameterOf(axis.path())
          .flatMap(whatIf::now)
          .ifPresent(
              quantity -> current.put(axis.path(), quantity.in(ParameterAxis.unit(axis.unit()))));
    }
    return current;
  }

  private static Swept swept(
      String address, WrittenSweep written, RunRecipe base, List<PlantModel> plants) {
    return base.match(
        new RunRecipe.Cases<Swept>() {
          @Override
          public Swept flow(RunRecipe.Flow flow) {
            return new FlowSwept(written, flow.scenario(), plants);
          }

          @Override
          public Swept replay(RunRecipe.Replay replay) {
            return new ReplaySwept(address, written, replay);
          }

          @Override
          public Swept pools(RunRecipe.Pools pools) {
            return new PoolsSwept(written, pools.scenario());
          }
        });
  }

  private static Preparation prepared(
      String address, WrittenSweep written, RunRecipe base, Swept swept, Upstream upstream) {
    long points = written.search().points(swept.axes());
    if (points * written.seeds() > written.mostPoints()) {
      throw new IllegalArgumentException(
          (written.search().text().equals("grid") ? "the grid" : written.search().text())
              + " has "
              + points
              + " points"
              + (written.seeds() > 1 ? " with " + written.seeds() + " seeds each" : "")
              + ", and limit.points allows "
              + written.mostPoints());
    }
    Ranking ranking = swept.ranking();
    written.search().check(swept.axes(), ranking.objective());
    SweepRecipe recipe =
        new SweepRecipe(
            written.run().address(),
            base,
            swept.axes(),
            written.plants().stream().map(Reference::name).toList(),
            swept.plants(),
            current(swept.axes(), upstream.whatIf()));
    return new Preparation.Ready(
        recipe,
        swept.identity() + " " + swept.axes() + " " + written.identity(),
        swept.reads(),
        (results, control) -> {
          BooleanSupplier stopped = stopped(written, control);
          return run(
              address, recipe, written, ranking, swept.arms(results, stopped), stopped, control);
        });
  }

  /** Stopped by hand, or by the clock where the cell limits the time. */
  private static BooleanSupplier stopped(WrittenSweep written, RunControl control) {
    if (written.mostMs().isEmpty()) {
      return control::cancelled;
    }
    long end = System.nanoTime() + (long) (written.mostMs().getAsDouble() * 1e6);
    return () -> control.cancelled() || System.nanoTime() - end >= 0;
  }

  private static Result run(
      String where,
      SweepRecipe recipe,
      WrittenSweep written,
      Ranking ranking,
      Swept.Arms arms,
      BooleanSupplier stopped,
      RunControl control)
      throws CellFailure {
    SweepRun run;
    try {
      List<Swept.Control> controls = new ArrayList<>();
      arms.now().ifPresent(now -> controls.add(new Swept.Control(Swept.NOW, now)));
      Tuning tuning =
          Tuning.run(
              written.search(),
              recipe.axes(),
              arms.evaluator(),
              ranking.objective(),
              new Search.Effort(
                  control.threads(),
                  Math.max(1, written.mostPoints() / written.seeds()),
                  written.seed(),
                  progress -> told(where, recipe, ranking, progress, control),
                  stopped));
      SweepResult result = tuning.result();
      OptionalInt held = result.best().isPresent() ? result.best() : result.closest();
      if (held.isPresent()) {
        controls.addAll(
            arms.controls(result.points().point(held.getAsInt()), result.scores(held.getAsInt())));
      }
      run = new SweepRun(where, recipe, ranking, tuning, controls);
    } catch (Expression.Unanswerable wrong) {
      throw new CellFailure(
          CellProblem.of(where, 0, "where", Sentences.sentence(wrong.getMessage()), ""));
    }
    Result result = Result.of(run, SweepFigures.outputs(run)).withMachine(WORD, SweepJson.of(run));
    return run.tuning().partial() ? result.ended(Result.Standing.PARTIAL) : result;
  }

  /** A grid is drawn while it fills; other searches tell how far they are. */
  private static void told(
      String where,
      SweepRecipe recipe,
      Ranking ranking,
      SweepListener.Progress progress,
      RunControl control) {
    if (progress.points() instanceof Grid grid) {
      control.progress(
          () ->
              new RunControl.Progress(
                  progress.done(),
                  progress.total(),
                  progress.best().isPresent()
                      ? SweepWords.point(grid, progress.best().getAsInt())
                      : "",
                  SweepFigures.sofar(where, recipe, grid, ranking, progress)));
    } else {
      RunControl.Progress now =
          new RunControl.Progress(progress.done(), progress.total(), "", Optional.empty());
      control.progress(() -> now);
    }
  }

  /** A number of the sweep for a check: its points, or its winner's values and scores. */
  static Optional<Value> named(SweepRun run, String rest) throws CellFailure {
    if (rest.equals("points")) {
      return Optional.of(new Value.Amount(run.result().done(), Unit.NONE));
    }
    if (!rest.startsWith("best.")) {
      return Optional.empty();
    }
    String name = rest.substring("best.".length());
    double[] point = run.best();
    for (int a = 0; a < point.length; a++) {
      Axis axis = run.axes().get(a);
      if (axis.path().equals(name) || axis.path().equals("$" + name)) {
        Unit unit = ParameterAxis.unit(axis.unit());
        return Optional.of(new Value.Amount(point[a], unit));
      }
    }
    return ScoreValues.named(run.bestScores(), name);
  }
}
