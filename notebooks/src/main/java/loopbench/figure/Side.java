// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * One side of a map laid along pixels, from {@code start} (least value) to {@code end}. A zero row
 * takes a strip at the start, with a gap after it.
 */
final class Side {
  static final double STRIP = 14;
  static final double GAP = 6;

  /** Below this many values the first and last cell are drawn whole, not halved by the edge. */
  private static final int FEW = 40;

  private final MapAxis axis;
  private final double start;
  private final double end;
  private final double main;
  private final int first;
  private final double[] edges;
  private final double low;
  private final double high;

  Side(MapAxis axis, double start, double end) {
    this.axis = axis;
    this.start = start;
    this.end = end;
    first = axis.zeroRow() ? 1 : 0;
    main = axis.zeroRow() ? start + Math.signum(end - start) * (STRIP + GAP) : start;
    double[] values = axis.values();
    int n = values.length - first;
    edges = new double[n + 1];
    for (int i = 1; i < n; i++) {
      edges[i] = (scaled(first + i - 1) + scaled(first + i)) / 2;
    }
    double left = scaled(first);
    double right = scaled(first + n - 1);
    if (n == 1) {
      left -= 0.5;
      right += 0.5;
    } else if (axis.spacing() == MapAxis.Spacing.LIST || n < FEW) {
      double before = left - edges[1];
      left += before;
      right += right - edges[n - 1];
    }
    low = left;
    high = right;
    edges[0] = low;
    edges[n] = high;
    for (int i = 0; i <= n; i++) {
      edges[i] = along(edges[i]);
    }
  }

  double start() {
    return start;
  }

  double end() {
    return end;
  }

  /** Where the values above zero begin. */
  double main() {
    return main;
  }

  MapAxis axis() {
    return axis;
  }

  /** A cell's edge towards the start. */
  double low(int index) {
    return index < first ? start : edges[index - first];
  }

  /** A cell's edge towards the end. */
  double high(int index) {
    return index < first ? start + Math.signum(end - start) * STRIP : edges[index - first + 1];
  }

  /** Where a value stands, NaN when the side does not reach it. */
  double pixel(double value) {
    if (axis.zeroRow() && value == 0) {
      return (start + high(0)) / 2;
    }
    if (!Double.isFinite(value) || (axis.spacing() == MapAxis.Spacing.LOG && !(value > 0))) {
      return Double.NaN;
    }
    double s = scale(value);
    double slack = 1e-9 * (high - low);
    return s >= low - slack && s <= high + slack ? along(s) : Double.NaN;
  }

  /** As {@link #pixel} but running on outside the side, for lines that a clip cuts. */
  double pixelBeyond(double value) {
    if (!Double.isFinite(value) || (axis.spacing() == MapAxis.Spacing.LOG && !(value > 0))) {
      return Double.NaN;
    }
    double far = 3 * Math.abs(end - start);
    return Math.max(
        Math.min(start, end) - far, Math.min(along(scale(value)), Math.max(start, end) + far));
  }

  boolean holds(double px) {
    return px >= Math.min(start, end) && px <= Math.max(start, end);
  }

  int index(double px) {
    if (axis.zeroRow() && inStrip(px)) {
      return 0;
    }
    double direction = Math.signum(end - start);
    int lowest = 0;
    int highest = edges.length - 2;
    while (lowest < highest) {
      int middle = (lowest + highest + 1) >>> 1;
      if ((px - edges[middle]) * direction >= 0) {
        lowest = middle;
      } else {
        highest = middle - 1;
      }
    }
    return first + lowest;
  }

  double value(double px) {
    if (axis.zeroRow() && inStrip(px)) {
      return 0;
    }
    double[] values = axis.values();
    if (axis.spacing() == MapAxis.Spacing.LIST) {
      return values[index(px)];
    }
    double s = low + (px - main) / (end - main) * (high - low);
    double value = axis.spacing() == MapAxis.Spacing.LOG ? StrictMath.pow(10, s) : s;
    double first = values[this.first];
    double last = values[values.length - 1];
    return value <= first ? first : value >= last ? last : roundest(value, px);
  }

  /**
   * The number with the fewest digits that stands within half a pixel: it will be read in a cell.
   */
  private double roundest(double value, double px) {
    double zero = pixel(0);
    if (axis.spacing() == MapAxis.Spacing.LINEAR && Math.abs(zero - px) <= 0.5) {
      return 0;
    }
    for (int digits = 1; digits < 17; digits++) {
      double round = Numbers.round(value, digits).doubleValue();
      if (Math.abs(pixel(round) - px) <= 0.5) {
        return round;
      }
    }
    return value;
  }

  double step(double from, int steps) {
    double[] values = axis.values();
    int nearest = 0;
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < values.length; i++) {
      double distance =
          i < first || (axis.spacing() == MapAxis.Spacing.LOG && !(from > 0))
              ? (values[i] == from ? 0 : Double.MAX_VALUE)
              : Math.abs(scale(values[i]) - scale(from));
      if (distance < best) {
        best = distance;
        nearest = i;
      }
    }
    int to = Math.max(0, Math.min(values.length - 1, nearest + steps));
    return values[to];
  }

  private boolean inStrip(double px) {
    return (px - main) * Math.signum(end - start) < -GAP / 2;
  }

  private double along(double scaled) {
    return main + (scaled - low) / (high - low) * (end - main);
  }

  private double scaled(int index) {
    return axis.spacing() == MapAxis.Spacing.LIST ? index - first : scale(axis.values()[index]);
  }

  private double scale(double value) {
    return switch (axis.spacing()) {
      case LINEAR -> value;
      case LOG -> StrictMath.log10(value);
      case LIST -> listPosition(value);
    };
  }

  /** Between two listed values a value stands in proportion; it is not one of them. */
  private double listPosition(double value) {
    double[] values = axis.values();
    int n = values.length;
    if (n - first == 1) {
      return value == values[first] ? 0 : Double.NaN;
    }
    int i = first;
    while (i < n - 2 && value >= values[i + 1]) {
      i++;
    }
    return i - first + (value - values[i]) / (values[i + 1] - values[i]);
  }
}
