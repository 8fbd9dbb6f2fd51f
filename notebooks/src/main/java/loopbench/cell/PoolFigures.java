// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Bound;
import loopbench.figure.Event;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.Remark;
import loopbench.figure.Target;
import loopbench.figure.TimeAxis;
import loopbench.loop.AdmissionTrace;
import loopbench.loop.KedaMove;
import loopbench.loop.PoolRun;
import loopbench.loop.PoolRun.Column;
import loopbench.loop.PoolScenario;
import loopbench.plant.Schedule;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Demand;
import loopbench.plant.pool.Fate;
import loopbench.scaling.hpa.Decision;
import loopbench.score.Score;
import loopbench.score.Scores;

/** What a run on pools shows: facts, the pools over time, what was decided when and why. */
final class PoolFigures {
  private static final int MOST_DECISIONS = 40;

  /** More would hide the lines behind their names. */
  private static final int MOST_EVENTS = 8;

  private static final List<Score> COMPARED =
      List.of(
          Score.ATTAINMENT,
          Score.AVERAGE_REPLICAS,
          Score.REPLICA_HOURS,
          Score.TTFT_P90,
          Score.TPOT_P90,
          Score.LOST,
          Score.PREEMPTED);

  private PoolFigures() {}

  static List<Output> outputs(String where, PoolsRun run) {
    List<Output> outputs = new ArrayList<>();
    String sentence = sentence(run);
    List<PoolRun> pools = run.trace().pools();
    if (pools.size() == 1) {
      outputs.add(new Output.Facts(facts(pools.get(0), run.each().get(0)), sentence));
    } else {
      outputs.add(compared(run, sentence));
    }
    outputs.add(new Output.Chart(trace(where, run, sentence), sentence));
    outputs.add(decisions(run));
    return outputs;
  }

  // ---- numbers -----------------------------------------------------------------------------

  private static List<Fact> facts(PoolRun run, Scores scores) {
    List<Fact> facts = new ArrayList<>();
    if (scores.has(Score.ATTAINMENT)) {
      double share = scores.get(Score.ATTAINMENT);
      facts.add(
          new Fact(
              "served in time",
              Numbers.brief(share * 100),
              "%",
              share >= 0.95 ? Fact.Standing.GOOD : Fact.Standing.WARN));
    }
    add(facts, scores, Score.AVERAGE_REPLICAS, "average");
    add(facts, scores, Score.REPLICA_HOURS, "paid for");
    add(facts, scores, Score.TTFT_P90, "TTFT p90");
    add(facts, scores, Score.TTFT_P99, "TTFT p99");
    add(facts, scores, Score.TPOT_P90, "TPOT p90");
    for (Map.Entry<Fate, Long> lost : run.lost().entrySet()) {
      facts.add(
          new Fact(
              lost.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '),
              Long.toString(lost.getValue()),
              "requests",
              Fact.Standing.BAD));
    }
    run.admission()
        .ifPresent(
            admission ->
                facts.add(
                    Fact.plain(
                        "admitted at the end", Numbers.brief(admission.finalRate()), "1/s")));
    add(facts, scores, Score.FLAPS_PER_HOUR, "flaps");
    add(facts, scores, Score.TIME_TO_READY, "slowest to ready");
    return facts;
  }

  private static void add(List<Fact> facts, Scores scores, Score score, String name) {
    if (scores.has(score)) {
      facts.add(
          Fact.plain(name, Numbers.text(Numbers.rounded(scores.get(score), 3)), score.unit()));
    }
  }

  private static Output compared(PoolsRun run, String sentence) {
    List<String> headings = new ArrayList<>(List.of("pool"));
    for (Score score : COMPARED) {
      String name = score.token().replace('_', ' ');
      headings.add(
          score == Score.ATTAINMENT
              ? name + " [%]"
              : score.unit().isEmpty() ? name : name + " [" + score.unit() + "]");
    }
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < run.each().size(); i++) {
      List<String> row = new ArrayList<>(List.of(run.trace().pools().get(i).pool().name()));
      for (Score score : COMPARED) {
        double number = run.each().get(i).get(score);
        row.add(
            Double.isNaN(number)
                ? ""
                : Numbers.brief(score == Score.ATTAINMENT ? number * 100 : number));
      }
      rows.add(row);
    }
    return new Output.Table(headings, rows, sentence);
  }

  static String sentence(PoolsRun run) {
    List<PoolRun> pools = run.trace().pools();
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < pools.size(); i++) {
      parts.add(sentence(pools.get(i), run.each().get(i)));
    }
    double durationS = run.trace().scenario().durationS();
    return "In " + Numbers.brief(durationS / 60) + " min " + String.join("; ", parts) + ".";
  }

  private static String sentence(PoolRun run, Scores scores) {
    String name = run.pool().name();
    long ended = run.attainment().ended();
    if (ended == 0) {
      return (name.isEmpty() ? "" : name + ": ") + "no request came to its end";
    }
    int most = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < run.size(); i++) {
      most = Math.max(most, run.desired(i));
      least = Math.min(least, run.desired(i));
    }
    long lost = run.lostInAll();
    return (name.isEmpty() ? "" : name + ": ")
        + Numbers.brief(scores.get(Score.ATTAINMENT) * 100)
        + " % of "
        + ended
        + " requests were served in time, with "
        + (least == most ? "" + most : least + " to " + most)
        + (most == 1 ? " replica" : " replicas")
        + " asked for and "
        + Numbers.brief(scores.get(Score.AVERAGE_REPLICAS))
        + " paid for on average"
        + (lost == 0 ? "" : ", and " + lost + " were lost");
  }

  // ---- over time ---------------------------------------------------------------------------

  private static LineFigure trace(String title, PoolsRun run, String sentence) {
    List<Panel> panels = new ArrayList<>();
    List<PoolRun> pools = run.trace().pools();
    for (PoolRun pool : pools) {
      String name = pool.pool().name().isEmpty() ? "" : pool.pool().name() + " ";
      double[] timesS = timesS(pool);
      panels.add(
          Panel.of(
              name + "replicas",
              "",
              line(pool, timesS, Column.DESIRED, "desired", Look.NEED),
              line(pool, timesS, Column.ADMITTED, "admitted", Look.RUNNING),
              line(pool, timesS, Column.READY, "ready", Look.REPLICAS)));
      panels.add(
          Panel.of(name + "queue", "", line(pool, timesS, Column.QUEUE, "queue", Look.QUEUE)));
      if (pools.size() == 1) {
        panels.add(
            Panel.of("running", "", line(pool, timesS, Column.RUNNING, "running", Look.RUNNING)));
        double ttftS = run.trace().scenario().objectives().ttftS();
        panels.add(
            Panel.of(
                    "first token p90",
                    "s",
                    line(pool, timesS, Column.TTFT_P90, "first token", Look.LATENCY))
                .withTarget(new Target(ttftS, 0, "objective " + Numbers.brief(ttftS))));
      }
      pool.admission().ifPresent(admission -> panels.addAll(admission(name, admission)));
    }
    return new LineFigure(
            title,
            sentence,
            TimeAxis.seconds(0, run.trace().scenario().durationS()),
            panels,
            events(run.trace().scenario()))
        .withRemarks(
            pools.stream()
                .filter(pool -> pool.size() > 0 && pool.decision(0).isPresent())
                .flatMap(pool -> remarks(pool, pools.size() > 1).stream())
                .sorted(Comparator.comparingDouble(Remark::x))
                .toList());
  }

  private static List<Remark> remarks(PoolRun pool, boolean named) {
    return Remarks.of(
        named ? pool.pool().name() : "",
        pool.size(),
        i -> {
          Decision decision = pool.decision(i).orElseThrow();
          return new Remarks.Sync(
              pool.timeS(i), decision.current(), decision.desired(), decision::reason);
        },
        pool.moves());
  }

  /** What is let in, and the latency that decides it. */
  private static List<Panel> admission(String name, AdmissionTrace admission) {
    double[] timesS = admission.timesS();
    double[] rates = admission.rates();
    double[] rate = Arrays.copyOfRange(rates, 1, rates.length); // what each observation left
    int n = rate.length;
    double target = admission.targetMs();
    List<Bound> bounds = new ArrayList<>();
    bounds.add(new Bound(admission.minRate(), "min " + Numbers.brief(admission.minRate())));
    bounds.add(new Bound(admission.maxRate(), "max " + Numbers.brief(admission.maxRate())));
    bounds.removeIf(bound -> Double.isInfinite(bound.value()));
    return List.of(
        Panel.of(
                name + "admitted rate",
                "op/s",
                Line.steps(
                    "admitted rate",
                    timesS,
                    rate,
                    Look.RATE,
                    n == 0 ? "" : Numbers.brief(rate[n - 1]) + "/s"))
            .withBounds(bounds.toArray(Bound[]::new)),
        Panel.of(
                name + "measured " + admission.admission().measure().words(),
                "ms",
                Line.of("measured", timesS, admission.p99sMs(), Look.LATENCY, ""))
            .withTarget(new Target(target, 0.02 * target, "target " + Numbers.brief(target))));
  }

  private static double[] timesS(PoolRun run) {
    double[] timesS = new double[run.size()];
    for (int i = 0; i < timesS.length; i++) {
      timesS[i] = run.timeS(i);
    }
    return timesS;
  }

  private static Line line(PoolRun run, double[] timesS, Column column, String label, Look look) {
    double[] values = run.column(column);
    double last = values.length == 0 ? Double.NaN : values[values.length - 1];
    return Line.steps(
        label, timesS, values, look, Double.isNaN(last) ? "" : label + " " + Numbers.brief(last));
  }

  /** The steps of what is asked, where there are few. */
  private static List<Event> events(PoolScenario scenario) {
    List<Event> events = new ArrayList<>();
    for (var pool : scenario.pools()) {
      if (pool.load().isPresent()
          && pool.load().get().arrivals() instanceof Arrivals.Open open
          && open.demand() instanceof Demand.Steps steps) {
        for (Schedule.Change change : steps.perSecond().changes()) {
          if (change.atS() < scenario.durationS()) {
            events.add(new Event(change.atS(), Numbers.brief(change.to()) + "/s"));
          }
        }
      }
    }
    return events.size() > MOST_EVENTS ? List.of() : events;
  }

  // ---- decisions ---------------------------------------------------------------------------

  /** One change of a pool's replicas, and why. */
  private record Change(double timeS, List<String> row) {}

  private static Output decisions(PoolsRun run) {
    boolean named = run.trace().pools().size() > 1;
    List<Change> changes = new ArrayList<>();
    for (PoolRun pool : run.trace().pools()) {
      String name = named ? pool.pool().name() : "";
      for (KedaMove move : pool.moves()) {
        changes.add(change(name, move.timeS(), "KEDA", move.from(), move.to(), move.why()));
      }
      for (int i = 0; i < pool.size(); i++) {
        Decision decision = pool.decision(i).orElse(null);
        if (decision != null && decision.desired() != decision.current()) {
          changes.add(
              change(
                  name,
                  pool.timeS(i),
                  "HPA",
                  decision.current(),
                  decision.desired(),
                  pool.reason(i)));
        }
      }
    }
    List<List<String>> rows =
        changes.stream()
            .sorted(Comparator.comparingDouble(Change::timeS))
            .limit(MOST_DECISIONS)
            .map(Change::row)
            .map(row -> named ? row : row.subList(1, row.size()))
            .collect(Collectors.toList());
    String sentence =
        changes.isEmpty()
            ? "Nothing changed the replicas asked for."
            : (changes.size() == 1 ? "One decision" : changes.size() + " decisions")
                + " changed the replicas asked for"
                + (changes.size() > rows.size()
                    ? "; the first " + rows.size() + " are listed."
                    : ".");
    List<String> headings = List.of("pool", "time", "by", "replicas", "why");
    return new Output.Table(named ? headings : headings.subList(1, 5), rows, sentence);
  }

  private static Change change(String pool, double timeS, String by, int from, int to, String why) {
    long seconds = Math.round(timeS);
    String clock =
        String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    return new Change(timeS, List.of(pool, clock, by, from + " → " + to, why));
  }
}
