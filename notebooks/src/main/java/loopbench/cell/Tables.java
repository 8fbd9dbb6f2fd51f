// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loopbench.loop.AdmissionTrace;
import loopbench.loop.FlowTrace;
import loopbench.loop.PoolRun;
import loopbench.loop.ScalingTrace;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.Step;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.SweepResult;

/** Traces and grids as rows of text. */
final class Tables {
  private Tables() {}

  static List<String> columns(FlowTrace trace) {
    return List.of("t_s", "rate [1/s]", "p99 [ms]", "samples", "depth", "dropped", "saturated");
  }

  /** One row a tick; the rate is the one in force during it. An empty window has no p99. */
  static List<List<String>> rows(FlowTrace trace) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < trace.ticks(); i++) {
      rows.add(
          List.of(
              number(trace.timeS(i)),
              number(trace.rateInForce(i)),
              trace.samples(i) == 0 ? "" : number(trace.p99Ms(i)),
              Integer.toString(trace.samples(i)),
              Integer.toString(trace.depth(i)),
              Long.toString(trace.dropped(i)),
              Boolean.toString(trace.saturated(i))));
    }
    return rows;
  }

  static List<String> columns(ScalingTrace trace) {
    List<String> columns = new ArrayList<>(List.of("t_s", "desired", "replicas", "ready"));
    if (trace.hasNeed()) {
      columns.add("needed");
    }
    for (String trigger : trace.triggers()) {
      columns.add("value:" + trigger);
      if (trace.metrics().contains(trigger)) {
        columns.add("proposal:" + trigger);
      }
    }
    // A formula takes the place of the triggers' own asks.
    trace.metrics().stream()
        .filter(metric -> !trace.triggers().contains(metric))
        .forEach(metric -> columns.add("proposal:" + metric));
    columns.add("stabilized");
    columns.add("limited_by");
    return columns;
  }

  static List<List<String>> rows(ScalingTrace trace) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      List<String> row =
          new ArrayList<>(
              List.of(
                  number(trace.timeS(i)),
                  Integer.toString(trace.desired(i)),
                  Integer.toString(trace.replicas(i)),
                  Integer.toString(trace.ready(i))));
      if (trace.hasNeed()) {
        row.add(absentOr(trace.need(i)));
      }
      for (int t = 0; t < trace.triggers().size(); t++) {
        row.add(
            switch (trace.reading(t, i)) {
              case VALUE -> number(trace.value(t, i));
              case NAN -> "NaN";
              case STALE, ABSENT -> "";
            });
        int metric = trace.metrics().indexOf(trace.triggers().get(t));
        if (metric >= 0) {
          row.add(absentOr(trace.proposal(metric, i)));
        }
      }
      for (int m = 0; m < trace.metrics().size(); m++) {
        if (!trace.triggers().contains(trace.metrics().get(m))) {
          row.add(absentOr(trace.proposal(m, i)));
        }
      }
      row.add(trace.stabilized(i).map(String::valueOf).orElse(""));
      row.add(trace.limitedBy(i));
      rows.add(row);
    }
    return rows;
  }

  /** The columns of one pool, without the time. */
  static List<String> columns(PoolRun run) {
    List<String> columns = new ArrayList<>();
    for (PoolRun.Column column : PoolRun.Column.values()) {
      columns.add(column.token());
      if (column == PoolRun.Column.DESIRED) {
        columns.add("replicas");
      }
    }
    if (run.admission().isPresent()) {
      columns.addAll(List.of("rate [1/s]", "measured [ms]", "waiting for admission", "refused"));
    }
    run.triggers().forEach(trigger -> columns.add("value:" + trigger));
    run.metrics().forEach(metric -> columns.add("proposal:" + metric));
    columns.add("stabilized");
    columns.add("limited_by");
    return columns;
  }

  /** What the last observation at or before a time left; all empty before the first. */
  private static List<String> admission(AdmissionTrace admission, double timeS) {
    double dtS = admission.settings().dtMs() / 1000;
    int i = (int) Math.min(admission.size(), Math.floor(timeS / dtS + 1e-9)) - 1;
    return i < 0
        ? List.of("", "", "", "")
        : List.of(
            number(admission.ratePerSecond(i)),
            absentOr(admission.measuredMs(i)),
            Integer.toString(admission.depth(i)),
            Long.toString(admission.refused(i)));
  }

  /** What stood at one sync of a pool; all empty before its first. */
  static List<String> row(PoolRun run, int i) {
    List<String> row = new ArrayList<>();
    if (i < 0) {
      columns(run).forEach(column -> row.add(""));
      return row;
    }
    for (PoolRun.Column column : PoolRun.Column.values()) {
      row.add(absentOr(run.get(column, i)));
      if (column == PoolRun.Column.DESIRED) { // pods that exist, whether or not they may run
        row.add(number(run.get(PoolRun.Column.ADMITTED, i) + run.get(PoolRun.Column.GATED, i)));
      }
    }
    run.admission().ifPresent(admission -> row.addAll(admission(admission, run.timeS(i))));
    for (int t = 0; t < run.triggers().size(); t++) {
      row.add(run.kind(t, i) == SourceAnswer.Kind.ONE ? number(run.value(t, i)) : "");
    }
    for (int m = 0; m < run.metrics().size(); m++) {
      row.add(absentOr(run.proposal(m, i)));
    }
    Optional<Decision> decision = run.decision(i);
    row.add(
        decision
            .flatMap(Decision::stabilized)
            .map(step -> Integer.toString(step.replicas()))
            .orElse(""));
    row.add(decision.map(Tables::limitedBy).orElse(""));
    return row;
  }

  private static String limitedBy(Decision decision) {
    return decision
        .limited()
        .filter(Step.Limited::byLimit)
        .map(Step.Limited::limit)
        .map(
            limit ->
                limit
                    .policy()
                    .map(policy -> policy.text())
                    .orElse(
                        limit.kind() == Step.Limit.Kind.DISABLED ? "disabled" : "built-in limit"))
        .orElse(decision.bound().token());
  }

  static List<String> columns(SweepRun run) {
    List<String> columns = new ArrayList<>();
    for (Axis axis : run.axes()) {
      columns.add(named(axis.path(), axis.unit()));
    }
    columns.add("class");
    for (Score score : shown(run.result())) {
      columns.add(named(score.token(), score.unit()));
    }
    if (seeded(run.result())) {
      for (Score score : run.ranking().scores()) {
        columns.add(named(score.token() + "_least", score.unit()));
        columns.add(named(score.token() + "_most", score.unit()));
      }
    }
    if (run.result().front().isPresent()) {
      columns.add("front");
    }
    return columns;
  }

  private static String named(String name, String unit) {
    return unit.isEmpty() ? name : name + " [" + unit + "]";
  }

  /**
   * One row a point; a point that was not reached has no class and no scores. With several seeds a
   * score is their mean, and those that rank have their least and most behind.
   */
  static List<List<String>> rows(SweepRun run) {
    SweepResult result = run.result();
    List<Score> shown = shown(result);
    boolean seeded = seeded(result);
    Set<Integer> front = new HashSet<>();
    result.front().ifPresent(f -> front.addAll(f.points()));
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < result.size(); i++) {
      List<String> row = new ArrayList<>();
      for (double value : result.points().point(i)) {
        row.add(number(value));
      }
      Scores scores = result.scores(i);
      row.add(scores == null ? "" : scores.loopClass().map(LoopClass::token).orElse(""));
      for (Score score : shown) {
        row.add(scores == null ? "" : absentOr(scores.get(score)));
      }
      if (seeded) {
        for (Score score : run.ranking().scores()) {
          row.add(scores == null ? "" : absentOr(scores.least(score)));
          row.add(scores == null ? "" : absentOr(scores.most(score)));
        }
      }
      if (result.front().isPresent()) {
        row.add(scores == null ? "" : Boolean.toString(front.contains(i)));
      }
      rows.add(row);
    }
    return rows;
  }

  private static boolean seeded(SweepResult result) {
    for (int i = 0; i < result.size(); i++) {
      if (result.scores(i) != null && result.scores(i).seeds() > 1) {
        return true;
      }
    }
    return false;
  }

  private static List<Score> shown(SweepResult result) {
    return Arrays.stream(Score.values())
        .filter(
            score -> {
              for (int i = 0; i < result.size(); i++) {
                if (result.scores(i) != null && result.scores(i).has(score)) {
                  return true;
                }
              }
              return false;
            })
        .toList();
  }

  private static String absentOr(double value) {
    return Double.isNaN(value) ? "" : number(value);
  }

  static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
