// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.TimeAxis;
import loopbench.loop.KedaMove;
import loopbench.loop.ScalingTrace;
import loopbench.scaling.keda.KeptFeature;
import loopbench.score.Score;
import loopbench.score.Scores;

/** What a replay shows: its facts, its trace, what it decided when and why, and one sentence. */
final class ReplayFigures {
  private static final int MOST_DECISIONS = 40;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private ReplayFigures() {}

  static List<Fact> facts(ReplayRun run) {
    Scores scores = run.scores();
    List<Fact> facts = new ArrayList<>();
    if (scores.has(Score.ATTAINMENT)) {
      double share = scores.get(Score.ATTAINMENT);
      facts.add(
          new Fact(
              "need met",
              Numbers.brief(share * 100),
              "% of the time",
              share >= 0.999 ? Fact.Standing.GOOD : Fact.Standing.WARN));
    }
    add(facts, scores, Score.UNMET, "unmet");
    add(facts, scores, Score.REPLICA_HOURS, "paid for");
    add(facts, scores, Score.AVERAGE_REPLICAS, "average");
    add(facts, scores, Score.OVER_ASK, "over-ask");
    add(facts, scores, Score.FLAPS_PER_HOUR, "flaps");
    return facts;
  }

  private static void add(List<Fact> facts, Scores scores, Score score, String name) {
    if (scores.has(score)) {
      facts.add(
          Fact.plain(name, Numbers.text(Numbers.rounded(scores.get(score), 3)), score.unit()));
    }
  }

  static String sentence(ReplayRun run) {
    Scores scores = run.scores();
    ScalingTrace trace = run.trace();
    int most = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < trace.size(); i++) {
      most = Math.max(most, trace.replicas(i));
      least = Math.min(least, trace.replicas(i));
    }
    String need =
        scores.has(Score.UNMET)
            ? "; "
                + Numbers.brief(scores.get(Score.UNMET))
                + " replica-hours of the need were not met"
            : "; no need is stated, so nothing is ranked";
    return "Open-loop replay of "
        + trace.size()
        + " syncs: "
        + least
        + " to "
        + most
        + " replicas, "
        + Numbers.brief(scores.get(Score.REPLICA_HOURS))
        + " replica-hours"
        + need
        + ".";
  }

  static LineFigure trace(String title, ReplayRun run) {
    ScalingTrace trace = run.trace();
    double[] time = trace.timesS();
    List<Panel> panels = new ArrayList<>();
    Look[] looks = Look.values();
    for (int t = 0; t < trace.triggers().size(); t++) {
      String name = trace.triggers().get(t);
      panels.add(
          Panel.of(
              name,
              "",
              Line.steps(
                  name,
                  time,
                  trace.values(t),
                  looks[(2 + t) % looks.length],
                  last(trace.values(t)))));
    }
    List<Line> lines = new ArrayList<>();
    trace
        .need()
        .ifPresent(
            need -> lines.add(Line.steps("needed", time, need, Look.NEED, "needed " + last(need))));
    lines.add(
        Line.steps(
            "replicas", time, trace.desired(), Look.REPLICAS, "replicas " + last(trace.desired())));
    panels.add(Panel.of("replicas", "", lines.toArray(Line[]::new)));
    double end = time.length == 0 ? 1 : time[time.length - 1] + trace.periodS();
    return new LineFigure(
            title, sentence(run), TimeAxis.clock(trace.startMs() / 1e3, 0, end), panels, List.of())
        .withRemarks(
            Remarks.of(
                "",
                trace.size(),
                i ->
                    new Remarks.Sync(
                        trace.timeS(i), trace.current(i), trace.replicas(i), () -> trace.reason(i)),
                trace.moves()));
  }

  private static String last(double[] values) {
    return values.length == 0 || Double.isNaN(values[values.length - 1])
        ? ""
        : Numbers.brief(values[values.length - 1]);
  }

  /** What the triggers read and wanted when most was wanted. */
  static Optional<Output> asks(ReplayRun run) {
    return TriggerAsks.largest(run.trace())
        .map(i -> TriggerAsks.table(run.trace(), i, clock(run.trace(), run.trace().timeS(i))));
  }

  private static String clock(ScalingTrace trace, double timeS) {
    return CLOCK.format(Instant.ofEpochMilli(trace.startMs() + Math.round(timeS * 1000)));
  }

  /** What changed the replicas, KEDA's loop or the HPA, and why. */
  static Output decisions(ReplayRun run) {
    ScalingTrace trace = run.trace();
    List<List<String>> rows = new ArrayList<>();
    int syncs = 0;
    int next = 0;
    for (int i = 0; i < trace.size(); i++) {
      for (; next < trace.moves().size() && trace.moves().get(next).beforeSync() <= i; next++) {
        KedaMove move = trace.moves().get(next);
        row(rows, trace, move.timeS(), "KEDA", move.from(), move.to(), move.why());
      }
      if (trace.replicas(i) != trace.current(i)) {
        syncs++;
        row(
            rows,
            trace,
            trace.timeS(i),
            "HPA",
            trace.current(i),
            trace.replicas(i),
            trace.reason(i));
      }
    }
    int changes = syncs + next;
    String sentence =
        syncs
            + " of "
            + trace.size()
            + " syncs changed the replicas"
            + (next > 0 ? ", and KEDA's own loop " + (next == 1 ? "once" : next + " times") : "")
            + (changes > rows.size() ? "; the first " + rows.size() + " are listed." : ".");
    return new Output.Table(List.of("UTC", "by", "replicas", "why"), rows, sentence);
  }

  private static void row(
      List<List<String>> rows,
      ScalingTrace trace,
      double timeS,
      String by,
      int from,
      int to,
      String why) {
    if (rows.size() < MOST_DECISIONS) {
      rows.add(List.of(clock(trace, timeS), by, from + " → " + to, why));
    }
  }

  /** What the manifest says and the replay leaves out. */
  static Optional<Output> ignored(ReplayRun run) {
    List<KeptFeature> ignored = run.trace().ignored();
    if (ignored.isEmpty()) {
      return Optional.of(new Output.Note(run.trace().about()));
    }
    List<List<String>> rows = ignored.stream().map(f -> List.of(f.path(), f.about())).toList();
    return Optional.of(
        new Output.Table(
            List.of("field", "what the replay leaves out"),
            rows,
            run.trace().about()
                + " "
                + (ignored.size() == 1 ? "One field is" : ignored.size() + " fields are")
                + " kept and exported, but not replayed."));
  }
}
