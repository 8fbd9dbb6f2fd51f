// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * One quantity over time.
 *
 * @param label what it is, for a reader who cannot see the colour (accessible text, cursor)
 * @param xS seconds from the figure's start, ascending
 * @param y values in the panel's unit, as many as {@code xS}; NaN is a gap, infinities are gaps too
 * @param look which ink
 * @param steps true: a value holds until the next one (rates, replicas); false: straight between
 *     points
 * @param resting which points rest on a bound, as many as {@code xS}, or null when there is none to
 *     rest on
 * @param peak the point to ring and name
 * @param endLabel what stands at the line's right end, empty for nothing
 */
public record Line(
    String label,
    double[] xS,
    double[] y,
    Look look,
    boolean steps,
    boolean[] resting,
    Optional<Peak> peak,
    String endLabel) {

  public Line {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(look, "look");
    Objects.requireNonNull(peak, "peak");
    Objects.requireNonNull(endLabel, "endLabel");
    xS = xS.clone();
    y = y.clone();
    resting = resting == null ? null : resting.clone();
    if (xS.length != y.length) {
      throw new IllegalArgumentException(
          "line "
              + label
              + " needs as many values as times, was "
              + y.length
              + " for "
              + xS.length);
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
    double before = Double.NEGATIVE_INFINITY;
    for (double x : xS) {
      if (!(x >= before) || Double.isInfinite(x)) {
        throw new IllegalArgumentException(
            "line " + label + " needs finite, ascending times, had " + x + " after " + before);
      }
      before = x;
    }
  }

  /** A line straight from point to point. */
  public static Line of(String label, double[] xS, double[] y, Look look, String endLabel) {
    return new Line(label, xS, y, look, false, null, Optional.empty(), endLabel);
  }

  /** A line whose values hold until the next. */
  public static Line steps(String label, double[] xS, double[] y, Look look, String endLabel) {
    return new Line(label, xS, y, look, true, null, Optional.empty(), endLabel);
  }

  public Line withPeak(Peak peak) {
    return new Line(label, xS, y, look, steps, resting, Optional.of(peak), endLabel);
  }

  public Line withResting(boolean[] resting) {
    return new Line(label, xS, y, look, steps, resting, peak, endLabel);
  }

  public int size() {
    return xS.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Line that
        && label.equals(that.label)
        && look == that.look
        && steps == that.steps
        && peak.equals(that.peak)
        && endLabel.equals(that.endLabel)
        && Arrays.equals(xS, that.xS)
        && Arrays.equals(y, that.y)
        && Arrays.equals(resting, that.resting);
  }

  @Override
  public int hashCode() {
    return Objects.hash(label, look, steps, endLabel, Arrays.hashCode(y));
  }

  @Override
  public String toString() {
    return "Line[" + label + ", " + xS.length + " points, " + look + "]";
  }
}
