// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import loopbench.cluster.Cohort;
import loopbench.plant.load.RequestStream;
import loopbench.plant.pool.Answers;
import loopbench.plant.pool.Attainment;
import loopbench.plant.pool.Handover;
import loopbench.scaling.keda.SpecProblem;
import loopbench.signal.Evaluation;
import loopbench.signal.Exposition;
import loopbench.signal.Expr;
import loopbench.signal.Query;
import loopbench.signal.Rules;
import loopbench.signal.Scrapes;

/**
 * Runs pools in closed loop: replicas change the signals that change the replicas.
 *
 * <p>Within one instant the order is: requests, admission controllers observe, pods become ready or
 * go, scrape, rules, KEDA's polls, the HPAs' syncs, what of their asks the budget admits. Pools
 * come in the scenario's order.
 *
 * <p>A split pool is run in steps of a quarter of a second at most, since its parts see each other
 * only at the end of a step.
 */
public final class PoolLoop {
  private static final long SPLIT_STEP_MS = 250;

  private PoolLoop() {}

  /**
   * Runs a scenario to its end.
   *
   * @throws IllegalArgumentException when {@link PoolScenario#problems} finds something
   */
  public static PoolTrace run(PoolScenario scenario) {
    return run(scenario, () -> false);
  }

  /**
   * Runs a scenario until it ends or is stopped.
   *
   * @param stop asked at each instant; what has been run until then is returned
   */
  public static PoolTrace run(PoolScenario scenario, BooleanSupplier stop) {
    List<SpecProblem> problems = scenario.problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          problems.stream()
              .map(p -> p.path() + ": " + p.message())
              .collect(Collectors.joining(" ")));
    }
    return new Running(scenario).toTheEnd(stop);
  }

  /**
   * Runs a scenario and keeps every metric of every scrape, asked for or not.
   *
   * @param exposition takes the scrapes; when it is full the run ends
   * @param stop asked at each instant
   * @return whether all scrapes are in it
   */
  public static boolean expose(PoolScenario scenario, Exposition exposition, BooleanSupplier stop) {
    if (!scenario.problems().isEmpty()) {
      throw new IllegalArgumentException("the scenario has problems: " + scenario.problems());
    }
    Running running = new Running(scenario, exposition);
    running.toTheEnd(() -> running.full || stop.getAsBoolean());
    return !running.full && !stop.getAsBoolean();
  }

  private static final class Running {
    private final Exposition exposition; // null where nobody asks for all
    private boolean full;
    private final PoolScenario scenario;
    private final PoolScenario.Prometheus prometheus;
    private final List<PoolActor> actors = new ArrayList<>();
    private final List<PoolSeries> series = new ArrayList<>();
    private final Map<PoolActor, PoolActor> behind = new LinkedHashMap<>();
    private final Scrapes scraped;
    private final Cohort cohort;
    private final Rules.Recorder rules;
    private long scrapes;
    private long evaluations;

    Running(PoolScenario scenario) {
      this(scenario, null);
    }

    Running(PoolScenario scenario, Exposition exposition) {
      this.scenario = scenario;
      this.exposition = exposition;
      this.prometheus = scenario.prometheus();
      List<Query> queries = scenario.queries();
      Scrapes store =
          new Scrapes(
              queries.stream()
                  .mapToLong(Evaluation::looksBackMs)
                  .max()
                  .orElse(Scrapes.LOOKBACK_MS));
      cohort = new Cohort(scenario.nodeGpus());
      Predicate<String> wanted = exposition == null ? wanted(queries) : name -> true;
      Map<String, Handover> handovers = new HashMap<>();
      Map<String, PoolActor> byName = new HashMap<>();
      Map<String, Answers> ends = new HashMap<>();
      scraped = store;
      for (int i = 0; i < scenario.pools().size(); i++) {
        Pool pool = ofOneGateway(scenario.pools().get(i));
        boolean back = !pool.from().isEmpty();
        boolean front =
            !pool.name().isEmpty()
                && scenario.pools().stream().anyMatch(other -> other.from().equals(pool.name()));
        Attainment attainment =
            back
                ? byName.get(pool.from()).attainment()
                : new Attainment(scenario.objectives().ttftS(), scenario.objectives().tpotS());
        RequestStream requests =
            back ? handovers.get(pool.from()) : pool.load().orElseThrow().start(seed(i));
        AdmissionGate gate = gate(pool, requests, attainment);
        if (gate != null) {
          requests = gate;
        }
        // Behind a split pool's gate the part that answers tells it how late the answers are.
        Answers answers = back ? ends.get(pool.from()) : gate == null ? attainment : gate;
        ends.put(pool.name(), answers);
        Handover handover = front ? new Handover(requests) : null;
        if (front) {
          handovers.put(pool.name(), handover);
        }
        PoolActor actor =
            new PoolActor(
                scenario,
                pool,
                front ? handover.asked() : requests,
                gate,
                handover,
                attainment,
                answers,
                store);
        if (back) {
          behind.put(byName.get(pool.from()), actor);
        }
        byName.put(pool.name(), actor);
        actors.add(actor);
        cohort.join(actor.deployment, pool.quota());
        series.add(
            new PoolSeries(
                pool.identity(),
                pool.exposure(),
                front ? PoolSeries.Part.FRONT : back ? PoolSeries.Part.BACK : PoolSeries.Part.WHOLE,
                actor.plant,
                actor.deployment,
                store,
                wanted));
      }
      rules = scenario.rules().start(store);
    }

    /** One process lets requests into both parts of a split pool, so both lose it together. */
    private Pool ofOneGateway(Pool pool) {
      return scenario.pools().stream()
          .filter(front -> front.name().equals(pool.from()) && !pool.from().isEmpty())
          .findFirst()
          .map(
              front ->
                  pool.withModel(
                      pool.model()
                          .withGateway(
                              pool.model()
                                  .gateway()
                                  .withRestartS(front.model().gateway().restartS()))))
          .orElse(pool);
    }

    private AdmissionGate gate(Pool pool, RequestStream load, Attainment attainment) {
      return pool.admission()
          .map(
              admission ->
                  new AdmissionGate(
                      admission,
                      load,
                      attainment,
                      2 + (int) (scenario.durationS() * 1000 / admission.settings().dtMs())))
          .orElse(null);
    }

    /**
     * The first pool's requests are those of the scenario's seed, whatever other pools there are.
     */
    private long seed(int index) {
      return index == 0 ? scenario.seed() : scenario.seed() * 31 + index;
    }

    /** Which metrics are asked for; all, where a query leaves the name open. */
    private static Predicate<String> wanted(List<Query> queries) {
      Set<String> names = new HashSet<>();
      for (Query query : queries) {
        for (Expr.Selector selector : query.selectors()) {
          if (selector.metric().isEmpty()) {
            return name -> true;
          }
          names.add(selector.metric());
        }
      }
      return names::contains;
    }

    PoolTrace toTheEnd(BooleanSupplier stop) {
      long endMs = Math.round(scenario.durationS() * 1000);
      long nowMs = 0;
      while (nowMs <= endMs && !stop.getAsBoolean()) {
        at(nowMs);
        long next = next(nowMs);
        if (nowMs < endMs && next > endMs) {
          next = endMs; // so that what happens up to the end has happened
        }
        nowMs = next;
      }
      actors.forEach(PoolActor::end);
      return new PoolTrace(scenario, actors.stream().map(actor -> actor.run).toList());
    }

    private long next(long nowMs) {
      long next = Math.min(scrapeMs(), ruleMs());
      for (PoolActor actor : actors) {
        next = Math.min(next, actor.nextObserveMs());
        next = Math.min(next, actor.nextSyncMs());
        next = Math.min(next, actor.nextPollMs());
        next = Math.min(next, actor.deployment.nextMs());
      }
      next = behind.isEmpty() ? next : Math.min(next, nowMs + SPLIT_STEP_MS);
      return Math.max(next, nowMs + 1);
    }

    private long scrapeMs() {
      return Math.round((prometheus.scrapeOffsetS() + scrapes * prometheus.scrapeS()) * 1000);
    }

    private long ruleMs() {
      return Math.round((prometheus.ruleOffsetS() + evaluations * prometheus.ruleS()) * 1000);
    }

    private void at(long nowMs) {
      for (PoolActor actor : actors) {
        actor.plant.advance(nowMs / 1000.0);
      }
      for (PoolActor actor : actors) {
        if (actor.nextObserveMs() <= nowMs) {
          actor.observe(nowMs);
        }
      }
      for (PoolActor actor : actors) {
        actor.deployment.advance(nowMs);
      }
      cohort.settle();
      behind.forEach(
          (front, back) -> {
            double saturation = back.plant.saturation();
            front.plant.setOtherStage(Double.isNaN(saturation) ? 0 : saturation);
          });
      boolean down = prometheus.outage().filter(outage -> outage.at(nowMs)).isPresent();
      if (scrapeMs() <= nowMs) {
        scrapes++;
        if (!down) {
          series.forEach(pool -> pool.scrape(nowMs));
          full |= exposition != null && !exposition.take(nowMs, scraped);
        }
      }
      if (ruleMs() <= nowMs) {
        evaluations++;
        if (!down) {
          rules.record(nowMs);
        }
      }
      boolean asked = false;
      for (PoolActor actor : actors) {
        if (actor.nextPollMs() <= nowMs) {
          actor.poll(nowMs);
          asked = true;
        }
      }
      for (PoolActor actor : actors) {
        if (actor.nextSyncMs() <= nowMs) {
          actor.sync(nowMs);
          asked = true;
        }
      }
      if (asked) {
        cohort.settle();
      }
    }
  }
}
