// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/** A figure as SVG text, with its heading; text stays text and asks for Inter. */
public final class Svg {
  private Svg() {}

  /** On light paper, {@link FigureDrawing#DEFAULT_WIDTH} wide, as high as suits the figure. */
  public static String encode(Figure figure) {
    double width = FigureDrawing.DEFAULT_WIDTH;
    return encode(figure, Ink.LIGHT, width, FigureDrawing.heightFor(figure, width, true));
  }

  /** Width and height in pixels of 1/96 inch. */
  public static String encode(Figure figure, Ink ink, double width, double height) {
    SvgPen pen = new SvgPen(width, height, figure.title());
    FigureDrawing.draw(figure, pen, ink, width, height, true);
    return pen.finish();
  }
}
