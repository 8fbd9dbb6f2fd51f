// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/** Draws a figure with a pen. The same figure, ink and size make the same calls. */
public final class FigureDrawing {
  /** Width of a figure that nobody asked to be wider, pixels. */
  public static final double DEFAULT_WIDTH = 760;

  static final double MARGIN = 14;
  static final double MIN_SIZE = 40;

  private FigureDrawing() {}

  /**
   * @param width pixels; small ones are drawn as well as they can be
   * @param height pixels
   * @param titled true for a picture that stands alone; in a cell the header names the figure
   * @return where everything went
   */
  public static Layout draw(
      Figure figure, Pen pen, Ink ink, double width, double height, boolean titled) {
    return draw(figure, pen, ink, width, height, titled, Layer.WHOLE);
  }

  /** As above, one layer of it. The layers together look like the whole. */
  public static Layout draw(
      Figure figure, Pen pen, Ink ink, double width, double height, boolean titled, Layer layer) {
    if (!(width >= MIN_SIZE && height >= MIN_SIZE && width < 1e5 && height < 1e5)) {
      throw new IllegalArgumentException(
          "a figure's width and height must be in ["
              + MIN_SIZE
              + ", 100000), were "
              + width
              + " and "
              + height);
    }
    double top = titled ? headingHeight(figure) : 0;
    if (layer != Layer.MOVING) {
      pen.rect(0, 0, width, height, ink.paper());
      if (titled) {
        heading(figure, pen, ink, width);
      }
    }
    return figure.match(
        new Figure.Cases<Layout>() {
          @Override
          public Layout lines(LineFigure lines) {
            return new LineDrawing(lines, pen, ink, width, height).draw(top, layer);
          }

          @Override
          public Layout map(MapFigure map) {
            return new MapDrawing(map, pen, ink, width, height).draw(top, layer);
          }

          @Override
          public Layout heat(HeatFigure heat) {
            return new HeatDrawing(heat, pen, ink, width, height).draw(top, layer);
          }

          @Override
          public Layout scatter(ScatterFigure scatter) {
            return new ScatterDrawing(scatter, pen, ink, width, height).draw(top, layer);
          }

          @Override
          public Layout budget(BudgetFigure budget) {
            return new BudgetDrawing(budget, pen, ink, width).draw(top, layer);
          }
        });
  }

  /** A height that suits the figure at a width, pixels. */
  public static double heightFor(Figure figure, double width, boolean titled) {
    double top = titled ? headingHeight(figure) : 0;
    return figure.match(
        new Figure.Cases<Double>() {
          @Override
          public Double lines(LineFigure lines) {
            return top + LineDrawing.heightBelow(lines, width, titled);
          }

          @Override
          public Double map(MapFigure map) {
            return Math.rint(top + MapDrawing.heightBelow(map, width));
          }

          @Override
          public Double heat(HeatFigure heat) {
            return Math.rint(top + HeatDrawing.heightBelow(heat, width));
          }

          @Override
          public Double scatter(ScatterFigure scatter) {
            return Math.rint(top + ScatterDrawing.heightBelow(scatter, width));
          }

          @Override
          public Double budget(BudgetFigure budget) {
            return Math.rint(top + BudgetDrawing.heightBelow(budget, width));
          }
        });
  }

  private static double headingHeight(Figure figure) {
    double title = figure.title().isBlank() ? 0 : 27;
    double subtitle = figure.subtitle().isBlank() ? 0 : 19;
    return title + subtitle == 0 ? 0 : title + subtitle + 13;
  }

  private static void heading(Figure figure, Pen pen, Ink ink, double width) {
    double room = width - 2 * MARGIN;
    double baseline = 5;
    if (!figure.title().isBlank()) {
      baseline += 19;
      pen.text(
          Face.SEMIBOLD.fit(figure.title(), 14, room),
          MARGIN,
          baseline,
          Face.SEMIBOLD,
          14,
          ink.text());
    }
    if (!figure.subtitle().isBlank()) {
      baseline += 19;
      pen.text(
          Face.REGULAR.fit(figure.subtitle(), 11.5, room),
          MARGIN,
          baseline,
          Face.REGULAR,
          11.5,
          ink.muted());
    }
  }
}
