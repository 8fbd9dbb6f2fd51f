// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Patterns over a grid of cells, cut where a cell does not belong to the pattern. Each line of a
 * pattern is walked once from cell to cell, and what lies in neighbouring cells is one segment, so
 * that a map of thousands of cells needs a few hundred segments.
 */
final class Hatch {

  /** A column or row of cells; a gap between two of them is a band of index -1. */
  record Band(double low, double high, int index) {}

  /** Which cells a pattern covers. */
  interface Cells {
    boolean covered(int column, int row);
  }

  private static final double DOT = 1.1;

  private final Pen pen;
  private final List<Band> columns;
  private final List<Band> rows;
  private double[] ends = new double[1024];
  private int count;

  /** Both lists ascend in pixels and leave nothing out. */
  Hatch(Pen pen, List<Band> columns, List<Band> rows) {
    this.pen = pen;
    this.columns = columns;
    this.rows = rows;
  }

  /** One rectangle, as for a legend. */
  static Hatch swatch(Pen pen, double x, double y, double width, double height) {
    return new Hatch(pen, List.of(new Band(x, x + width, 0)), List.of(new Band(y, y + height, 0)));
  }

  static List<Band> bands(Pen pen, Side side) {
    List<Band> bands = new ArrayList<>();
    int n = side.axis().size();
    boolean forward = side.end() > side.start();
    for (int k = 0; k < n; k++) {
      int i = forward ? k : n - 1 - k;
      double a = pen.snap(side.low(i));
      double b = pen.snap(side.high(i));
      Band band = new Band(Math.min(a, b), Math.max(a, b), i);
      if (!bands.isEmpty() && bands.get(bands.size() - 1).high < band.low) {
        bands.add(new Band(bands.get(bands.size() - 1).high, band.low, -1));
      }
      bands.add(band);
    }
    return bands;
  }

  void draw(Cloth cloth, Cells cells) {
    count = 0;
    switch (cloth.weave()) {
      case PLAIN -> {}
      case RISING -> slanted(cloth.gap(), -1, cells);
      case FALLING -> slanted(cloth.gap(), 1, cells);
      case LEVEL -> level(cloth.gap(), cells);
      case UPRIGHT -> upright(cloth.gap(), cells);
      case CROSS -> {
        slanted(cloth.gap(), -1, cells);
        slanted(cloth.gap(), 1, cells);
      }
      case DOTS -> dots(cloth, cells);
    }
    if (count > 0) {
      pen.segments(ends, count, Stroke.solid(cloth.hatch(), 1));
    }
  }

  private void slanted(double gap, int slope, Cells cells) {
    double left = columns.get(0).low;
    double right = columns.get(columns.size() - 1).high;
    double top = rows.get(0).low;
    double bottom = rows.get(rows.size() - 1).high;
    double apart = gap * Math.sqrt(2);
    // y = offset + slope * (x - left); lines are counted from the lower left corner, so that the
    // pattern keeps its place when the map grows.
    double from = slope > 0 ? top - (right - left) : top;
    double to = slope > 0 ? bottom : bottom + (right - left);
    double offset = bottom - Math.floor((bottom - from) / apart) * apart;
    for (; offset <= to; offset += apart) {
      walk(offset, slope, left, right, top, bottom, cells);
    }
  }

  private void walk(
      double offset, int slope, double left, double right, double top, double bottom, Cells cells) {
    double enter = slope > 0 ? left + (top - offset) : left + (offset - bottom);
    double leave = slope > 0 ? left + (bottom - offset) : left + (offset - top);
    double x = Math.max(left, enter);
    double end = Math.min(right, leave);
    if (!(x < end)) {
      return;
    }
    int column = find(columns, x + 1e-6);
    int row = find(rows, offset + slope * (x + 1e-6 - left));
    double begun = Double.NaN;
    while (x < end - 1e-9 && column < columns.size() && row >= 0 && row < rows.size()) {
      double columnEnd = columns.get(column).high;
      double rowEdge = slope > 0 ? rows.get(row).high : rows.get(row).low;
      double rowEnd = left + slope * (rowEdge - offset);
      double next = Math.min(end, Math.min(columnEnd, rowEnd));
      boolean covered = covered(column, row, cells);
      if (covered && Double.isNaN(begun)) {
        begun = x;
      } else if (!covered && !Double.isNaN(begun)) {
        add(begun, offset + slope * (begun - left), x, offset + slope * (x - left));
        begun = Double.NaN;
      }
      if (columnEnd <= next + 1e-9) {
        column++;
      }
      if (rowEnd <= next + 1e-9) {
        row += slope;
      }
      x = next;
    }
    if (!Double.isNaN(begun)) {
      add(begun, offset + slope * (begun - left), x, offset + slope * (x - left));
    }
  }

  private void level(double gap, Cells cells) {
    double bottom = rows.get(rows.size() - 1).high;
    for (double at = bottom - gap / 2; at > rows.get(0).low; at -= gap) {
      double y = pen.hair(at);
      int row = find(rows, at);
      double begun = Double.NaN;
      for (int c = 0; c < columns.size(); c++) {
        boolean covered = covered(c, row, cells);
        if (covered && Double.isNaN(begun)) {
          begun = columns.get(c).low;
        } else if (!covered && !Double.isNaN(begun)) {
          add(begun, y, columns.get(c).low, y);
          begun = Double.NaN;
        }
      }
      if (!Double.isNaN(begun)) {
        add(begun, y, columns.get(columns.size() - 1).high, y);
      }
    }
  }

  private void upright(double gap, Cells cells) {
    double left = columns.get(0).low;
    for (double at = left + gap / 2; at < columns.get(columns.size() - 1).high; at += gap) {
      double x = pen.hair(at);
      int column = find(columns, at);
      double begun = Double.NaN;
      for (int r = 0; r < rows.size(); r++) {
        boolean covered = covered(column, r, cells);
        if (covered && Double.isNaN(begun)) {
          begun = rows.get(r).low;
        } else if (!covered && !Double.isNaN(begun)) {
          add(x, begun, x, rows.get(r).low);
          begun = Double.NaN;
        }
      }
      if (!Double.isNaN(begun)) {
        add(x, begun, x, rows.get(rows.size() - 1).high);
      }
    }
  }

  private void dots(Cloth cloth, Cells cells) {
    double bottom = rows.get(rows.size() - 1).high;
    double left = columns.get(0).low;
    boolean odd = false;
    for (double y = bottom - cloth.gap() / 2; y > rows.get(0).low; y -= cloth.gap() / 2) {
      int row = find(rows, y);
      double x = left + (odd ? cloth.gap() : cloth.gap() / 2);
      for (; x < columns.get(columns.size() - 1).high; x += cloth.gap()) {
        if (covered(find(columns, x), row, cells)) {
          pen.disc(x, y, DOT, cloth.hatch());
        }
      }
      odd = !odd;
    }
  }

  private boolean covered(int column, int row, Cells cells) {
    int c = columns.get(column).index;
    int r = rows.get(row).index;
    return c >= 0 && r >= 0 && cells.covered(c, r);
  }

  private static int find(List<Band> bands, double at) {
    int low = 0;
    int high = bands.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at < bands.get(middle).high) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void add(double x1, double y1, double x2, double y2) {
    if (count + 4 > ends.length) {
      ends = Arrays.copyOf(ends, 2 * ends.length);
    }
    ends[count++] = x1;
    ends[count++] = y1;
    ends[count++] = x2;
    ends[count++] = y2;
  }
}
