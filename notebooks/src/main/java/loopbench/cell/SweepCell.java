// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import loopbench.cell.lang.Expression;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.cell.lang.Value;
import loopbench.knob.Knob;
import loopbench.knob.Nearest;
import loopbench.knob.Scale;
import loopbench.loop.FlowScenario;
import loopbench.loop.PoolLoop;
import loopbench.loop.PoolScenario;
import loopbench.loop.ReplayScenario;
import loopbench.plant.PlantModel;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Evaluator;
import loopbench.tune.FlowEvaluator;
import loopbench.tune.Gate;
import loopbench.tune.Grid;
import loopbench.tune.Objective;
import loopbench.tune.ReplayEvaluator;
import loopbench.tune.Sweep;
import loopbench.tune.SweepResult;

/** {@code sweep}: a run over a grid of its knobs' values. */
final class SweepCell implements CellKind {
  static final String WORD = "sweep";

  /** An axis as written; its unit is the knob's, which only the run knows. */
  private record Written(
      String path,
      int line,
      Scale scale,
      boolean zero,
      Quantity from,
      Quantity to,
      int n,
      List<Quantity> values) {
    Axis axis(String unit) {
      return values.isEmpty()
          ? Axis.between(path, unit, scale, in(unit, from), in(unit, to), n, zero)
          : new Axis(
              path,
              unit,
              scale,
              values.stream().map(v -> in(unit, v)).sorted().distinct().toList());
    }

    /** A number in the knob's unit; a bare one is taken as being in it. */
    private double in(String unit, Quantity written) {
      if (written.unit().dimension() != Unit.Dimension.DURATION) {
        return plain(written);
      }
      return switch (unit) {
        case "ms" -> written.in(Unit.MILLISECONDS);
        case "s" -> written.in(Unit.SECONDS);
        default ->
            throw new IllegalArgumentException(
                path + " is no time, but " + written + " stands on its axis");
      };
    }
  }

  private static double plain(Quantity written) {
    return switch (written.unit().dimension()) {
      case DURATION -> written.in(Unit.MILLISECONDS);
      case SHARE -> written.share();
      default -> written.number();
    };
  }

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
    Optional<Reference> run = fields.requiredReference("run", RunCell.WORD);
    List<Written> axes = axes(fields);
    List<Reference> plants =
        fields.texts("plants").stream()
            .map(name -> fields.refer("plants", PlantCell.WORD, name))
            .toList();
    Optional<Expression> minimise =
        fields.text("minimise").flatMap(t -> fields.expression("minimise", t, List.of()));
    List<Expression> where = new ArrayList<>();
    for (String gate : fields.texts("where")) {
      fields.expression("where", gate, List.of()).ifPresent(where::add);
    }
    where.forEach(gate -> checkNames(fields, "where", gate, true));
    minimise.ifPresent(m -> checkNames(fields, "minimise", m, false));
    for (String later : List.of("pareto", "seeds")) {
      if (fields.has(later)) {
        fields.wrong(later, later + " is not in this version.", "Take it out.");
      }
    }
    if (!fields.text("search").orElse("grid").equals("grid")) {
      fields.wrong(
          "search",
          "this version searches on a grid only.",
          "Write `search: grid`, or take it out.");
    }
    int most =
        fields
            .nested("limit")
            .map(
                limit -> {
                  if (limit.has("time")) {
                    limit.wrong(
                        "time",
                        "a limit of time is not in this version.",
                        "Limit the points, or stop the sweep by hand.");
                  }
                  int points = limit.count("points", 1, Grid.MOST_POINTS, Grid.MOST_POINTS);
                  limit.finish();
                  return points;
                })
            .orElse(Grid.MOST_POINTS);
    if (!fields.sound()) {
      return null;
    }
    String address = fields.where();
    int axesLine = fields.lineOf("axes");
    return upstream -> {
      if (upstream.holds(run.get().address(), CalibrationRecipe.class)) {
        return Preparation.wrong(
            CellProblem.of(
                address,
                run.get().line(),
                "run",
                run.get().address() + " is a calibration, which has no knobs to turn.",
                "Name a run that closes a loop, or replays a recording."));
      }
      try {
        RunRecipe base = upstream.value(run.get().address(), RunRecipe.class);
        for (Reference plant : plants) {
          if (upstream.holds(plant.address(), PoolPart.class)) {
            return Preparation.wrong(PoolPart.noFlow(address, plant));
          }
        }
        List<PlantModel> models =
            plants.stream().map(p -> upstream.value(p.address(), PlantModel.class)).toList();
        return base.match(
            new RunRecipe.Cases<Preparation>() {
              @Override
              public Preparation flow(RunRecipe.Flow flow) {
                return overFlow(address, run.get(), flow, axes, models, minimise, where, most);
              }

              @Override
              public Preparation replay(RunRecipe.Replay replay) {
                return overReplay(address, run.get(), replay, axes, minimise, where, most);
              }

              @Override
              public Preparation pools(RunRecipe.Pools pools) {
                return overPools(address, run.get(), pools, axes, minimise, where, most);
              }
            });
      } catch (UnknownKnob unknown) {
        return Preparation.wrong(unknown.problem(address));
      } catch (IllegalArgumentException refused) {
        return Preparation.wrong(
            CellProblem.of(address, axesLine, "axes", Sentences.ended(refused.getMessage()), ""));
      }
    };
  }

  // ---- reading -----------------------------------------------------------------------------

  private static List<Written> axes(Fields fields) {
    List<Written> axes = new ArrayList<>();
    if (!fields.isMapping("axes")) {
      fields.wrong(
          "axes", "axes is missing.", "Write `axes: {flow.kp: {log: [0.001, 5], n: 60}}`.");
      return axes;
    }
    Fields all = fields.nested("axes").orElseThrow();
    for (String path : all.keys()) {
      if (path.startsWith("$")) {
        all.wrong(
            path,
            "an axis over a parameter is not in this version.",
            "Name the knob, such as flow.kp.");
      } else if (all.isList(path)) {
        List<Quantity> values = new ArrayList<>();
        for (String text : all.texts(path)) {
          number(all, path, text).ifPresent(values::add);
        }
        axes.add(
            new Written(
                path,
                all.lineOf(path),
                Scale.LINEAR,
                false,
                Quantity.bare(0),
                Quantity.bare(0),
                0,
                values));
      } else {
        all.nested(path).flatMap(one -> between(path, all.lineOf(path), one)).ifPresent(axes::add);
      }
    }
    if (all.keys().isEmpty()) {
      fields.wrong(
          "axes", "axes names no knob.", "Write `axes: {flow.kp: {log: [0.001, 5], n: 60}}`.");
    }
    return axes;
  }

  private static Optional<Written> between(String path, int line, Fields one) {
    boolean log = one.has("log");
    boolean linear = one.has("linear");
    String field = log ? "log" : "linear";
    List<String> ends = one.texts(field);
    int n = one.count("n", 2, Axis.MOST_VALUES - 1, 30);
    boolean zero = one.flag("zero", false);
    one.finish();
    if (log == linear || ends.size() != 2) {
      one.wrong(
          field,
          "an axis runs from one value to another.",
          "Write `{log: [0.001, 5], n: 60}`, `{linear: [1, 40], n: 40}` or a list.");
      return Optional.empty();
    }
    Optional<Quantity> from = number(one, field, ends.get(0));
    Optional<Quantity> to = number(one, field, ends.get(1));
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    if (!(plain(from.get()) < plain(to.get())) || (log && !(plain(from.get()) > 0))) {
      one.wrong(
          field,
          "the axis runs from " + ends.get(0) + " to " + ends.get(1) + ".",
          "Write the smaller end first"
              + (log ? ", above 0; `zero: true` adds a row for 0." : "."));
      return Optional.empty();
    }
    return Optional.of(
        new Written(
            path, line, log ? Scale.LOG : Scale.LINEAR, zero, from.get(), to.get(), n, List.of()));
  }

  /** A number on an axis; only its knob knows the unit it counts in. */
  private static Optional<Quantity> number(Fields fields, String field, String text) {
    return Quantity.parse(text)
        .or(
            () -> {
              fields.wrong(
                  field,
                  "`" + text + "` on this axis is no number.",
                  "Write numbers such as 0.001.");
              return Optional.empty();
            });
  }

  private static void checkNames(
      Fields fields, String field, Expression expression, boolean classes) {
    List<String> known = new ArrayList<>();
    for (Score score : Score.values()) {
      known.add(score.token());
    }
    if (classes) {
      known.add("class");
      for (LoopClass one : LoopClass.values()) {
        known.add(one.token());
      }
    }
    for (String name : expression.names()) {
      if (!known.contains(name)) {
        fields.wrong(
            field,
            "`" + expression + "` asks for `" + name + "`, which is no score.",
            Nearest.hint(name, known).strip());
      }
    }
  }

  // ---- what is swept -----------------------------------------------------------------------

  private static final class UnknownKnob extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String path;
    private final int line;
    private final transient List<String> known;

    UnknownKnob(Written axis, List<String> known) {
      super(axis.path(), null, false, false);
      this.path = axis.path();
      this.line = axis.line();
      this.known = known;
    }

    CellProblem problem(String where) {
      return CellProblem.of(
          where,
          line,
          "axes." + path,
          "the run has no knob `" + path + "`.",
          Nearest.hint(path, known).isEmpty()
              ? "It has " + String.join(", ", known) + "."
              : Nearest.hint(path, known).strip());
    }
  }

  private static <T> List<Axis> known(List<Written> written, List<Knob<T>> knobs) {
    List<Axis> axes = new ArrayList<>();
    for (Written axis : written) {
      Knob<T> knob =
          knobs.stream()
              .filter(k -> k.name().equals(axis.path()))
              .findFirst()
              .orElseThrow(() -> new UnknownKnob(axis, knobs.stream().map(Knob::name).toList()));
      axes.add(axis.axis(knob.unit()));
    }
    return axes;
  }

  private static Preparation overFlow(
      String where,
      Reference run,
      RunRecipe.Flow base,
      List<Written> written,
      List<PlantModel> plants,
      Optional<Expression> minimise,
      List<Expression> gates,
      int most) {
    List<Axis> axes = known(written, base.scenario().knobs());
    Grid grid = small(axes, most);
    List<FlowScenario> scenarios =
        plants.isEmpty()
            ? List.of(base.scenario())
            : plants.stream().map(base.scenario()::withPlant).toList();
    boolean stated = minimise.isPresent() || !gates.isEmpty();
    Objective objective = stated ? objective(minimise, gates) : Objective.ADMISSION;
    String text =
        minimise
            .map(Expression::toString)
            .orElse(stated ? "" : "slo_debt + 0.3 * starvation + 0.1 * effort");
    SweepRecipe recipe = new SweepRecipe(run.address(), base, axes);
    List<FlowScenario> neutral = scenarios.stream().map(s -> neutral(s, axes)).toList();
    return new Preparation.Ready(
        recipe,
        neutral + " " + axes + " " + minimise + " " + gates,
        List.of(),
        (results, control) ->
            swept(
                where,
                recipe,
                grid,
                new FlowEvaluator(scenarios, axes, control::cancelled),
                objective,
                text,
                control));
  }

  /**
   * The scenario with the swept knobs put aside, so that turning one does not make the sweep stale.
   */
  private static FlowScenario neutral(FlowScenario scenario, List<Axis> axes) {
    FlowScenario neutral = scenario;
    for (Axis axis : axes) {
      try {
        neutral = neutral.knob(axis.path()).orElseThrow().with(neutral, axis.values().get(0));
      } catch (IllegalArgumentException refused) {
        continue;
      }
    }
    return neutral;
  }

  private static Preparation overReplay(
      String where,
      Reference run,
      RunRecipe.Replay base,
      List<Written> written,
      Optional<Expression> minimise,
      List<Expression> gates,
      int most) {
    List<Knob<ScaledObject>> knobs = new ArrayList<>();
    for (Knob<ScaledObject> knob : ScalerKnobs.of(base.scaler().object())) {
      knobs.add(
          new Knob<>(
              "scaler." + knob.name(),
              knob.unit(),
              knob.range(),
              knob.about(),
              knob.get(),
              knob.with()));
    }
    List<Axis> axes = known(written, knobs);
    Grid grid = small(axes, most);
    SweepRecipe recipe = new SweepRecipe(run.address(), base, axes);
    ScaledObject neutral = base.scaler().object();
    for (Axis axis : axes) {
      Knob<ScaledObject> knob = SweepRecipe.scalerKnob(base, axis.path()).orElseThrow();
      neutral = knob.with(neutral, axis.values().get(0));
    }
    String identity =
        RunCell.identity(base.withScaler(base.scaler().withObject(neutral)))
            + " "
            + axes
            + " "
            + minimise
            + " "
            + gates;
    Objective objective = base.need().isPresent() ? objective(minimise, gates) : Objective.NONE;
    return new Preparation.Ready(
        recipe,
        identity,
        List.of(base.source()),
        (results, control) -> {
          ReplayScenario scenario = RunCell.scenario(base, results, where, 0, 0);
          return swept(
              where,
              recipe,
              grid,
              new ReplayEvaluator(scenario, axes, control::cancelled),
              objective,
              base.need().isPresent() ? minimise.map(Expression::toString).orElse("") : "",
              control);
        });
  }

  private static Preparation overPools(
      String where,
      Reference run,
      RunRecipe.Pools base,
      List<Written> written,
      Optional<Expression> minimise,
      List<Expression> gates,
      int most) {
    List<Axis> axes = known(written, base.scenario().knobs());
    Grid grid = small(axes, most);
    SweepRecipe recipe = new SweepRecipe(run.address(), base, axes);
    PoolScenario neutral = base.scenario();
    for (Axis axis : axes) {
      try {
        neutral = neutral.knob(axis.path()).orElseThrow().with(neutral, axis.values().get(0));
      } catch (IllegalArgumentException refused) {
        continue;
      }
    }
    return new Preparation.Ready(
        recipe,
        neutral + " " + axes + " " + minimise + " " + gates,
        List.of(),
        (results, control) ->
            swept(
                where,
                recipe,
                grid,
                point -> scores(base.scenario(), axes, point, control),
                objective(minimise, gates),
                minimise.map(Expression::toString).orElse(""),
                control));
  }

  /** The scores of one point; null when the sweep was cancelled before it was done. */
  private static Scores scores(
      PoolScenario base, List<Axis> axes, double[] point, RunControl control) {
    PoolScenario turned = base;
    try {
      for (int a = 0; a < point.length; a++) {
        turned = turned.knob(axes.get(a).path()).orElseThrow().with(turned, point[a]);
      }
    } catch (IllegalArgumentException refused) {
      return Scores.invalid();
    }
    if (!turned.problems().isEmpty()) {
      return Scores.invalid();
    }
    PoolsRun run = PoolsRun.of(PoolLoop.run(turned, control::cancelled));
    return control.cancelled() ? null : run.scores();
  }

  private static Grid small(List<Axis> axes, int most) {
    Grid grid = new Grid(axes);
    if (grid.size() > most) {
      throw new IllegalArgumentException(
          "the grid has " + grid.size() + " points, and limit.points allows " + most);
    }
    return grid;
  }

  private static Objective objective(Optional<Expression> minimise, List<Expression> gates) {
    List<Gate> tests =
        gates.stream()
            .map(gate -> new Gate(gate.toString(), scores -> holds(gate, scores)))
            .toList();
    ToDoubleFunction<Scores> value =
        minimise
            .<ToDoubleFunction<Scores>>map(
                m -> scores -> m.number(name -> ScoreValues.normalised(scores, name)))
            .orElse(null);
    return new Objective(value, tests);
  }

  private static boolean holds(Expression gate, Scores scores) {
    return gate.verdict(name -> ScoreValues.named(scores, name).or(() -> ScoreValues.word(name)))
        .holds();
  }

  // ---- sweeping ----------------------------------------------------------------------------

  private static Result swept(
      String where,
      SweepRecipe recipe,
      Grid grid,
      Evaluator evaluator,
      Objective objective,
      String objectiveText,
      RunControl control)
      throws CellFailure {
    SweepResult found;
    try {
      found =
          Sweep.run(
              grid,
              evaluator,
              objective,
              control.threads(),
              progress ->
                  control.progress(
                      () ->
                          new RunControl.Progress(
                              progress.done(),
                              progress.total(),
                              progress.best().isPresent()
                                  ? SweepFigures.point(grid, progress.best().getAsInt())
                                  : "",
                              SweepFigures.sofar(where, recipe, grid, objective, progress))),
              control::cancelled);
    } catch (Expression.Unanswerable wrong) {
      throw new CellFailure(
          CellProblem.of(where, 0, "where", Sentences.sentence(wrong.getMessage()), ""));
    }
    SweepRun run = new SweepRun(where, recipe, objective, objectiveText, found);
    Result result = Result.of(run, SweepFigures.outputs(run)).withMachine(WORD, machine(run));
    return found.partial() ? result.ended(Result.Standing.PARTIAL) : result;
  }

  private static Map<String, Object> machine(SweepRun run) {
    SweepResult result = run.result();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sweep", run.where().substring(run.where().indexOf('.') + 1));
    List<Object> axes = new ArrayList<>();
    for (Axis axis : run.axes()) {
      axes.add(
          Map.of(
              "path", axis.path(),
              "unit", axis.unit(),
              "n", (long) axis.size(),
              "from", ScoreValues.json(axis.values().get(0)),
              "to", ScoreValues.json(axis.values().get(axis.size() - 1))));
    }
    json.put("axes", axes);
    Map<String, Object> counts = new LinkedHashMap<>();
    result.classes().forEach((c, n) -> counts.put(c.token(), (long) n));
    json.put("classes", counts);
    json.put("partial", result.partial());
    OptionalInt best = result.best();
    if (best.isPresent()) {
      Map<String, Object> point = new LinkedHashMap<>();
      double[] values = result.grid().point(best.getAsInt());
      for (int a = 0; a < values.length; a++) {
        point.put(run.axes().get(a).path(), ScoreValues.json(values[a]));
      }
      json.put(
          "best", Map.of("at", point, "scores", ScoreValues.json(result.scores(best.getAsInt()))));
    }
    return json;
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
      if (axis.path().equals(name)) {
        Unit unit =
            axis.unit().equals("ms")
                ? Unit.MILLISECONDS
                : axis.unit().equals("1/s") ? Unit.PER_SECOND : Unit.NONE;
        return Optional.of(new Value.Amount(point[a], unit));
      }
    }
    return ScoreValues.named(run.bestScores(), name);
  }
}
