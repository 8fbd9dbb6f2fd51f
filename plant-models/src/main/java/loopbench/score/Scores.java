// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What one run scored, or several of the same settings: under different seeds ({@link #mean}) or on
 * different plants ({@link #worst}). Immutable; NaN where a score does not apply, +infinity where
 * it never came.
 */
public final class Scores {
  private static final Score[] ALL = Score.values();

  // A million points of a sweep are kept: only the stretch of Score that a run has is stored.
  private final int first;
  private final double[] values;
  private final double[] normalised; // null while it follows from the two scales
  private final LoopClass loopClass;
  private final double targetMs;
  private final double equilibriumPerSecond;
  private final Spread spread; // null for one run
  private final List<LoopClass> parts; // empty for one run

  /**
   * What several seeds scored at the least and at the most, in the order of the values, and the
   * class that most of them have; null for none.
   */
  private record Spread(int seeds, double[] least, double[] most, LoopClass common) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Spread that
          && seeds == that.seeds
          && common == that.common
          && Arrays.equals(least, that.least)
          && Arrays.equals(most, that.most);
    }

    @Override
    public int hashCode() {
      return seeds;
    }
  }

  private Scores(
      int first,
      double[] values,
      double[] normalised,
      LoopClass loopClass,
      double targetMs,
      double equilibriumPerSecond,
      Spread spread,
      List<LoopClass> parts) {
    this.first = first;
    this.values = values;
    this.normalised = normalised;
    this.loopClass = loopClass;
    this.targetMs = targetMs;
    this.equilibriumPerSecond = equilibriumPerSecond;
    this.spread = spread;
    this.parts = parts;
  }

  /** Scores without a loop class, as a scaling run has them. */
  public static Scores of(Map<Score, Double> values) {
    return of(values, null, Double.NaN, Double.NaN);
  }

  /**
   * Scores of a loop.
   *
   * @param loopClass null for none
   * @param targetMs what its latency is divided by in an objective; may be NaN
   * @param equilibriumPerSecond what its rate is divided by in an objective; may be NaN
   */
  public static Scores of(
      Map<Score, Double> values,
      LoopClass loopClass,
      double targetMs,
      double equilibriumPerSecond) {
    int first = ALL.length;
    int last = -1;
    for (Score score : values.keySet()) {
      first = Math.min(first, score.ordinal());
      last = Math.max(last, score.ordinal());
    }
    double[] filled = new double[Math.max(0, last - first + 1)];
    Arrays.fill(filled, Double.NaN);
    for (Map.Entry<Score, Double> entry : values.entrySet()) {
      filled[entry.getKey().ordinal() - first] = entry.getValue();
    }
    return new Scores(
        first, filled, null, loopClass, targetMs, equilibriumPerSecond, null, List.of());
  }

  /** Scores of a run that the core refused: no numbers, class {@code invalid}. */
  public static Scores invalid() {
    return of(Map.of(), LoopClass.INVALID, Double.NaN, Double.NaN);
  }

  /**
   * What holds for all of several runs: of every score the worst, NaN where it applies to one and
   * not to another; of the classes the worst, and each for itself in {@link #parts}. A score's
   * spread is that of the run that scored worst. One run is itself.
   */
  public static Scores worst(List<Scores> runs) {
    if (runs.size() == 1) {
      return runs.get(0);
    }
    int first = first(runs);
    int size = Math.max(0, end(runs) - first);
    double[] worst = new double[size];
    double[] worstNormalised = new double[size];
    double[] least = new double[size];
    double[] most = new double[size];
    int seeds = 1;
    for (int i = 0; i < size; i++) {
      Score score = ALL[first + i];
      worst[i] = worst(runs.stream().mapToDouble(r -> r.get(score)).toArray(), score);
      worstNormalised[i] =
          worst(runs.stream().mapToDouble(r -> r.normalised(score)).toArray(), score);
      least[i] = Double.NaN;
      most[i] = Double.NaN;
      for (Scores run : runs) {
        seeds = Math.max(seeds, run.seeds());
        if (Double.isNaN(least[i]) && run.get(score) == worst[i]) {
          least[i] = run.least(score);
          most[i] = run.most(score);
        }
      }
    }
    List<LoopClass> parts = new ArrayList<>();
    runs.forEach(run -> run.loopClass().ifPresent(parts::add));
    return new Scores(
        first,
        worst,
        worstNormalised,
        worstClass(runs),
        Double.NaN,
        Double.NaN,
        seeds > 1 ? new Spread(seeds, least, most, worstCommonClass(runs)) : null,
        List.copyOf(parts));
  }

  private static int first(List<Scores> runs) {
    return runs.stream().mapToInt(run -> run.first).min().orElse(ALL.length);
  }

  private static int end(List<Scores> runs) {
    return runs.stream().mapToInt(run -> run.first + run.values.length).max().orElse(0);
  }

  private static LoopClass worstClass(List<Scores> runs) {
    LoopClass worst = null;
    for (Scores run : runs) {
      if (run.loopClass != null && (worst == null || run.loopClass.worseThan(worst))) {
        worst = run.loopClass;
      }
    }
    return worst;
  }

  private static LoopClass worstCommonClass(List<Scores> runs) {
    LoopClass worst = null;
    for (Scores run : runs) {
      LoopClass one = run.commonClass().orElse(null);
      if (one != null && (worst == null || one.worseThan(worst))) {
        worst = one;
      }
    }
    return worst;
  }

  /** The class that most runs have, the worse of two that are as frequent; null for none. */
  private static LoopClass commonClass(List<Scores> runs) {
    int[] counts = new int[LoopClass.values().length];
    LoopClass common = null;
    for (Scores run : runs) {
      if (run.loopClass != null) {
        counts[run.loopClass.ordinal()]++;
      }
    }
    for (LoopClass one : LoopClass.values()) {
      int more =
          common == null ? counts[one.ordinal()] : counts[one.ordinal()] - counts[common.ordinal()];
      if (more > 0 || more == 0 && common != null && one.worseThan(common)) {
        common = one;
      }
    }
    return common;
  }

  private static double worst(double[] values, Score score) {
    double worst = values[0];
    for (double value : values) { // min and max both hand on NaN
      worst = score.moreIsBetter() ? Math.min(worst, value) : Math.max(worst, value);
    }
    return worst;
  }

  /**
   * What one setting scored with several seeds: of every score the mean, summed in the order of the
   * runs, with its least and most beside it; NaN where it applies to one and not to another,
   * infinite where it never came to one. The class is the worst, and {@link Score#SETTLED} says how
   * many settled. One run is itself.
   */
  public static Scores mean(List<Scores> runs) {
    if (runs.size() == 1) {
      return runs.get(0);
    }
    boolean classes = runs.stream().anyMatch(run -> run.loopClass != null);
    int first = Math.min(first(runs), classes ? Score.SETTLED.ordinal() : ALL.length);
    int size = Math.max(end(runs), classes ? Score.SETTLED.ordinal() + 1 : 0) - first;
    double[] mean = new double[Math.max(0, size)];
    double[] normalised = new double[mean.length];
    double[] least = new double[mean.length];
    double[] most = new double[mean.length];
    for (int i = 0; i < mean.length; i++) {
      Score score = ALL[first + i];
      least[i] = Double.POSITIVE_INFINITY;
      most[i] = Double.NEGATIVE_INFINITY;
      for (Scores run : runs) {
        mean[i] += run.get(score);
        normalised[i] += run.normalised(score);
        least[i] = Math.min(least[i], run.get(score)); // min and max hand on NaN
        most[i] = Math.max(most[i], run.get(score));
      }
      mean[i] /= runs.size();
      normalised[i] /= runs.size();
    }
    if (classes) {
      int at = Score.SETTLED.ordinal() - first;
      double settled = 0;
      for (Scores run : runs) {
        settled += run.loopClass == LoopClass.SETTLES ? 1 : 0;
      }
      mean[at] = settled / runs.size();
      normalised[at] = mean[at];
      least[at] = mean[at];
      most[at] = mean[at];
    }
    return new Scores(
        first,
        mean,
        normalised,
        worstClass(runs),
        Double.NaN,
        Double.NaN,
        new Spread(runs.size(), least, most, commonClass(runs)),
        List.of());
  }

  /**
   * These scores with what chance must not decide taken from a run without any: the class, the
   * equilibrium error and the margins.
   */
  public Scores judgedBy(Scores quiet) {
    Spread judgedSpread =
        spread == null
            ? null
            : new Spread(
                spread.seeds(), spread.least().clone(), spread.most().clone(), spread.common());
    double[] judged = values.clone();
    double[] judgedNormalised = new double[judged.length];
    for (int i = 0; i < judged.length; i++) {
      Score score = ALL[first + i];
      boolean taken =
          switch (score) {
            case EQUILIBRIUM_ERROR, GAIN_MARGIN, DELAY_MARGIN, MAX_SENSITIVITY, NOISE_GAIN -> true;
            default -> false;
          };
      judged[i] = taken ? quiet.get(score) : judged[i];
      judgedNormalised[i] = taken ? quiet.normalised(score) : normalised(score);
      if (taken && judgedSpread != null) { // of one run
        judgedSpread.least()[i] = judged[i];
        judgedSpread.most()[i] = judged[i];
      }
    }
    return new Scores(
        first,
        judged,
        judgedNormalised,
        quiet.loopClass,
        Double.NaN,
        Double.NaN,
        judgedSpread,
        List.of());
  }

  /** With how many seeds it was tried; 1 for one run. */
  public int seeds() {
    return spread == null ? 1 : spread.seeds();
  }

  /** The least that a seed scored; of one run the score itself. */
  public double least(Score score) {
    return spread == null ? get(score) : at(spread.least(), score);
  }

  /** The most that a seed scored; of one run the score itself. */
  public double most(Score score) {
    return spread == null ? get(score) : at(spread.most(), score);
  }

  /** The classes of the runs that these are the worst of, in their order; empty for one run. */
  public List<LoopClass> parts() {
    return parts;
  }

  /** The score in its unit; NaN when it does not apply, +infinity when it never came. */
  public double get(Score score) {
    return at(values, score);
  }

  private double at(double[] array, Score score) {
    int place = score.ordinal() - first;
    return place >= 0 && place < array.length ? array[place] : Double.NaN;
  }

  /** Whether the score applies; one that never came does. */
  public boolean has(Score score) {
    return !Double.isNaN(get(score));
  }

  public Optional<LoopClass> loopClass() {
    return Optional.ofNullable(loopClass);
  }

  /**
   * The class that most seeds have, the worse of two that are as frequent; on several plants the
   * worst of theirs. Of one run its class.
   */
  public Optional<LoopClass> commonClass() {
    return spread == null || spread.common() == null ? loopClass() : Optional.of(spread.common());
  }

  /**
   * The score as it counts in an objective: latencies as multiples of the target, rates as
   * multiples of the equilibrium, all else as it is. NaN where what it is divided by is unknown.
   */
  public double normalised(Score score) {
    if (normalised != null) {
      return at(normalised, score);
    }
    double value = get(score);
    switch (score) {
      case TRANSIENT, OVERSHOOT, P99_MEAN, SLO_DEBT, IAE, ITAE:
        return value / targetMs;
      case ISE:
        return value / (targetMs * targetMs);
      case EFFORT, REBOUND:
        return value / equilibriumPerSecond;
      default:
        return value;
    }
  }

  /** The scores that apply, in the order of {@link Score}. */
  public Map<Score, Double> applying() {
    Map<Score, Double> applying = new EnumMap<>(Score.class);
    for (Score score : ALL) {
      if (has(score)) {
        applying.put(score, get(score));
      }
    }
    return applying;
  }

  /** Equal when every score is, to the bit. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Scores that
        && loopClass == that.loopClass
        && first == that.first
        && Arrays.equals(values, that.values)
        && Arrays.equals(normalised, that.normalised)
        && Objects.equals(spread, that.spread)
        && parts.equals(that.parts)
        && Double.compare(targetMs, that.targetMs) == 0
        && Double.compare(equilibriumPerSecond, that.equilibriumPerSecond) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + (loopClass == null ? 0 : loopClass.ordinal() + 1);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(loopClass == null ? "" : loopClass.token());
    applying()
        .forEach(
            (score, value) ->
                text.append(text.length() == 0 ? "" : ", ")
                    .append(score.token())
                    .append(' ')
                    .append(value)
                    .append(score.unit().isEmpty() ? "" : " " + score.unit()));
    return text.toString();
  }
}
