// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Draws panels over a time axis or the values of a knob: names above, labels at the right ends
 * instead of a legend, events and marks through all panels.
 */
final class LineDrawing {
  private static final double MARGIN = FigureDrawing.MARGIN;
  private static final double HEADING = 28;
  private static final double BETWEEN = 13;
  private static final double BELOW = 26;
  private static final double EVENT_ROW = 15;
  private static final int EVENT_ROWS = 3;
  private static final double LABEL = 11;
  private static final double NAME = 11.5;
  private static final double LABEL_GAP = 9;
  private static final double LEAST_PANEL = 12;
  private static final double LEAST_TICK = 29;

  private final LineFigure figure;
  private final Pen pen;
  private final Ink ink;
  private final double width;
  private final double height;
  private final LineKey key;

  LineDrawing(LineFigure figure, Pen pen, Ink ink, double width, double height) {
    this.figure = figure;
    this.pen = pen;
    this.ink = ink;
    this.width = width;
    this.height = height;
    key = LineKey.of(figure);
  }

  static double heightBelow(LineFigure figure, double width, boolean titled) {
    int n = Math.max(1, figure.panels().size());
    double each = titled ? (n == 1 ? 190 : n == 2 ? 133 : 100) : (n == 1 ? 150 : n == 2 ? 84 : 72);
    return n * (HEADING + each) + (n - 1) * BETWEEN + BELOW + LineKey.of(figure).height(width);
  }

  LineLayout draw(double top, Layer layer) {
    List<Panel> panels = figure.panels();
    int n = Math.max(1, panels.size());
    double labelColumn = labelColumn();
    double right = width - labelColumn;
    double left = Math.min(right - 10, 46);
    List<double[]> ranges = new ArrayList<>();
    for (Panel panel : panels) {
      ranges.add(range(panel));
    }

    // How wide the numbers at the left are depends on how many fit, hence on the height; two
    // passes settle it, as a wider column does not change the heights.
    List<EventLabel> named = eventLabels(left, right);
    double extra = extraRows(named) * EVENT_ROW;
    double each = panelHeight(n, top, extra);
    double widest = 0;
    List<Ticks> valueTicks = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      double[] range = ranges.get(i);
      double high = each * weight(i, n);
      Ticks ticks = Ticks.linear(range[0], range[1], high / LEAST_TICK);
      valueTicks.add(ticks);
      for (Ticks.Tick tick : ticks.ticks()) {
        widest = Math.max(widest, Face.REGULAR.width(tick.label(), LABEL));
      }
    }
    left = Math.max(left, Math.min(MARGIN + widest + 8, right - 10));
    left = pen.snap(left);
    right = pen.snap(right);
    named = eventLabels(left, right);
    extra = extraRows(named) * EVENT_ROW;
    each = panelHeight(n, top, extra);

    List<LineLayout.Area> areas = new ArrayList<>();
    double y = top + extra;
    for (int i = 0; i < panels.size(); i++) {
      double areaTop = pen.snap(y + HEADING);
      double areaBottom = pen.snap(y + HEADING + each * weight(i, n));
      double[] range = ranges.get(i);
      areas.add(new LineLayout.Area(panels.get(i), areaTop, areaBottom, range[0], range[1]));
      y = areaBottom + BETWEEN;
    }
    double axisY =
        areas.isEmpty() ? pen.snap(height - below()) : areas.get(areas.size() - 1).bottom();
    LineLayout layout = new LineLayout(figure.along(), left, right, axisY, areas);
    if (layer == Layer.MOVING) {
      return layout;
    }
    for (int i = 0; i < areas.size(); i++) {
      ground(layout, areas.get(i), valueTicks.get(i));
    }
    axis(layout);
    marks(layout);
    events(layout, named, top + extra);
    for (int i = 0; i < areas.size(); i++) {
      foreground(layout, areas.get(i), i == 0 ? nameRoom(named, left, right) : right - left);
    }
    markShapes(layout);
    key.draw(pen, ink, layout.axisY() + BELOW, width);
    return layout;
  }

  private double panelHeight(int n, double top, double extra) {
    double free = height - top - extra - below() - n * HEADING - (n - 1) * BETWEEN;
    return Math.max(LEAST_PANEL, free / n);
  }

  /** What the axis and the key below it take. */
  private double below() {
    return BELOW + key.height(width);
  }

  /** The first of several panels holds what is controlled and gets a little more; mean 1. */
  private static double weight(int panel, int n) {
    return n == 1 ? 1 : (panel == 0 ? 1.2 : 1) * n / (n + 0.2);
  }

  // ---- ranges ---------------------------------------------------------------------------------

  /** The value axis: always with zero, since a bar of the axis that is cut off misleads. */
  static double[] range(Panel panel) {
    double low = 0;
    double high = 0;
    double most = Tries.reach(panel);
    for (Line line : panel.lines()) {
      for (double y : line.y()) {
        if (drawable(y) && !(line.tried() && y > most)) {
          low = Math.min(low, y);
          high = Math.max(high, y);
        }
      }
      if (line.peak().isPresent() && drawable(line.peak().get().y())) {
        low = Math.min(low, line.peak().get().y());
        high = Math.max(high, line.peak().get().y());
      }
    }
    if (panel.target().isPresent()) {
      Target target = panel.target().get();
      low = Math.min(low, target.value() - target.band());
      high = Math.max(high, target.value() + target.band());
    }
    double reach = Math.max(-low, high);
    for (Bound bound : panel.bounds()) {
      // A bound far away would press the line flat; its label then points to it instead.
      if (drawable(bound.value()) && (reach == 0 || Math.abs(bound.value()) <= 3 * reach)) {
        low = Math.min(low, bound.value());
        high = Math.max(high, bound.value());
      }
    }
    double span = high - low;
    if (!(span > 1e-290)) {
      return new double[] {0, 1};
    }
    return new double[] {
      low < 0 ? low - 0.04 * span : 0, high > 0 ? high + 0.045 * span : 0,
    };
  }

  private static boolean drawable(double y) {
    return Math.abs(y) < 1e300;
  }

  // ---- what lies behind -----------------------------------------------------------------------

  private void ground(LineLayout layout, LineLayout.Area area, Ticks ticks) {
    double left = layout.left();
    double right = layout.right();
    for (Ticks.Tick tick : ticks.ticks()) {
      double y = pen.hair(area.y(tick.value()));
      if (tick.value() != 0) {
        pen.line(left, y, right, y, Stroke.solid(ink.grid(), 1));
      }
      String label = Face.REGULAR.fit(tick.label(), LABEL, left - 8 - 2);
      pen.text(
          label,
          left - 8 - Face.REGULAR.width(label, LABEL),
          Label.baseline(area.y(tick.value()), LABEL),
          Face.REGULAR,
          LABEL,
          ink.muted());
    }
    double zero = pen.hair(area.y(0));
    pen.line(left, zero, right, zero, Stroke.solid(ink.axis(), 1));

    area.panel()
        .target()
        .ifPresent(
            target -> {
              double top = pen.snap(area.y(target.value() + target.band()));
              double bottom = pen.snap(area.y(target.value() - target.band()));
              if (target.band() > 0) {
                pen.rect(left, top, right - left, bottom - top, ink.targetBand());
              }
              double y = pen.hair(area.y(target.value()));
              pen.line(left, y, right, y, Stroke.solid(ink.target(), 1));
            });
    for (Bound bound : area.panel().bounds()) {
      if (bound.value() >= area.low() && bound.value() <= area.high()) {
        double y = pen.hair(area.y(bound.value()));
        pen.line(left, y, right, y, Stroke.dashed(ink.bound(), 1, 4, 3));
      }
    }
  }

  private void axis(LineLayout layout) {
    double y = pen.hair(layout.axisY());
    double left = layout.left();
    double right = layout.right();
    pen.line(left, y, right, y, Stroke.solid(ink.axis(), 1));
    boolean timed = figure.along() instanceof TimeAxis;
    Ticks ticks =
        Ticks.along(figure.along(), right - left, text -> Face.REGULAR.width(text, LABEL));
    double baseline = layout.axisY() + 17;
    double end = Double.NEGATIVE_INFINITY;
    for (Ticks.Tick tick : ticks.ticks()) {
      double exact = layout.x(tick.value());
      if (!(exact >= left - 0.5 && exact <= right + 0.5)) {
        continue;
      }
      double x = pen.hair(exact);
      double half = Face.REGULAR.width(tick.label(), LABEL) / 2;
      pen.line(x, y, x, y + (tick.label().isEmpty() ? 2.5 : 4), Stroke.solid(ink.axis(), 1));
      double start = Math.max(2, Math.min(x - half, width - 2 - 2 * half));
      if (!tick.label().isEmpty() && (timed || start >= end + 8)) {
        pen.text(tick.label(), start, baseline, Face.REGULAR, LABEL, ink.muted());
        end = start + 2 * half;
      }
    }
    end = Math.max(0, end);
    if (figure.along() instanceof MapAxis knob) {
      named(knob, Math.max(right + LABEL_GAP, end + 8), baseline);
      return;
    }
    double unitWidth = Face.REGULAR.width(ticks.unit(), LABEL);
    if (!ticks.unit().isEmpty() && end + 4 + unitWidth <= width) {
      pen.text(ticks.unit(), end + 4, baseline, Face.REGULAR, LABEL, ink.muted());
    }
  }

  /** The knob's name and unit behind its last value. */
  private void named(MapAxis knob, double x, double baseline) {
    String name = Face.SEMIBOLD.fit(knob.name(), NAME, width - 4 - x);
    if (name.isBlank() || name.equals("…")) {
      return;
    }
    pen.text(name, x, baseline, Face.SEMIBOLD, NAME, ink.text());
    double at = x + Face.SEMIBOLD.width(name, NAME) + 6;
    String unit = Face.REGULAR.fit(knob.unit(), LABEL, Math.max(0, width - 4 - at));
    if (!unit.isBlank() && !unit.equals("…")) {
      pen.text(unit, at, baseline, Face.REGULAR, LABEL, ink.muted());
    }
  }

  // ---- marks ----------------------------------------------------------------------------------

  private boolean reached(LineLayout layout, Mark mark) {
    double x = layout.x(mark.x());
    return x >= layout.left() - 0.5 && x <= layout.right() + 0.5; // false for NaN
  }

  /** A mark's line through all panels, as the hair cross of a map. */
  private void marks(LineLayout layout) {
    for (Mark mark : figure.marks()) {
      if (!reached(layout, mark)) {
        continue;
      }
      double x = pen.hair(layout.x(mark.x()));
      Stroke stroke =
          mark.kind() == Mark.Kind.NOW
              ? Stroke.dashed(ink.text().at(0.75), 1, 2, 2)
              : Stroke.solid(ink.text().at(0.45), 1);
      for (LineLayout.Area area : layout.areas()) {
        pen.line(x, area.top() - 4, x, area.bottom(), stroke);
      }
    }
  }

  /** A mark's shape sits on the axis below. */
  private void markShapes(LineLayout layout) {
    Marks shapes = new Marks(pen, ink);
    for (Mark.Kind kind : List.of(Mark.Kind.REFERENCE, Mark.Kind.BEST, Mark.Kind.NOW)) {
      for (Mark mark : figure.marks()) {
        if (mark.kind() == kind && reached(layout, mark)) {
          shapes.shape(mark, layout.x(mark.x()), layout.axisY());
        }
      }
    }
  }

  // ---- events ---------------------------------------------------------------------------------

  /** Where an event's name goes: row 0 is the first panel's heading row, 1 above it, and so on. */
  private record EventLabel(Event event, String text, double x, double width, int row) {}

  private List<EventLabel> eventLabels(double left, double right) {
    List<EventLabel> placed = new ArrayList<>();
    double nameEnd =
        figure.panels().isEmpty()
            ? left
            : left + Math.min(nameWidth(figure.panels().get(0)), 0.45 * (right - left)) + 12;
    LineLayout across = new LineLayout(figure.along(), left, right, 0, List.of());
    for (Event event : figure.events()) {
      double at = across.x(event.x());
      if (event.label().isBlank() || !(at >= left && at <= right)) {
        continue;
      }
      String text = Face.REGULAR.fit(event.label(), LABEL, 0.5 * (right - left));
      double wide = Face.REGULAR.width(text, LABEL);
      for (int row = 0; row < EVENT_ROWS; row++) {
        double from = row == 0 ? nameEnd : left;
        double to = width - MARGIN - wide;
        double start = Math.max(from, Math.min(at - wide / 2, to));
        boolean reaches = start <= at + 4 && start + wide >= at - 4 && start <= to;
        int here = row;
        boolean free =
            placed.stream()
                .noneMatch(
                    p -> p.row == here && p.x < start + wide + 10 && start < p.x + p.width + 10);
        if (reaches && free) {
          placed.add(new EventLabel(event, text, start, wide, row));
          break;
        }
      }
    }
    return placed;
  }

  private static int extraRows(List<EventLabel> labels) {
    return labels.stream().mapToInt(EventLabel::row).max().orElse(0);
  }

  private double nameRoom(List<EventLabel> labels, double left, double right) {
    double end =
        labels.stream().filter(l -> l.row == 0).mapToDouble(EventLabel::x).min().orElse(right);
    return end - left - 8;
  }

  private void events(LineLayout layout, List<EventLabel> labels, double firstHeading) {
    for (Event event : figure.events()) {
      double at = layout.x(event.x());
      if (!(at >= layout.left() - 0.5 && at <= layout.right() + 0.5)) {
        continue;
      }
      double x = pen.hair(at);
      Stroke dots = Stroke.dashed(ink.event(), 1.25, 2, 3);
      for (int i = 0; i < layout.areas().size(); i++) {
        LineLayout.Area area = layout.areas().get(i);
        pen.line(x, area.top() - (i == 0 ? 8 : 4), x, area.bottom(), dots);
      }
    }
    for (EventLabel label : labels) {
      double baseline = firstHeading + 14 - label.row * EVENT_ROW;
      if (label.row > 0) {
        double x = pen.hair(layout.x(label.event.x()));
        boolean crossed =
            labels.stream()
                .anyMatch(l -> l.row < label.row && l.x - 3 < x && x < l.x + l.width + 3);
        if (!crossed) {
          pen.line(x, baseline + 5, x, firstHeading + 20, Stroke.dashed(ink.event(), 1.25, 2, 3));
        }
      }
      pen.text(label.text, label.x, baseline, Face.REGULAR, LABEL, ink.event());
    }
  }

  // ---- lines and labels -----------------------------------------------------------------------

  private double nameWidth(Panel panel) {
    double unit = panel.unit().isEmpty() ? 0 : 7 + Face.REGULAR.width(panel.unit(), LABEL);
    return Face.SEMIBOLD.width(Face.clean(panel.name()), NAME) + unit;
  }

  private void foreground(LineLayout layout, LineLayout.Area area, double nameRoom) {
    Panel panel = area.panel();
    double headingY = area.top() - 14;
    String name = Face.SEMIBOLD.fit(panel.name(), NAME, Math.max(20, nameRoom));
    double nameEnd = layout.left() + Face.SEMIBOLD.width(name, NAME) + 7;
    pen.text(name, layout.left(), headingY, Face.SEMIBOLD, NAME, ink.text());
    String unit = Face.REGULAR.fit(panel.unit(), LABEL, layout.left() + nameRoom - nameEnd);
    if (!unit.isBlank() && !unit.equals("…")) {
      pen.text(unit, nameEnd, headingY, Face.REGULAR, LABEL, ink.muted());
    }

    boolean any = false;
    for (Line line : panel.lines()) {
      any |= new LinePath(line, layout, area, pen, ink).draw();
    }
    if (!any && !panel.lines().isEmpty()) {
      double w = Face.REGULAR.width("no values", LABEL);
      pen.text(
          "no values",
          (layout.left() + layout.right() - w) / 2,
          Label.baseline((area.top() + area.bottom()) / 2, LABEL),
          Face.REGULAR,
          LABEL,
          ink.muted());
    }
    resting(layout, area);
    hollows(layout, area);
    List<Label> labels = new ArrayList<>();
    for (Line line : panel.lines()) {
      peak(layout, area, line);
      endOf(layout, area, line, labels);
    }
    panel
        .target()
        .ifPresent(t -> labels.add(label(t.label(), area.y(t.value()), ink.target(), 1, layout)));
    for (Bound bound : panel.bounds()) {
      if (Double.isNaN(bound.value()) || Double.isInfinite(bound.value())) {
        continue;
      }
      boolean above = bound.value() > area.high();
      boolean below = bound.value() < area.low();
      double y = above ? area.top() : below ? area.bottom() : area.y(bound.value());
      String text = bound.label() + (above ? " ↑" : below ? " ↓" : "");
      labels.add(label(text, y, ink.muted(), 2, layout));
    }
    labels.removeIf(l -> l.text().isBlank());
    for (Label label : Label.pushedApart(labels, area.top() - 2, area.bottom() + 2)) {
      pen.text(
          label.text(),
          layout.right() + LABEL_GAP,
          Label.baseline(label.y(), label.size()),
          label.face(),
          label.size(),
          label.colour());
    }
  }

  private Label label(String text, double y, Colour colour, int rank, LineLayout layout) {
    double room = width - 4 - layout.right() - LABEL_GAP;
    return new Label(Face.REGULAR.fit(text, LABEL, room), y, Face.REGULAR, LABEL, colour, rank);
  }

  private double labelColumn() {
    double widest = 0;
    for (Panel panel : figure.panels()) {
      for (Line line : panel.lines()) {
        widest = Math.max(widest, Face.SEMIBOLD.width(Face.clean(line.endLabel()), NAME));
      }
      if (panel.target().isPresent()) {
        widest = Math.max(widest, labelWidth(panel.target().get().label()));
      }
      for (Bound bound : panel.bounds()) {
        widest = Math.max(widest, labelWidth(bound.label()) + labelWidth(" ↑"));
      }
    }
    if (figure.along() instanceof MapAxis knob) {
      double unit = knob.unit().isEmpty() ? 0 : 6 + labelWidth(knob.unit());
      widest = Math.max(widest, Face.SEMIBOLD.width(Face.clean(knob.name()), NAME) + unit);
    }
    double wish = widest == 0 ? 34 : Math.max(84, LABEL_GAP + widest + MARGIN);
    return Math.min(wish, 0.3 * width);
  }

  private static double labelWidth(String text) {
    return Face.REGULAR.width(Face.clean(text), LABEL);
  }

  private void endOf(LineLayout layout, LineLayout.Area area, Line line, List<Label> labels) {
    if (line.tried()) {
      return; // the last of many tries is no more than the others
    }
    int last = line.size() - 1;
    while (last >= 0 && (!drawable(line.y()[last]) || line.x()[last] > figure.along().to())) {
      last--;
    }
    if (last < 0 || line.x()[last] < figure.along().from()) {
      return;
    }
    Colour colour = ink.line(line.look());
    double y = area.y(line.y()[last]);
    boolean reaches = last == line.size() - 1 || line.x()[last + 1] > figure.along().to();
    if (Double.isNaN(layout.x(line.x()[last]))) {
      return;
    }
    double x =
        line.steps() && reaches
            ? layout.x(LinePath.heldUntil(line, figure.along().to()))
            : layout.x(line.x()[last]);
    if (line.look() == Look.LIMIT) {
      return;
    }
    pen.disc(x, y, 4.5, ink.paper());
    pen.disc(x, y, 2.5, colour);
    double room = width - 4 - layout.right() - LABEL_GAP;
    String text = Face.SEMIBOLD.fit(line.endLabel(), NAME, room);
    labels.add(new Label(text, y, Face.SEMIBOLD, NAME, colour, 0));
  }

  private void peak(LineLayout layout, LineLayout.Area area, Line line) {
    if (line.peak().isEmpty()) {
      return;
    }
    Peak peak = line.peak().get();
    double x = layout.x(peak.x());
    if (!drawable(peak.y()) || !(x >= layout.left() - 0.5 && x <= layout.right() + 0.5)) {
      return;
    }
    double y = area.y(peak.y());
    Colour colour = ink.line(line.look());
    pen.disc(x, y, 5, ink.paper());
    pen.ring(x, y, 3.5, Stroke.solid(colour, 1.75));
    String text = Face.REGULAR.fit(peak.label(), LABEL, 0.5 * (layout.right() - layout.left()));
    double wide = Face.REGULAR.width(text, LABEL);
    double beside = LinePath.reach(line, layout, area, peak.x(), y, true);
    double before = LinePath.reach(line, layout, area, peak.x(), y, false);
    double start;
    double middle = y;
    if (line.tried()) {
      // On the side from which the line turns away.
      boolean behind = x + 8 + wide <= layout.right() + 6;
      start = behind ? x + 8 : Math.max(2, x - 8 - wide);
      int at = Arrays.binarySearch(line.x(), peak.x());
      int next = behind ? at + 1 : at - 1;
      boolean rises =
          at >= 0 && next >= 0 && next < line.size() && line.y()[next] > peak.y(); // false for NaN
      middle = rises ? y + 14 : y - 13;
      if (middle < area.top() + 4) {
        middle = y + 14;
      } else if (middle > area.bottom() - 6) {
        middle = y - 13;
      }
    } else if (beside + wide <= layout.right() + 6) {
      start = beside;
    } else if (before - wide >= layout.left()) {
      start = before - wide;
    } else {
      // Level on both sides: below the line, or above it where there is no room below.
      start = Math.max(layout.left(), Math.min(x + 8, layout.right() - wide));
      middle = y + 15 <= area.bottom() - 6 ? y + 15 : y - 15;
    }
    double baseline = Label.baseline(middle, LABEL);
    // On paper of its own, should an event's dots run through it all the same.
    pen.roundRect(start - 2, baseline - 10, wide + 4, 13, 3, ink.paper().at(0.8));
    pen.text(text, start, baseline, Face.REGULAR, LABEL, colour);
  }

  /** A bar under the axis for as long as a line rests on a bound. */
  private void resting(LineLayout layout, LineLayout.Area area) {
    double y = pen.snap(area.bottom()) + 2;
    for (Line line : area.panel().lines()) {
      boolean[] resting = line.resting();
      if (resting == null) {
        continue;
      }
      Colour colour = ink.line(line.look());
      double from = Double.NaN;
      double until = Double.NaN;
      for (int i = 0; i <= resting.length; i++) {
        boolean rests = i < resting.length && resting[i] && drawable(line.y()[i]);
        double start = rests ? layout.x(line.x()[i]) : Double.NaN;
        double end = rests ? layout.x(LinePath.until(line, i, figure.along().to())) : Double.NaN;
        if (rests && start <= until + 0.5) {
          until = Math.max(until, end);
          continue;
        }
        double a = Math.max(layout.left(), from);
        double b = Math.min(layout.right(), Math.max(until, from + 2));
        if (b > a) {
          pen.roundRect(a, y, b - a, 3, Math.min(1.5, (b - a) / 2), colour);
        }
        from = start;
        until = end;
      }
      y += 4;
    }
  }

  /** A window without samples has a rate but no latency: its rate gets a hollow mark. */
  private void hollows(LineLayout layout, LineLayout.Area area) {
    for (Line rate : area.panel().lines()) {
      if (rate.look() != Look.RATE || rate.size() < 2 || rate.tried()) {
        continue;
      }
      double apart = (layout.right() - layout.left()) / rate.size();
      for (LineLayout.Area other : layout.areas()) {
        for (Line latency : other.panel().lines()) {
          if (latency.look() != Look.LATENCY || latency.size() != rate.size() || apart < 5) {
            continue;
          }
          for (int i = 0; i < rate.size(); i++) {
            double x = layout.x(rate.x()[i]);
            if (latency.x()[i] == rate.x()[i]
                && Double.isNaN(latency.y()[i])
                && drawable(rate.y()[i])
                && x >= layout.left()
                && x <= layout.right()) {
              pen.disc(x, area.y(rate.y()[i]), 2.5, ink.paper());
              pen.ring(x, area.y(rate.y()[i]), 2.5, Stroke.solid(ink.line(rate.look()), 1.25));
            }
          }
        }
      }
    }
  }
}
