// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * The stretch of time a figure shows. Lines and events always count seconds from the figure's
 * start; the axis alone decides whether a reader sees these seconds or the clock.
 *
 * @param fromS left edge, seconds from the start
 * @param toS right edge, seconds from the start, not before {@code fromS}
 * @param clock true: label with UTC clock times (hh:mm), for series that were recorded
 * @param startEpochS what second 0 is, seconds since 1970 UTC; read only when {@code clock}
 */
public record TimeAxis(double fromS, double toS, boolean clock, double startEpochS)
    implements LineAxis {

  public TimeAxis {
    if (!(fromS <= toS) || Double.isInfinite(fromS) || Double.isInfinite(toS)) {
      throw new IllegalArgumentException(
          "a time axis must run from an earlier to a later finite time, was "
              + fromS
              + " to "
              + toS);
    }
    if (!(Math.abs(startEpochS) < 1e12)) {
      throw new IllegalArgumentException(
          "startEpochS must be seconds since 1970 within +-1e12, was " + startEpochS);
    }
  }

  @Override
  public double from() {
    return fromS;
  }

  @Override
  public double to() {
    return toS;
  }

  /** An axis that counts seconds. */
  public static TimeAxis seconds(double fromS, double toS) {
    return new TimeAxis(fromS, toS, false, 0);
  }

  /** An axis that shows the UTC clock; second 0 of the lines is {@code startEpochS}. */
  public static TimeAxis clock(double startEpochS, double fromS, double toS) {
    return new TimeAxis(fromS, toS, true, startEpochS);
  }
}
