// SPDX-License-Identifier: Apache-2.0
package loopbench.knob;

/**
 * The values a knob may take, in the knob's unit.
 *
 * @param min smallest value; above zero on a log scale
 * @param max largest value; above {@code min}
 * @param scale how a slider or a sweep walks from min to max
 * @param zero whether 0 is allowed beside the range (a log scale cannot reach it)
 */
public record Range(double min, double max, Scale scale, boolean zero) {
  public Range {
    if (!(min < max) || Double.isInfinite(min) || Double.isInfinite(max)) {
      throw new IllegalArgumentException(
          "range must run from a smaller to a larger number, was " + min + " to " + max);
    }
    if (scale == Scale.LOG && !(min > 0)) {
      throw new IllegalArgumentException("a log range must start above 0, was " + min);
    }
  }

  public static Range linear(double min, double max) {
    return new Range(min, max, Scale.LINEAR, false);
  }

  public static Range log(double min, double max) {
    return new Range(min, max, Scale.LOG, false);
  }

  public Range withZero() {
    return new Range(min, max, scale, true);
  }

  /** The value at a fraction of the way, 0 to 1; the ends are exact. */
  public double at(double fraction) {
    if (fraction <= 0) {
      return min;
    }
    if (fraction >= 1) {
      return max;
    }
    return scale == Scale.LOG
        ? StrictMath.exp(
            StrictMath.log(min) + fraction * (StrictMath.log(max) - StrictMath.log(min)))
        : min + fraction * (max - min);
  }

  /** How far along the range a value lies, 0 to 1; values outside count as the nearer end. */
  public double fraction(double value) {
    if (!(value > min)) {
      return 0;
    }
    if (value >= max) {
      return 1;
    }
    return scale == Scale.LOG
        ? (StrictMath.log(value) - StrictMath.log(min))
            / (StrictMath.log(max) - StrictMath.log(min))
        : (value - min) / (max - min);
  }

  /** The nearest allowed value. NaN becomes {@code min}. */
  public double clamp(double value) {
    if (zero && value == 0) {
      return 0;
    }
    return value > min ? Math.min(value, max) : min;
  }

  /** {@code n} values from min to max, both included; n is at least 2. */
  public double[] points(int n) {
    if (n < 2) {
      throw new IllegalArgumentException("a range needs at least 2 points, was " + n);
    }
    double[] points = new double[n];
    for (int i = 0; i < n; i++) {
      points[i] = at(i / (double) (n - 1));
    }
    return points;
  }
}
