// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import loopbench.knob.Range;
import loopbench.knob.Scale;

/**
 * The values a knob is to take in a sweep.
 *
 * @param path of the knob in the run, such as {@code flow.kp}
 * @param unit of the values, empty for a bare number
 * @param scale how a picture lays them out
 * @param values at least one, finite, strictly ascending; on a log scale a first value of 0 is the
 *     strip beside the scale
 */
public record Axis(String path, String unit, Scale scale, List<Double> values) {
  /** The most values on one axis. */
  public static final int MOST_VALUES = 100_000;

  public Axis {
    values = List.copyOf(values);
    if (values.isEmpty() || values.size() > MOST_VALUES) {
      throw new IllegalArgumentException(
          path + " needs 1 to " + MOST_VALUES + " values, has " + values.size() + ".");
    }
    for (int i = 0; i < values.size(); i++) {
      double value = values.get(i);
      if (!Double.isFinite(value) || i > 0 && !(value > values.get(i - 1))) {
        throw new IllegalArgumentException(
            path + "'s values must be finite and ascend, but number " + i + " is " + value + ".");
      }
      if (scale == Scale.LOG && !(value > 0) && !(i == 0 && value == 0)) {
        throw new IllegalArgumentException(
            path + "'s values must be above 0 on a log scale, was " + value + ".");
      }
    }
  }

  /**
   * {@code n} values from one to another, equally far apart on the scale, both ends exact.
   *
   * @param zero whether 0 comes before them, as an extra value
   */
  public static Axis between(
      String path, String unit, Scale scale, double from, double to, int n, boolean zero) {
    if (n < 2 || n > MOST_VALUES - 1) {
      throw new IllegalArgumentException(
          path + " needs 2 to " + (MOST_VALUES - 1) + " points, was " + n + ".");
    }
    List<Double> values = new ArrayList<>();
    if (zero && from != 0) {
      values.add(0.0);
    }
    for (double value : new Range(from, to, scale, zero).points(n)) {
      values.add(value);
    }
    return new Axis(path, unit, scale, values);
  }

  /** Listed values, on a linear scale. */
  public static Axis list(String path, String unit, double... values) {
    return new Axis(path, unit, Scale.LINEAR, DoubleStream.of(values).boxed().toList());
  }

  public int size() {
    return values.size();
  }

  /** The values; a fresh array. */
  public double[] array() {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Whether the first value is a zero that the log scale cannot reach. */
  public boolean zeroStrip() {
    return scale == Scale.LOG && values.get(0) == 0;
  }

  /** The least value but for a zero strip: where a search between the ends begins. */
  public double from() {
    return values.get(zeroStrip() && values.size() > 1 ? 1 : 0);
  }

  /** The greatest value. */
  public double to() {
    return values.get(values.size() - 1);
  }

  /**
   * A value between the ends, rounded to four significant digits so that it can be read and
   * written.
   *
   * @param fraction of the way from {@link #from} to {@link #to} on the scale; below 0 and above 1
   *     are the ends
   */
  double at(double fraction) {
    if (!(fraction > 0)) {
      return from();
    }
    if (fraction >= 1) {
      return to();
    }
    double value =
        scale == Scale.LOG && from() > 0
            ? from() * StrictMath.exp(fraction * StrictMath.log(to() / from()))
            : from() + fraction * (to() - from());
    double rounded =
        new BigDecimal(value).round(new MathContext(4, RoundingMode.HALF_EVEN)).doubleValue();
    return Math.max(from(), Math.min(to(), rounded));
  }

  /** How far a value is from {@link #from} to {@link #to} on the scale, 0 to 1. */
  double fraction(double value) {
    if (!(value > from())) {
      return 0;
    }
    if (value >= to()) {
      return 1;
    }
    return scale == Scale.LOG && from() > 0
        ? StrictMath.log(value / from()) / StrictMath.log(to() / from())
        : (value - from()) / (to() - from());
  }

  /** The value nearest to one, as the scale measures distance. */
  public int nearest(double value) {
    int nearest = 0;
    for (int i = 1; i < values.size(); i++) {
      if (distance(values.get(i), value) < distance(values.get(nearest), value)) {
        nearest = i;
      }
    }
    return nearest;
  }

  private double distance(double a, double b) {
    if (a == b) {
      return 0;
    }
    if (scale == Scale.LINEAR) {
      return Math.abs(a - b);
    }
    return a > 0 && b > 0
        ? Math.abs(StrictMath.log(a / b))
        : Double.MAX_VALUE; // 0 is infinitely far from all but itself
  }
}
