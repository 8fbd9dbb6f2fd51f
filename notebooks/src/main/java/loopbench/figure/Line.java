// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * One quantity over time, or over a knob.
 *
 * @param label what it is, for a reader who cannot see the colour (accessible text, cursor)
 * @param x where along the bottom, ascending: seconds from the figure's start, or the knob's values
 * @param y values in the panel's unit, as many as {@code x}; NaN is a gap, infinities are gaps too
 * @param look which ink
 * @param steps true: a value holds until the next one (rates, replicas); false: straight between
 *     points
 * @param resting which points rest on a bound, as many as {@code x}, or null when there is none to
 *     rest on
 * @param peak the point to ring and name
 * @param endLabel what stands at the line's right end, empty for nothing
 * @param fails of separate tries, drawn each as a point: which of them miss a requirement and are
 *     hollow, as many as {@code x}. There a value of +infinity, which is a thing that never came,
 *     gets a mark instead of a place. Null for one course that has no points
 */
public record Line(
    String label,
    double[] x,
    double[] y,
    Look look,
    boolean steps,
    boolean[] resting,
    Optional<Peak> peak,
    String endLabel,
    boolean[] fails) {

  public Line {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(look, "look");
    Objects.requireNonNull(peak, "peak");
    Objects.requireNonNull(endLabel, "endLabel");
    x = x.clone();
    y = y.clone();
    resting = resting == null ? null : resting.clone();
    fails = fails == null ? null : fails.clone();
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "line "
              + label
              + " needs as many values as places, was "
              + y.length
              + " for "
              + x.length);
    }
    if (resting != null && resting.length != y.length) {
      throw new IllegalArgumentException(
          "line "
              + label
              + " needs one resting mark per point, was "
              + resting.length
              + " for "
              + y.length);
    }
    if (fails != null && fails.length != y.length) {
      throw new IllegalArgumentException(
          "line "
              + label
              + " needs to know of each point whether it fails, was "
              + fails.length
              + " for "
              + y.length);
    }
    double before = Double.NEGATIVE_INFINITY;
    for (double at : x) {
      if (!(at >= before) || Double.isInfinite(at)) {
        throw new IllegalArgumentException(
            "line " + label + " needs finite, ascending places, had " + at + " after " + before);
      }
      before = at;
    }
  }

  /** One course. */
  public Line(
      String label,
      double[] x,
      double[] y,
      Look look,
      boolean steps,
      boolean[] resting,
      Optional<Peak> peak,
      String endLabel) {
    this(label, x, y, look, steps, resting, peak, endLabel, null);
  }

  /** Separate tries, joined so that the eye finds the next. */
  public static Line tries(String label, double[] x, double[] y, Look look, boolean[] fails) {
    return new Line(label, x, y, look, false, null, Optional.empty(), "", fails);
  }

  /** A line straight from point to point. */
  public static Line of(String label, double[] x, double[] y, Look look, String endLabel) {
    return new Line(label, x, y, look, false, null, Optional.empty(), endLabel);
  }

  /** A line whose values hold until the next. */
  public static Line steps(String label, double[] x, double[] y, Look look, String endLabel) {
    return new Line(label, x, y, look, true, null, Optional.empty(), endLabel);
  }

  public Line withPeak(Peak peak) {
    return new Line(label, x, y, look, steps, resting, Optional.of(peak), endLabel, fails);
  }

  public Line withResting(boolean[] resting) {
    return new Line(label, x, y, look, steps, resting, peak, endLabel, fails);
  }

  /** The same, without the label at its end where it goes on beyond a place. */
  Line endingAt(double place) {
    return x.length == 0 || x[x.length - 1] <= place
        ? this
        : new Line(label, x, y, look, steps, resting, peak, "", fails);
  }

  /** Whether its points were tried one by one. */
  public boolean tried() {
    return fails != null;
  }

  public int size() {
    return x.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Line that
        && label.equals(that.label)
        && look == that.look
        && steps == that.steps
        && peak.equals(that.peak)
        && endLabel.equals(that.endLabel)
        && Arrays.equals(x, that.x)
        && Arrays.equals(y, that.y)
        && Arrays.equals(resting, that.resting)
        && Arrays.equals(fails, that.fails);
  }

  @Override
  public int hashCode() {
    return Objects.hash(label, look, steps, endLabel, Arrays.hashCode(y));
  }

  @Override
  public String toString() {
    return "Line[" + label + ", " + x.length + " points, " + look + "]";
  }
}
