// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Value;
import loopbench.figure.Event;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.Target;
import loopbench.figure.TimeAxis;
import loopbench.flow.Gains;
import loopbench.identify.Parameter;
import loopbench.identify.Ultimate;

/** What a relay test shows: the edge of stability, what a rule makes of it, and the swing. */
final class RelayFigures {
  /** What is shown before the periods that count, in periods. */
  private static final double RUN_UP = 0.5;

  private static final String CAUTION =
      "Those gains leave a quarter of each swing and are unsuitable with a window p99, which scatters"
          + " by itself: take them as a limit, and start from the lambda rule.";

  private RelayFigures() {}

  static Result shown(String where, RelayFields.Asked asked, RelayRun run) {
    String sentence = sentence(asked, run);
    return Result.of(
            run,
            List.of(
                new Output.Facts(facts(run), sentence),
                new Output.Chart(figure(where, run), sentence),
                table(run)))
        .withMachine(RunCell.WORD, machine(where, asked, run));
  }

  private static String sentence(RelayFields.Asked asked, RelayRun run) {
    Ultimate edge = run.edge();
    Gains gains = run.zieglerNichols();
    return asked.plant()
        + " swings by "
        + Numbers.brief(edge.amplitudeMs())
        + " ms about "
        + Numbers.brief(run.relay().targetMs())
        + " ms when a relay switches its rate between "
        + Numbers.brief(run.relay().centre() - run.relay().step())
        + "/s and "
        + Numbers.brief(run.relay().centre() + run.relay().step())
        + "/s: Ku is "
        + rounded(edge.gain().value())
        + " (1/s)/ms and Pu "
        + Numbers.brief(edge.periodS().value())
        + " s, averaged over "
        + edge.periods()
        + " periods. Ziegler and Nichols would make kp "
        + rounded(gains.kp())
        + " and ki "
        + rounded(gains.ki())
        + " of it. "
        + CAUTION
        + (edge.caution().isEmpty() ? "" : " " + edge.caution());
  }

  private static String rounded(double number) {
    return Numbers.text(Numbers.rounded(number, 3));
  }

  private static List<Fact> facts(RelayRun run) {
    Ultimate edge = run.edge();
    return List.of(
        new Fact(
            "Ku",
            rounded(edge.gain().value()),
            "(1/s)/ms",
            edge.caution().isEmpty() ? Fact.Standing.PLAIN : Fact.Standing.WARN),
        Fact.plain("Pu", Numbers.brief(edge.periodS().value()), "s"),
        Fact.plain("swing", Numbers.brief(edge.amplitudeMs()), "ms"),
        Fact.plain("periods averaged", Integer.toString(edge.periods()), ""),
        Fact.plain("from", Numbers.brief(edge.fromS()), "s"));
  }

  private static Output table(RelayRun run) {
    Ultimate edge = run.edge();
    Gains gains = run.zieglerNichols();
    return new Output.Table(
        List.of("", "unit", "found", "least", "most"),
        List.of(
            row(edge.gain()),
            row(edge.periodS()),
            List.of("kp, Ziegler-Nichols", "(1/s)/ms", rounded(gains.kp()), "", ""),
            List.of("ki, Ziegler-Nichols", "(1/s)/ms/ms", rounded(gains.ki()), "", "")),
        "Least and most are of the single periods; kp is 0.45 Ku, and the integral time Pu / 1.2. "
            + CAUTION);
  }

  private static List<String> row(Parameter found) {
    return List.of(
        found.name(),
        found.unit(),
        rounded(found.value()),
        rounded(found.low()),
        rounded(found.high()));
  }

  /** The periods that count, with a little of what came before. */
  private static LineFigure figure(String where, RelayRun run) {
    Ultimate edge = run.edge();
    double dtS = run.relay().dtS();
    double fromS = Math.max(0, edge.fromS() - RUN_UP * edge.periodS().value());
    List<RelayRun.Window> shown = run.windows().stream().filter(w -> w.tS() >= fromS).toList();
    double[] endsS = shown.stream().mapToDouble(RelayRun.Window::tS).toArray();
    double[] startsS = shown.stream().mapToDouble(w -> w.tS() - dtS).toArray();
    double[] rates = shown.stream().mapToDouble(RelayRun.Window::rate).toArray();
    double[] latencies = shown.stream().mapToDouble(RelayRun.Window::latencyMs).toArray();
    double toS = endsS[endsS.length - 1];
    return new LineFigure(
        where,
        "Ku "
            + rounded(edge.gain().value())
            + " (1/s)/ms · Pu "
            + Numbers.brief(edge.periodS().value())
            + " s · "
            + edge.periods()
            + " periods",
        TimeAxis.seconds(startsS[0], toS),
        List.of(
            Panel.of("p99", "ms", Line.of("p99", endsS, latencies, Look.LATENCY, "p99"))
                .withTarget(
                    new Target(
                        run.relay().targetMs(),
                        run.relay().hysteresisMs(),
                        "target " + Numbers.brief(run.relay().targetMs()))),
            Panel.of("rate", "1/s", Line.steps("rate", startsS, rates, Look.RATE, "rate"))),
        List.of(new Event(Math.max(startsS[0], edge.fromS()), "averaged from here")));
  }

  private static Map<String, Object> machine(String where, RelayFields.Asked asked, RelayRun run) {
    Map<String, Object> scores = new LinkedHashMap<>();
    for (String token : RelayRun.TOKENS) {
      if (run.named(token).orElseThrow() instanceof Value.Amount amount) {
        scores.put(token, ScoreValues.json(amount.number()));
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("run", where.substring(where.indexOf('.') + 1));
    json.put("scores", scores);
    json.put("provenance", Map.of("seed", asked.seed()));
    return json;
  }
}
