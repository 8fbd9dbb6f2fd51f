// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.loop.PoolRun;
import loopbench.loop.PoolTrace;
import loopbench.score.PoolScores;
import loopbench.score.Scores;

/**
 * What pools of model servers did, and how they are judged.
 *
 * @param trace what they did
 * @param each their scores, in the scenario's order
 * @param keep how much of the trace is stored as rows
 */
public record PoolsRun(PoolTrace trace, List<Scores> each, Keep keep) implements RunResult {
  public PoolsRun {
    each = List.copyOf(each);
  }

  static PoolsRun of(PoolTrace trace, Keep keep) {
    double durationS = trace.scenario().durationS();
    return new PoolsRun(
        trace, trace.pools().stream().map(run -> PoolScores.of(run, durationS)).toList(), keep);
  }

  /** Those of the only pool; of several the worst, score by score. */
  @Override
  public Scores scores() {
    return each.size() == 1 ? each.get(0) : Scores.worst(each);
  }

  @Override
  public Optional<Scores> scores(String pool) {
    List<PoolRun> runs = trace.pools();
    for (int i = 0; i < runs.size(); i++) {
      if (!pool.isEmpty() && runs.get(i).pool().name().equals(pool)) {
        return Optional.of(each.get(i));
      }
    }
    return Optional.empty();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.pools(this);
  }

  @Override
  public List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("t_s"));
    for (PoolRun run : trace.pools()) {
      String pool = run.pool().name().isEmpty() ? "" : run.pool().name() + ".";
      Tables.columns(run).forEach(column -> columns.add(pool + column));
    }
    return columns;
  }

  /** One row a sync of the first pool; the others' are those at or before it. */
  @Override
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    PoolRun first = trace.first();
    for (int i = 0; i < first.size(); i++) {
      List<String> row = new ArrayList<>(List.of(Tables.number(first.timeS(i))));
      for (PoolRun run : trace.pools()) {
        row.addAll(Tables.row(run, at(run, first.timeS(i))));
      }
      rows.add(row);
    }
    return keep.of(rows);
  }

  private static int at(PoolRun run, double timeS) {
    int index = (int) Math.floor((timeS - run.timeS(0)) / run.periodS() + 1e-9);
    return Math.max(-1, Math.min(run.size() - 1, index));
  }
}
