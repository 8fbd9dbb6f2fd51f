// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.OptionalInt;

/** Where the points of a scatter stand. */
public final class ScatterLayout implements Layout {
  private static final double NEAR = 10;

  private final ScatterFigure figure;
  private final MapLayout plane;

  ScatterLayout(ScatterFigure figure, MapLayout plane) {
    this.figure = figure;
    this.plane = plane;
  }

  /** The drawn point nearest to a pixel; empty when none is near. */
  public OptionalInt at(double px, double py) {
    int nearest = -1;
    double least = NEAR * NEAR;
    for (int i = 0; i < figure.xs().length; i++) {
      double dx = plane.x().pixel(figure.xs()[i]) - px;
      double dy = plane.y().pixel(figure.ys()[i]) - py;
      if (dx * dx + dy * dy < least) { // false for NaN
        least = dx * dx + dy * dy;
        nearest = i;
      }
    }
    return nearest < 0 ? OptionalInt.empty() : OptionalInt.of(nearest);
  }

  /** How high the legend is. */
  public double legendHeight() {
    return plane.legendHeight();
  }

  MapLayout plane() {
    return plane;
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.scatter(this);
  }
}
