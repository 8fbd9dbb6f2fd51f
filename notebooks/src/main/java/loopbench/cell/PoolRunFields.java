// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import loopbench.cell.lang.Unit;
import loopbench.cluster.Quota;
import loopbench.flow.FlowSettings;
import loopbench.loop.Measure;
import loopbench.loop.Pool;
import loopbench.loop.PoolAdmission;
import loopbench.loop.PoolLoop;
import loopbench.loop.PoolScenario;
import loopbench.loop.PoolTrace;
import loopbench.loop.Scaling;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.LoadModel;
import loopbench.plant.pool.Role;
import loopbench.scaling.keda.SpecProblem;
import loopbench.signal.Rules;

/**
 * A run on one pool ({@code plant}, {@code load}, {@code scaler} or {@code replicas}, and a {@code
 * flow} before it), or on several that share a Prometheus and a budget ({@code pools}).
 *
 * <p>A pool in the role of decode that names the same load as a pool in the role of prefill is the
 * second half of a split: it gets the other's requests when their prompts are computed.
 */
final class PoolRunFields {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  /** A minute or two of a core, at the speed a pool is simulated at. */
  private static final double MOST_REQUESTS = 1e8;

  private static final int MOST_POOLS = 16;

  private static final List<String> MEASURES =
      Arrays.stream(Measure.values()).map(Measure::token).toList();

  /** One pool as written. */
  private record Written(
      String name,
      Reference plant,
      Reference load,
      Optional<Reference> flow,
      Measure measures,
      Optional<Reference> scaler,
      OptionalInt replicas,
      int line) {}

  /** What was written of one pool, found. */
  private record Found(
      Written written,
      PoolPart plant,
      LoadModel load,
      Optional<FlowSettings> flow,
      Optional<Scaler> scaler) {}

  private PoolRunFields() {}

  static Recipe read(Fields fields, long seed, Optional<String> at, Keep keep) {
    List<Written> pools = new ArrayList<>();
    if (fields.has("pools")) {
      for (String alone : List.of("plant", "load", "flow", "measures", "scaler", "replicas")) {
        if (fields.has(alone)) {
          fields.wrong(alone, alone + " and pools are both given.", "Write it in each pool.");
        }
      }
      fields.nested("pools").ifPresent(all -> several(all, pools));
    } else {
      one("", fields, fields.lineOf("plant")).ifPresent(pools::add);
    }
    OptionalDouble duration = fields.quantity("for", Unit.SECONDS);
    PoolScenario.Objectives objectives =
        fields
            .nested("objectives")
            .map(PoolRunFields::objectives)
            .orElse(PoolScenario.Objectives.DEFAULTS);
    for (String foreign : List.of("rate", "target", "dt", "ticks", "series", "need")) {
      if (fields.has(foreign)) {
        fields.wrong(
            foreign,
            "a run on a pool has no " + foreign + ".",
            foreign.equals("ticks") ? "Write `for: 1h`." : "Take it out.");
      }
    }
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    int forLine = fields.lineOf("for");
    return upstream -> {
      List<Found> found = new ArrayList<>();
      for (Written pool : pools) {
        if (!upstream.holds(pool.plant().address(), PoolPart.class)) {
          return Preparation.wrong(
              CellProblem.of(
                  where,
                  pool.plant().line(),
                  pool.plant().field(),
                  pool.plant().address() + " is no pool, and a load is asked of a pool.",
                  "Name a plant with `model: model-server-pool`, or take the load out."));
        }
        found.add(
            new Found(
                pool,
                upstream.value(pool.plant().address(), PoolPart.class),
                upstream.value(pool.load().address(), LoadModel.class),
                pool.flow().map(f -> upstream.value(f.address(), FlowSettings.class)),
                pool.scaler().map(s -> upstream.value(s.address(), Scaler.class))));
      }
      OptionalDouble lasts = duration.isPresent() ? duration : end(found);
      if (lasts.isEmpty()) {
        return Preparation.wrong(
            CellProblem.of(
                where,
                forLine,
                "for",
                "nothing says how long the run is, and what is asked never ends.",
                "Write `for: 1h`."));
      }
      Optional<CellProblem> apart = apart(where, found);
      if (apart.isPresent()) {
        return Preparation.wrong(apart.get());
      }
      PoolScenario scenario = scenario(found, lasts.getAsDouble(), objectives, seed);
      for (Found one : found) {
        if (tooMuch(one.load(), lasts.getAsDouble())) {
          return Preparation.wrong(
              CellProblem.of(
                  where,
                  one.written().load().line(),
                  one.written().load().field(),
                  one.written().load().address()
                      + " asks more than 100000000 requests within the run.",
                  "Shorten the run, or ask less."));
        }
      }
      List<SpecProblem> problems = scenario.problems();
      if (!problems.isEmpty()) {
        return new Preparation.Wrong(
            problems.stream().map(p -> problem(where, forLine, pools, p)).toList());
      }
      return new Preparation.Ready(
          new RunRecipe.Pools(scenario),
          at.map(sweep -> AtBest.identity(upstream, sweep, where, scenario.toString()))
                  .orElse(scenario.toString())
              + keep.identity(),
          at.stream().toList(),
          (results, control) -> {
            PoolScenario turned = scenario;
            if (at.isPresent()) {
              SweepRun sweep = results.value(at.get(), SweepRun.class);
              RunRecipe.Pools now = new RunRecipe.Pools(scenario);
              turned =
                  sweep.turn(
                      AtBest.made(upstream, sweep, where, where, now, RunRecipe.Pools.class)
                          .scenario());
            }
            return ScalerFindings.joined(run(where, turned, keep, control), turned, scaled(found));
          });
    };
  }

  // ---- reading -----------------------------------------------------------------------------

  private static void several(Fields all, List<Written> pools) {
    for (String name : all.keys()) {
      if (!NAME.matcher(name).matches()) {
        all.wrong(
            name,
            "`" + name + "` cannot be a pool's name.",
            "Names begin with a small letter and hold small letters, digits and hyphens.");
      } else {
        int line = all.lineOf(name);
        all.nested(name)
            .ifPresent(
                pool -> {
                  one(name, pool, line).ifPresent(pools::add);
                  pool.finish();
                });
      }
    }
    if (all.keys().isEmpty() || all.keys().size() > MOST_POOLS) {
      all.wrong(
          "",
          "pools names " + all.keys().size() + " pools.",
          "Write one to "
              + MOST_POOLS
              + ", such as `a: {plant: pool-a, load: rise, scaler: keda}`.");
    }
  }

  private static Optional<Written> one(String name, Fields fields, int line) {
    Optional<Reference> plant = fields.requiredReference("plant", PlantCell.WORD);
    Optional<Reference> load = fields.requiredReference("load", LoadCell.WORD);
    Optional<Reference> flow = fields.reference("flow", FlowCell.WORD);
    String word = fields.word("measures", MEASURES, Measure.TTFT.token());
    Measure measures =
        Arrays.stream(Measure.values())
            .filter(m -> m.token().equals(word))
            .findFirst()
            .orElseThrow();
    if (fields.has("measures") && !fields.has("flow")) {
      fields.wrong(
          "measures",
          "measures says which latency an admission controller holds, and there is none.",
          "Write `flow: <name>` beside it, or take it out.");
    }
    Optional<Reference> scaler = fields.reference("scaler", ScalerCell.WORD);
    OptionalInt replicas = fields.count("replicas", 0, 100_000);
    if (!fields.has("scaler") && !fields.has("replicas")) {
      fields.wrong(
          "scaler",
          "nothing says how many replicas there are.",
          "Write `scaler: <name>`, or `replicas: 8` for a fixed number.");
    }
    return plant.isPresent() && load.isPresent()
        ? Optional.of(
            new Written(name, plant.get(), load.get(), flow, measures, scaler, replicas, line))
        : Optional.empty();
  }

  private static PoolScenario.Objectives objectives(Fields fields) {
    double ttftS = fields.quantity("ttft", Unit.SECONDS, PoolScenario.Objectives.DEFAULTS.ttftS());
    double tpotS = fields.quantity("tpot", Unit.SECONDS, PoolScenario.Objectives.DEFAULTS.tpotS());
    fields.finish();
    for (String field : List.of("ttft", "tpot")) {
      if (!((field.equals("ttft") ? ttftS : tpotS) > 0)) {
        fields.wrong(field, "objectives." + field + " is not above 0.", "Write it like 100ms.");
      }
    }
    return fields.sound()
        ? new PoolScenario.Objectives(ttftS, tpotS)
        : PoolScenario.Objectives.DEFAULTS;
  }

  // ---- the scenario ------------------------------------------------------------------------

  /** When the last of all loads ends; empty where one does not. */
  private static OptionalDouble end(List<Found> found) {
    double last = 0;
    for (Found one : found) {
      if (one.load().endS().isEmpty()) {
        return OptionalDouble.empty();
      }
      last = Math.max(last, one.load().endS().getAsDouble());
    }
    return last > 0 ? OptionalDouble.of(last) : OptionalDouble.empty();
  }

  private static boolean tooMuch(LoadModel load, double durationS) {
    return load.arrivals()
        .match(
            new Arrivals.Cases<Boolean>() {
              @Override
              public Boolean open(Arrivals.Open open) {
                return open.demand().start().until(MOST_REQUESTS) < durationS;
              }

              @Override
              public Boolean closed(Arrivals.Closed closed) {
                return false; // the pool sets the pace
              }

              @Override
              public Boolean traced(Arrivals.Traced traced) {
                return traced.trace().size() * traced.rate() > MOST_REQUESTS;
              }
            });
  }

  /** What one Prometheus and one budget cannot be told in two ways. */
  private static Optional<CellProblem> apart(String where, List<Found> found) {
    PoolPart first = found.get(0).plant();
    Map<String, String> recorded = new LinkedHashMap<>();
    String cohort = null;
    for (Found one : found) {
      PoolPart plant = one.plant();
      String what = "";
      if (plant.scrapeS() != first.scrapeS() || plant.rulesS() != first.rulesS()) {
        what = "the pools are scraped or evaluated at different intervals, by one Prometheus.";
      }
      if (plant.budget().isPresent()) {
        String own = plant.budget().get().cohort();
        if (cohort != null && !cohort.equals(own)) {
          what = "the pools are in two cohorts, " + cohort + " and " + own + ".";
        }
        cohort = own;
      }
      for (Rules.Rule rule : one.scaler().map(s -> s.rules().rules()).orElse(List.of())) {
        String before = recorded.putIfAbsent(rule.name(), rule.query().text());
        if (before != null && !before.equals(rule.query().text())) {
          what = "two scalers record " + rule.name() + " in different ways.";
        }
      }
      if (!what.isEmpty()) {
        return Optional.of(
            CellProblem.of(where, one.written().line(), "pools", what, "Make them agree."));
      }
    }
    return Optional.empty();
  }

  private static PoolScenario scenario(
      List<Found> found, double durationS, PoolScenario.Objectives objectives, long seed) {
    List<Pool> fronts = new ArrayList<>();
    List<Pool> backs = new ArrayList<>();
    List<Rules.Rule> rules = new ArrayList<>();
    for (Found one : found) {
      Optional<Found> front =
          found.stream()
              .filter(other -> one.plant().pool().role() == Role.DECODE)
              .filter(other -> other.plant().pool().role() == Role.PREFILL)
              .filter(
                  other -> other.written().load().address().equals(one.written().load().address()))
              .findFirst();
      Scaling scaling = scaling(one);
      String name = one.written().name();
      Pool pool =
          front.isPresent()
              ? Pool.behind(front.get().written().name(), name, one.plant().pool(), scaling)
              : Pool.of(name, one.plant().pool(), one.load(), scaling);
      Pool gated =
          one.flow()
              .map(f -> pool.withAdmission(new PoolAdmission(f, one.written().measures())))
              .orElse(pool);
      Pool placed =
          one.plant()
              .budget()
              .map(
                  b ->
                      gated.withQuota(
                          new Quota(b.floorGpus(), b.borrowGpus(), b.lendGpus()),
                          b.gpusPerReplica()))
              .orElse(gated);
      (front.isPresent() ? backs : fronts).add(placed);
      for (Rules.Rule rule : one.scaler().map(s -> s.rules().rules()).orElse(List.of())) {
        if (rules.stream().noneMatch(r -> r.name().equals(rule.name()))) {
          rules.add(rule);
        }
      }
    }
    fronts.addAll(backs); // who is handed requests comes after who hands them over
    PoolPart first = found.get(0).plant();
    return PoolScenario.of(durationS, seed, fronts.toArray(Pool[]::new))
        .withPrometheus(
            PoolScenario.Prometheus.DEFAULTS.withScrapeS(first.scrapeS()).withRuleS(first.rulesS()))
        .withRules(new Rules(rules))
        .withObjectives(objectives);
  }

  private static List<ScalerFindings.OnPool> scaled(List<Found> found) {
    List<ScalerFindings.OnPool> scaled = new ArrayList<>();
    for (Found one : found) {
      one.scaler()
          .ifPresent(
              scaler ->
                  scaled.add(
                      new ScalerFindings.OnPool(
                          one.written().name(), one.written().plant().address(), scaler)));
    }
    return scaled;
  }

  private static Scaling scaling(Found one) {
    OptionalInt written = one.written().replicas();
    if (one.scaler().isEmpty()) {
      return new Scaling.Fixed(written.orElse(1));
    }
    Scaler scaler = one.scaler().get();
    OptionalInt start = written.isPresent() ? written : scaler.replicas();
    // A cell's default is minReplicaCount or 1, as a Deployment's is.
    return new Scaling.Scaled(
        scaler.object(), scaler.hpa(), start.orElse(scaler.object().replicas().min().orElse(1)));
  }

  /** A problem of the scenario at the line of the part it is about. */
  private static CellProblem problem(
      String where, int line, List<Written> pools, SpecProblem problem) {
    int at = line;
    for (Written pool : pools) {
      String prefix = pool.name().isEmpty() ? "" : "pools." + pool.name() + ".";
      if (problem.path().startsWith(prefix + "plant")) {
        at = pool.plant().line();
      } else if (problem.path().startsWith(prefix + "load")) {
        at = pool.load().line();
      } else if (problem.path().startsWith(prefix + "flow") && pool.flow().isPresent()) {
        at = pool.flow().get().line();
      } else if (problem.path().startsWith(prefix + "scaler") && pool.scaler().isPresent()) {
        at = pool.scaler().get().line();
      }
    }
    return CellProblem.of(
        where, at, problem.path(), problem.path() + ": " + Sentences.ended(problem.message()), "");
  }

  // ---- running -----------------------------------------------------------------------------

  static Result run(String where, PoolScenario scenario, Keep keep, RunControl control)
      throws CellFailure {
    List<SpecProblem> problems = scenario.problems();
    if (!problems.isEmpty()) { // a sweep's winner that no longer fits
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              problems.get(0).path(),
              problems.get(0).path() + ": " + Sentences.ended(problems.get(0).message()),
              ""));
    }
    PoolTrace trace = PoolLoop.run(scenario, control::cancelled);
    control.check();
    PoolsRun run = PoolsRun.of(trace, keep);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("run", where.substring(where.indexOf('.') + 1));
    if (run.each().size() == 1) {
      json.put("scores", ScoreValues.json(run.scores()));
    } else {
      Map<String, Object> each = new LinkedHashMap<>();
      for (int i = 0; i < run.each().size(); i++) {
        each.put(trace.pools().get(i).pool().name(), ScoreValues.json(run.each().get(i)));
      }
      json.put("scores", each);
    }
    json.put("provenance", Map.of("seed", scenario.seed()));
    return Result.of(run, PoolFigures.outputs(where, run)).withMachine(RunCell.WORD, json);
  }
}
