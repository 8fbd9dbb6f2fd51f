// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Bound;
import loopbench.figure.Event;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.Peak;
import loopbench.figure.Target;
import loopbench.figure.TimeAxis;
import loopbench.loop.Admission;
import loopbench.loop.FlowTrace;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;

/** What an admission loop's run shows: its facts, its trace, and one sentence. */
final class FlowFigures {
  private FlowFigures() {}

  static List<Fact> facts(FlowRun run) {
    Scores scores = run.scores();
    List<Fact> facts = new ArrayList<>();
    Optional<LoopClass> loopClass =
        run.scenario().admission() instanceof Admission.Controlled
            ? scores.loopClass()
            : Optional.empty();
    loopClass.ifPresent(
        c ->
            facts.add(
                new Fact(
                    "class",
                    c.token(),
                    "",
                    c == LoopClass.SETTLES ? Fact.Standing.GOOD : Fact.Standing.BAD)));
    add(facts, scores, Score.SETTLE, "settles in");
    add(facts, scores, Score.TRANSIENT, "transient");
    add(facts, scores, Score.OVERSHOOT, "overshoot");
    facts.add(Fact.plain("final rate", Numbers.brief(finalRate(run)), "op/s"));
    add(facts, scores, Score.GAIN_MARGIN, "gain margin");
    add(facts, scores, Score.NOISE_GAIN, "noise gain");
    BucketSights sights = BucketSights.of(run);
    if (sights.blind() > 0) {
      facts.add(new Fact("sensor", "blind", sights.counted(), Fact.Standing.WARN));
    }
    return facts;
  }

  private static void add(List<Fact> facts, Scores scores, Score score, String name) {
    if (!scores.has(score)) {
      return;
    }
    double number = scores.get(score);
    Fact.Standing standing =
        score == Score.GAIN_MARGIN && number < 2 || score == Score.NOISE_GAIN && number > 1
            ? Fact.Standing.WARN
            : Fact.Standing.PLAIN;
    facts.add(
        new Fact(
            name,
            Double.isInfinite(number) ? "never" : Numbers.text(Numbers.rounded(number, 3)),
            Double.isInfinite(number) ? "" : score.unit(),
            standing));
  }

  private static double finalRate(FlowRun run) {
    FlowTrace trace = run.trace();
    return trace.ticks() == 0 ? Double.NaN : trace.rateAfter(trace.ticks() - 1);
  }

  static String sentence(FlowRun run) {
    return outcome(run) + BucketSights.of(run).sentence();
  }

  private static String outcome(FlowRun run) {
    return run.scenario()
        .admission()
        .match(
            new Admission.Cases<String>() {
              @Override
              public String controlled(Admission.Controlled controlled) {
                return controlledSentence(run);
              }

              @Override
              public String fixedRate(Admission.FixedRate fixed) {
                return fixedSentence(run, fixed);
              }
            });
  }

  private static String fixedSentence(FlowRun run, Admission.FixedRate fixed) {
    int n = run.trace().ticks();
    double latency = n == 0 ? Double.NaN : run.trace().p99Ms(n - 1);
    return "A fixed rate of "
        + Numbers.brief(fixed.ratePerSecond())
        + "/s ends at "
        + Numbers.brief(latency)
        + " ms, "
        + Numbers.text(Numbers.rounded(latency / fixed.targetMs(), 2))
        + " times the target.";
  }

  private static String controlledSentence(FlowRun run) {
    Scores scores = run.scores();
    StringBuilder text = new StringBuilder();
    LoopClass loopClass = scores.loopClass().orElse(LoopClass.INVALID);
    if (loopClass == LoopClass.SETTLES && scores.has(Score.SETTLE)) {
      double ticks = scores.get(Score.SETTLE);
      text.append(
          Double.isInfinite(ticks)
              ? "Settles"
              : "Settles in " + Numbers.text(ticks) + (ticks == 1 ? " tick" : " ticks"));
    } else {
      text.append(loopClass.about().replaceAll("\\.$", ""));
    }
    text.append("; final rate ").append(Numbers.brief(finalRate(run))).append("/s");
    if (scores.has(Score.TRANSIENT)) {
      text.append(", transient ")
          .append(ScoreValues.text(Score.TRANSIENT, scores.get(Score.TRANSIENT)));
    }
    if (scores.has(Score.OVERSHOOT)) {
      text.append(", overshoot ")
          .append(ScoreValues.text(Score.OVERSHOOT, scores.get(Score.OVERSHOOT)));
    }
    return text.append(" (class ").append(loopClass.token()).append(").").toString();
  }

  static LineFigure trace(String title, FlowRun run) {
    FlowTrace trace = run.trace();
    int n = trace.ticks();
    double[] time = new double[n];
    double[] latency = new double[n];
    double[] rate = new double[n];
    boolean[] resting = new boolean[n];
    for (int i = 0; i < n; i++) {
      time[i] = trace.timeS(i);
      latency[i] = trace.p99Ms(i);
      rate[i] = trace.rateInForce(i);
      resting[i] = i > 0 && (trace.atFloor(i - 1) || trace.atCeiling(i - 1));
    }
    double target = trace.targetMs();
    Line p99 =
        Line.of(
            "p99 latency", time, latency, Look.LATENCY, n == 0 ? "" : end(latency[n - 1], " ms"));
    Optional<Peak> peak = peak(trace, time, latency);
    Line rates =
        Line.steps("admitted rate", time, rate, Look.RATE, n == 0 ? "" : end(rate[n - 1], "/s"));
    boolean controlled = run.scenario().admission() instanceof Admission.Controlled;
    Panel above =
        Panel.of(
                "p99 latency",
                "ms",
                Stream.concat(
                        BucketSights.of(run).lines(time),
                        Stream.of(peak.map(p99::withPeak).orElse(p99)))
                    .toArray(Line[]::new))
            .withTarget(
                new Target(
                    target, Math.max(0.02, 0.01) * target, "target " + Numbers.brief(target)));
    Panel below =
        Panel.of("admitted rate", "op/s", controlled ? rates.withResting(resting) : rates);
    if (controlled) {
      List<Bound> bounds = new ArrayList<>();
      bounds.add(new Bound(trace.minRate(), "min " + Numbers.brief(trace.minRate())));
      // A ceiling far above everything would press the rate into the floor of its panel.
      if (trace.maxRate() <= 3 * greatest(rate)) {
        bounds.add(new Bound(trace.maxRate(), "max " + Numbers.brief(trace.maxRate())));
      }
      below = below.withBounds(bounds.toArray(Bound[]::new));
    }
    List<Event> events =
        trace.events().stream()
            .map(e -> new Event(e.timeS(), e.what().replace(" -> ", " → ").replace(" /s", "/s")))
            .toList();
    return new LineFigure(
        title,
        subtitle(run),
        TimeAxis.seconds(0, n == 0 ? 1 : run.scenario().timeS(n)),
        List.of(above, below),
        events);
  }

  private static String subtitle(FlowRun run) {
    return run.scenario()
        .admission()
        .match(
            new Admission.Cases<String>() {
              @Override
              public String controlled(Admission.Controlled controlled) {
                return "kp "
                    + Numbers.text(Numbers.rounded(controlled.settings().gains().kp(), 4))
                    + ", ki "
                    + Numbers.text(Numbers.rounded(controlled.settings().gains().ki(), 4))
                    + " · "
                    + outcome(run);
              }

              @Override
              public String fixedRate(Admission.FixedRate fixed) {
                return "fixed rate "
                    + Numbers.brief(fixed.ratePerSecond())
                    + "/s · "
                    + outcome(run);
              }
            });
  }

  /** The largest excess over the target since the last event. */
  private static Optional<Peak> peak(FlowTrace trace, double[] time, double[] latency) {
    double from = trace.events().stream().mapToDouble(e -> e.timeS()).max().orElse(Double.NaN);
    int best = -1;
    for (int i = 0; i < latency.length; i++) {
      if (time[i] >= from
          && latency[i] > trace.targetMs() * 1.1
          && (best < 0 || latency[i] > latency[best])) {
        best = i;
      }
    }
    return best < 0
        ? Optional.empty()
        : Optional.of(
            new Peak(time[best], latency[best], "peak " + Numbers.brief(latency[best]) + " ms"));
  }

  private static String end(double value, String unit) {
    return Double.isNaN(value) ? "" : Numbers.brief(value) + unit;
  }

  private static double greatest(double[] values) {
    double most = 0;
    for (double value : values) {
      most = Math.max(most, value);
    }
    return most;
  }
}
