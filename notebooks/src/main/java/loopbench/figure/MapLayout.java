// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Optional;

/** Where the points of a map stand. */
public final class MapLayout implements Layout {
  private final Side x;
  private final Side y;

  private final double legendHeight;

  MapLayout(Side x, Side y, double legendHeight) {
    this.x = x;
    this.y = y;
    this.legendHeight = legendHeight;
  }

  /**
   * A place on the map.
   *
   * @param ix which value of the first knob is nearest
   * @param iy which value of the second knob is nearest
   * @param x the first knob's value there, with as few digits as half a pixel leaves; a listed axis
   *     gives listed values only
   * @param y the second knob's value there
   */
  public record Place(int ix, int iy, double x, double y) {}

  /** A position in pixels. */
  public record Pixel(double x, double y) {}

  /** What lies under a pixel; empty beside the map (the gap before a zero row counts as it). */
  public Optional<Place> at(double px, double py) {
    return x.holds(px) && y.holds(py) ? Optional.of(nearest(px, py)) : Optional.empty();
  }

  /** The place nearest to a pixel, wherever that is: a drag may leave the map. */
  public Place nearest(double px, double py) {
    return new Place(x.index(px), y.index(py), x.value(px), y.value(py));
  }

  /** Where two values stand; empty when the map does not reach them. */
  public Optional<Pixel> pixel(double xValue, double yValue) {
    double px = x.pixel(xValue);
    double py = y.pixel(yValue);
    return Double.isNaN(px) || Double.isNaN(py) ? Optional.empty() : Optional.of(new Pixel(px, py));
  }

  /** The value one step along the first axis; the ends hold. A step is one of the axis's values. */
  public double stepX(double from, int steps) {
    return x.step(from, steps);
  }

  /** The value one step along the second axis; the ends hold. */
  public double stepY(double from, int steps) {
    return y.step(from, steps);
  }

  /** Left, top, width and height of a point's cell. */
  public double[] cell(int ix, int iy) {
    double left = Math.min(x.low(ix), x.high(ix));
    double top = Math.min(y.low(iy), y.high(iy));
    return new double[] {
      left, top, Math.abs(x.high(ix) - x.low(ix)), Math.abs(y.high(iy) - y.low(iy))
    };
  }

  /** Whether cells are too small to hold a number; only then does a hair cross help to find one. */
  boolean isFine() {
    double[] last = cell(x.axis().size() - 1, y.axis().size() - 1);
    return last[2] < 24 || last[3] < 14;
  }

  /** How high the legend is: when it changes, entries have moved and the ground is out of date. */
  public double legendHeight() {
    return legendHeight;
  }

  /** Left edge of the map, zero row included. */
  public double left() {
    return Math.min(x.start(), x.end());
  }

  public double right() {
    return Math.max(x.start(), x.end());
  }

  public double top() {
    return Math.min(y.start(), y.end());
  }

  /** Bottom edge of the map, zero row included. */
  public double bottom() {
    return Math.max(y.start(), y.end());
  }

  Side x() {
    return x;
  }

  Side y() {
    return y;
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.map(this);
  }
}
