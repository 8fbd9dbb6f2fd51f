// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.TimeAxis;
import loopbench.plant.Schedule;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Demand;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestStream;

/**
 * What a load shows: requests per second over time and how long they are, from a draw with a fixed
 * seed. A load that never ends is drawn for as long as it changes, and a quarter longer.
 */
final class LoadFigures {
  private static final long SEED = 42;
  private static final int BINS = 120;

  /** What a slider may cost: some tens of milliseconds. */
  private static final int MOST_DRAWN = 200_000;

  /** Nothing is drawn for a recorded request, which costs a tenth. */
  private static final int MOST_REPLAYED = 5_000_000;

  private static final double CONSTANT_S = 600;
  private static final double[] NICE = {1, 2, 5, 10, 15, 30};

  private LoadFigures() {}

  static Result shown(String where, LoadModel load, RunControl control) {
    Drawn drawn = Drawn.of(load, control);
    String sentence = sentence(load, drawn);
    List<Output> outputs = new ArrayList<>();
    outputs.add(new Output.Facts(facts(load, drawn), sentence));
    if (drawn.bins > 0) {
      outputs.add(new Output.Chart(figure(where, load, drawn, sentence), sentence));
    }
    return Result.of(load, outputs);
  }

  // ---- drawing -----------------------------------------------------------------------------

  /** How far to look, seconds; NaN for clients, whose pace the pool decides. */
  static double horizonS(LoadModel load) {
    return load.arrivals()
        .match(
            new Arrivals.Cases<Double>() {
              @Override
              public Double open(Arrivals.Open open) {
                return open.demand().match(LoadFigures.HORIZON);
              }

              @Override
              public Double closed(Arrivals.Closed closed) {
                return Double.NaN;
              }

              @Override
              public Double traced(Arrivals.Traced traced) {
                return traced.endS().getAsDouble();
              }
            });
  }

  private static final Demand.Cases<Double> HORIZON =
      new Demand.Cases<>() {
        @Override
        public Double steps(Demand.Steps demand) {
          List<Schedule.Step> steps = demand.perSecond().steps();
          double lastS = steps.get(steps.size() - 1).fromS();
          return lastS == 0 ? CONSTANT_S : demand.endS().isPresent() ? lastS : 1.25 * lastS;
        }

        @Override
        public Double ramp(Demand.Ramp ramp) {
          return ramp.endS().isPresent() ? ramp.overS() : 1.25 * ramp.overS();
        }

        @Override
        public Double diurnal(Demand.Diurnal diurnal) {
          return 2 * diurnal.periodS();
        }
      };

  /** One draw, counted by time, with the lengths of requests spread evenly over it. */
  private static final class Drawn {
    private final double horizonS;
    private final double binS;
    private final int bins;
    private final long[] counts;
    private long requests;
    private long uncachedTokens;

    /** Until when it was drawn, seconds. */
    private double untilS;

    private final Sample prompts = new Sample();
    private final Sample outputs = new Sample();

    private Drawn(double horizonS) {
      this.horizonS = horizonS;
      this.binS = horizonS > 0 ? nice(horizonS / BINS) : 0;
      this.bins = horizonS > 0 ? (int) Math.ceil(horizonS / binS) : 0;
      this.counts = new long[bins];
    }

    static Drawn of(LoadModel load, RunControl control) {
      boolean closed = load.arrivals() instanceof Arrivals.Closed;
      boolean traced = load.arrivals() instanceof Arrivals.Traced;
      Drawn drawn = new Drawn(closed ? 0 : horizonS(load));
      long most = traced ? MOST_REPLAYED : closed ? 10_000 : MOST_DRAWN;
      RequestStream stream = load.start(SEED);
      drawn.untilS = drawn.horizonS;
      while (stream.nextS() <= drawn.horizonS || closed) {
        if (drawn.requests == most) {
          drawn.untilS = stream.nextS();
          break;
        }
        if (drawn.requests % 65_536 == 0) {
          control.check();
        }
        stream.take();
        drawn.requests++;
        drawn.uncachedTokens += stream.uncachedTokens();
        drawn.prompts.add(stream.promptTokens());
        drawn.outputs.add(stream.outputTokens());
        if (closed) {
          stream.answered(stream.arrivedS(), true);
        } else if (drawn.bins > 0) {
          drawn.counts[Math.min(drawn.bins - 1, (int) (stream.arrivedS() / drawn.binS))]++;
        }
      }
      return drawn;
    }

    boolean cut() {
      return untilS < horizonS;
    }

    double meanRate() {
      return requests / untilS;
    }

    private double endOf(int bin) {
      return Math.min(horizonS, (bin + 1) * binS);
    }

    /** Requests per second by bin; NaN where it was not drawn to the bin's end. */
    double[] rates() {
      double[] rates = new double[bins];
      for (int i = 0; i < bins; i++) {
        double widthS = endOf(i) - i * binS;
        // A sliver at the end would make a spike of one request.
        rates[i] = endOf(i) > untilS || widthS < binS / 4 ? Double.NaN : counts[i] / widthS;
      }
      return rates;
    }

    double[] startsS() {
      double[] starts = new double[bins];
      for (int i = 0; i < bins; i++) {
        starts[i] = i * binS;
      }
      return starts;
    }
  }

  /** A width that reads well: 1, 2, 5, 10, 15 or 30 s, min, and so on. */
  private static double nice(double leastS) {
    double unit = leastS <= 30 ? 1 : leastS <= 1_800 ? 60 : 3_600;
    if (leastS < 1) {
      unit = StrictMath.pow(10, Math.floor(StrictMath.log10(leastS)));
    }
    for (double number : NICE) {
      if (number * unit >= leastS) {
        return number * unit;
      }
    }
    return leastS;
  }

  /** At most so many of a row of numbers, evenly spread: every second one is let go when full. */
  private static final class Sample {
    private static final int MOST = 1 << 17;
    private int[] values = new int[1_024];
    private int size;
    private long seen;
    private long stride = 1;
    private double sum;

    void add(int value) {
      sum += value;
      if (seen++ % stride != 0) {
        return;
      }
      if (size == MOST) {
        for (int i = 0; i < MOST / 2; i++) {
          values[i] = values[2 * i];
        }
        size = MOST / 2;
        stride *= 2;
        if ((seen - 1) % stride != 0) {
          return;
        }
      }
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    double mean() {
      return sum / seen;
    }

    /** The smallest value that so large a share does not exceed. */
    int quantile(double share) {
      int[] sorted = Arrays.copyOf(values, size);
      Arrays.sort(sorted);
      return sorted[(int) Math.max(0, Math.ceil(share * size) - 1)];
    }
  }

  // ---- showing -----------------------------------------------------------------------------

  private static List<Fact> facts(LoadModel load, Drawn drawn) {
    List<Fact> facts = new ArrayList<>();
    if (load.arrivals() instanceof Arrivals.Closed closed) {
      facts.add(Fact.plain("clients", Integer.toString(closed.clients()), ""));
      facts.add(Fact.plain("think", Numbers.brief(closed.thinkS()), "s"));
    } else {
      facts.add(Fact.plain("requests", Long.toString(drawn.requests), ""));
      if (drawn.untilS > 0) {
        facts.add(Fact.plain("mean rate", Numbers.brief(drawn.meanRate()), "/s"));
      }
      double most = Arrays.stream(drawn.rates()).filter(r -> r >= 0).max().orElse(Double.NaN);
      if (most >= 0) {
        facts.add(Fact.plain("busiest " + duration(drawn.binS), Numbers.brief(most), "/s"));
      }
      if (drawn.untilS > 0 && drawn.requests > 0) {
        facts.add(
            Fact.plain(
                "to prefill",
                Numbers.text(Math.rint(drawn.uncachedTokens / drawn.untilS)),
                "tokens/s"));
      }
      OptionalDouble end = load.endS();
      facts.add(
          Fact.plain("ends", end.isPresent() ? duration(end.getAsDouble()) : "with the run", ""));
    }
    if (drawn.requests > 0) {
      lengths(facts, "prompt", drawn.prompts);
      lengths(facts, "output", drawn.outputs);
    }
    return facts;
  }

  private static void lengths(List<Fact> facts, String name, Sample sample) {
    facts.add(Fact.plain(name + " mean", Numbers.text(Math.rint(sample.mean())), "tokens"));
    facts.add(Fact.plain(name + " p50", Integer.toString(sample.quantile(0.5)), "tokens"));
    facts.add(Fact.plain(name + " p99", Integer.toString(sample.quantile(0.99)), "tokens"));
  }

  private static String sentence(LoadModel load, Drawn drawn) {
    if (drawn.requests == 0) {
      return "Nothing is asked.";
    }
    String lengths =
        "prompts of "
            + Numbers.text(Math.rint(drawn.prompts.mean()))
            + " tokens on average (99 % up to "
            + drawn.prompts.quantile(0.99)
            + "), outputs of "
            + Numbers.text(Math.rint(drawn.outputs.mean()))
            + " (99 % up to "
            + drawn.outputs.quantile(0.99)
            + ").";
    if (load.arrivals() instanceof Arrivals.Closed closed) {
      return closed.clients()
          + (closed.clients() == 1 ? " client asks" : " clients ask")
          + " again "
          + duration(closed.thinkS())
          + " after each answer, so that the pool sets the pace; "
          + lengths;
    }
    String requests = drawn.requests + (drawn.requests == 1 ? " request" : " requests");
    return (drawn.untilS > 0
            ? requests
                + " in "
                + duration(drawn.untilS)
                + ", "
                + Numbers.brief(drawn.meanRate())
                + "/s on average; "
            : requests + " at once; ")
        + lengths
        + (drawn.cut() ? " No more were drawn for this picture." : "");
  }

  private static LineFigure figure(String title, LoadModel load, Drawn drawn, String sentence) {
    List<Line> lines = new ArrayList<>();
    planned(load, drawn).ifPresent(lines::add);
    lines.add(Line.steps("asked", drawn.startsS(), drawn.rates(), Look.RATE, ""));
    return new LineFigure(
        title,
        sentence,
        TimeAxis.seconds(0, drawn.horizonS),
        List.of(Panel.of("requests", "/s", lines.toArray(Line[]::new))),
        List.of());
  }

  /** What an open load asks on average, beside what chance made of it. */
  private static Optional<Line> planned(LoadModel load, Drawn drawn) {
    if (!(load.arrivals() instanceof Arrivals.Open open)) {
      return Optional.empty();
    }
    if (open.demand() instanceof Demand.Steps stepped) {
      List<Schedule.Step> steps = stepped.perSecond().steps();
      int n = steps.size();
      double[] timesS = new double[n + 1];
      double[] rates = new double[n + 1];
      for (int i = 0; i < n; i++) {
        timesS[i] = steps.get(i).fromS();
        rates[i] = steps.get(i).value();
      }
      timesS[n] = drawn.horizonS;
      rates[n] = rates[n - 1];
      return Optional.of(Line.steps("on average", timesS, rates, Look.NEED, ""));
    }
    int n = 2 * BINS;
    double[] timesS = new double[n + 1];
    double[] rates = new double[n + 1];
    for (int i = 0; i <= n; i++) {
      timesS[i] = drawn.horizonS * i / n;
      rates[i] = open.demand().at(timesS[i]);
    }
    return Optional.of(Line.of("on average", timesS, rates, Look.NEED, ""));
  }

  private static String duration(double seconds) {
    if (seconds < 120) {
      return Numbers.brief(seconds) + " s";
    }
    return seconds < 7_200
        ? Numbers.brief(seconds / 60) + " min"
        : Numbers.brief(seconds / 3_600) + " h";
  }
}
