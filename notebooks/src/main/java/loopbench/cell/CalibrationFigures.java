// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Value;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.Target;
import loopbench.identify.PrefillRate;
import loopbench.series.Series;
import loopbench.tune.TokenThreshold;

/** What a calibration shows: V_P, the threshold that follows, and the times it comes from. */
final class CalibrationFigures {
  /** How far V_P may be off in the table: batch sizes, engines and drivers differ by as much. */
  private static final double OFF = 0.2;

  private CalibrationFigures() {}

  /**
   * @param who who was measured, as the first words of a sentence
   * @param recorded the times on their clock, where they were recorded
   */
  static Result shown(String where, String who, CalibrationRun run, Optional<Series> recorded) {
    String sentence = sentence(who, run);
    List<Output> outputs = new ArrayList<>();
    outputs.add(new Output.Facts(facts(run), sentence));
    recorded
        .filter(series -> series.size() > 1)
        .ifPresent(
            series -> outputs.add(new Output.Chart(figure(where, series, run.rate()), sentence)));
    if (!run.thresholds().isEmpty()) {
      outputs.add(new Output.Table(headings(), rows(run), tableSentence(run)));
    }
    return Result.of(run, outputs).withMachine(RunCell.WORD, machine(where, run));
  }

  // ---- in words ----------------------------------------------------------------------------

  private static String sentence(String who, CalibrationRun run) {
    PrefillRate rate = run.rate();
    String measured =
        who
            + " computes "
            + tokens(rate.perSecond())
            + " tokens/s: "
            + rate.chunkTokens()
            + " tokens took "
            + Numbers.brief(rate.medianS())
            + " s, the median of "
            + rate.samples()
            + " on an idle stack.";
    Optional<TokenThreshold> tightest = run.tightest();
    return tightest.isEmpty() ? measured : measured + " " + consequence(tightest.get());
  }

  private static String consequence(TokenThreshold threshold) {
    String prompt = "a prompt of " + tokens(threshold.uncachedTokens()) + " tokens";
    String floor = Numbers.brief(threshold.floorS()) + " s";
    String objective = Numbers.brief(threshold.objectiveS()) + " s";
    OptionalDouble seconds = threshold.thresholdS();
    if (seconds.isEmpty()) {
      return "No threshold can bring the first token of "
          + prompt
          + " within "
          + objective
          + ": it takes "
          + floor
          + " by itself.";
    }
    double asks = threshold.aloneAsks().getAsDouble();
    return Sentences.sentence(
        prompt
            + " takes "
            + floor
            + " by itself, and "
            + (threshold.share() == 1 ? "all" : Numbers.brief(100 * threshold.share()) + " %")
            + " of what that leaves of "
            + objective
            + " is a threshold of "
            + Numbers.brief(seconds.getAsDouble())
            + " s"
            + (asks > 1
                ? ", which such a prompt alone exceeds: it asks for "
                    + Numbers.brief(asks)
                    + " replicas"
                : ""));
  }

  private static String tableSentence(CalibrationRun run) {
    long none = run.thresholds().stream().filter(t -> t.thresholdS().isEmpty()).count();
    int all = run.thresholds().size();
    if (none == all) {
      return "No threshold meets the objective: the prompt takes longer by itself.";
    }
    return none == 0
        ? "A longer prompt leaves less of the objective; the smallest threshold meets it for all."
        : none + " of " + all + " prompts take longer by themselves than the objective allows.";
  }

  private static String tokens(double number) {
    return Numbers.text(Math.rint(number));
  }

  // ---- numbers -----------------------------------------------------------------------------

  private static List<Fact> facts(CalibrationRun run) {
    PrefillRate rate = run.rate();
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.plain("V_P", tokens(rate.perSecond()), "tokens/s"));
    String low = tokens(rate.lowPerSecond());
    String high = tokens(rate.highPerSecond());
    if (!low.equals(high)) {
      facts.add(Fact.plain("19 times in 20", low + " to " + high, "tokens/s"));
    }
    facts.add(Fact.plain("median TTFT", Numbers.brief(rate.medianS()), "s"));
    facts.add(Fact.plain("quartiles apart", Numbers.brief(rounded(100 * rate.spread())), "%"));
    facts.add(Fact.plain("measurements", Integer.toString(rate.samples()), ""));
    run.tightest()
        .ifPresent(
            threshold -> {
              OptionalDouble seconds = threshold.thresholdS();
              facts.add(Fact.plain("prompt by itself", Numbers.brief(threshold.floorS()), "s"));
              facts.add(
                  seconds.isPresent()
                      ? new Fact(
                          "threshold",
                          Numbers.brief(seconds.getAsDouble()),
                          "s",
                          threshold.aloneAsks().getAsDouble() > 1
                              ? Fact.Standing.WARN
                              : Fact.Standing.GOOD)
                      : new Fact("threshold", "none", "", Fact.Standing.BAD));
            });
    return facts;
  }

  /** Without the dust of subtracting times. */
  private static double rounded(double percent) {
    return Math.rint(percent * 100) / 100;
  }

  private static List<String> headings() {
    return List.of(
        "prompt [tokens]",
        "by itself [s]",
        "objective [s]",
        "left [s]",
        "threshold [s]",
        "at V_P -20 %",
        "at V_P +20 %",
        "alone asks for");
  }

  private static List<List<String>> rows(CalibrationRun run) {
    List<List<String>> rows = new ArrayList<>();
    for (TokenThreshold threshold : run.thresholds()) {
      double vp = threshold.prefillPerSecond();
      OptionalDouble asks = threshold.aloneAsks();
      rows.add(
          List.of(
              tokens(threshold.uncachedTokens()),
              Numbers.brief(threshold.floorS()),
              Numbers.brief(threshold.objectiveS()),
              Numbers.brief(Math.max(0, threshold.objectiveS() - threshold.floorS())),
              seconds(threshold),
              seconds(threshold.withPrefillPerSecond((1 - OFF) * vp)),
              seconds(threshold.withPrefillPerSecond((1 + OFF) * vp)),
              asks.isEmpty()
                  ? ""
                  : Numbers.brief(asks.getAsDouble())
                      + (asks.getAsDouble() == 1 ? " replica" : " replicas")));
    }
    return rows;
  }

  private static String seconds(TokenThreshold threshold) {
    OptionalDouble seconds = threshold.thresholdS();
    return seconds.isPresent() ? Numbers.brief(seconds.getAsDouble()) : "none";
  }

  private static LineFigure figure(String title, Series series, PrefillRate rate) {
    double[] values = series.values();
    String subtitle =
        "median of " + rate.samples() + ", with the band that holds it 19 times in 20";
    double last = values[values.length - 1];
    Panel panel =
        Panel.of(
                "time to the first token",
                "s",
                Line.steps(
                    "TTFT",
                    SeriesFigures.seconds(series.clock()),
                    values,
                    Look.LATENCY,
                    Double.isNaN(last) ? "" : "TTFT " + Numbers.brief(last)))
            .withTarget(
                new Target(
                    rate.medianS(),
                    Math.max(rate.slowS() - rate.medianS(), rate.medianS() - rate.fastS()),
                    "median " + Numbers.brief(rate.medianS())));
    return new LineFigure(
        title, subtitle, SeriesFigures.axis(series.clock()), List.of(panel), List.of());
  }

  // ---- for machines ------------------------------------------------------------------------

  private static Map<String, Object> machine(String where, CalibrationRun run) {
    Map<String, Object> scores = new LinkedHashMap<>();
    for (String token : CalibrationRun.TOKENS) {
      if (run.named(token).orElseThrow() instanceof Value.Amount amount
          && !Double.isNaN(amount.number())) {
        scores.put(token, ScoreValues.json(amount.number()));
      }
    }
    List<Object> prompts = new ArrayList<>();
    for (TokenThreshold threshold : run.thresholds()) {
      Map<String, Object> prompt = new LinkedHashMap<>();
      prompt.put("prompt", ScoreValues.json(threshold.uncachedTokens()));
      prompt.put("floor", ScoreValues.json(threshold.floorS()));
      prompt.put("threshold", ScoreValues.json(threshold.thresholdS().orElse(Double.NaN)));
      prompts.add(prompt);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("run", where.substring(where.indexOf('.') + 1));
    json.put("scores", scores);
    json.put("prompts", prompts);
    json.put(
        "provenance",
        Map.of(
            "chunk", (long) run.rate().chunkTokens(), "measurements", (long) run.rate().samples()));
    return json;
  }
}
