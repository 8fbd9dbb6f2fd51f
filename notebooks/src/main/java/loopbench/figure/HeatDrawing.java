// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;

/** Draws a map of one number: one hue, more is stronger; cells that miss a requirement hatched. */
final class HeatDrawing {
  private static final double CELL_TEXT = 11;

  private final HeatFigure figure;
  private final Pen pen;
  private final Ink ink;
  private final double width;
  private final double height;
  private final double least;
  private final double most;

  HeatDrawing(HeatFigure figure, Pen pen, Ink ink, double width, double height) {
    this.figure = figure;
    this.pen = pen;
    this.ink = ink;
    this.width = width;
    this.height = height;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double value : figure.value()) {
      if (Double.isFinite(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    least = low;
    most = high;
  }

  /** What the figure wants below its heading; a legend knows its height without a pen. */
  static double heightBelow(HeatFigure figure, double width) {
    Legend legend = new HeatDrawing(figure, null, Ink.LIGHT, width, 0).legend();
    return PlaneDrawing.heightBelow(figure.y(), width, legend.height());
  }

  MapLayout draw(double top, Layer layer) {
    Legend legend = legend();
    PlaneDrawing plane =
        new PlaneDrawing(figure.x(), figure.y(), pen, ink, width, height, top, legend.height());
    if (layer != Layer.MOVING) {
      ground(plane);
    }
    new Marks(pen, ink).draw(figure.marks(), plane.layout(), layer);
    plane.legend(legend, layer);
    return plane.layout();
  }

  private void ground(PlaneDrawing plane) {
    List<Hatch.Band> columns = Hatch.bands(pen, plane.layout().x());
    List<Hatch.Band> rows = Hatch.bands(pen, plane.layout().y());
    for (Hatch.Band row : rows) {
      for (Hatch.Band column : columns) {
        if (row.index() >= 0 && column.index() >= 0) {
          double value = figure.value(column.index(), row.index());
          if (!Double.isNaN(value)) {
            pen.rect(
                column.low(),
                row.low(),
                column.high() - column.low(),
                row.high() - row.low(),
                fill(value));
          }
        }
      }
    }
    Hatch hatch = new Hatch(pen, columns, rows);
    for (boolean onLight : new boolean[] {true, false}) {
      Colour line = onLight ? ink.text() : ink.paper();
      hatch.draw(
          new Cloth(line, line.at(0.6), Cloth.Weave.RISING, 6),
          (ix, iy) -> fails(ix, iy) && ink.textOn(fill(figure.value(ix, iy))).equals(line));
    }
    for (Hatch.Band row : rows) {
      for (Hatch.Band column : columns) {
        if (row.index() >= 0 && column.index() >= 0) {
          number(column, row);
        }
      }
    }
    plane.axes();
  }

  private boolean fails(int ix, int iy) {
    return figure.fails(ix, iy) && !Double.isNaN(figure.value(ix, iy));
  }

  private Colour fill(double value) {
    if (Double.isInfinite(value)) {
      return ink.axis();
    }
    return ink.ramp(most > least ? value / (most - least) - least / (most - least) : 0.5);
  }

  /** The number itself where the cell has room for it: nobody should have to read a colour. */
  private void number(Hatch.Band column, Hatch.Band row) {
    double value = figure.value(column.index(), row.index());
    if (Double.isNaN(value)) {
      return;
    }
    String text = Numbers.fixed(value, most);
    double wide = Face.REGULAR.width(text, CELL_TEXT);
    if (wide + 8 > column.high() - column.low() || row.high() - row.low() < 17) {
      return;
    }
    Colour fill = fill(value);
    double x = (column.low() + column.high() - wide) / 2;
    double y = (row.low() + row.high()) / 2;
    if (isMarked(column.index(), row.index()) && row.high() - row.low() >= 36) {
      y += 15;
    } else if (isMarked(column.index(), row.index())) {
      return;
    }
    if (fails(column.index(), row.index())) {
      pen.roundRect(x - 3, y - 7, wide + 6, 14, 3, fill);
    }
    pen.text(text, x, Label.baseline(y, CELL_TEXT), Face.REGULAR, CELL_TEXT, ink.textOn(fill));
  }

  private boolean isMarked(int ix, int iy) {
    return figure.marks().stream()
        .anyMatch(m -> m.x() == figure.x().values()[ix] && m.y() == figure.y().values()[iy]);
  }

  private Legend legend() {
    Legend legend = new Legend(pen, ink);
    boolean any = least <= most;
    legend.ramp(
        figure.valueName(),
        figure.valueUnit(),
        any ? Numbers.fixed(least, most) : "no values",
        any ? Numbers.fixed(most, most) : "");
    int failing = 0;
    int there = 0;
    boolean never = false;
    for (int i = 0; i < figure.value().length; i++) {
      if (!Double.isNaN(figure.value()[i])) {
        there++;
        never |= Double.isInfinite(figure.value()[i]);
        failing += figure.fails() != null && figure.fails()[i] ? 1 : 0;
      }
    }
    if (failing > 0) {
      Colour pale = ink.ramp(0.25);
      legend.swatch(
          new Cloth(pale, ink.textOn(pale).at(0.6), Cloth.Weave.RISING, 6),
          figure.failWord(),
          Share.words(failing, there));
    }
    if (never) {
      legend.swatch(new Cloth(ink.axis(), ink.axis(), Cloth.Weave.PLAIN, 1), "never ends", "");
    }
    if (figure.reached() < 1) {
      legend.note((long) Math.floor(100 * figure.reached()) + " % of the points so far");
    }
    PlaneDrawing.explain(figure.marks(), figure.x(), figure.y(), legend);
    return legend;
  }
}
