// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loopbench.cell.lang.Unit;
import loopbench.flow.FlowSettings;
import loopbench.loop.Admission;
import loopbench.loop.Feed;
import loopbench.loop.FlowLoop;
import loopbench.loop.FlowScenario;
import loopbench.loop.FlowTrace;
import loopbench.loop.Need;
import loopbench.loop.ReplayScenario;
import loopbench.loop.ScalingReplay;
import loopbench.loop.ScalingTrace;
import loopbench.plant.PlantModel;
import loopbench.scaling.keda.SpecProblem;
import loopbench.score.FlowScores;
import loopbench.score.ScalingScores;
import loopbench.score.Scores;

/** {@code run}: one closed loop, or one replay of a recording. */
final class RunCell implements CellKind {
  static final String WORD = "run";

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.AUTO;
  }

  @Override
  public Recipe read(Fields fields) {
    long seed = fields.seed();
    Optional<String> at = at(fields);
    Optional<Reference> replay = fields.reference("replay", List.of(SourceCell.WORD));
    Keep keep = Keep.read(fields);
    if (fields.stands(CalibrationFields.FIELD)) {
      return CalibrationFields.read(fields);
    }
    if (fields.stands(RelayFields.FIELD)) {
      return RelayFields.read(fields, seed);
    }
    if (fields.stands("replay")) {
      return replay(fields, replay, at, keep);
    }
    if (fields.has("load") || fields.has("pools")) {
      return PoolRunFields.read(fields, seed, at, keep);
    }
    if (fields.has("keep")) {
      fields.wrong("keep", "an admission loop stores a row a tick.", "Take it out.");
    }
    return closedLoop(fields, seed, at);
  }

  /** {@code at: sweep.band.best}: the sweep's address. */
  static Optional<String> at(Fields fields) {
    Optional<String> text = fields.text("at");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String[] parts = text.get().split("\\.");
    if (parts.length != 3 || !parts[0].equals(SweepCell.WORD) || !parts[2].equals("best")) {
      fields.wrong("at", "at is `" + text.get() + "`.", "Write it like `at: sweep.band.best`.");
      return Optional.empty();
    }
    return Optional.of(fields.refer("at", SweepCell.WORD, parts[1]).address());
  }

  // ---- closed loops ------------------------------------------------------------------------

  private static Recipe closedLoop(Fields fields, long seed, Optional<String> at) {
    Optional<Reference> plant = fields.requiredReference("plant", PlantCell.WORD);
    Optional<Reference> flow = fields.reference("flow", FlowCell.WORD);
    OptionalDouble rate = fields.quantity("rate", Unit.PER_SECOND);
    OptionalDouble target = fields.quantity("target", Unit.MILLISECONDS);
    OptionalDouble dt = fields.quantity("dt", Unit.MILLISECONDS);
    OptionalInt ticks = fields.count("ticks", 1, FlowScenario.MOST_TICKS);
    OptionalDouble duration = fields.quantity("for", Unit.MILLISECONDS);
    if (fields.has("measures")) {
      fields.wrong(
          "measures",
          "measures tells two latencies of a pool apart; this plant has one.",
          "Take it out.");
    }
    if (fields.has("scaler")) {
      fields.wrong(
          "scaler",
          "an autoscaler scales a pool, and a pool needs a load.",
          "Write `load: <name>`, or replay a recording against it: `replay: source.<name>`.");
    }
    if (flow.isPresent() == rate.isPresent() && fields.sound()) {
      fields.wrong(
          flow.isPresent() ? "rate" : "flow",
          flow.isPresent()
              ? "a flow and a fixed rate are both given."
              : "nothing says how much is admitted.",
          "Write exactly one of `flow: <name>` and `rate: 111.1/s`.");
    }
    if (flow.isPresent() && (target.isPresent() || dt.isPresent())) {
      fields.wrong(
          target.isPresent() ? "target" : "dt", "the flow says that already.", "Take it out here.");
    }
    if (rate.isPresent() && flow.isEmpty() && target.isEmpty()) {
      fields.wrong(
          "target",
          "target is missing.",
          "A fixed rate is judged against one: write `target: 30ms`.");
    }
    if (ticks.isPresent() == duration.isPresent() && fields.sound()) {
      fields.wrong(
          "ticks",
          ticks.isPresent() ? "ticks and for are both given." : "nothing says how long the run is.",
          "Write exactly one of `ticks: 60` and `for: 60s`.");
    }
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    int line = fields.lineOf(ticks.isPresent() ? "ticks" : "for");
    return upstream -> {
      if (upstream.holds(plant.get().address(), PoolPart.class)) {
        return Preparation.wrong(PoolPart.noFlow(where, plant.get()));
      }
      try {
        Admission admission =
            flow.isPresent()
                ? new Admission.Controlled(upstream.value(flow.get().address(), FlowSettings.class))
                : new Admission.FixedRate(
                    rate.getAsDouble(), target.getAsDouble(), dt.orElse(1000));
        int length =
            ticks.isPresent()
                ? ticks.getAsInt()
                : (int)
                    Math.min(
                        Integer.MAX_VALUE, Math.round(duration.getAsDouble() / admission.dtMs()));
        FlowScenario scenario =
            new FlowScenario(
                admission, upstream.value(plant.get().address(), PlantModel.class), length, seed);
        return new Preparation.Ready(
            new RunRecipe.Flow(scenario),
            at.map(sweep -> AtBest.identity(upstream, sweep, where, scenario.toString()))
                .orElse(scenario.toString()),
            at.stream().toList(),
            (results, control) ->
                flow(where, turned(upstream, where, scenario, at, results), control));
      } catch (IllegalArgumentException refused) {
        return Preparation.wrong(
            CellProblem.of(where, line, "", Sentences.ended(refused.getMessage()), ""));
      }
    };
  }

  private static FlowScenario turned(
      Upstream upstream, String where, FlowScenario scenario, Optional<String> at, Results results)
      throws CellFailure {
    if (at.isEmpty()) {
      return scenario;
    }
    SweepRun sweep = results.value(at.get(), SweepRun.class);
    RunRecipe.Flow now = new RunRecipe.Flow(scenario);
    return sweep.turn(
        AtBest.made(upstream, sweep, where, where, now, RunRecipe.Flow.class).scenario());
  }

  static Result flow(String where, FlowScenario scenario, RunControl control) throws CellFailure {
    FlowTrace trace = FlowLoop.run(scenario, control::cancelled);
    control.check();
    Scores scores = FlowScores.of(trace, scenario);
    FlowRun run = new FlowRun(scenario, trace, scores);
    String sentence = FlowFigures.sentence(run);
    return Result.of(
            run,
            List.of(
                new Output.Facts(FlowFigures.facts(run), sentence),
                new Output.Chart(FlowFigures.trace(where, run), sentence)))
        .withMachine(WORD, machine(where, scores, scenario.seed()));
  }

  private static Map<String, Object> machine(String where, Scores scores, long seed) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("run", where.substring(where.indexOf('.') + 1));
    scores.loopClass().ifPresent(c -> json.put("class", c.token()));
    json.put("scores", ScoreValues.json(scores));
    json.put("provenance", Map.of("seed", seed));
    return json;
  }

  // ---- replays -----------------------------------------------------------------------------

  private static Recipe replay(
      Fields fields, Optional<Reference> source, Optional<String> at, Keep keep) {
    Optional<Reference> scaler = fields.requiredReference("scaler", ScalerCell.WORD);
    Map<String, String> series = fields.pairs("series");
    OptionalInt replicas = fields.count("replicas", 0, 100_000);
    Optional<RunRecipe.NeedOf> need =
        fields
            .nested("need")
            .map(
                inner -> {
                  String name = inner.requiredText("series", "series: running");
                  double per = inner.number("per-replica", Double.NaN);
                  if (!(per > 0)) {
                    inner.wrong(
                        "per-replica",
                        "need.per-replica is missing or not above 0.",
                        "Write `per-replica: 20`.");
                  }
                  inner.finish();
                  return new RunRecipe.NeedOf(name, per);
                });
    for (String foreign :
        List.of(
            "plant",
            "flow",
            "rate",
            "ticks",
            "for",
            "target",
            "dt",
            "load",
            "pools",
            "objectives")) {
      if (fields.has(foreign)) {
        fields.wrong(
            foreign,
            "a replay has no " + foreign + ": the recording says what happened.",
            "Take it out.");
      }
    }
    if (!fields.sound() || source.isEmpty()) {
      return null;
    }
    String where = fields.where();
    int line = fields.lineOf("series");
    int needLine = fields.lineOf("need");
    return upstream -> {
      Scaler value = upstream.value(scaler.get().address(), Scaler.class);
      RunRecipe.Replay recipe =
          new RunRecipe.Replay(value, source.get().address(), series, replicas, need);
      List<String> reads = new ArrayList<>(List.of(source.get().address()));
      at.ifPresent(reads::add);
      return new Preparation.Ready(
          recipe,
          at.map(sweep -> AtBest.identity(upstream, sweep, where, identity(recipe)))
                  .orElse(identity(recipe))
              + keep.identity(),
          reads,
          (results, control) -> {
            if (at.isEmpty()) {
              return replay(where, value, scenario(recipe, results, where, line, needLine), keep);
            }
            SweepRun sweep = results.value(at.get(), SweepRun.class);
            RunRecipe.Replay made =
                AtBest.made(upstream, sweep, where, where, recipe, RunRecipe.Replay.class);
            return replay(
                where,
                made.scaler(),
                sweep.turn(scenario(made, results, where, line, needLine)),
                keep);
          });
    };
  }

  static String identity(RunRecipe.Replay recipe) {
    return recipe.scaler().identity()
        + " "
        + new java.util.TreeMap<>(recipe.seriesOfTrigger())
        + " "
        + recipe.startReplicas()
        + " "
        + recipe.need();
  }

  /** The scenario of a replay, with its series found by name. */
  static ReplayScenario scenario(
      RunRecipe.Replay recipe, Results results, String where, int line, int needLine)
      throws CellFailure {
    SourceCell.Loaded loaded = results.value(recipe.source(), SourceCell.Loaded.class);
    Map<String, Feed> feeds = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : recipe.seriesOfTrigger().entrySet()) {
      Optional<Feed.Own> own = Feed.Own.read(entry.getValue());
      feeds.put(
          entry.getKey(),
          own.isPresent()
              ? own.get()
              : new Feed.Recorded(
                  SourceCell.named(
                      loaded, entry.getValue(), where, line, "series." + entry.getKey())));
    }
    ReplayScenario scenario =
        ReplayScenario.of(recipe.scaler().object(), Map.of())
            .withFeeds(feeds)
            .withHpa(recipe.scaler().hpa());
    OptionalInt start =
        recipe.startReplicas().isPresent() ? recipe.startReplicas() : recipe.scaler().replicas();
    if (start.isPresent()) {
      scenario = scenario.withStartReplicas(start.getAsInt());
    }
    if (recipe.need().isPresent()) {
      RunRecipe.NeedOf need = recipe.need().get();
      scenario =
          scenario.withNeed(
              new Need(
                  SourceCell.named(loaded, need.series(), where, needLine, "need.series"),
                  need.perReplica()));
    }
    List<SpecProblem> problems = scenario.problems();
    if (!problems.isEmpty()) {
      SpecProblem first = problems.get(0);
      throw new CellFailure(
          CellProblem.of(where, line, first.path(), Sentences.ended(first.message()), ""));
    }
    return scenario;
  }

  static Result replay(String where, Scaler scaler, ReplayScenario scenario, Keep keep) {
    ScalingTrace trace = ScalingReplay.run(scenario);
    Scores scores = ScalingScores.of(trace.track());
    ReplayRun run = new ReplayRun(scenario, trace, scores, keep);
    String sentence = ReplayFigures.sentence(run);
    List<Output> outputs = new ArrayList<>();
    outputs.add(new Output.Facts(ReplayFigures.facts(run), sentence));
    outputs.add(new Output.Chart(ReplayFigures.trace(where, run), sentence));
    outputs.add(ReplayFigures.decisions(run));
    ReplayFigures.asks(run).ifPresent(outputs::add);
    outputs.addAll(ScalerFindings.of(scaler, scenario));
    ReplayFigures.ignored(run).ifPresent(outputs::add);
    return Result.of(run, outputs).withMachine(WORD, machine(where, scores, 0));
  }
}
