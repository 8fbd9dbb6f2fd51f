// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loopbench.cell.lang.Numbers;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Gate;
import loopbench.tune.Neighbourhood;
import loopbench.tune.Points;
import loopbench.tune.SweepResult;

/**
 * A sweep in words: what to set, why, and what that costs. They do not speak of the settings in
 * force, which may change under a sweep that stays as it is.
 */
final class SweepWords {
  private static final String TRIGGERS = "scaler.triggers.";
  private static final String BEHAVIOR = "scaler.behavior.";
  private static final int MOST_COSTS = 5;

  private SweepWords() {}

  /** A point in words: {@code kp 0.18, ki 0.00046}. */
  static String point(Points points, int index) {
    return String.join(", ", values(points, index, " "));
  }

  /** A point for a legend: a name and its number a row. */
  static String caption(Points points, int index) {
    double[] point = points.point(index);
    List<String> parts = new ArrayList<>();
    for (int a = 0; a < point.length; a++) {
      parts.add(shortName(points.axes(), a) + " " + value(points.axes().get(a), point[a]));
    }
    return String.join("  ", parts);
  }

  private static List<String> values(Points points, int index, String between) {
    double[] point = points.point(index);
    List<String> parts = new ArrayList<>();
    for (int a = 0; a < point.length; a++) {
      parts.add(shortName(points.axes(), a) + between + value(points.axes().get(a), point[a]));
    }
    return parts;
  }

  /**
   * A value for people: with three significant digits, or as many more as tell it from its
   * neighbours on the axis.
   */
  static String number(Axis axis, double value) {
    double shown = value;
    for (int digits = 3; digits <= 15; digits++) {
      shown = Numbers.rounded(value, digits);
      if (apart(axis, value, shown, digits)) {
        break;
      }
    }
    return Numbers.text(shown);
  }

  /** Whether no other value of an axis is shown as one is. */
  private static boolean apart(Axis axis, double value, double shown, int digits) {
    int found = Collections.binarySearch(axis.values(), value);
    int near = found < 0 ? -found - 1 : found;
    for (int i = Math.max(0, near - 1); i <= near + 1 && i < axis.size(); i++) {
      double other = axis.values().get(i);
      boolean same = Math.abs(other - value) <= 1e-9 * Math.abs(value);
      // One of the axis is also told so closely that it does not seem to be another.
      boolean blurred = found >= 0 && Math.abs(shown - value) > 0.1 * Math.abs(other - value);
      if (!same && (blurred || Numbers.rounded(other, digits) == shown)) {
        return false;
      }
    }
    return true;
  }

  /** A value with the unit of its axis, as {@code 10 ms} and {@code 5/s}; gains stand alone. */
  static String value(Axis axis, double value) {
    String unit = unit(axis);
    return number(axis, value) + (unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit);
  }

  /** The unit that is told with the values of an axis; empty for gains and counts. */
  static String unit(Axis axis) {
    return ParameterAxis.unit(axis.unit()).text();
  }

  /** What stands over a column of an axis' values: {@code $target [ms]}. */
  static String heading(List<Axis> axes, int index) {
    String unit = unit(axes.get(index));
    return shortName(axes, index) + (unit.isEmpty() ? "" : " [" + axes.get(index).unit() + "]");
  }

  /**
   * What an axis is called in a picture: {@code kp}, {@code queue threshold}, {@code scaleUp
   * stabilizationWindowSeconds}; a threshold beside others goes by its trigger alone.
   */
  static String shortName(List<Axis> axes, int index) {
    String path = axes.get(index).path();
    String last = path.substring(path.lastIndexOf('.') + 1);
    if (path.startsWith(TRIGGERS)) {
      String trigger = path.substring(TRIGGERS.length(), path.length() - last.length() - 1);
      boolean alike = axes.stream().allMatch(a -> a.path().endsWith("." + last));
      return alike && axes.size() > 1 ? trigger : trigger + " " + last;
    }
    return path.startsWith(BEHAVIOR) ? path.substring(BEHAVIOR.length()).replace('.', ' ') : last;
  }

  static String score(Score score) {
    return score.token().replace('_', ' ');
  }

  /** A score with its spread where several seeds scored differently. */
  static String number(Score score, Scores scores) {
    String mean = ScoreValues.text(score, Numbers.rounded(scores.get(score), 3));
    double least = scores.least(score);
    double most = scores.most(score);
    return least < most
        ? mean
            + " ("
            + ScoreValues.text(score, Numbers.rounded(least, 3))
            + " to "
            + ScoreValues.text(score, Numbers.rounded(most, 3))
            + ")"
        : mean;
  }

  // ---- the recommendation ------------------------------------------------------------------

  static String sentence(SweepRun run) {
    SweepResult result = run.result();
    if (result.best().isEmpty()) {
      return none(run);
    }
    int best = result.best().getAsInt();
    return what(run, best) + " " + why(run) + costs(run, result.scores(best)) + warnings(run, best);
  }

  /** What speaks against the winner: its cliff, and a control that does better. */
  private static String warnings(SweepRun run, int best) {
    StringBuilder text = new StringBuilder();
    run.tuning()
        .neighbourhood()
        .filter(Neighbourhood::cliff)
        .ifPresent(
            near ->
                text.append(" It stands on a cliff: within 20 % of it ")
                    .append(near.worse())
                    .append(" of ")
                    .append(near.tried())
                    .append(" tries ")
                    .append(
                        near.worst().isPresent()
                            ? (near.worse() == 1 ? "ends" : "end")
                                + " worse, at the worst as "
                                + near.worst().get().token()
                            : (near.worse() == 1 ? "fails " : "fail ")
                                + Sentences.joined(
                                    near.broken().stream().map(g -> "`" + g + "`").toList()))
                    .append('.'));
    double least = run.ranking().objective().value(run.result().scores(best));
    better(run, least)
        .ifPresent(
            c ->
                text.append(" But ")
                    .append(c.name())
                    .append(" does it for less: ")
                    .append(told(run.ranking().scores(), c.scores()))
                    .append('.'));
    return text.toString();
  }

  /** The control without a loop that fulfils all gates and has the least, below a value. */
  private static Optional<Swept.Control> better(SweepRun run, double below) {
    Swept.Control best = null;
    double least = below;
    for (Swept.Control control : run.controls()) {
      double value =
          control.name().equals(Swept.NOW)
              ? Double.NaN
              : run.ranking().objective().value(control.scores());
      if (value < least) {
        least = value;
        best = control;
      }
    }
    return Optional.ofNullable(best);
  }

  private static String told(List<Score> scores, Scores of) {
    List<String> parts = new ArrayList<>();
    for (Score score : scores) {
      if (of.has(score)) {
        parts.add(score(score) + " " + number(score, of));
      }
    }
    return String.join(", ", parts);
  }

  private static String points(SweepRun run) {
    SweepResult result = run.result();
    int seeds = seeds(result);
    String number =
        result.partial()
            ? result.done() + " of " + result.size() + " points"
            : result.size() + (result.size() == 1 ? " point" : " points");
    return number + (seeds > 1 ? ", " + seeds + " seeds each" : "");
  }

  private static int seeds(SweepResult result) {
    int seeds = 1;
    for (int i = 0; i < result.size(); i++) {
      seeds = result.scores(i) == null ? seeds : Math.max(seeds, result.scores(i).seeds());
    }
    return seeds;
  }

  private static String what(SweepRun run, int best) {
    SweepResult result = run.result();
    return run.tuning().partial()
        ? "Stopped after "
            + points(run)
            + "; the best so far, which is no winner yet, is "
            + point(result.points(), best)
            + "."
        : "Set "
            + Sentences.joined(values(result.points(), best, " to "))
            + ", the best of "
            + points(run)
            + ".";
  }

  private static String why(SweepRun run) {
    SweepResult result = run.result();
    Ranking ranking = run.ranking();
    int qualified = 0;
    for (int i = 0; i < result.size(); i++) {
      Scores one = result.scores(i);
      qualified += one != null && ranking.objective().qualifies(one) ? 1 : 0;
    }
    String among =
        ranking.objective().gates().isEmpty()
            ? "all"
            : (qualified == 1 ? "the only one" : "the " + qualified)
                + " that "
                + (qualified == 1 ? "fulfils " : "fulfil ")
                + ranking.gates()
                + (run.recipe().plants().size() > 1
                    ? " on each of " + Sentences.joined(run.recipe().plants())
                    : "")
                + (ranking.ownGates() ? "" : " (the default conditions)");
    if (ranking.minimised().isEmpty() && result.front().isPresent()) {
      int n = result.front().get().points().size();
      return "It is the knee of the front of `"
          + ranking.trade().orElseThrow().first().token()
          + "` and `"
          + ranking.trade().orElseThrow().second().token()
          + "`, where a share of the way along one buys the most of the other; "
          + (n == 1 ? "one point is" : n + " points are")
          + " on that front, of "
          + among
          + ".";
    }
    return qualified == 1 && !ranking.objective().gates().isEmpty()
        ? "It is " + among + "."
        : "It has the least `" + ranking.minimised() + "` of " + among + ".";
  }

  private static String costs(SweepRun run, Scores best) {
    Set<Score> told = new LinkedHashSet<>();
    for (Score score :
        List.of(
            Score.REPLICA_HOURS,
            Score.ATTAINMENT,
            Score.UNMET,
            Score.SETTLE,
            Score.SETTLED,
            Score.GAIN_MARGIN,
            Score.OVERSHOOT)) {
      told.add(score);
    }
    told.addAll(run.ranking().scores());
    List<String> costs = new ArrayList<>();
    for (Score score : told) {
      if (best.has(score) && costs.size() < MOST_COSTS) {
        costs.add(score(score) + " " + number(score, best));
      }
    }
    return costs.isEmpty() ? "" : " What that costs: " + String.join(", ", costs) + ".";
  }

  // ---- no recommendation -------------------------------------------------------------------

  private static String none(SweepRun run) {
    SweepResult result = run.result();
    String begin = result.partial() ? "Stopped after " + points(run) + ". " : "";
    if (run.recipe().base() instanceof RunRecipe.Replay replay && replay.need().isEmpty()) {
      return begin
          + points(run)
          + ". Nothing is ranked, since "
          + run.recipe().run()
          + " states no need; write `need: {series: ..., per-replica: ...}` there.";
    }
    if (result.closest().isEmpty()) {
      return begin + "There is no best. " + String.join(" ", result.reasons());
    }
    int closest = result.closest().getAsInt();
    boolean pools = run.recipe().base() instanceof RunRecipe.Pools;
    return begin
        + (pools ? "No point serves the load" : "No point fulfils all conditions")
        + " ("
        + points(run)
        + "); the closest is "
        + point(result.points(), closest)
        + ", which fails "
        + fails(run, closest)
        + ". "
        + String.join(" ", result.reasons().subList(0, result.reasons().size() - 1))
        + better(run, Double.POSITIVE_INFINITY)
            .map(
                c ->
                    " But "
                        + c.name()
                        + " fulfils all: "
                        + told(run.ranking().scores(), c.scores())
                        + ".")
            .orElse("");
  }

  /** The gates a point fails, each with what was scored: {@code `attainment >= 95%` with 91%}. */
  private static String fails(SweepRun run, int index) {
    Scores scores = run.result().scores(index);
    List<String> fails = new ArrayList<>();
    for (String gate : run.result().fails(index)) {
      String with =
          Score.of(gate.split("[ <>=!]", 2)[0])
              .filter(scores::has)
              .map(s -> " with " + ScoreValues.text(s, Numbers.rounded(scores.get(s), 3)))
              .orElseGet(
                  () ->
                      gate.startsWith("class ")
                          ? scores.loopClass().map(c -> ", being " + c.token()).orElse("")
                          : "");
      fails.add("`" + gate + "`" + with);
    }
    return Sentences.joined(fails);
  }

  /** Whether the score that a gate begins with applies; true where it begins with none. */
  private static boolean applies(String gate, Scores scores) {
    return Score.of(gate.split("[ <>=!]", 2)[0]).map(scores::has).orElse(true);
  }

  /** Which of the ranking's gates some scores fail, for a table; empty when none. */
  static String failed(Ranking ranking, Scores scores) {
    return String.join(
        ", ",
        ranking.objective().gates().stream()
            .filter(gate -> !gate.test(scores))
            .map(gate -> ((Gate) gate).text())
            .map(gate -> applies(gate, scores) ? gate : gate + " (does not apply)")
            .toList());
  }
}
