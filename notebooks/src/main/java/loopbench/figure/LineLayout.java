// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Optional;

/**
 * Where the lines of a figure stand.
 *
 * @param along the axis drawn
 * @param left where the areas begin; of a time axis its first time
 * @param right where the areas end; of a time axis its last time
 * @param axisY the axis below the last panel
 * @param areas one per panel, top to bottom
 */
public record LineLayout(LineAxis along, double left, double right, double axisY, List<Area> areas)
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

  /**
   * Where a time or a knob's value stands; outside the areas for one outside the axis, NaN for one
   * that the axis cannot hold.
   */
  public double x(double value) {
    return xs(new double[] {value})[0];
  }

  /** As {@link #x}, of many. */
  double[] xs(double[] values) {
    double[] xs = new double[values.length];
    Side side = along instanceof MapAxis axis ? new Side(axis, left, right) : null;
    double from = along.from();
    double span = along.to() - from;
    for (int i = 0; i < xs.length; i++) {
      if (side == null) {
        xs[i] = span > 0 ? left + (values[i] - from) / span * (right - left) : left;
      } else {
        double within = side.pixel(values[i]);
        xs[i] = Double.isNaN(within) ? side.pixelBeyond(values[i]) : within;
      }
    }
    return xs;
  }

  /** The time, in seconds from the figure's start, or the knob's value at a position. */
  public double xAt(double px) {
    double inside = Math.max(left, Math.min(right, px));
    if (along instanceof MapAxis axis) {
      return new Side(axis, left, right).value(inside);
    }
    double part = right > left ? (inside - left) / (right - left) : 0;
    return along.from() + part * (along.to() - along.from());
  }

  public Optional<Area> areaAt(double y) {
    return areas.stream().filter(a -> y >= a.top() && y <= a.bottom()).findFirst();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.lines(this);
  }
}
