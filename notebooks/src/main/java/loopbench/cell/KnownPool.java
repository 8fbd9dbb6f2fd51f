// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.loop.Pool;
import loopbench.loop.PoolScenario;
import loopbench.plant.Schedule;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Demand;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestTrace;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.Quantiles;
import loopbench.plant.pool.Role;
import loopbench.plant.pool.Serving;
import loopbench.scaling.lint.PoolFacts;

/** What a manifest can be judged by once it is joined with a plant and a load. */
final class KnownPool {
  /** Nine in ten of a normal law lie below so many deviations above its mean. */
  private static final double NINE_IN_TEN = 1.2815515655446004;

  /** A trace's peak is its busiest minute. */
  private static final double TRACED_S = 60;

  private static final int MOST_MINUTES = 1_000_000;

  private KnownPool() {}

  /**
   * @param plant the address of the plant's cell, for sentences
   */
  static PoolFacts of(PoolScenario scenario, Pool pool, String plant) {
    PoolModel model = pool.model();
    Gateway gateway = model.gateway();
    Serving serving = model.serving();
    PoolFacts facts =
        PoolFacts.NONE
            .withWarmUpS(model.warmUpS())
            .withScrapeS(scenario.prometheus().scrapeS())
            .withGateway(
                new PoolFacts.Gateway(
                    gateway.detector() != Gateway.Detector.OFF,
                    gateway.noEndpointTtlS(),
                    gateway.capacityRequests()));
    if (model.role() != Role.DECODE) {
      facts = facts.withPrefill(new PoolFacts.Prefill(serving.prefillPerSecond(), plant));
    }
    if (model.role() != Role.PREFILL) {
      facts =
          facts.withDecode(
              new PoolFacts.Decode(
                  serving.decodeBaseMs() / 1000,
                  serving.decodePerRequestMs() / 1000,
                  serving.kvTokens(),
                  serving.maxRunning()));
    }
    Optional<LoadModel> load = load(scenario, pool);
    return load.isPresent() ? facts.withAsked(asked(load.get(), scenario.durationS())) : facts;
  }

  /** Its own load, or that of the pool that hands requests over to it. */
  private static Optional<LoadModel> load(PoolScenario scenario, Pool pool) {
    return pool.load()
        .or(
            () ->
                scenario.pools().stream()
                    .filter(front -> front.name().equals(pool.from()))
                    .findFirst()
                    .flatMap(Pool::load));
  }

  /**
   * What a load asks.
   *
   * @param durationS how long is looked at, seconds
   */
  static PoolFacts.Asked asked(LoadModel load, double durationS) {
    double[] prompt = meanAndP90(load, load.prompt(), true);
    Optional<PoolFacts.Clients> clients =
        load.arrivals() instanceof Arrivals.Closed closed
            ? Optional.of(new PoolFacts.Clients(closed.clients(), closed.thinkS()))
            : Optional.empty();
    return new PoolFacts.Asked(
        peak(load.arrivals(), durationS),
        clients,
        prompt[0],
        prompt[1],
        1 - load.prefixHit(),
        meanAndP90(load, load.output(), false)[0],
        load.streaming());
  }

  // ---- how much ----------------------------------------------------------------------------

  /** The most requests a second within a run; empty where the pool sets the pace. */
  private static OptionalDouble peak(Arrivals arrivals, double durationS) {
    return arrivals.match(
        new Arrivals.Cases<OptionalDouble>() {
          @Override
          public OptionalDouble open(Arrivals.Open open) {
            return OptionalDouble.of(open.demand().match(highest(durationS)));
          }

          @Override
          public OptionalDouble closed(Arrivals.Closed closed) {
            return OptionalDouble.empty();
          }

          @Override
          public OptionalDouble traced(Arrivals.Traced traced) {
            return busiestMinute(traced, durationS);
          }
        });
  }

  private static Demand.Cases<Double> highest(double durationS) {
    return new Demand.Cases<>() {
      @Override
      public Double steps(Demand.Steps demand) {
        return demand.perSecond().steps().stream()
            .filter(step -> step.fromS() < durationS)
            .mapToDouble(Schedule.Step::value)
            .max()
            .orElse(0);
      }

      @Override
      public Double ramp(Demand.Ramp ramp) {
        return Math.max(ramp.from(), ramp.at(durationS));
      }

      @Override
      public Double diurnal(Demand.Diurnal diurnal) {
        return diurnal.at(Math.min(durationS, diurnal.periodS() / 2));
      }
    };
  }

  private static OptionalDouble busiestMinute(Arrivals.Traced traced, double durationS) {
    double lastS = Math.min(durationS, traced.endS().orElse(0));
    if (lastS < TRACED_S || lastS / TRACED_S >= MOST_MINUTES) {
      return OptionalDouble.empty();
    }
    int[] requests = new int[(int) (lastS / TRACED_S)]; // whole minutes
    for (int i = 0; i < traced.trace().size(); i++) {
      int minute = (int) (traced.trace().arrivalS(i) / traced.speed() / TRACED_S);
      if (minute < requests.length) {
        requests[minute]++;
      }
    }
    int most = 0;
    for (int count : requests) {
      most = Math.max(most, count);
    }
    return OptionalDouble.of(most * traced.rate() / TRACED_S);
  }

  // ---- how long ----------------------------------------------------------------------------

  private static double[] meanAndP90(LoadModel load, Lengths lengths, boolean prompt) {
    double mean = lengths.mean();
    double p90 =
        switch (lengths.law()) {
          case CONSTANT -> mean;
          case NORMAL -> mean + NINE_IN_TEN * lengths.sd();
          case LOGNORMAL -> {
            double variation = lengths.sd() / mean;
            double sigma = Math.sqrt(Math.log1p(variation * variation));
            yield mean * Math.exp(NINE_IN_TEN * sigma - sigma * sigma / 2);
          }
          case TRACED -> Double.NaN;
        };
    if (load.arrivals() instanceof Arrivals.Traced traced && lengths.law() == Lengths.Law.TRACED) {
      RequestTrace trace = traced.trace();
      Quantiles quantiles = new Quantiles();
      for (int i = 0; i < trace.size(); i++) {
        quantiles.add(prompt ? trace.promptTokens(i) : trace.outputTokens(i));
      }
      return new double[] {quantiles.mean(), Math.rint(quantiles.quantile(0.9))};
    }
    return new double[] {mean, Math.rint(Math.max(lengths.min(), Math.min(lengths.max(), p90)))};
  }
}
