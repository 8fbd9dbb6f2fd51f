// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * What a drawing needs of a surface, and no more. Coordinates are pixels of 1/96 inch, x to the
 * right and y down; a surface may have several device pixels to one.
 */
public interface Pen {

  /** Device pixels per pixel, above 0; drawings align hairlines and cells to the device with it. */
  double deviceScale();

  void line(double x1, double y1, double x2, double y2, Stroke stroke);

  /**
   * Separate lines in one go: hatches are thousands.
   *
   * @param ends x1, y1, x2, y2 of each, one after the other
   * @param count how many numbers of {@code ends} count, a multiple of 4
   */
  void segments(double[] ends, int count, Stroke stroke);

  /** One open line through the first {@code n} points. */
  void polyline(double[] x, double[] y, int n, Stroke stroke);

  /** The area within the first {@code n} points. */
  void polygon(double[] x, double[] y, int n, Colour fill);

  void rect(double x, double y, double width, double height, Colour fill);

  void roundRect(double x, double y, double width, double height, double radius, Colour fill);

  void disc(double cx, double cy, double radius, Colour fill);

  void ring(double cx, double cy, double radius, Stroke stroke);

  /** Text from its left end on a base line. */
  void text(String text, double x, double baseline, Face face, double size, Colour fill);

  /** Remembers the clip; pairs with {@link #restore()}. */
  void save();

  /** Narrows what is drawn to a rectangle. */
  void clip(double x, double y, double width, double height);

  void restore();

  /** The nearest edge between device pixels: fills that meet there leave no seam. */
  default double snap(double position) {
    return Math.rint(position * deviceScale()) / deviceScale();
  }

  /** The nearest middle for a line one pixel wide that shall fill whole device pixels. */
  default double hair(double position) {
    double scale = deviceScale();
    return Math.rint(scale) % 2 == 0
        ? snap(position)
        : (Math.floor(position * scale) + 0.5) / scale;
  }
}
