// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Event;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.TimeAxis;
import loopbench.identify.Candidate;
import loopbench.identify.Identification;
import loopbench.identify.Recording;
import loopbench.identify.Refusal;

/** What a fit shows: its numbers with their bands, measured and predicted, and what was tried. */
final class FitFigures {
  private static final double GOOD_FIT_PERCENT = 80;

  private FitFigures() {}

  static List<Output> outputs(
      String where, String output, FitFields.Fit fit, Identification.Found found) {
    String sentence = sentence(found);
    return List.of(
        new Output.Facts(facts(found), sentence),
        new Output.Chart(figure(where, output, fit, found), sentence),
        table(found, sentence));
  }

  private static String sentence(Identification.Found found) {
    Candidate best = found.best();
    String lag =
        best.lagS().value() > 0 || best.deadTimeS() > 0
            ? ", a lag of "
                + banded(best.lagS())
                + " s after "
                + Numbers.brief(best.deadTimeS())
                + " s"
            : ", at once";
    String judged =
        "; on the "
            + found.unseen()
            + " windows that it was not shown it explains "
            + Numbers.brief(best.unseenFitPercent())
            + " % and is off by "
            + Numbers.brief(best.unseenErrorMs())
            + " ms.";
    if (best.knee().isPresent()) {
      return knee(best, best.knee().get()) + judged;
    }
    return "The plant answers with "
        + banded(best.slopeMs())
        + " ms per 1/s above "
        + banded(best.floorMs())
        + " ms"
        + lag
        + judged
        + (best.shape() == Candidate.Shape.STATIC
            ? found.noKnee().map(why -> " " + Sentences.sentence(straight(why))).orElse("")
            : "");
  }

  private static String straight(Refusal why) {
    return "no bend can be told: " + why.why() + ", so that a straight line is the answer";
  }

  private static String knee(Candidate best, Candidate.Knee knee) {
    return "The plant answers at once and bends upwards: "
        + banded(best.floorMs())
        + " ms + "
        + banded(knee.riseMs())
        + " ms / (1 - rate / capacity), with a capacity of "
        + banded(knee.capacityPerSecond())
        + "/s. One 1/s more adds "
        + banded(best.slopeMs())
        + " ms at "
        + Numbers.brief(knee.operatingRate())
        + "/s and "
        + Numbers.brief(knee.worstSlopeMs())
        + " ms at "
        + Numbers.brief(knee.worstRate())
        + "/s, the highest rate recorded; tune for the latter, and stay below "
        + Numbers.brief(knee.usableTo())
        + "/s";
  }

  private static String banded(Candidate.Banded number) {
    return Numbers.text(Numbers.rounded(number.value(), 3))
        + (number.half() > 0 ? " ± " + Numbers.text(Numbers.rounded(number.half(), 2)) : "");
  }

  private static List<Fact> facts(Identification.Found found) {
    Candidate best = found.best();
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.plain("shape", best.shape().word(), ""));
    String at =
        best.knee().map(knee -> " at " + Numbers.brief(knee.operatingRate()) + "/s").orElse("");
    facts.add(Fact.plain("slope" + at, banded(best.slopeMs()), "ms per 1/s"));
    facts.add(Fact.plain("floor", banded(best.floorMs()), "ms"));
    best.knee()
        .ifPresent(
            knee -> {
              facts.add(Fact.plain("rise", banded(knee.riseMs()), "ms"));
              facts.add(Fact.plain("capacity", banded(knee.capacityPerSecond()), "1/s"));
              facts.add(
                  Fact.plain(
                      "worst slope, at " + Numbers.brief(knee.worstRate()) + "/s",
                      Numbers.brief(knee.worstSlopeMs()),
                      "ms per 1/s"));
              facts.add(Fact.plain("usable below", Numbers.brief(knee.usableTo()), "1/s"));
            });
    if (best.lagS().value() > 0) {
      facts.add(Fact.plain("lag", banded(best.lagS()), "s"));
      facts.add(Fact.plain("dead time", Numbers.brief(best.deadTimeS()), "s"));
    }
    facts.add(
        new Fact(
            "unseen part explained",
            Numbers.brief(best.unseenFitPercent()),
            "%",
            best.unseenFitPercent() >= GOOD_FIT_PERCENT ? Fact.Standing.GOOD : Fact.Standing.WARN));
    facts.add(Fact.plain("rate moved by", Numbers.brief(found.movedShare() * 100), "%"));
    return facts;
  }

  private static LineFigure figure(
      String where, String output, FitFields.Fit fit, Identification.Found found) {
    Recording recording = fit.recording();
    int n = recording.size();
    double[] timesS = new double[n];
    for (int k = 0; k < n; k++) {
      timesS[k] = fit.startS() + k * recording.dtS();
    }
    double[] predicted = Identification.predictedMs(recording, found.best());
    return new LineFigure(
        where,
        found.best().shape().word()
            + " · explains "
            + Numbers.brief(found.best().unseenFitPercent())
            + " % of the part that it was not shown, off by "
            + Numbers.brief(found.best().unseenErrorMs())
            + " ms",
        TimeAxis.seconds(fit.startS(), fit.startS() + n * recording.dtS()),
        List.of(
            Panel.of(
                output,
                "ms",
                Line.of("measured", timesS, recording.latenciesMs(), Look.LATENCY, "measured"),
                Line.of("predicted", timesS, predicted, Look.RUNNING, "predicted")),
            Panel.of(
                "rate", "1/s", Line.steps("rate", timesS, recording.rates(), Look.RATE, "rate"))),
        List.of(new Event(timesS[Math.min(n - 1, found.cut())], "not shown from here")));
  }

  private static Output table(Identification.Found found, String sentence) {
    List<List<String>> rows = new ArrayList<>();
    for (Candidate one : found.all()) {
      rows.add(
          List.of(
              one.shape().word() + (one == found.best() ? " (taken)" : ""),
              one.knee()
                  .map(
                      knee ->
                          one.shape().about() + " of " + banded(knee.capacityPerSecond()) + "/s")
                  .orElse(one.shape().about()),
              banded(one.slopeMs()),
              banded(one.floorMs()),
              one.lagS().value() > 0
                  ? banded(one.lagS())
                      + (one.secondLagS() > 0 ? ", " + Numbers.brief(one.secondLagS()) : "")
                  : "",
              Numbers.brief(one.deadTimeS()),
              Numbers.brief(one.usedFitPercent()),
              Numbers.brief(one.unseenFitPercent()),
              Numbers.brief(one.unseenErrorMs())));
    }
    found
        .noKnee()
        .ifPresent(
            why ->
                rows.add(
                    List.of(
                        Candidate.Shape.KNEE.word(),
                        "not to be told: " + why.why(),
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "")));
    return new Output.Table(
        List.of(
            "shape",
            "",
            "slope [ms per 1/s]",
            "floor [ms]",
            "lag [s]",
            "dead time [s]",
            "fit, used [%]",
            "fit, unseen [%]",
            "error, unseen [ms]"),
        rows,
        sentence);
  }
}
