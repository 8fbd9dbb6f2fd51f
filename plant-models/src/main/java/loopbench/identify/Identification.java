// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import loopbench.identify.Candidate.Banded;
import loopbench.identify.Candidate.Shape;
import loopbench.plant.PlantModel;
import org.apache.commons.math3.exception.MathIllegalArgumentException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * From a recording to a plant: several shapes are fitted to its first part and judged on the part
 * that they were not shown. What does not move the plant does not tell of it, so that a recording
 * in which the rate stood still is refused.
 */
public final class Identification {
  static final double NORMAL_95 = 1.959963984540054;

  private static final double USED_SHARE = 0.7;
  private static final double LEAST_MOVED = 0.02;
  private static final int LEAST_WINDOWS = 20;
  private static final int MOST_DELAY = 20;
  private static final double[] FIRST_POLES = {0.2, 0.6, 0.9, 0.98};
  private static final double[] LATER_POLES = {0.7};

  /** A fit below this is no plant to tune on. */
  public static final double LEAST_FIT_PERCENT = 50;

  private Identification() {}

  /**
   * @param best the candidate to use
   * @param all all that were tried, in the order of their shapes
   * @param cut the first window that they were not shown
   * @param used how many windows they were fitted to
   * @param unseen how many they were judged on
   * @param movedShare how much the rate moved in the part used: nine tenths of its values, as a
   *     share of the mean
   * @param condition how far the numbers can be told apart: 1 at best
   * @param noKnee why there is no knee among them, where one was asked for and none can be known
   */
  public record Found(
      Candidate best,
      List<Candidate> all,
      int cut,
      int used,
      int unseen,
      double movedShare,
      double condition,
      Optional<Refusal> noKnee) {
    public Found {
      all = List.copyOf(all);
    }
  }

  private static <T> Answer<T> refused(String why, String whatNow) {
    return Answer.refused("no plant can be identified", "", why, whatNow);
  }

  /**
   * Fits the shapes asked for.
   *
   * @param cancelled asked all the while; where it says so the answer is a refusal, since half of a
   *     fit is none
   */
  public static Answer<Found> of(
      Recording recording, Set<Shape> shapes, BooleanSupplier cancelled) {
    if (recording.size() > Recording.MOST_WINDOWS) {
      return refused(
          "the recording has "
              + recording.size()
              + " windows, and "
              + Recording.MOST_WINDOWS
              + " are looked at at most",
          "Use a part of it, or a longer step");
    }
    int usable = recording.usable();
    if (usable < 2 * LEAST_WINDOWS) {
      return refused(
          "of "
              + recording.size()
              + " windows "
              + usable
              + " have both a rate and a latency, and "
              + 2 * LEAST_WINDOWS
              + " are needed",
          "Record for longer, or mend the gaps");
    }
    int cut = cut(recording, (int) (USED_SHARE * usable));
    List<Recording.Stretch> used = recording.stretches(0, cut, Recording.LEAST_STRETCH);
    List<Recording.Stretch> unseen =
        recording.stretches(cut, recording.size(), Recording.LEAST_STRETCH);
    Optional<Answer<Found>> still = still(recording, used);
    if (still.isPresent()) {
      return still.get();
    }
    if (windows(unseen) < LEAST_WINDOWS / 2) {
      return refused(
          "what is left to judge a fit by is torn into pieces of less than four windows",
          "Mend the gaps, or use another part of the recording");
    }
    if (!(moved(recording, unseen) >= LEAST_MOVED)) {
      return refused(
          "the rate stands still in the last "
              + Math.round((1 - USED_SHARE) * 100)
              + " % of the recording, which is to judge the fit",
          "Use a part whose last third has a change in it, too");
    }
    try {
      return judged(recording, shapes, used, unseen, cut, cancelled);
    } catch (Stopped stopped) {
      return Answer.refused(
          "no plant was identified", "", "the fit was stopped before its end", "Run it again");
    }
  }

  private static Answer<Found> judged(
      Recording recording,
      Set<Shape> shapes,
      List<Recording.Stretch> used,
      List<Recording.Stretch> unseen,
      int cut,
      BooleanSupplier cancelled) {
    List<Candidate> all = new ArrayList<>();
    Refusal[] noKnee = new Refusal[1];
    for (Shape shape : Shape.values()) {
      Stopped.when(cancelled);
      if (!shapes.contains(shape)) {
        continue;
      }
      Optional<Candidate> fitted =
          switch (shape) {
            case KNEE ->
                knee(recording, used, cut, cancelled)
                    .match(
                        Optional::of,
                        why -> {
                          noKnee[0] = why;
                          return Optional.empty();
                        });
            case ARX -> arx(recording, used, cut, cancelled);
            case STATIC, FOPDT, SOPDT -> lagged(recording, shape, used, cut, cancelled);
          };
      fitted.ifPresent(all::add);
    }
    Stopped.when(cancelled);
    Optional<Candidate> best = best(all);
    if (best.isEmpty()) {
      return noKnee[0] != null
          ? refused(
              noKnee[0].why(),
              "Use a part in which the rate comes close to the capacity, or let static be a"
                  + " candidate")
          : refused(
              "no shape could be fitted to the recording", "Use a part in which the rate moves");
    }
    if (!(best.get().unseenFitPercent() >= LEAST_FIT_PERCENT)) {
      return refused(
          "the best shape, "
              + best.get().shape().word()
              + ", explains "
              + Math.round(best.get().unseenFitPercent())
              + " % of the part that it was not shown, and "
              + (int) LEAST_FIT_PERCENT
              + " % are the least to tune on",
          "Something else moved the latency: use a part in which only the rate did");
    }
    if (!(best.get().slopeMs().value() > 0)) {
      return refused(
          "the latency falls while the rate rises, so that the rate is not what made it",
          "Check which series is the input and which the output");
    }
    return new Answer.Found<>(
        new Found(
            best.get(),
            all,
            cut,
            windows(used),
            windows(unseen),
            moved(recording, used),
            condition(recording, used),
            Optional.ofNullable(noKnee[0])));
  }

  /**
   * What a candidate makes of a recording's rates, window by window, ms; it runs on its own from
   * the first window of each stretch. NaN where nothing is known.
   */
  public static double[] predictedMs(Recording recording, Candidate candidate) {
    if (candidate.knee().isPresent()) {
      return bent(recording, candidate.plant().orElseThrow());
    }
    double dtS = recording.dtS();
    int lags = candidate.shape() == Shape.STATIC ? 0 : candidate.shape() == Shape.SOPDT ? 2 : 1;
    double[] parameters = new double[2 + lags];
    parameters[0] = candidate.floorMs().value();
    parameters[1] = candidate.slopeMs().value();
    if (lags > 0) {
      parameters[2] = pole(candidate.lagS().value(), dtS);
    }
    if (lags > 1) {
      parameters[3] = pole(candidate.secondLagS(), dtS);
    }
    return new LagModel(recording, lags, (int) Math.round(candidate.deadTimeS() / dtS))
        .predicted(parameters);
  }

  /** What a plant that answers at once makes of the rates, in stretches. */
  private static double[] bent(Recording recording, PlantModel plant) {
    double[] all = new double[recording.size()];
    Arrays.fill(all, Double.NaN);
    for (Recording.Stretch stretch :
        recording.stretches(0, recording.size(), Recording.LEAST_STRETCH)) {
      for (int k = stretch.from(); k < stretch.to(); k++) {
        all[k] = plant.settledLatencyMs(recording.rates()[k], 0);
      }
    }
    return all;
  }

  private static double pole(double lagS, double dtS) {
    return lagS > 0 ? StrictMath.exp(-dtS / lagS) : 0;
  }

  /** The window before which so many known ones lie. */
  private static int cut(Recording recording, int known) {
    int count = 0;
    for (int k = 0; k < recording.size(); k++) {
      count += recording.known(k) ? 1 : 0;
      if (count > known) {
        return k;
      }
    }
    return recording.size();
  }

  private static int windows(List<Recording.Stretch> stretches) {
    return stretches.stream().mapToInt(Recording.Stretch::size).sum();
  }

  // ---- whether it can tell anything --------------------------------------------------------

  private static double moved(Recording recording, List<Recording.Stretch> used) {
    double[] rates =
        used.stream()
            .flatMapToDouble(s -> Arrays.stream(recording.rates(), s.from(), s.to()))
            .sorted()
            .toArray();
    double mean = Arrays.stream(rates).average().orElse(Double.NaN);
    int last = rates.length - 1;
    return (rates[(int) (0.95 * last)] - rates[(int) (0.05 * last)]) / Math.abs(mean);
  }

  private static Optional<Answer<Found>> still(Recording recording, List<Recording.Stretch> used) {
    if (windows(used) < LEAST_WINDOWS) {
      return Optional.of(
          refused(
              "what could be fitted to is torn into pieces of less than four windows",
              "Mend the gaps, or use another part of the recording"));
    }
    double moved = moved(recording, used);
    return moved >= LEAST_MOVED
        ? Optional.empty()
        : Optional.of(
            refused(
                "the rate hardly moved in the first "
                    + Math.round(USED_SHARE * 100)
                    + " % of the recording ("
                    + Math.round(100 * (Double.isNaN(moved) ? 0 : moved))
                    + " % of its mean), so that nothing tells how the plant answers it",
                "Use a part with a change in it: a deployment, a new target, a capacity that fell"));
  }

  /** Of the latency before and the rate now: close to 1 they cannot be told apart. */
  private static double condition(Recording recording, List<Recording.Stretch> used) {
    double n = 0;
    double su = 0;
    double sy = 0;
    double suu = 0;
    double syy = 0;
    double suy = 0;
    for (Recording.Stretch stretch : used) {
      for (int k = stretch.from() + 1; k < stretch.to(); k++) {
        double u = recording.rates()[k];
        double y = recording.latenciesMs()[k - 1];
        n++;
        su += u;
        sy += y;
        suu += u * u;
        syy += y * y;
        suy += u * y;
      }
    }
    double cov = suy / n - su / n * (sy / n);
    double correlation =
        Math.abs(cov) / Math.sqrt((suu / n - su / n * (su / n)) * (syy / n - sy / n * (sy / n)));
    return Math.sqrt((1 + correlation) / (1 - Math.min(correlation, 1 - 1e-12)));
  }

  // ---- shapes ------------------------------------------------------------------------------

  /** A knee, judged as a straight line is: by every window of the part that it was not shown. */
  private static Answer<Candidate> knee(
      Recording recording, List<Recording.Stretch> used, int cut, BooleanSupplier cancelled) {
    double[] recorded =
        IntStream.range(0, recording.size())
            .filter(recording::known)
            .mapToDouble(k -> recording.rates()[k])
            .toArray();
    return new KneeFit(recording, used, cancelled)
        .fitted(recorded)
        .then(
            found -> {
              Candidate unjudged =
                  new Candidate(
                      Shape.KNEE,
                      found.floorMs(),
                      found.slopeMs(),
                      new Banded(0, 0),
                      0,
                      0,
                      Double.NaN,
                      Double.NaN,
                      Double.NaN,
                      Optional.of(found.knee()));
              LagModel model = new LagModel(recording, 0, 0, cancelled);
              double[] own = predictedMs(recording, unjudged);
              LagModel.Part unseen = new LagModel.Part(cut, recording.size());
              return new Answer.Found<>(
                  unjudged.judged(
                      model.fitPercentOf(own, new LagModel.Part(0, cut)),
                      model.fitPercentOf(own, unseen),
                      model.errorMsOf(own, unseen)));
            });
  }

  private static Optional<Candidate> lagged(
      Recording recording,
      Shape shape,
      List<Recording.Stretch> used,
      int cut,
      BooleanSupplier cancelled) {
    LagModel.Part seen = new LagModel.Part(0, cut);
    LagModel.Part unseen = new LagModel.Part(cut, recording.size());
    int lags = shape == Shape.STATIC ? 0 : shape == Shape.FOPDT ? 1 : 2;
    int mostDelay = lags == 0 ? 0 : Math.min(MOST_DELAY, windows(used) / 10);
    Candidate best = null;
    LagModel.Fitted before = null;
    for (int delay = 0; delay <= mostDelay; delay++) {
      LagModel model = new LagModel(recording, lags, delay, cancelled);
      if (model.judged(seen) <= 2 * model.parameters() || model.judged(unseen) < 4) {
        break;
      }
      LagModel.Fitted fit = fit(recording, model, lags, used, seen, before);
      if (fit == null) {
        continue;
      }
      before = fit;
      Candidate candidate = candidate(recording, shape, delay, model, fit, cut);
      if (best == null || candidate.unseenErrorMs() < best.unseenErrorMs() * (1 - 1e-6)) {
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * The best of several starts: with a delay, where the delay before ended, too, and fewer others.
   */
  private static LagModel.Fitted fit(
      Recording recording,
      LagModel model,
      int lags,
      List<Recording.Stretch> used,
      LagModel.Part seen,
      LagModel.Fitted before) {
    double[] line = line(recording, used);
    if (lags == 0) {
      return model.fit(line, seen);
    }
    List<double[]> starts = new ArrayList<>();
    if (before != null) {
      starts.add(before.parameters());
    }
    for (double pole : before == null ? FIRST_POLES : LATER_POLES) {
      starts.add(
          lags == 1
              ? new double[] {line[0], line[1], pole}
              : new double[] {line[0], line[1], pole, pole / 2});
    }
    LagModel.Fitted best = null;
    double bestError = Double.POSITIVE_INFINITY;
    for (double[] start : starts) {
      LagModel.Fitted fit = model.fit(start, seen);
      if (fit != null && model.errorMs(fit.parameters(), seen) < bestError) {
        bestError = model.errorMs(fit.parameters(), seen);
        best = fit;
      }
    }
    return best;
  }

  /** Floor and slope by a straight line through all windows. */
  private static double[] line(Recording recording, List<Recording.Stretch> used) {
    double n = 0;
    double su = 0;
    double sy = 0;
    double suu = 0;
    double suy = 0;
    for (Recording.Stretch stretch : used) {
      for (int k = stretch.from(); k < stretch.to(); k++) {
        double u = recording.rates()[k];
        double y = recording.latenciesMs()[k];
        n++;
        su += u;
        sy += y;
        suu += u * u;
        suy += u * y;
      }
    }
    double slope = (suy - su * sy / n) / (suu - su * su / n);
    return new double[] {(sy - slope * su) / n, slope};
  }

  private static Candidate candidate(
      Recording recording, Shape shape, int delay, LagModel model, LagModel.Fitted fit, int cut) {
    LagModel.Part unseen = new LagModel.Part(cut, recording.size());
    double[] p = fit.parameters();
    double dtS = recording.dtS();
    Banded lag = new Banded(0, 0);
    double second = 0;
    if (p.length > 2) {
      int longest = p.length == 4 && p[3] > p[2] ? 3 : 2;
      lag = lag(p[longest], fit.halfBands()[longest], dtS);
      second = p.length == 4 ? lag(p[5 - longest], 0, dtS).value() : 0;
    }
    return new Candidate(
        shape,
        new Banded(p[0], fit.halfBands()[0]),
        new Banded(p[1], fit.halfBands()[1]),
        lag,
        second,
        delay * dtS,
        model.fitPercent(p, new LagModel.Part(0, cut)),
        model.fitPercent(p, unseen),
        model.errorMs(p, unseen),
        Optional.empty());
  }

  /** A pole as a time, and its band by the slope of the one over the other. */
  private static Banded lag(double pole, double half, double dtS) {
    if (!(pole > 0)) {
      return new Banded(0, half > 0 ? dtS : 0);
    }
    double log = StrictMath.log(pole);
    return new Banded(-dtS / log, half * dtS / (pole * log * log));
  }

  /** Each window from the one before it, by plain least squares; the delay by what is unseen. */
  private static Optional<Candidate> arx(
      Recording recording, List<Recording.Stretch> used, int cut, BooleanSupplier cancelled) {
    LagModel.Part unseen = new LagModel.Part(cut, recording.size());
    Candidate best = null;
    for (int delay = 0; delay <= Math.min(MOST_DELAY, windows(used) / 10); delay++) {
      List<double[]> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (Recording.Stretch stretch : used) {
        for (int k = stretch.from() + Math.max(1, delay); k < stretch.to(); k++) {
          x.add(new double[] {recording.latenciesMs()[k - 1], recording.rates()[k - delay]});
          y.add(recording.latenciesMs()[k]);
        }
      }
      LagModel model = new LagModel(recording, 1, delay, cancelled);
      Stopped.when(cancelled);
      if (x.size() < 8 || model.judged(unseen) < 4) {
        break;
      }
      OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
      try {
        regression.newSampleData(
            y.stream().mapToDouble(Double::doubleValue).toArray(), x.toArray(double[][]::new));
        double[] b = regression.estimateRegressionParameters(); // constant, pole, gain of a window
        double[] se = regression.estimateRegressionParametersStandardErrors();
        double pole = Math.min(0.9999, Math.max(0, b[1]));
        double[] p = {b[0] / (1 - pole), b[2] / (1 - pole), pole};
        double[] half = {
          NORMAL_95 * se[0] / (1 - pole), NORMAL_95 * se[2] / (1 - pole), NORMAL_95 * se[1]
        };
        Candidate candidate =
            candidate(recording, Shape.ARX, delay, model, new LagModel.Fitted(p, half), cut);
        if (best == null || candidate.unseenErrorMs() < best.unseenErrorMs()) {
          best = candidate;
        }
      } catch (MathIllegalArgumentException singular) {
        // The rate says no more than the latency before: another delay may.
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * The simplest of those that do about as well as the best on what they were not shown; two lags
   * have to be a tenth better than one, and a knee than a straight line.
   */
  private static Optional<Candidate> best(List<Candidate> all) {
    List<Candidate> earned = all.stream().filter(c -> earned(c, all)).toList();
    Optional<Candidate> least =
        earned.stream()
            .filter(c -> !Double.isNaN(c.unseenErrorMs()))
            .min(Comparator.comparingDouble(Candidate::unseenErrorMs));
    return least.flatMap(
        l ->
            earned.stream()
                .filter(c -> c.plant().isPresent() || c == l)
                .filter(
                    c ->
                        c.unseenErrorMs()
                            <= l.unseenErrorMs() * (l.shape() == Shape.SOPDT ? 1 / 0.9 : 1.02))
                .findFirst());
  }

  private static boolean earned(Candidate candidate, List<Candidate> all) {
    return candidate.shape() != Shape.KNEE
        || all.stream()
            .filter(c -> c.shape() == Shape.STATIC)
            .allMatch(line -> candidate.unseenErrorMs() < 0.9 * line.unseenErrorMs());
  }
}
