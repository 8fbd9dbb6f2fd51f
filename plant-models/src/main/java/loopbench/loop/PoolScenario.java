// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import loopbench.flow.FlowSettings;
import loopbench.knob.Knob;
import loopbench.knob.Range;
import loopbench.plant.Problem;
import loopbench.plant.load.LoadModel;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.scaling.keda.SpecProblem;
import loopbench.scaling.keda.Trigger;
import loopbench.signal.Evaluation;
import loopbench.signal.Query;
import loopbench.signal.Refusal;
import loopbench.signal.Rules;

/**
 * Pools with their loads and scalers, one Prometheus that watches them, and GPUs that they share.
 *
 * @param pools in the order in which things that happen at one instant are taken
 * @param prometheus when it scrapes and evaluates rules
 * @param rules what it records
 * @param nodeGpus how many GPUs there really are, whatever the quotas say
 * @param objectives what counts as served well
 * @param durationS how long is run, seconds
 * @param seed of all chance
 */
public record PoolScenario(
    List<Pool> pools,
    Prometheus prometheus,
    Rules rules,
    int nodeGpus,
    Objectives objectives,
    double durationS,
    long seed) {
  private static final double LONGEST_S = 100 * 86_400.0;
  private static final int MOST_SYNCS = 1_000_000;

  /**
   * When Prometheus works, seconds.
   *
   * @param scrapeS from one scrape to the next
   * @param scrapeOffsetS the first scrape
   * @param ruleS from one evaluation of the rules to the next
   * @param ruleOffsetS the first evaluation
   * @param outage while it neither scrapes nor answers
   */
  public record Prometheus(
      double scrapeS,
      double scrapeOffsetS,
      double ruleS,
      double ruleOffsetS,
      Optional<Outage> outage) {
    /** The guides': EPP and pods every 5 s, rules every 15 s. */
    public static final Prometheus DEFAULTS = new Prometheus(5, 0, 15, 0, Optional.empty());

    /** From a time until another, seconds. */
    public record Outage(double fromS, double toS) {
      boolean at(long nowMs) {
        return nowMs >= fromS * 1000 && nowMs < toS * 1000;
      }
    }

    public Prometheus {
      for (double period : new double[] {scrapeS, ruleS}) {
        if (!(period >= 0.1 && period <= 3600)) {
          throw new IllegalArgumentException(
              "scrape and rules must be from 0.1 to 3600 s, were " + scrapeS + " and " + ruleS);
        }
      }
      if (!(scrapeOffsetS >= 0 && scrapeOffsetS <= 3600)
          || !(ruleOffsetS >= 0 && ruleOffsetS <= 3600)) {
        throw new IllegalArgumentException(
            "offsets must be from 0 to 3600 s, were " + scrapeOffsetS + " and " + ruleOffsetS);
      }
    }

    public Prometheus withScrapeS(double newScrapeS) {
      return new Prometheus(newScrapeS, scrapeOffsetS, ruleS, ruleOffsetS, outage);
    }

    public Prometheus withRuleS(double newRuleS) {
      return new Prometheus(scrapeS, scrapeOffsetS, newRuleS, ruleOffsetS, outage);
    }

    public Prometheus withOffsets(double newScrapeOffsetS, double newRuleOffsetS) {
      return new Prometheus(scrapeS, newScrapeOffsetS, ruleS, newRuleOffsetS, outage);
    }

    public Prometheus withOutage(double fromS, double toS) {
      return new Prometheus(
          scrapeS, scrapeOffsetS, ruleS, ruleOffsetS, Optional.of(new Outage(fromS, toS)));
    }
  }

  /**
   * What counts as served well.
   *
   * @param ttftS at most so many seconds to the first token
   * @param tpotS at most so many seconds per token after it
   */
  public record Objectives(double ttftS, double tpotS) {
    /** 3 s and 100 ms. */
    public static final Objectives DEFAULTS = new Objectives(3, 0.1);

    public Objectives {
      if (!(ttftS > 0 && tpotS > 0)) {
        throw new IllegalArgumentException(
            "objectives must be above 0 s, were " + ttftS + " and " + tpotS);
      }
    }
  }

  public PoolScenario {
    pools = List.copyOf(pools);
  }

  /** One pool or several, with defaults for all else. */
  public static PoolScenario of(double durationS, long seed, Pool... pools) {
    return new PoolScenario(
        List.of(pools),
        Prometheus.DEFAULTS,
        Rules.NONE,
        Integer.MAX_VALUE,
        Objectives.DEFAULTS,
        durationS,
        seed);
  }

  public PoolScenario withPools(List<Pool> newPools) {
    return new PoolScenario(newPools, prometheus, rules, nodeGpus, objectives, durationS, seed);
  }

  public PoolScenario withPool(int index, Pool pool) {
    List<Pool> next = new ArrayList<>(pools);
    next.set(index, pool);
    return withPools(next);
  }

  public PoolScenario withPrometheus(Prometheus newPrometheus) {
    return new PoolScenario(pools, newPrometheus, rules, nodeGpus, objectives, durationS, seed);
  }

  public PoolScenario withRules(Rules newRules) {
    return new PoolScenario(pools, prometheus, newRules, nodeGpus, objectives, durationS, seed);
  }

  public PoolScenario withNodeGpus(int newNodeGpus) {
    return new PoolScenario(pools, prometheus, rules, newNodeGpus, objectives, durationS, seed);
  }

  public PoolScenario withObjectives(Objectives newObjectives) {
    return new PoolScenario(pools, prometheus, rules, nodeGpus, newObjectives, durationS, seed);
  }

  public PoolScenario withDurationS(double newDurationS) {
    return new PoolScenario(pools, prometheus, rules, nodeGpus, objectives, newDurationS, seed);
  }

  public PoolScenario withSeed(long newSeed) {
    return new PoolScenario(pools, prometheus, rules, nodeGpus, objectives, durationS, newSeed);
  }

  /** How often a controller observes during the run. */
  int observations(FlowSettings flow) {
    return (int) Math.min(MOST_SYNCS, durationS * 1000 / flow.dtMs());
  }

  /** How a pool's parts are called: {@code scaler} alone, or {@code pools.a.scaler}. */
  private static String path(Pool pool) {
    return pool.name().isEmpty() ? "" : "pools." + pool.name() + ".";
  }

  /**
   * Why this cannot be run; empty when it can. Paths are those of {@link #knobs}, and below {@code
   * scaler.} the manifest's.
   */
  public List<SpecProblem> problems() {
    List<SpecProblem> problems = new ArrayList<>();
    if (pools.isEmpty()) {
      problems.add(new SpecProblem("pools", "There is no pool to run."));
    }
    if (!(durationS > 0 && durationS <= LONGEST_S)) {
      problems.add(
          new SpecProblem(
              "for", "for must be above 0 s and at most 100 days, was " + durationS + " s."));
    }
    if (nodeGpus < 0) {
      problems.add(new SpecProblem("gpus", "gpus must be 0 or more, was " + nodeGpus + "."));
    }
    Set<String> names = new HashSet<>();
    for (Pool pool : pools) {
      if (!names.add(pool.name())) {
        problems.add(
            new SpecProblem("pools", "There are two pools called \"" + pool.name() + "\"."));
      }
      problems(pool, problems);
    }
    rules.refusals().forEach((rule, refusals) -> refused("rules." + rule, refusals, problems));
    return List.copyOf(problems);
  }

  private void problems(Pool pool, List<SpecProblem> problems) {
    for (Problem problem : pool.model().problems()) {
      problems.add(new SpecProblem(path(pool) + "plant." + problem.field(), problem.message()));
    }
    pool.load()
        .ifPresent(
            load ->
                load.problems()
                    .forEach(
                        p ->
                            problems.add(
                                new SpecProblem(path(pool) + "load." + p.field(), p.message()))));
    if (pool.load().isPresent() != pool.from().isEmpty()) {
      problems.add(
          new SpecProblem(
              path(pool) + "load", "A pool needs a load or another pool whose requests it gets."));
    }
    pool.gate().ifPresent(gate -> problems(pool, gate, problems));
    if (!pool.from().isEmpty()) {
      int from = index(pool.from());
      if (from < 0 || from >= pools.indexOf(pool)) {
        problems.add(
            new SpecProblem(
                path(pool) + "from",
                "There is no pool called "
                    + pool.from()
                    + " before "
                    + pool.name()
                    + " that could hand its requests over."));
      } else if (pools.stream().filter(p -> p.from().equals(pool.from())).count() > 1) {
        problems.add(
            new SpecProblem(
                path(pool) + "from", "The pool " + pool.from() + " can hand over to one pool."));
      }
    }
    if (pool.gpusPerReplica() < 1) {
      problems.add(
          new SpecProblem(
              path(pool) + "plant.budget.gpus-per-replica",
              "gpus-per-replica must be 1 or more, was " + pool.gpusPerReplica() + "."));
    }
    if (durationS / pool.scaling().hpa().syncS() > MOST_SYNCS) {
      problems.add(
          new SpecProblem(
              path(pool) + "scaler.hpa.sync",
              "A sync every "
                  + pool.scaling().hpa().syncS()
                  + " s makes more than "
                  + MOST_SYNCS
                  + " syncs; take a longer sync or a shorter run."));
    }
    if (pool.scaling() instanceof Scaling.Scaled scaled) {
      problems(path(pool) + "scaler.", scaled.scaler(), problems);
    }
  }

  private void problems(Pool pool, GateSettings gate, List<SpecProblem> problems) {
    String path = path(pool) + "flow";
    double observations = durationS * 1000 / gate.flow().dtMs();
    if (!(gate.flow().dtMs() >= 1 && observations <= MOST_SYNCS)) {
      problems.add(
          new SpecProblem(
              path + ".dt",
              "dt must be at least 1 ms and give at most "
                  + MOST_SYNCS
                  + " observations, was "
                  + gate.flow().dtMs()
                  + " ms."));
    }
    if (!pool.from().isEmpty()) {
      problems.add(
          new SpecProblem(
              path,
              "The decode half of a split gets the requests that were admitted to the prefill half."));
    }
    boolean split = pools.stream().anyMatch(other -> other.from().equals(pool.name()));
    if (!pool.name().isEmpty() && split && gate.measures() == GateSettings.Measure.E2E) {
      problems.add(
          new SpecProblem(
              path(pool) + "measures",
              "Of a split pool only the time to the first token is measured in the prefill half."));
    }
  }

  private static void problems(String path, ScaledObject scaler, List<SpecProblem> problems) {
    for (SpecProblem problem : scaler.problems()) {
      problems.add(new SpecProblem(path + problem.path(), problem.message()));
    }
    for (int i = 0; i < scaler.triggers().size(); i++) {
      Trigger trigger = scaler.triggers().get(i);
      if (trigger.isPrometheus()) {
        refused(
            path + scaler.triggerPath(i) + ".query",
            Evaluation.refusals(Query.read(trigger.metadata().getOrDefault("query", ""))),
            problems);
      } else if (!trigger.isResource()) {
        problems.add(
            new SpecProblem(
                path + scaler.triggerPath(i),
                "Only prometheus triggers can be run on a pool; "
                    + scaler.triggerName(i)
                    + " is of type "
                    + trigger.type()
                    + "."));
      }
    }
  }

  private static void refused(String path, List<Refusal> refusals, List<SpecProblem> problems) {
    for (Refusal refusal : refusals) {
      problems.add(new SpecProblem(path, refusal.text() + ": " + refusal.why()));
    }
  }

  private int index(String name) {
    for (int i = 0; i < pools.size(); i++) {
      if (pools.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Everything that may be turned, by path: {@code scaler.triggers.<name>.threshold}, {@code
   * plant.warm-up}, {@code load.requests}, {@code scrape}; with several pools {@code
   * pools.a.scaler...}.
   */
  public List<Knob<PoolScenario>> knobs() {
    List<Knob<PoolScenario>> knobs = new ArrayList<>();
    for (int i = 0; i < pools.size(); i++) {
      knobs(i, knobs);
    }
    knobs.add(
        new Knob<>(
            "plant.scrape",
            "s",
            Range.linear(1, 120),
            "How often metrics are scraped.",
            s -> s.prometheus.scrapeS(),
            (s, v) -> s.withPrometheus(s.prometheus.withScrapeS(v))));
    knobs.add(
        new Knob<>(
            "plant.rules",
            "s",
            Range.linear(1, 120),
            "How often recording rules are evaluated.",
            s -> s.prometheus.ruleS(),
            (s, v) -> s.withPrometheus(s.prometheus.withRuleS(v))));
    return List.copyOf(knobs);
  }

  /** The knob of a path, if there is one. */
  public Optional<Knob<PoolScenario>> knob(String path) {
    return knobs().stream().filter(knob -> knob.name().equals(path)).findFirst();
  }

  private void knobs(int index, List<Knob<PoolScenario>> knobs) {
    Pool pool = pools.get(index);
    String path = path(pool);
    for (Knob<PoolModel> knob : pool.model().knobs()) {
      knobs.add(within(path + "plant.", index, knob, Pool::model, Pool::withModel));
    }
    pool.load()
        .ifPresent(
            load -> {
              for (Knob<LoadModel> knob : load.knobs()) {
                knobs.add(
                    within(
                        path + "load.", index, knob, p -> p.load().orElseThrow(), Pool::withLoad));
              }
            });
    if (pool.gate().isPresent()) {
      for (Knob<FlowSettings> knob : FlowSettings.KNOBS) {
        knobs.add(
            within(
                path + "flow.",
                index,
                knob,
                p -> p.gate().orElseThrow().flow(),
                (p, f) -> p.withGate(p.gate().orElseThrow().withFlow(f))));
      }
    }
    if (pool.scaling() instanceof Scaling.Scaled scaled) {
      for (Knob<ScaledObject> knob : ScalerKnobs.of(scaled.scaler())) {
        knobs.add(
            within(
                path + "scaler.",
                index,
                knob,
                p -> scaled(p).scaler(),
                (p, s) -> p.withScaling(scaled(p).withScaler(s))));
      }
      for (Knob<HpaConstants> knob : HPA) {
        knobs.add(
            within(
                path + "scaler.hpa.",
                index,
                knob,
                p -> scaled(p).hpa(),
                (p, h) -> p.withScaling(scaled(p).withHpa(h))));
      }
    }
    knobs.add(
        new Knob<>(
            path + (pool.scaling() instanceof Scaling.Fixed ? "replicas" : "scaler.replicas"),
            "replicas",
            Range.linear(0, 100),
            "What runs at the start.",
            s -> s.pools.get(index).scaling().startReplicas(),
            (s, v) -> s.withPool(index, started(s.pools.get(index), (int) Math.rint(v)))));
  }

  private static Pool started(Pool pool, int replicas) {
    return pool.withScaling(
        pool.scaling()
            .match(
                new Scaling.Cases<Scaling>() {
                  @Override
                  public Scaling scaled(Scaling.Scaled scaled) {
                    return scaled.withStartReplicas(replicas);
                  }

                  @Override
                  public Scaling fixed(Scaling.Fixed fixed) {
                    return new Scaling.Fixed(replicas);
                  }
                }));
  }

  private static Scaling.Scaled scaled(Pool pool) {
    return (Scaling.Scaled) pool.scaling();
  }

  private static <T> Knob<PoolScenario> within(
      String path, int index, Knob<T> knob, Function<Pool, T> get, BiFunction<Pool, T, Pool> with) {
    return new Knob<>(
        path + knob.name(),
        knob.unit(),
        knob.range(),
        knob.about(),
        s -> knob.get(get.apply(s.pools.get(index))),
        (s, v) -> {
          Pool pool = s.pools.get(index);
          return s.withPool(index, with.apply(pool, knob.with(get.apply(pool), v)));
        });
  }

  private static final List<Knob<HpaConstants>> HPA =
      List.of(
          hpa(
              "tolerance",
              "",
              Range.linear(0, 1),
              "how far a metric may be off its target without effect",
              HpaConstants::tolerance,
              HpaConstants::withTolerance),
          hpa(
              "downscaleStabilization",
              "s",
              Range.linear(0, 3600),
              "how long asks are remembered on the way down, where no behavior says otherwise",
              HpaConstants::downscaleStabilizationS,
              HpaConstants::withDownscaleStabilizationS),
          hpa(
              "sync",
              "s",
              Range.linear(1, 120),
              "time from one sync to the next",
              HpaConstants::syncS,
              HpaConstants::withSyncS),
          hpa(
              "first",
              "s",
              Range.linear(0, 120),
              "time of the first sync",
              HpaConstants::firstS,
              HpaConstants::withFirstS));

  private static Knob<HpaConstants> hpa(
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<HpaConstants> get,
      BiFunction<HpaConstants, Double, HpaConstants> with) {
    return new Knob<>(name, unit, range, about, get, with);
  }

  /** All queries that anybody will ask: the scalers' and the rules'. */
  List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (Pool pool : pools) {
      if (pool.scaling() instanceof Scaling.Scaled scaled) {
        for (Trigger trigger : scaled.scaler().triggers()) {
          if (trigger.isPrometheus()) {
            queries.add(Query.read(trigger.metadata().getOrDefault("query", "")));
          }
        }
      }
    }
    rules.rules().forEach(rule -> queries.add(rule.query()));
    return queries;
  }
}
