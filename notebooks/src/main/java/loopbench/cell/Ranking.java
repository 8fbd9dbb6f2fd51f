// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import loopbench.cell.lang.Expression;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Gate;
import loopbench.tune.Objective;
import loopbench.tune.Trade;

/**
 * How a sweep's points are gated and ranked, and in which words.
 *
 * @param objective the gates, and what is made small or traded
 * @param minimised as written; empty when nothing is minimised
 * @param scores what the ranking looks at: those whose spread is told
 * @param ownGates whether the cell states its gates; else they are the default for such a run
 */
record Ranking(Objective objective, String minimised, List<Score> scores, boolean ownGates) {
  private static final String ADMISSION = "slo_debt + 0.3 * starvation + 0.1 * effort";
  private static final String POOL = "replica_hours";

  /** Maps only: nothing is ranked. */
  static final Ranking NONE = new Ranking(Objective.NONE, "", List.of(), true);

  Ranking {
    scores = List.copyOf(scores);
  }

  /** For an admission loop: what the cell says, and for what it leaves out the default. */
  static Ranking admission(WrittenSweep written, boolean margins) {
    return of(
        written,
        Objective.ADMISSION_COST,
        ADMISSION,
        List.of(Score.SLO_DEBT, Score.STARVATION, Score.EFFORT),
        Objective.admission(margins, written.seeds() > 1));
  }

  /** For pools of model servers. */
  static Ranking pools(WrittenSweep written) {
    return of(
        written,
        Objective.POOL.minimise(),
        POOL,
        List.of(Score.REPLICA_HOURS),
        Objective.POOL.gates());
  }

  /** For a replay, which has a default for nothing. */
  static Ranking stated(WrittenSweep written) {
    return of(written, null, "", List.of(), List.of());
  }

  private static Ranking of(
      WrittenSweep written,
      ToDoubleFunction<Scores> cost,
      String text,
      List<Score> looksAt,
      List<? extends java.util.function.Predicate<Scores>> gates) {
    Set<Score> scores = new LinkedHashSet<>();
    ToDoubleFunction<Scores> minimise = null;
    String minimised = "";
    if (written.minimise().isPresent()) {
      Expression expression = written.minimise().get();
      minimise = s -> expression.number(name -> ScoreValues.normalised(s, name));
      minimised = expression.toString();
      expression.names().forEach(name -> Score.of(name).ifPresent(scores::add));
    } else if (written.trade().isEmpty()) {
      minimise = cost;
      minimised = text;
      scores.addAll(looksAt);
    }
    written.trade().ifPresent(trade -> scores.addAll(List.of(trade.first(), trade.second())));
    return new Ranking(
        new Objective(
            minimise,
            written.where().isPresent() ? gates(written.where().get()) : gates,
            written.trade()),
        minimised,
        new ArrayList<>(scores),
        written.where().isPresent());
  }

  private static List<Gate> gates(List<Expression> where) {
    return where.stream()
        .map(
            gate ->
                new Gate(
                    gate.toString(),
                    scores -> gate.verdict(name -> value(scores, name)).holds(),
                    scores -> gate.missedBy(name -> value(scores, name))))
        .toList();
  }

  private static Optional<loopbench.cell.lang.Value> value(Scores scores, String name) {
    return ScoreValues.named(scores, name).or(() -> ScoreValues.word(name));
  }

  /** The gates as written, in a row: {@code class == settles and gain_margin >= 2}. */
  String gates() {
    return Sentences.joined(
        objective.gates().stream().map(g -> "`" + ((Gate) g).text() + "`").toList());
  }

  Optional<Trade> trade() {
    return objective.trade();
  }
}
