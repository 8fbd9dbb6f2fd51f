// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.flow.FlowSettings;
import loopbench.loop.Admission;
import loopbench.loop.FlowLoop;
import loopbench.loop.FlowScenario;
import loopbench.plant.LinearPlant;
import loopbench.plant.PlantModel;
import loopbench.score.FlowScores;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.StartPoint;
import loopbench.tune.TuningRule;

/** The rules' gains side by side, each run on the plant. */
final class StartPoints {
  private static final int TICKS_AFTER_THE_LAST_EVENT = 300;
  private static final List<String> HEADINGS =
      List.of(
          "rule",
          "kp",
          "ki",
          "class",
          "settles [ticks]",
          "gain margin",
          "noise gain",
          "rebound [1/s]",
          "assumes, and what does not hold");

  private StartPoints() {}

  static Output table(
      FlowSettings settings,
      PlantModel plant,
      LinearPlant linear,
      TuningRule chosen,
      double lambda) {
    List<List<String>> rows = new ArrayList<>();
    String sentence = "";
    for (TuningRule rule : TuningRule.values()) {
      StartPoint start = rule.start(linear, settings.dtMs(), lambda);
      Optional<Scores> scores = start.gains().map(g -> ran(settings.withGains(g), plant));
      rows.add(row(start, scores, rule == chosen));
      if (rule == chosen) {
        sentence = sentence(start, scores.orElseThrow());
      }
    }
    return new Output.Table(HEADINGS, rows, sentence);
  }

  /** The loop from its cold start until well after the plant's last event. */
  private static Scores ran(FlowSettings settings, PlantModel plant) {
    double lastS = 0;
    for (double timeS : plant.eventTimesS()) {
      lastS = timeS;
    }
    double ticks = Math.ceil(lastS * 1000 / settings.dtMs()) + TICKS_AFTER_THE_LAST_EVENT;
    FlowScenario scenario =
        new FlowScenario(
            new Admission.Controlled(settings),
            plant,
            (int) Math.min(ticks, FlowScenario.MOST_TICKS),
            42);
    return FlowScores.of(FlowLoop.run(scenario), scenario);
  }

  private static List<String> row(StartPoint start, Optional<Scores> scores, boolean chosen) {
    List<String> row = new ArrayList<>();
    row.add(start.rule().word() + (chosen ? " (taken)" : ""));
    row.add(start.gains().map(g -> rounded(g.kp())).orElse(""));
    row.add(start.gains().map(g -> rounded(g.ki())).orElse(""));
    row.add(scores.flatMap(Scores::loopClass).map(LoopClass::token).orElse(""));
    for (Score score : List.of(Score.SETTLE, Score.GAIN_MARGIN, Score.NOISE_GAIN, Score.REBOUND)) {
      row.add(scores.filter(s -> s.has(score)).map(s -> text(score, s.get(score))).orElse(""));
    }
    List<String> words = new ArrayList<>(List.of(Sentences.ended(start.rule().assumption())));
    start.warnings().forEach(w -> words.add(Sentences.sentence(w)));
    row.add(Sentences.sentence(String.join(" ", words)));
    return row;
  }

  private static String text(Score score, double number) {
    return Double.isInfinite(number)
        ? score == Score.SETTLE ? "never" : "none"
        : Double.isNaN(number) ? "" : Numbers.text(Numbers.rounded(number, 3));
  }

  private static String rounded(double gain) {
    return Numbers.text(Numbers.rounded(gain, 4));
  }

  private static String sentence(StartPoint start, Scores scores) {
    double settle = scores.get(Score.SETTLE);
    return "By "
        + start.rule().word()
        + " kp is "
        + rounded(start.gains().orElseThrow().kp())
        + " and ki "
        + rounded(start.gains().orElseThrow().ki())
        + ": the loop "
        + (settle < Double.POSITIVE_INFINITY
            ? "settles in " + Numbers.text(settle) + " ticks"
            : "does not settle")
        + ", its gain margin is "
        + text(Score.GAIN_MARGIN, scores.get(Score.GAIN_MARGIN))
        + ", and 1 ms of noise moves the rate by "
        + text(Score.NOISE_GAIN, scores.get(Score.NOISE_GAIN))
        + "/s.";
  }
}
