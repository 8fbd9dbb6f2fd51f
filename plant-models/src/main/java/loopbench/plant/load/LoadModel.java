// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import loopbench.knob.Knob;
import loopbench.knob.Range;
import loopbench.plant.Problem;
import loopbench.plant.Schedule;

/**
 * What is asked of a pool.
 *
 * @param arrivals when requests come
 * @param prompt how long prompts are
 * @param output how long answers are
 * @param prefixHit the share of each prompt that a prefix cache holds, 0 to 1
 * @param streaming the share of requests whose client reads tokens as they come, 0 to 1
 */
public record LoadModel(
    Arrivals arrivals, Lengths prompt, Lengths output, double prefixHit, double streaming) {

  /** An open load without prefix hits, all of it streaming. */
  public static LoadModel open(
      Schedule requestsPerSecond, Spacing spacing, Lengths prompt, Lengths output) {
    return new LoadModel(
        new Arrivals.Open(new Demand.Steps(requestsPerSecond), spacing), prompt, output, 0, 1);
  }

  /** A fixed number of clients, without prefix hits, all of it streaming. */
  public static LoadModel closed(int clients, double thinkS, Lengths prompt, Lengths output) {
    return new LoadModel(new Arrivals.Closed(clients, thinkS), prompt, output, 0, 1);
  }

  /** A trace as it was recorded, without prefix hits, all of it streaming. */
  public static LoadModel of(RequestTrace trace) {
    return new LoadModel(new Arrivals.Traced(trace, 1, 1), Lengths.TRACED, Lengths.TRACED, 0, 1);
  }

  public LoadModel withArrivals(Arrivals newArrivals) {
    return new LoadModel(newArrivals, prompt, output, prefixHit, streaming);
  }

  public LoadModel withPrompt(Lengths newPrompt) {
    return new LoadModel(arrivals, newPrompt, output, prefixHit, streaming);
  }

  public LoadModel withOutput(Lengths newOutput) {
    return new LoadModel(arrivals, prompt, newOutput, prefixHit, streaming);
  }

  public LoadModel withPrefixHit(double newPrefixHit) {
    return new LoadModel(arrivals, prompt, output, newPrefixHit, streaming);
  }

  public LoadModel withStreaming(double newStreaming) {
    return new LoadModel(arrivals, prompt, output, prefixHit, newStreaming);
  }

  /** When the last request comes; empty where there is no last one, so that the run must end it. */
  public OptionalDouble endS() {
    return arrivals.endS();
  }

  /** What cannot be; empty when it can. Computing it never throws. */
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>(arrivals.problems());
    problems.addAll(prompt.problems("prompt"));
    problems.addAll(output.problems("output"));
    Amounts.refuseUnless(problems, "prefix-hit", prefixHit, 0, 1, "");
    Amounts.refuseUnless(problems, "streaming", streaming, 0, 1, "");
    boolean traced = arrivals instanceof Arrivals.Traced;
    for (Lengths lengths : List.of(prompt, output)) {
      if (lengths.law() == Lengths.Law.TRACED && !traced) {
        String field = lengths == prompt ? "prompt" : "output";
        problems.add(
            new Problem(
                field, field + " is to be as long as a trace says, but there is no trace."));
      }
    }
    return List.copyOf(problems);
  }

  /**
   * The requests of one run.
   *
   * @throws IllegalArgumentException with the first of {@link #problems}
   */
  public RequestStream start(long seed) {
    for (Problem problem : problems()) {
      throw new IllegalArgumentException(problem.message());
    }
    return new DrawnRequests(this, seed);
  }

  /** What may be turned; the names are those of the cell's fields. */
  public List<Knob<LoadModel>> knobs() {
    List<Knob<LoadModel>> knobs = new ArrayList<>(arrivals.match(ARRIVAL_KNOBS));
    addLengths(knobs, "prompt", prompt, LoadModel::prompt, LoadModel::withPrompt);
    addLengths(knobs, "output", output, LoadModel::output, LoadModel::withOutput);
    knobs.add(
        new Knob<>(
            "prefix-hit",
            "",
            Range.linear(0, 1),
            "The share of each prompt that need not be computed, because a prefix cache holds it.",
            LoadModel::prefixHit,
            LoadModel::withPrefixHit));
    knobs.add(
        new Knob<>(
            "streaming",
            "",
            Range.linear(0, 1),
            "The share of requests that stream; the others read as slow to the first token.",
            LoadModel::streaming,
            LoadModel::withStreaming));
    return List.copyOf(knobs);
  }

  private static void addLengths(
      List<Knob<LoadModel>> knobs,
      String field,
      Lengths lengths,
      java.util.function.Function<LoadModel, Lengths> get,
      BiFunction<LoadModel, Lengths, LoadModel> with) {
    if (lengths.law() == Lengths.Law.TRACED) {
      return;
    }
    knobs.add(
        new Knob<>(
            field + ".mean",
            "tokens",
            Range.log(1, 1_000_000),
            "How long a " + field + " is on average.",
            load -> get.apply(load).mean(),
            (load, value) -> with.apply(load, get.apply(load).withMean(value))));
    if (lengths.law() != Lengths.Law.CONSTANT) {
      knobs.add(
          new Knob<>(
              field + ".sd",
              "tokens",
              Range.linear(0, 100_000),
              "How much a " + field + "'s length varies.",
              load -> get.apply(load).sd(),
              (load, value) -> with.apply(load, get.apply(load).withSd(value))));
    }
  }

  private static Knob<LoadModel> knob(
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<Arrivals> get,
      BiFunction<Arrivals, Double, Arrivals> with) {
    return new Knob<>(
        name,
        unit,
        range,
        about,
        load -> get.applyAsDouble(load.arrivals),
        (load, value) -> load.withArrivals(with.apply(load.arrivals, value)));
  }

  private static final Range PER_SECOND = Range.log(0.001, 100_000).withZero();

  private static final Arrivals.Cases<List<Knob<LoadModel>>> ARRIVAL_KNOBS =
      new Arrivals.Cases<>() {
        @Override
        public List<Knob<LoadModel>> open(Arrivals.Open open) {
          List<Knob<LoadModel>> knobs = new ArrayList<>(open.demand().match(DEMAND_KNOBS));
          if (open.spacing().law() == Spacing.Law.GAMMA) {
            knobs.add(
                knob(
                    "arrivals.cv",
                    "",
                    Range.log(0.1, 10),
                    "How unevenly requests come: 1 is chance, more are bursts.",
                    arrivals -> ((Arrivals.Open) arrivals).spacing().cv(),
                    (arrivals, value) ->
                        new Arrivals.Open(
                            ((Arrivals.Open) arrivals).demand(), Spacing.gamma(value))));
          }
          return knobs;
        }

        @Override
        public List<Knob<LoadModel>> closed(Arrivals.Closed closed) {
          return List.of(
              knob(
                  "clients",
                  "",
                  Range.log(1, 10_000),
                  "How many ask at once; they wait for their answers, so the pool cannot be swamped.",
                  arrivals -> ((Arrivals.Closed) arrivals).clients(),
                  (arrivals, value) ->
                      new Arrivals.Closed(
                          (int) Math.rint(value), ((Arrivals.Closed) arrivals).thinkS())),
              knob(
                  "think",
                  "s",
                  Range.linear(0, 3_600),
                  "How long a client waits between an answer and its next question.",
                  arrivals -> ((Arrivals.Closed) arrivals).thinkS(),
                  (arrivals, value) ->
                      new Arrivals.Closed(((Arrivals.Closed) arrivals).clients(), value)));
        }

        @Override
        public List<Knob<LoadModel>> traced(Arrivals.Traced traced) {
          return List.of(
              knob(
                  "speed",
                  "",
                  Range.log(0.01, 1_000),
                  "How much faster time goes than it did when the trace was recorded.",
                  arrivals -> ((Arrivals.Traced) arrivals).speed(),
                  (arrivals, value) -> {
                    Arrivals.Traced old = (Arrivals.Traced) arrivals;
                    return new Arrivals.Traced(old.trace(), value, old.rate());
                  }),
              knob(
                  "rate",
                  "",
                  Range.log(0.01, 100),
                  "How many requests are asked for each recorded one.",
                  arrivals -> ((Arrivals.Traced) arrivals).rate(),
                  (arrivals, value) -> {
                    Arrivals.Traced old = (Arrivals.Traced) arrivals;
                    return new Arrivals.Traced(old.trace(), old.speed(), value);
                  }));
        }
      };

  private static <D extends Demand> Knob<LoadModel> demandKnob(
      Class<D> shape,
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<D> get,
      BiFunction<D, Double, Demand> with) {
    return knob(
        name,
        unit,
        range,
        about,
        arrivals -> get.applyAsDouble(shape.cast(((Arrivals.Open) arrivals).demand())),
        (arrivals, value) -> {
          Arrivals.Open open = (Arrivals.Open) arrivals;
          return new Arrivals.Open(with.apply(shape.cast(open.demand()), value), open.spacing());
        });
  }

  private static final Demand.Cases<List<Knob<LoadModel>>> DEMAND_KNOBS =
      new Demand.Cases<>() {
        @Override
        public List<Knob<LoadModel>> steps(Demand.Steps demand) {
          List<Knob<LoadModel>> knobs = new ArrayList<>();
          List<Schedule.Step> steps = demand.perSecond().steps();
          for (int i = 0; i < steps.size(); i++) {
            int index = i;
            knobs.add(
                demandKnob(
                    Demand.Steps.class,
                    steps.size() == 1
                        ? "requests"
                        : "requests." + Amounts.plain(steps.get(i).fromS()) + "s",
                    "1/s",
                    PER_SECOND,
                    "How many requests a second are asked.",
                    d -> d.perSecond().steps().get(index).value(),
                    (d, value) -> new Demand.Steps(d.perSecond().with(index, value))));
          }
          return knobs;
        }

        @Override
        public List<Knob<LoadModel>> ramp(Demand.Ramp demand) {
          return List.of(
              demandKnob(
                  Demand.Ramp.class,
                  "shape.from",
                  "1/s",
                  PER_SECOND,
                  "How many requests a second are asked at the start.",
                  Demand.Ramp::from,
                  (d, value) -> new Demand.Ramp(value, d.to(), d.overS())),
              demandKnob(
                  Demand.Ramp.class,
                  "shape.to",
                  "1/s",
                  PER_SECOND,
                  "How many requests a second are asked from the ramp's end on.",
                  Demand.Ramp::to,
                  (d, value) -> new Demand.Ramp(d.from(), value, d.overS())),
              demandKnob(
                  Demand.Ramp.class,
                  "shape.over",
                  "s",
                  Range.log(1, 86_400),
                  "How long the ramp takes.",
                  Demand.Ramp::overS,
                  (d, value) -> new Demand.Ramp(d.from(), d.to(), value)));
        }

        @Override
        public List<Knob<LoadModel>> diurnal(Demand.Diurnal demand) {
          return List.of(
              demandKnob(
                  Demand.Diurnal.class,
                  "shape.peak",
                  "1/s",
                  PER_SECOND,
                  "How many requests a second are asked at noon.",
                  Demand.Diurnal::peak,
                  (d, value) -> new Demand.Diurnal(value, d.trough(), d.periodS())),
              demandKnob(
                  Demand.Diurnal.class,
                  "shape.trough",
                  "1/s",
                  PER_SECOND,
                  "How many requests a second are asked at night.",
                  Demand.Diurnal::trough,
                  (d, value) -> new Demand.Diurnal(d.peak(), value, d.periodS())),
              demandKnob(
                  Demand.Diurnal.class,
                  "shape.period",
                  "s",
                  Range.log(60, 604_800),
                  "From one night to the next.",
                  Demand.Diurnal::periodS,
                  (d, value) -> new Demand.Diurnal(d.peak(), d.trough(), value)));
        }
      };
}
