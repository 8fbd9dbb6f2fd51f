// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.SweepResult;
import loopbench.tune.Trade;

/** What a sweep shows in rows: the winner beside what it is held against, and the front. */
final class SweepTables {
  private static final int MOST_OF_FRONT = 40;

  private SweepTables() {}

  private record Row(List<String> values, Scores scores) {}

  /**
   * The winner, the run as it is now and the controls side by side; where several seeds scored
   * differently, the mean with the least and most. None is hidden for failing a condition: the last
   * column says which.
   */
  static Output sideBySide(SweepRun run, String sentence) {
    SweepResult result = run.result();
    Map<String, Row> rows = new LinkedHashMap<>();
    result
        .best()
        .ifPresent(i -> rows.put(run.tuning().partial() ? "best so far" : "best", row(run, i)));
    result.closest().ifPresent(i -> rows.put("closest", row(run, i)));
    for (Swept.Control control : run.controls()) {
      List<String> values = new ArrayList<>();
      for (int a = 0; a < run.axes().size(); a++) {
        Optional<Double> now =
            control.name().equals(Swept.NOW)
                ? run.recipe().current(run.axes().get(a).path())
                : Optional.empty();
        Axis axis = run.axes().get(a);
        values.add(now.map(v -> SweepWords.number(axis, v)).orElse(""));
      }
      rows.put(control.name(), new Row(values, control.scores()));
    }
    List<Score> shown =
        Arrays.stream(Score.values())
            .filter(s -> rows.values().stream().anyMatch(row -> row.scores().has(s)))
            .toList();
    boolean classes = rows.values().stream().anyMatch(r -> r.scores().loopClass().isPresent());
    boolean gated = !run.ranking().objective().gates().isEmpty();
    List<String> headings = new ArrayList<>(List.of(""));
    for (int a = 0; a < run.axes().size(); a++) {
      headings.add(SweepWords.heading(run.axes(), a));
    }
    if (classes) {
      headings.add("class");
    }
    shown.forEach(s -> headings.add(heading(s)));
    if (gated) {
      headings.add("fails");
    }
    List<List<String>> table = new ArrayList<>();
    rows.forEach(
        (name, row) -> {
          List<String> cells = new ArrayList<>(List.of(name));
          cells.addAll(row.values());
          if (classes) {
            cells.add(row.scores().loopClass().map(LoopClass::token).orElse(""));
          }
          shown.forEach(s -> cells.add(number(s, row.scores())));
          if (gated) {
            cells.add(SweepWords.failed(run.ranking(), row.scores()));
          }
          table.add(cells);
        });
    return new Output.Table(headings, table, sentence);
  }

  private static Row row(SweepRun run, int index) {
    return new Row(values(run, index), run.result().scores(index));
  }

  private static List<String> values(SweepRun run, int index) {
    List<String> values = new ArrayList<>();
    double[] point = run.result().points().point(index);
    for (int a = 0; a < point.length; a++) {
      values.add(SweepWords.number(run.axes().get(a), point[a]));
    }
    return values;
  }

  private static String heading(Score score) {
    String name = SweepWords.score(score);
    return score.unit().isEmpty() ? name : name + " [" + score.unit() + "]";
  }

  private static String number(Score score, Scores scores) {
    double mean = scores.get(score);
    if (Double.isNaN(mean)) {
      return "";
    }
    double least = scores.least(score);
    double most = scores.most(score);
    return brief(mean) + (least < most ? " (" + brief(least) + " to " + brief(most) + ")" : "");
  }

  private static String brief(double value) {
    return Numbers.text(Numbers.rounded(value, 3));
  }

  /** The front, from the best of the first score to the best of the second. */
  static Optional<Output> front(SweepRun run) {
    if (run.result().front().isEmpty() || run.result().front().get().points().isEmpty()) {
      return Optional.empty();
    }
    List<Integer> front = run.result().front().get().points();
    Trade trade = run.ranking().trade().orElseThrow();
    List<String> headings = new ArrayList<>(List.of("front"));
    for (int a = 0; a < run.axes().size(); a++) {
      headings.add(SweepWords.heading(run.axes(), a));
    }
    headings.add(heading(trade.first()));
    headings.add(heading(trade.second()));
    List<List<String>> rows = new ArrayList<>();
    // A long front is told by steps of equal size, its ends among them.
    int told = Math.min(MOST_OF_FRONT, front.size());
    for (int k = 0; k < told; k++) {
      int i = front.get(told == 1 ? 0 : (int) ((long) k * (front.size() - 1) / (told - 1)));
      List<String> row = new ArrayList<>();
      row.add(run.result().best().orElse(-1) == i ? "best" : "");
      row.addAll(values(run, i));
      row.add(number(trade.first(), run.result().scores(i)));
      row.add(number(trade.second(), run.result().scores(i)));
      rows.add(row);
    }
    String sentence =
        (front.size() == 1 ? "One point is" : front.size() + " points are")
            + " on the front of "
            + SweepWords.score(trade.first())
            + " and "
            + SweepWords.score(trade.second())
            + (told < front.size() ? "; " + told + " of them are listed." : ".");
    return Optional.of(new Output.Table(headings, rows, sentence));
  }
}
