// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Optional;

/**
 * Where the lines of a figure stand.
 *
 * @param time the axis drawn
 * @param left where {@code time.fromS()} stands
 * @param right where {@code time.toS()} stands
 * @param axisY the time axis below the last panel
 * @param areas one per panel, top to bottom
 */
public record LineLayout(TimeAxis time, double left, double right, double axisY, List<Area> areas)
    implements Layout {

  /**
   * A panel's rectangle.
   *
   * @param top where {@code high} stands
   * @param bottom where {@code low} stands
   * @param low least value of the axis, in the panel's unit
   * @param high greatest value of the axis
   */
  public record Area(Panel panel, double top, double bottom, double low, double high) {

    /** Where a finite value stands; outside the area for a value outside the axis. */
    public double y(double value) {
      return bottom - (value - low) / (high - low) * (bottom - top);
    }

    /** The value at a height. */
    public double value(double y) {
      return low + (bottom - y) / (bottom - top) * (high - low);
    }
  }

  public LineLayout {
    areas = List.copyOf(areas);
  }

  /** Where a time stands; outside the areas for a time outside the axis. */
  public double x(double timeS) {
    double span = time.toS() - time.fromS();
    return span > 0 ? left + (timeS - time.fromS()) / span * (right - left) : left;
  }

  /** The time at a position, seconds from the figure's start, held within the axis. */
  public double timeS(double x) {
    double part = right > left ? (x - left) / (right - left) : 0;
    double inside = Math.max(0, Math.min(1, part));
    return time.fromS() + inside * (time.toS() - time.fromS());
  }

  public Optional<Area> areaAt(double y) {
    return areas.stream().filter(a -> y >= a.top() && y <= a.bottom()).findFirst();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.lines(this);
  }
}
