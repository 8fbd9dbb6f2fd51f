// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;

/**
 * The ink of a line of separate tries: a disc for each, hollow where it fails, joined by a line
 * that is pale wherever it leads to one that fails. What never came, and what lies above the panel,
 * has a mark at the top: it is not left out, and it is no number either.
 */
final class Tries {
  private static final double WIDTH = 1.75;
  private static final double PALE = 0.4;
  private static final double FAR = 20;
  private static final double APART = 9;

  private final Line line;
  private final LineLayout.Area area;
  private final Pen pen;
  private final Ink ink;
  private final Colour colour;
  private final double[] px;

  Tries(Line line, LineLayout layout, LineLayout.Area area, Pen pen, Ink ink) {
    this.line = line;
    this.area = area;
    this.pen = pen;
    this.ink = ink;
    colour = ink.line(line.look());
    px = layout.xs(line.x());
  }

  /**
   * The greatest value of a panel that its tries ask for. Those that fulfil the requirements are
   * all shown; those that fail may be cut off where they would press the others flat: at twice what
   * the good ones need or, where none is good, at a hundred times the middle one.
   */
  static double reach(Panel panel) {
    double good = Double.NEGATIVE_INFINITY;
    double[] failing = new double[panel.lines().stream().mapToInt(Line::size).sum()];
    int n = 0;
    for (Line line : panel.lines()) {
      for (int i = 0; i < line.size() && line.tried(); i++) {
        if (drawable(line.y()[i]) && line.fails()[i]) {
          failing[n++] = line.y()[i];
        } else if (drawable(line.y()[i])) {
          good = Math.max(good, line.y()[i]);
        }
      }
    }
    Arrays.sort(failing, 0, n);
    double middle = n == 0 ? 0 : failing[n / 2];
    double most =
        good > 0
            ? 2 * good
            : good > Double.NEGATIVE_INFINITY || !(middle > 0) ? 1e300 : 100 * middle;
    double reach = good;
    for (int i = 0; i < n && failing[i] <= most; i++) {
      reach = Math.max(reach, failing[i]);
    }
    return reach;
  }

  private static boolean drawable(double y) {
    return Math.abs(y) < 1e300;
  }

  /** Whether a point lies above its panel. */
  static boolean beyond(Line line, int i, double high) {
    return drawable(line.y()[i]) && line.y()[i] > high;
  }

  /** Whether there was anything to draw. */
  boolean draw(int first, int last) {
    int from = -1;
    for (int i = first; i <= last + 1; i++) {
      boolean there = i <= last && drawable(line.y()[i]) && !Double.isNaN(px[i]);
      boolean turns = there && from >= 0 && i - from > 1 && pale(i - 1) != pale(i);
      if (from >= 0 && (!there || turns)) {
        join(from, i - 1);
        from = turns ? i - 1 : -1;
      }
      from = there && from < 0 ? i : from;
    }
    double apart =
        last > first ? (px[last] - px[first]) / (last - first) : Double.POSITIVE_INFINITY;
    double radius = Math.max(1.25, Math.min(3, apart / 3));
    boolean any = false;
    double taken = Double.NEGATIVE_INFINITY;
    for (int i = first; i <= last; i++) {
      double y = line.y()[i];
      if (Double.isNaN(px[i]) || Double.isNaN(y) || y == Double.NEGATIVE_INFINITY) {
        continue;
      }
      boolean never = !drawable(y) && y > 0;
      if (never || beyond(line, i, area.high())) {
        if (px[i] >= taken + APART) {
          top(never, px[i]);
          taken = px[i];
        }
        any = true;
      } else if (drawable(y)) {
        dot(pen, px[i], area.y(y), radius, line.fails()[i], line.look(), ink);
        any = true;
      }
    }
    return any;
  }

  /** Whether the way from the point before leads from or to one that fails. */
  private boolean pale(int i) {
    return line.fails()[i] || i > 0 && line.fails()[i - 1];
  }

  private void join(int from, int to) {
    int n = to - from + 1;
    if (n < 2) {
      return;
    }
    double[] xs = new double[n];
    double[] ys = new double[n];
    double far = FAR * (area.bottom() - area.top());
    for (int i = 0; i < n; i++) {
      xs[i] = px[from + i];
      ys[i] = Math.max(-far, Math.min(area.y(line.y()[from + i]), far));
    }
    pen.polyline(xs, ys, n, Stroke.solid(pale(to) ? colour.at(PALE) : colour, WIDTH));
  }

  private void top(boolean never, double x) {
    if (never) {
      never(pen, x, area.top() + 4, ink);
    } else {
      above(pen, x, area.top() + 3, ink);
    }
  }

  /** One try, as in its panel and in the key. */
  static void dot(Pen pen, double x, double y, double radius, boolean fails, Look look, Ink ink) {
    if (fails) {
      pen.disc(x, y, radius + 0.5, ink.paper());
      pen.ring(x, y, radius, Stroke.solid(ink.line(look).at(0.75), 1.25));
    } else {
      pen.disc(x, y, radius, ink.line(look));
    }
  }

  /** A cross: it never came. */
  static void never(Pen pen, double x, double y, Ink ink) {
    Stroke stroke = Stroke.solid(ink.text(), 1.25);
    pen.line(x - 3, y - 3, x + 3, y + 3, stroke);
    pen.line(x - 3, y + 3, x + 3, y - 3, stroke);
  }

  /** An arrow's head: it lies above what is shown. */
  static void above(Pen pen, double x, double y, Ink ink) {
    pen.polyline(
        new double[] {x - 3.5, x, x + 3.5},
        new double[] {y + 3, y - 1, y + 3},
        3,
        Stroke.solid(ink.muted(), 1.25));
  }
}
