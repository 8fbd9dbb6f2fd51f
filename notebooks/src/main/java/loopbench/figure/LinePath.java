// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;

/**
 * The ink of one line within its panel: point by point, or the span of values per device column
 * where there are more points than columns, which is what a fine pen would have blackened.
 */
final class LinePath {
  private static final double WIDTH = 1.75;
  private static final double HAIR = 1;
  private static final double DENSE = 2;
  private static final double VERY_DENSE = 8;

  private final Line line;
  private final LineLayout layout;
  private final LineLayout.Area area;
  private final Pen pen;
  private final Ink ink;
  private final Colour colour;
  private final boolean shaded;
  private final double width;

  LinePath(Line line, LineLayout layout, LineLayout.Area area, Pen pen, Ink ink) {
    this.line = line;
    this.layout = layout;
    this.area = area;
    this.pen = pen;
    this.ink = ink;
    this.colour = ink.line(line.look());
    this.shaded = line.look() == Look.NEED;
    this.width = line.look() == Look.LIMIT ? HAIR : WIDTH;
  }

  /** Whether there was anything to draw. */
  boolean draw() {
    double from = layout.along().from();
    double to = layout.along().to();
    int first = Arrays.binarySearch(line.x(), from);
    first = Math.max(0, first < 0 ? -first - 2 : first);
    int last = Arrays.binarySearch(line.x(), to);
    last = Math.min(line.size() - 1, last < 0 ? -last - 1 : last);
    pen.save();
    double beside = line.tried() ? 4 : 0; // a point at an end is drawn whole
    pen.clip(
        layout.left() - beside,
        area.top() - 3,
        layout.right() - layout.left() + 1 + 2 * beside,
        area.bottom() - area.top() + 6);
    if (line.tried()) {
      boolean there = new Tries(line, layout, area, pen, ink).draw(first, last);
      pen.restore();
      return there;
    }
    double columns = (layout.right() - layout.left()) * pen.deviceScale();
    boolean any =
        last - first > DENSE * columns ? envelope(first, last) : pointByPoint(first, last);
    pen.restore();
    return any;
  }

  /** Until when point {@code i} of a line holds: the next point, or one more usual step. */
  static double until(Line line, int i, double to) {
    if (i + 1 < line.size()) {
      return line.x()[i + 1];
    }
    return heldUntil(line, to);
  }

  /** Until when the last value holds: one more step like the one before it, within the axis. */
  static double heldUntil(Line line, double to) {
    int last = line.size() - 1;
    double x = line.x()[last];
    if (line.size() < 2) {
      return Math.max(x, to);
    }
    return Math.max(x, Math.min(to, x + (x - line.x()[last - 1])));
  }

  /**
   * How far beside a peak its line stays in the way of a name at the same height: where the name
   * may begin (or, to the left, end). NaN when the line stays level and is in the way everywhere.
   */
  static double reach(
      Line line, LineLayout layout, LineLayout.Area area, double x, double y, boolean right) {
    double close = layout.x(x) + (right ? 11 : -11);
    double[] times = line.x();
    int at = Arrays.binarySearch(times, x);
    int i = at < 0 ? -at - 1 : at;
    int step = right ? 1 : -1;
    for (; i >= 0 && i < times.length; i += step) {
      int next = i + step;
      double px = layout.x(times[i]);
      if (Double.isNaN(line.y()[i])) {
        return close;
      }
      if (Math.abs(px - layout.x(x)) > 50) {
        return Double.NaN;
      }
      if (next < 0 || next >= times.length || !drawable(line.y()[next])) {
        continue;
      }
      double y1 = area.y(line.y()[i]);
      double y2 = area.y(line.y()[next]);
      if (Math.abs(y2 - y) > 8 && Math.abs(y1 - y) <= 8) {
        double part = line.steps() ? 1 : (Math.signum(y2 - y) * 8 + y - y1) / (y2 - y1);
        double clear = px + part * (layout.x(times[next]) - px) + 6 * step;
        return right ? Math.max(close, clear) : Math.min(close, clear);
      }
    }
    return close;
  }

  private boolean pointByPoint(int first, int last) {
    double[] xs = new double[2 * Math.max(0, last - first + 1) + 1];
    double[] ys = new double[xs.length];
    int n = 0;
    boolean any = false;
    double[] px = layout.xs(line.x());
    for (int i = first; i <= last + 1; i++) {
      double x = i <= last ? px[i] : Double.NaN;
      boolean there = i <= last && drawable(line.y()[i]) && !Double.isNaN(x);
      if (there) {
        any = true;
        double y = area.y(line.y()[i]);
        if (line.steps() && n > 0) {
          xs[n] = x;
          ys[n++] = ys[n - 2];
        }
        xs[n] = x;
        ys[n++] = y;
        continue;
      }
      if (n > 0 && line.steps()) {
        xs[n] = layout.x(until(line, i - 1, layout.along().to()));
        ys[n] = ys[n - 1];
        n += xs[n] > xs[n - 1] ? 1 : 0;
      }
      if (n == 1) {
        pen.disc(xs[0], ys[0], WIDTH, colour);
      } else if (n > 1) {
        if (shaded) {
          shade(xs, ys, n);
        }
        pen.polyline(xs, ys, n, Stroke.solid(colour, shaded ? 1 : width));
      }
      n = 0;
    }
    return any;
  }

  private void shade(double[] xs, double[] ys, int n) {
    double[] px = Arrays.copyOf(xs, n + 2);
    double[] py = Arrays.copyOf(ys, n + 2);
    px[n] = xs[n - 1];
    px[n + 1] = xs[0];
    py[n] = area.y(0);
    py[n + 1] = area.y(0);
    pen.polygon(px, py, n + 2, colour.at(0.18));
  }

  private boolean envelope(int first, int last) {
    double scale = pen.deviceScale();
    int columns = 1 + (int) Math.ceil((layout.right() - layout.left()) * scale);
    double[] low = new double[columns];
    double[] high = new double[columns];
    double[] sum = new double[columns];
    int[] count = new int[columns];
    boolean[] gap = new boolean[columns];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
    double before = Double.NaN;
    double[] px = layout.xs(line.x());
    for (int i = first; i <= last; i++) {
      int c = (int) Math.floor((px[i] - layout.left()) * scale);
      double y = line.y()[i];
      boolean there = drawable(y);
      if (c >= 0 && c < columns) {
        if (there) {
          // The way from the point before belongs to the column it arrives in.
          low[c] = Math.min(low[c], Double.isNaN(before) ? y : Math.min(y, before));
          high[c] = Math.max(high[c], Double.isNaN(before) ? y : Math.max(y, before));
          sum[c] += y;
          count[c]++;
        } else {
          gap[c] = true;
        }
      }
      before = there ? y : Double.NaN;
    }
    boolean many = last - first > VERY_DENSE * columns;
    boolean any = false;
    int from = 0;
    while (from < columns) {
      if (count[from] == 0) {
        from++;
        continue;
      }
      int to = from + 1;
      while (to < columns && (count[to] > 0 || !gap[to])) {
        to++;
      }
      stretch(from, to, low, high, sum, count, many);
      any = true;
      from = to;
    }
    return any;
  }

  private void stretch(
      int from, int to, double[] low, double[] high, double[] sum, int[] count, boolean many) {
    double scale = pen.deviceScale();
    double thin = many ? 1 / scale : WIDTH;
    int n = 0;
    double[] x = new double[to - from];
    double[] top = new double[to - from];
    double[] bottom = new double[to - from];
    double[] mean = new double[to - from];
    for (int c = from; c < to; c++) {
      if (count[c] == 0) {
        continue;
      }
      double a = area.y(high[c]);
      double b = area.y(low[c]);
      double lacking = Math.max(0, thin - (b - a)) / 2;
      x[n] = layout.left() + (c + 0.5) / scale;
      top[n] = a - lacking;
      bottom[n] = b + lacking;
      mean[n++] = area.y(sum[c] / count[c]);
    }
    Colour fill = many ? colour.at(0.4) : colour;
    if (n == 1) {
      pen.rect(x[0] - 0.5 / scale, top[0], 1 / scale, bottom[0] - top[0], fill);
      return;
    }
    double[] xs = new double[2 * n];
    double[] ys = new double[2 * n];
    for (int i = 0; i < n; i++) {
      xs[i] = x[i];
      ys[i] = top[i];
      xs[2 * n - 1 - i] = x[i];
      ys[2 * n - 1 - i] = bottom[i];
    }
    pen.polygon(xs, ys, 2 * n, fill);
    if (many) {
      pen.polyline(x, mean, n, Stroke.solid(colour, 1));
    }
  }

  private static boolean drawable(double y) {
    return Math.abs(y) < 1e300;
  }
}
