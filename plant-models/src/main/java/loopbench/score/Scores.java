// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run scored. Immutable; NaN where a score does not apply, +infinity where it never came.
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

  private Scores(
      int first,
      double[] values,
      double[] normalised,
      LoopClass loopClass,
      double targetMs,
      double equilibriumPerSecond) {
    this.first = first;
    this.values = values;
    this.normalised = normalised;
    this.loopClass = loopClass;
    this.targetMs = targetMs;
    this.equilibriumPerSecond = equilibriumPerSecond;
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
    return new Scores(first, filled, null, loopClass, targetMs, equilibriumPerSecond);
  }

  /** Scores of a run that the core refused: no numbers, class {@code invalid}. */
  public static Scores invalid() {
    return of(Map.of(), LoopClass.INVALID, Double.NaN, Double.NaN);
  }

  /**
   * What holds for all of several runs: of every score the worst, NaN where it applies to one and
   * not to another; of the classes the worst. One run is itself.
   */
  public static Scores worst(List<Scores> runs) {
    if (runs.size() == 1) {
      return runs.get(0);
    }
    double[] worst = new double[ALL.length];
    double[] worstNormalised = new double[ALL.length];
    for (Score score : ALL) {
      worst[score.ordinal()] = worst(runs.stream().mapToDouble(r -> r.get(score)).toArray(), score);
      worstNormalised[score.ordinal()] =
          worst(runs.stream().mapToDouble(r -> r.normalised(score)).toArray(), score);
    }
    LoopClass worstClass = null;
    for (Scores run : runs) {
      if (run.loopClass != null && (worstClass == null || run.loopClass.worseThan(worstClass))) {
        worstClass = run.loopClass;
      }
    }
    return new Scores(0, worst, worstNormalised, worstClass, Double.NaN, Double.NaN);
  }

  private static double worst(double[] values, Score score) {
    double worst = values[0];
    for (double value : values) { // min and max both hand on NaN
      worst = score.moreIsBetter() ? Math.min(worst, value) : Math.max(worst, value);
    }
    return worst;
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
