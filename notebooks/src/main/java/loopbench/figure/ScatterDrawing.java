// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws a scatter: all points light, those that miss a requirement hollow, the front as a step line
 * over them: between two of its points the better one is not to be had.
 */
final class ScatterDrawing {
  /** So many values along a side that its ends are its edges, as those of a fine map. */
  private static final int ALONG = 41;

  private static final double FARTHEST = 1e100;
  private static final double MARGIN = 0.05;

  private final ScatterFigure figure;
  private final Pen pen;
  private final Ink ink;
  private final double width;
  private final double height;

  ScatterDrawing(ScatterFigure figure, Pen pen, Ink ink, double width, double height) {
    this.figure = figure;
    this.pen = pen;
    this.ink = ink;
    this.width = width;
    this.height = height;
  }

  /** What the figure wants below its heading; a legend knows its height without a pen. */
  static double heightBelow(ScatterFigure figure, double width) {
    ScatterDrawing drawing = new ScatterDrawing(figure, null, Ink.LIGHT, width, 0);
    return PlaneDrawing.heightBelow(
        drawing.side(figure.y(), false), width, drawing.legend().height());
  }

  /** Nothing here moves: the ground is the whole. */
  ScatterLayout draw(double top, Layer layer) {
    Legend legend = legend();
    PlaneDrawing plane =
        new PlaneDrawing(
            side(figure.x(), true),
            side(figure.y(), false),
            pen,
            ink,
            width,
            height,
            top,
            legend.height());
    if (layer != Layer.MOVING) {
      plane.axes();
      pen.save();
      Side x = plane.layout().x();
      Side y = plane.layout().y();
      pen.clip(
          plane.layout().left(),
          plane.layout().top(),
          plane.layout().right() - plane.layout().left(),
          plane.layout().bottom() - plane.layout().top());
      points(x, y);
      front(x, y);
      pen.restore();
      marks(plane.layout());
      plane.legend(legend, Layer.WHOLE);
    }
    return new ScatterLayout(figure, plane.layout());
  }

  /** A side cannot reach everywhere: what is that far out is not drawn. */
  private static boolean drawn(double x, double y) {
    return Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST; // false for NaN
  }

  /** The least and the most of what fulfils the requirements, of the best and of what is now. */
  private double[] range(boolean alongX) {
    double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (int i = 0; i < figure.xs().length; i++) {
      if (drawn(figure.xs()[i], figure.ys()[i]) && !figure.fails(i)) {
        extend(range, alongX ? figure.xs()[i] : figure.ys()[i]);
      }
    }
    for (Mark mark : figure.marks()) {
      if (drawn(mark.x(), mark.y()) && mark.kind() != Mark.Kind.REFERENCE) {
        extend(range, alongX ? mark.x() : mark.y());
      }
    }
    return range;
  }

  private static void extend(double[] range, double value) {
    range[0] = Math.min(range[0], value);
    range[1] = Math.max(range[1], value);
  }

  /** Whether a value is no further from a range than the range is long; true without a range. */
  private static boolean near(double[] range, double value) {
    double room = range[1] - range[0];
    return !(room >= 0) || value >= range[0] - room && value <= range[1] + room;
  }

  /**
   * A side holds what fulfils the requirements; what fails them and what is there to compare with
   * as far as that does not crowd the others.
   */
  private MapAxis side(ScatterFigure.Measure measure, boolean alongX) {
    double[] x = range(true);
    double[] y = range(false);
    double[] range = range(alongX);
    for (int i = 0; i < figure.xs().length; i++) {
      if (drawn(figure.xs()[i], figure.ys()[i])
          && near(x, figure.xs()[i])
          && near(y, figure.ys()[i])) {
        extend(range, alongX ? figure.xs()[i] : figure.ys()[i]);
      }
    }
    for (Mark mark : figure.marks()) {
      if (drawn(mark.x(), mark.y()) && near(x, mark.x()) && near(y, mark.y())) {
        extend(range, alongX ? mark.x() : mark.y());
      }
    }
    double low = range[0] <= range[1] ? range[0] : 0;
    double high = range[0] <= range[1] ? range[1] : 1;
    double span = Math.max(high - low, Math.max(1e-9, 1e-3 * Math.abs(high)));
    boolean nearZero = low >= 0 && low < span;
    double from = nearZero ? -0.02 * (high + span) : low - MARGIN * span;
    double to = high + MARGIN * span;
    double[] along = new double[ALONG];
    for (int i = 0; i < ALONG; i++) {
      along[i] = from + (to - from) * i / (ALONG - 1);
    }
    return MapAxis.linear(measure.name(), measure.unit(), along);
  }

  /** A million points are no more discs than there are places for them. */
  private void points(Side x, Side y) {
    Set<Long> taken = new HashSet<>();
    for (boolean failing : new boolean[] {true, false}) {
      for (int i = 0; i < figure.xs().length; i++) {
        double px = x.pixel(figure.xs()[i]);
        double py = y.pixel(figure.ys()[i]);
        if (figure.fails(i) != failing || Double.isNaN(px) || Double.isNaN(py)) {
          continue;
        }
        long place = ((long) (px / 2) << 32) + (long) (py / 2);
        if (taken.add(2 * place + (failing ? 1 : 0))) {
          dot(px, py, failing);
        }
      }
    }
  }

  private void dot(double px, double py, boolean failing) {
    if (failing) {
      pen.ring(px, py, 2.5, Stroke.solid(ink.bound().at(0.7), 1));
    } else {
      pen.disc(px, py, 3, ink.line(Look.LATENCY).at(0.4));
    }
  }

  private void front(Side x, Side y) {
    int n = figure.front().length;
    double[] px = new double[Math.max(0, 2 * n - 1)];
    double[] py = new double[px.length];
    for (int k = 0; k < n; k++) {
      int i = figure.front()[k];
      if (k > 0) { // along to the next, then over to it
        px[2 * k - 1] = x.pixelBeyond(figure.xs()[i]);
        py[2 * k - 1] = y.pixelBeyond(figure.ys()[figure.front()[k - 1]]);
      }
      px[2 * k] = x.pixelBeyond(figure.xs()[i]);
      py[2 * k] = y.pixelBeyond(figure.ys()[i]);
    }
    if (n > 1) {
      pen.polyline(px, py, px.length, Stroke.solid(ink.line(Look.LATENCY), 1.75));
    }
    for (int k = 0; k < n; k++) {
      pen.disc(px[2 * k], py[2 * k], 4.5, ink.paper());
      pen.disc(px[2 * k], py[2 * k], 3.25, ink.line(Look.LATENCY));
    }
  }

  private void marks(MapLayout layout) {
    Marks shapes = new Marks(pen, ink);
    for (Mark.Kind kind : List.of(Mark.Kind.REFERENCE, Mark.Kind.NOW, Mark.Kind.BEST)) {
      for (Mark mark : figure.marks()) {
        if (mark.kind() == kind) {
          layout.pixel(mark.x(), mark.y()).ifPresent(at -> shapes.shape(mark, at.x(), at.y()));
        }
      }
    }
  }

  /** How many points with two numbers the sides do not reach. */
  private int beyond() {
    double[] x = side(figure.x(), true).values();
    double[] y = side(figure.y(), false).values();
    int beyond = 0;
    for (int i = 0; i < figure.xs().length; i++) {
      double px = figure.xs()[i];
      double py = figure.ys()[i];
      boolean within =
          px >= x[0] && px <= x[ALONG - 1] && py >= y[0] && py <= y[ALONG - 1]; // false for NaN
      beyond += drawn(px, py) && !within ? 1 : 0;
    }
    return beyond;
  }

  private Legend legend() {
    Legend legend = new Legend(pen, ink);
    int drawn = 0;
    int failing = 0;
    for (int i = 0; i < figure.xs().length; i++) {
      if (drawn(figure.xs()[i], figure.ys()[i])) {
        drawn++;
        failing += figure.fails(i) ? 1 : 0;
      }
    }
    if (drawn == 0) {
      legend.note("no points");
    }
    if (figure.front().length > 0) {
      legend.sample(
          (x, y) -> {
            pen.line(x, y, x + 18, y, Stroke.solid(ink.line(Look.LATENCY), 1.75));
            pen.disc(x + 9, y, 3.25, ink.line(Look.LATENCY));
          },
          "front",
          Integer.toString(figure.front().length));
    }
    if (drawn > failing) {
      legend.sample((x, y) -> dot(x + 9, y, false), "tried", Integer.toString(drawn - failing));
    }
    if (failing > 0) {
      legend.sample((x, y) -> dot(x + 9, y, true), figure.failWord(), Integer.toString(failing));
    }
    int beyond = beyond();
    if (beyond > 0) {
      legend.note(beyond + (beyond == 1 ? " lies" : " lie") + " further out");
    }
    if (figure.reached() < 1) {
      legend.note((long) Math.floor(100 * figure.reached()) + " % of the points so far");
    }
    PlaneDrawing.explain(
        figure.marks(),
        MapAxis.linear(figure.x().name(), figure.x().unit(), 0),
        MapAxis.linear(figure.y().name(), figure.y().unit(), 0),
        legend);
    return legend;
  }
}
