// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws bars of time. Each part is named below its bar at its left end; where names would meet, the
 * earlier one goes a row lower, so that no leader crosses a name. What is not known is an open box
 * behind the rest.
 */
final class BudgetDrawing {
  private static final double MARGIN = FigureDrawing.MARGIN;
  private static final double LABEL = 11;
  private static final double NAME = 11.5;
  private static final double TOTAL = 100; // for the sum behind a bar
  private static final double HEAD = 22;
  private static final double BAR = 26;
  private static final double ROW = 15;
  private static final double BETWEEN = 18;
  private static final double AXIS = 34;
  private static final double OPEN = 30; // a part of unknown length
  private static final double SEAM = 1.5;
  private static final double APART = 9;

  private final BudgetFigure figure;
  private final Pen pen;
  private final Ink ink;
  private final double width;

  /** A part where it is drawn, with its name's place. */
  private record Placed(BudgetFigure.Part part, double left, double right, double label, int row) {}

  BudgetDrawing(BudgetFigure figure, Pen pen, Ink ink, double width) {
    this.figure = figure;
    this.pen = pen;
    this.ink = ink;
    this.width = width;
  }

  static double heightBelow(BudgetFigure figure, double width) {
    BudgetDrawing drawing = new BudgetDrawing(figure, null, Ink.LIGHT, width);
    double height = 8 + AXIS;
    for (BudgetFigure.Bar bar : figure.bars()) {
      height += drawing.height(bar);
    }
    return height;
  }

  private double height(BudgetFigure.Bar bar) {
    int rows = placed(bar).stream().mapToInt(p -> p.row() + 1).max().orElse(0);
    return HEAD + BAR + 4 + rows * ROW + BETWEEN;
  }

  BudgetLayout draw(double top, Layer layer) {
    if (layer != Layer.MOVING) { // nothing moves
      double y = top + 8;
      for (BudgetFigure.Bar bar : figure.bars()) {
        bar(bar, y);
        y += height(bar);
      }
      axis(y - BETWEEN + 8);
    }
    return new BudgetLayout();
  }

  // ---- where things stand ----------------------------------------------------------------------

  private double longestS() {
    double longest = figure.bars().stream().mapToDouble(BudgetFigure.Bar::knownS).max().orElse(0);
    return longest > 0 ? longest : 1;
  }

  /** Pixels for what is known of the longest bar. */
  private double room() {
    long open =
        figure.bars().stream()
            .mapToLong(b -> b.parts().stream().filter(BudgetFigure.Part::unknown).count())
            .max()
            .orElse(0);
    return Math.max(20, width - 2 * MARGIN - TOTAL - open * OPEN);
  }

  private List<Placed> placed(BudgetFigure.Bar bar) {
    double perSecond = room() / longestS();
    List<Placed> places = new ArrayList<>();
    double x = MARGIN;
    for (boolean unknown : new boolean[] {false, true}) {
      for (BudgetFigure.Part part : bar.parts()) {
        if (part.unknown() == unknown && (unknown || part.seconds() > 0)) {
          double end = x + (unknown ? OPEN : part.seconds() * perSecond);
          places.add(new Placed(part, x, end, x, 0));
          x = end;
        }
      }
    }
    List<Double> starts = new ArrayList<>(); // of the leftmost name in each row
    for (int i = places.size() - 1; i >= 0; i--) {
      Placed at = places.get(i);
      double wide = Math.min(Face.REGULAR.width(name(at.part()), LABEL), width - 2 * MARGIN);
      double start = Math.min(at.left(), width - MARGIN - wide);
      int row = 0;
      while (row < starts.size()
          && (start + wide + APART > starts.get(row)
              || crossed(places.subList(i + 1, places.size()), start + wide, row))) {
        row++;
      }
      if (row == starts.size()) {
        starts.add(start);
      } else {
        starts.set(row, start);
      }
      places.set(i, new Placed(at.part(), at.left(), at.right(), start, row));
    }
    return places;
  }

  /** Whether a leader of a later part would run through a name that ends at a place. */
  private static boolean crossed(List<Placed> later, double end, int row) {
    return later.stream().anyMatch(at -> at.row() > row && at.left() < end + 3);
  }

  private static String name(BudgetFigure.Part part) {
    return Face.clean(part.words());
  }

  // ---- ink -------------------------------------------------------------------------------------

  private void bar(BudgetFigure.Bar bar, double top) {
    double room = width - 2 * MARGIN;
    String note = Face.REGULAR.fit(bar.note(), LABEL, 0.6 * room);
    double noteWidth = Face.REGULAR.width(note, LABEL);
    String name = Face.SEMIBOLD.fit(bar.name(), NAME, Math.max(0, room - noteWidth - 12));
    pen.text(name, MARGIN, top + 12, Face.SEMIBOLD, NAME, ink.text());
    pen.text(note, width - MARGIN - noteWidth, top + 12, Face.REGULAR, LABEL, ink.muted());
    double y = top + HEAD;
    double end = MARGIN;
    List<Placed> places = placed(bar);
    for (Placed at : places) {
      end = at.right();
      double left = pen.snap(at.left());
      double right = Math.max(pen.snap(at.right() - SEAM), left + 1 / pen.deviceScale());
      if (at.part().unknown()) {
        open(left, y, right);
      } else {
        Cloth cloth = ink.stage(at.part().stage());
        pen.rect(left, y, right - left, BAR, cloth.fill());
        Hatch.swatch(pen, left, y, right - left, BAR).draw(cloth, (c, r) -> true);
      }
      leader(at, left, y + BAR);
    }
    for (Placed at : places) {
      pen.text(
          Face.REGULAR.fit(name(at.part()), LABEL, room),
          at.label(),
          y + BAR + 4 + at.row() * ROW + 11,
          Face.REGULAR,
          LABEL,
          at.part().unknown() ? ink.muted() : ink.text());
    }
    String total = Face.SEMIBOLD.fit(bar.total(), NAME, width - 2 - end - 7);
    pen.text(total, end + 7, Label.baseline(y + BAR / 2, NAME), Face.SEMIBOLD, NAME, ink.text());
  }

  /** A box that has no length to show. */
  private void open(double left, double y, double right) {
    double inner = Math.max(1, right - left - 1);
    double[] xs = {left + 0.5, left + inner, left + inner, left + 0.5, left + 0.5};
    double[] ys = {y + 0.5, y + 0.5, y + BAR - 0.5, y + BAR - 0.5, y + 0.5};
    pen.polyline(xs, ys, 5, Stroke.dashed(ink.bound(), 1, 3, 2));
    double wide = Face.SEMIBOLD.width("?", NAME);
    pen.text(
        "?",
        (left + right - wide) / 2,
        Label.baseline(y + BAR / 2, NAME),
        Face.SEMIBOLD,
        NAME,
        ink.muted());
  }

  /** From a part's left end down to its name, where another name lies between. */
  private void leader(Placed at, double left, double bottom) {
    if (at.row() > 0) {
      double x = pen.hair(left);
      pen.line(x, bottom, x, bottom + 4 + at.row() * ROW, Stroke.solid(ink.axis(), 1));
    }
  }

  private void axis(double y) {
    double longest = longestS();
    double room = room();
    Stroke stroke = Stroke.solid(ink.axis(), 1);
    double line = pen.hair(y);
    pen.line(MARGIN, line, MARGIN + room, line, stroke);
    double free = Double.NEGATIVE_INFINITY;
    for (Ticks.Tick tick : Ticks.linear(0, longest, Math.max(2, (int) (room / 70))).ticks()) {
      double x = pen.hair(MARGIN + tick.value() / longest * room);
      pen.line(x, line, x, line + 5, stroke);
      double wide = Face.REGULAR.width(tick.label(), LABEL);
      double start = Math.max(MARGIN, x - wide / 2);
      if (start >= free && start + wide < width - MARGIN - 12) {
        pen.text(tick.label(), start, line + 18, Face.REGULAR, LABEL, ink.muted());
        free = start + wide + 6;
      }
    }
    if (free > 0) {
      pen.text("s", Math.min(free - 2, width - 8), line + 18, Face.REGULAR, LABEL, ink.muted());
    }
  }
}
