// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.List;

/** What two-knob maps share: where everything stands, the two axes, limits and captions. */
final class PlaneDrawing {
  private static final double MARGIN = FigureDrawing.MARGIN;
  private static final double LABEL = 11;
  private static final double NAME = 11.5;
  private static final double LEFT = 54;
  private static final double ABOVE = 27;
  private static final double BELOW = 44;
  private static final double LEGEND = 154;
  private static final double LEGEND_GAP = 18;
  private static final double NARROW = 480;
  private static final double SHAPE = 0.79;

  private final Pen pen;
  private final Ink ink;
  private final double width;
  private final MapLayout layout;
  private final double legendX;
  private final double legendY;
  private final double legendWidth;

  PlaneDrawing(
      MapAxis xAxis,
      MapAxis yAxis,
      Pen pen,
      Ink ink,
      double width,
      double height,
      double top,
      double legendHeight) {
    this.pen = pen;
    this.ink = ink;
    this.width = width;
    boolean narrow = width < NARROW;
    double widest = 0;
    for (Ticks.Tick tick : Ticks.of(yAxis, 300)) {
      widest = Math.max(widest, Face.REGULAR.width(tick.label(), LABEL));
    }
    if (yAxis.zeroRow()) {
      widest = Math.max(widest, Face.REGULAR.width(zeroName(yAxis), LABEL));
    }
    double left = Math.min(Math.max(LEFT, MARGIN + widest + 9), 0.35 * width);
    double right = narrow ? width - MARGIN : width - MARGIN - LEGEND - LEGEND_GAP;
    double bottom = height - BELOW - (narrow ? legendHeight + 8 : 0);
    double plotTop = top + ABOVE;
    double least = (yAxis.zeroRow() ? Side.STRIP + Side.GAP : 0) + 20;
    layout =
        new MapLayout(
            new Side(xAxis, pen.snap(left), pen.snap(Math.max(left + least, right))),
            new Side(yAxis, pen.snap(Math.max(plotTop + least, bottom)), pen.snap(plotTop)),
            legendHeight);
    legendX = narrow ? left : layout.right() + LEGEND_GAP;
    legendY = narrow ? layout.bottom() + BELOW : layout.top();
    legendWidth = narrow ? width - MARGIN - left : LEGEND;
  }

  static double heightBelow(MapAxis y, double width, double legendHeight) {
    double plot =
        width < NARROW ? width - MARGIN - LEFT : width - MARGIN - LEGEND - LEGEND_GAP - LEFT;
    double strip = y.zeroRow() ? Side.STRIP + Side.GAP : 0;
    // Few cells make a low map: a sheet of 4 x 3 thresholds needs no half screen.
    double high =
        y.size() < 12 && y.spacing() == MapAxis.Spacing.LIST
            ? Math.min(SHAPE * plot, 60 + 34 * y.size())
            : SHAPE * plot;
    double map = ABOVE + Math.max(160, high) + strip + BELOW;
    return width < NARROW ? map + legendHeight + 8 : Math.max(map, ABOVE + legendHeight + 4);
  }

  MapLayout layout() {
    return layout;
  }

  void legend(Legend legend, Layer layer) {
    legend.draw(legendX, legendY, legendWidth, layer);
  }

  // ---- axes -----------------------------------------------------------------------------------

  void axes() {
    frame();
    xAxis();
    yAxis();
  }

  private void frame() {
    Side x = layout.x();
    Side y = layout.y();
    Stroke stroke = Stroke.solid(ink.axis(), 1);
    double[][] across = stretches(x);
    double[][] along = stretches(y);
    for (double[] h : across) {
      for (double[] v : along) {
        double left = pen.hair(Math.min(h[0], h[1]));
        double right = pen.hair(Math.max(h[0], h[1]));
        double top = pen.hair(Math.min(v[0], v[1]));
        double bottom = pen.hair(Math.max(v[0], v[1]));
        pen.polyline(
            new double[] {left, right, right, left, left},
            new double[] {top, top, bottom, bottom, top},
            5,
            stroke);
      }
    }
  }

  private static double[][] stretches(Side side) {
    double[] main = {side.main(), side.end()};
    return side.axis().zeroRow()
        ? new double[][] {{side.low(0), side.high(0)}, main}
        : new double[][] {main};
  }

  private void xAxis() {
    Side side = layout.x();
    double bottom = layout.bottom();
    Stroke stroke = Stroke.solid(ink.axis(), 1);
    double free = Double.NEGATIVE_INFINITY;
    if (side.axis().zeroRow()) {
      double at = side.pixel(0);
      String label = "0";
      double wide = Face.REGULAR.width(label, LABEL);
      pen.text(label, at - wide / 2, bottom + 19, Face.REGULAR, LABEL, ink.muted());
      free = at + wide / 2 + 6;
    }
    for (Ticks.Tick tick : Ticks.of(side.axis(), side.end() - side.main())) {
      double exact = side.pixel(tick.value());
      if (Double.isNaN(exact)) {
        continue;
      }
      double at = pen.hair(exact);
      pen.line(at, bottom, at, bottom + (tick.label().isEmpty() ? 3 : 6), stroke);
      double wide = Face.REGULAR.width(tick.label(), LABEL);
      double start = Math.min(Math.max(at - wide / 2, free), width - 2 - wide);
      if (!tick.label().isEmpty() && start >= free && start <= at) {
        pen.text(tick.label(), start, bottom + 19, Face.REGULAR, LABEL, ink.muted());
        free = start + wide + 6;
      }
    }
    MapAxis axis = side.axis();
    double room = layout.right() - MARGIN;
    String name = Face.SEMIBOLD.fit(axis.name(), NAME, 0.6 * room);
    String unit = Face.REGULAR.fit(axis.unit(), LABEL, 0.3 * room);
    double unitWidth = unit.isEmpty() ? 0 : 7 + Face.REGULAR.width(unit, LABEL);
    double start = layout.right() - unitWidth - Face.SEMIBOLD.width(name, NAME);
    named(name, unit, start, bottom + 36);
  }

  private void yAxis() {
    Side side = layout.y();
    double left = layout.left();
    Stroke stroke = Stroke.solid(ink.axis(), 1);
    double free = Double.POSITIVE_INFINITY;
    if (side.axis().zeroRow()) {
      String label = Face.REGULAR.fit(zeroName(side.axis()), LABEL, left - 9 - 2);
      pen.text(
          label,
          left - 9 - Face.REGULAR.width(label, LABEL),
          Label.baseline(side.pixel(0), LABEL),
          Face.REGULAR,
          LABEL,
          ink.muted());
      free = side.pixel(0);
    }
    for (Ticks.Tick tick : Ticks.of(side.axis(), side.main() - side.end())) {
      double exact = side.pixel(tick.value());
      if (Double.isNaN(exact)) {
        continue;
      }
      double at = pen.hair(exact);
      pen.line(left - (tick.label().isEmpty() ? 3 : 5), at, left, at, stroke);
      if (!tick.label().isEmpty() && exact <= free - 13) {
        String label = Face.REGULAR.fit(tick.label(), LABEL, left - 9 - 2);
        pen.text(
            label,
            left - 9 - Face.REGULAR.width(label, LABEL),
            Label.baseline(exact, LABEL),
            Face.REGULAR,
            LABEL,
            ink.muted());
        free = exact;
      }
    }
    MapAxis axis = side.axis();
    double room = layout.right() - MARGIN;
    named(
        Face.SEMIBOLD.fit(axis.name(), NAME, 0.6 * room),
        Face.REGULAR.fit(axis.unit(), LABEL, 0.3 * room),
        MARGIN,
        layout.top() - 13);
  }

  private void named(String name, String unit, double x, double baseline) {
    pen.text(name, x, baseline, Face.SEMIBOLD, NAME, ink.text());
    if (!unit.isEmpty()) {
      double at = x + Face.SEMIBOLD.width(name, NAME) + 7;
      pen.text(unit, at, baseline, Face.REGULAR, LABEL, ink.muted());
    }
  }

  private static String zeroName(MapAxis axis) {
    return axis.name().length() > 12 ? "0" : axis.name() + " = 0";
  }

  // ---- limits ---------------------------------------------------------------------------------

  void limits(List<Curve> limits, List<Mark> marks) {
    Side x = layout.x();
    Side y = layout.y();
    pen.save();
    pen.clip(x.main(), y.end(), x.end() - x.main(), y.main() - y.end());
    for (boolean minor : new boolean[] {true, false}) { // thin lines below
      for (boolean halo : new boolean[] {true, false}) {
        for (Curve curve : limits) {
          if (curve.minor() == minor) {
            curve(curve, halo);
          }
        }
      }
    }
    pen.restore();
    List<double[]> taken = new ArrayList<>();
    for (Mark mark : marks) {
      layout
          .pixel(mark.x(), mark.y())
          .ifPresent(p -> taken.add(new double[] {p.x(), p.y(), 10, 10}));
    }
    for (boolean minor :
        new boolean[] {false, true}) { // where room is scarce, thin ones go without
      for (Curve curve : limits) {
        if (curve.minor() == minor && !curve.label().isBlank()) {
          nameCurve(curve, taken, marks);
        }
      }
    }
  }

  /** How a line is drawn, on the map and in its legend. */
  static Stroke stroke(Curve curve, Ink ink) {
    double[][] dashes = {{0, 0}, {7, 4}, {2, 3}, {14, 4}};
    double[] dash = dashes[curve.pattern() % dashes.length];
    return Stroke.dashed(ink.text(), curve.minor() ? 1 : 2, dash[0], dash[1]);
  }

  /** Names the lines of a map in its legend where there are several to tell apart. */
  static void explainLimits(List<Curve> limits, Pen pen, Ink ink, Legend legend) {
    List<Curve> named = limits.stream().filter(curve -> !curve.label().isBlank()).toList();
    if (named.size() < 2) {
      return;
    }
    legend.gap(6);
    legend.note("stability limits");
    for (Curve curve : named) {
      legend.sample(
          (x, y) -> pen.line(x, pen.hair(y), x + 18, pen.hair(y), stroke(curve, ink)),
          curve.label(),
          "");
    }
  }

  private void curve(Curve curve, boolean halo) {
    Stroke stroke = halo ? Stroke.solid(ink.paper(), curve.minor() ? 3 : 4.5) : stroke(curve, ink);
    double[] px = new double[curve.x().length];
    double[] py = new double[curve.x().length];
    int n = 0;
    for (int i = 0; i <= curve.x().length; i++) {
      double cx = i < px.length ? layout.x().pixelBeyond(curve.x()[i]) : Double.NaN;
      double cy = i < px.length ? layout.y().pixelBeyond(curve.y()[i]) : Double.NaN;
      if (Double.isNaN(cx) || Double.isNaN(cy)) {
        if (n > 1) {
          pen.polyline(px, py, n, stroke);
        }
        n = 0;
      } else {
        px[n] = cx;
        py[n++] = cy;
      }
    }
  }

  /** The name on a card beside its line, at the first place that is free of marks and names. */
  private void nameCurve(Curve curve, List<double[]> taken, List<Mark> marks) {
    Side x = layout.x();
    Side y = layout.y();
    double room = Math.abs(x.end() - x.main()) - 24;
    String name = Face.REGULAR.fit(curve.label(), LABEL, room);
    double half = Face.REGULAR.width(name, LABEL) / 2 + 6;
    double[] place = null;
    for (int part = 0; part < 20 && place == null; part++) {
      boolean clear = part < 10; // of the hair cross, as long as there is another place
      double cx = x.main() + 8 + half + part % 10 * (room + 12 - 2 * half) / 10;
      double top = Double.POSITIVE_INFINITY;
      double bottom = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < curve.x().length; i++) {
        double px = x.pixelBeyond(curve.x()[i]);
        double py = y.pixelBeyond(curve.y()[i]);
        if (px >= cx - half - 8 && px <= cx + half + 8 && !Double.isNaN(py)) {
          top = Math.min(top, py);
          bottom = Math.max(bottom, py);
        }
      }
      if (top > bottom || bottom - top > 60) {
        continue;
      }
      for (double cy : new double[] {top - 15, bottom + 15}) {
        boolean inside = cy - 9 >= y.end() + 2 && cy + 9 <= y.main() - 2;
        boolean free =
            taken.stream()
                .allMatch(
                    t ->
                        Math.abs(t[0] - cx) > t[2] + half + 2
                            || Math.abs(t[1] - cy) > t[3] + 9 + 2);
        if (inside && free && place == null && !(clear && crossed(cx, cy, half, marks))) {
          place = new double[] {cx, cy, half, 9};
        }
      }
    }
    if (place == null) {
      return;
    }
    taken.add(place);
    pen.roundRect(place[0] - half, place[1] - 9, 2 * half, 18, 4, ink.paper().at(0.92));
    pen.text(
        name,
        place[0] - half + 6,
        Label.baseline(place[1], LABEL),
        Face.REGULAR,
        LABEL,
        ink.text());
  }

  /** Whether a hair cross runs through a card. */
  private boolean crossed(double cx, double cy, double half, List<Mark> marks) {
    return layout.isFine()
        && marks.stream()
            .filter(mark -> mark.kind() == Mark.Kind.NOW)
            .flatMap(mark -> layout.pixel(mark.x(), mark.y()).stream())
            .anyMatch(at -> Math.abs(at.x() - cx) < half + 2 || Math.abs(at.y() - cy) < 11);
  }

  // ---- marks ----------------------------------------------------------------------------------

  /** Adds the marks to a legend: now, best, then the references that have something to say. */
  static void explain(List<Mark> marks, MapAxis x, MapAxis y, Legend legend) {
    if (marks.isEmpty()) {
      return;
    }
    legend.gap(12);
    for (Mark.Kind kind : List.of(Mark.Kind.NOW, Mark.Kind.BEST)) {
      for (Mark mark : marks) {
        if (mark.kind() == kind) {
          String word = kind == Mark.Kind.NOW ? "now" : "best";
          legend.mark(mark, word, caption(mark, x, y), LEGEND);
        }
      }
    }
    for (Mark mark : marks) {
      if (mark.kind() == Mark.Kind.REFERENCE && !mark.caption().isBlank()) {
        legend.reference(mark);
      }
    }
  }

  private static String caption(Mark mark, MapAxis x, MapAxis y) {
    return mark.caption().isEmpty()
        ? x.name() + " " + Numbers.brief(mark.x()) + "  " + y.name() + " " + Numbers.brief(mark.y())
        : mark.caption();
  }
}
