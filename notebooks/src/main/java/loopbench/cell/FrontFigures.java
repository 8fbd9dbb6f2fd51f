// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Figure;
import loopbench.figure.Mark;
import loopbench.figure.ScatterFigure;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.SweepResult;
import loopbench.tune.Trade;

/** The front of two scores: all points, those that none betters, and what they are held against. */
final class FrontFigures {
  private FrontFigures() {}

  /** Empty where the sweep asks for no front. */
  static Optional<Figure> figure(SweepRun run) {
    SweepResult result = run.result();
    if (result.front().isEmpty()) {
      return Optional.empty();
    }
    Trade trade = result.front().get().trade();
    double[] xs = new double[result.size()];
    double[] ys = new double[result.size()];
    boolean[] fails = new boolean[result.size()];
    int seeds = 1;
    for (int i = 0; i < result.size(); i++) {
      Scores one = result.scores(i);
      xs[i] = one == null ? Double.NaN : value(trade.first(), one);
      ys[i] = one == null ? Double.NaN : value(trade.second(), one);
      fails[i] = one != null && !run.ranking().objective().qualifies(one);
      seeds = one == null ? seeds : Math.max(seeds, one.seeds());
    }
    List<Mark> marks = new ArrayList<>();
    result
        .best()
        .ifPresent(
            i ->
                marks.add(
                    new Mark(
                        Mark.Kind.BEST, "", xs[i], ys[i], SweepWords.caption(result.points(), i))));
    char letter = 'A';
    for (Swept.Control control : run.controls()) {
      if (!control.scores().has(trade.first()) || !control.scores().has(trade.second())) {
        continue; // such as the noise gain of a rate that nothing moves
      }
      boolean now = control.name().equals(Swept.NOW);
      marks.add(
          new Mark(
              now ? Mark.Kind.NOW : Mark.Kind.REFERENCE,
              now ? "" : String.valueOf(letter),
              value(trade.first(), control.scores()),
              value(trade.second(), control.scores()),
              now
                  ? "when swept"
                  : control.name().replace("fixed at ", "")
                      + ": "
                      + place(trade, control.scores())));
      letter += now ? 0 : 1;
    }
    return Optional.of(
        new ScatterFigure(
            run.where(),
            result.size()
                + (result.size() == 1 ? " point" : " points")
                + (seeds > 1 ? ", mean of " + seeds + " seeds each" : "")
                + " · "
                + run.recipe().run(),
            measure(trade.first()),
            measure(trade.second()),
            xs,
            ys,
            run.ranking().objective().gates().isEmpty() ? null : fails,
            "conditions not met",
            result.front().get().points().stream().mapToInt(i -> i).toArray(),
            marks,
            result.done() / (double) result.size()));
  }

  /** Where it lies, for one that lies off the picture. */
  private static String place(Trade trade, Scores scores) {
    return Numbers.brief(value(trade.first(), scores))
        + ", "
        + Numbers.brief(value(trade.second(), scores))
        + (trade.second().fraction() ? " %" : "");
  }

  private static ScatterFigure.Measure measure(Score score) {
    return new ScatterFigure.Measure(
        SweepWords.score(score), score.fraction() ? "%" : score.unit());
  }

  private static double value(Score score, Scores scores) {
    return scores.get(score) * (score.fraction() ? 100 : 1);
  }
}
