// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes down what it is asked to draw. */
final class RecordingPen implements Pen {

  /** A piece of text and the box it fills. */
  record Text(String text, double left, double top, double right, double bottom) {
    boolean overlaps(Text other) {
      double slack = 0.5;
      return left + slack < other.right
          && other.left + slack < right
          && top + slack < other.bottom
          && other.top + slack < bottom;
    }
  }

  final List<String> calls = new ArrayList<>();
  final List<Text> texts = new ArrayList<>();
  private final double scale;
  private int depth;

  RecordingPen(double scale) {
    this.scale = scale;
  }

  @Override
  public double deviceScale() {
    return scale;
  }

  private void note(String what, double... numbers) {
    for (double number : numbers) {
      if (!Double.isFinite(number)) {
        throw new AssertionError(what + " got " + Arrays.toString(numbers));
      }
    }
    calls.add(what + Arrays.toString(numbers));
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, Stroke stroke) {
    note("line" + stroke, x1, y1, x2, y2);
  }

  @Override
  public void segments(double[] ends, int count, Stroke stroke) {
    note("segments" + stroke, Arrays.copyOf(ends, count));
  }

  @Override
  public void polyline(double[] x, double[] y, int n, Stroke stroke) {
    note("polyline x" + stroke, Arrays.copyOf(x, n));
    note("polyline y" + stroke, Arrays.copyOf(y, n));
  }

  @Override
  public void polygon(double[] x, double[] y, int n, Colour fill) {
    note("polygon x" + fill, Arrays.copyOf(x, n));
    note("polygon y" + fill, Arrays.copyOf(y, n));
  }

  @Override
  public void rect(double x, double y, double width, double height, Colour fill) {
    note("rect" + fill, x, y, width, height);
    if (width < 0 || height < 0) {
      throw new AssertionError("a rectangle of negative size: " + width + " x " + height);
    }
  }

  @Override
  public void roundRect(
      double x, double y, double width, double height, double radius, Colour fill) {
    note("roundRect" + fill, x, y, width, height, radius);
  }

  @Override
  public void disc(double cx, double cy, double radius, Colour fill) {
    note("disc" + fill, cx, cy, radius);
  }

  @Override
  public void ring(double cx, double cy, double radius, Stroke stroke) {
    note("ring" + stroke, cx, cy, radius);
  }

  @Override
  public void text(String text, double x, double baseline, Face face, double size, Colour fill) {
    note("text " + text + face + fill, x, baseline, size);
    if (!text.isBlank()) {
      texts.add(
          new Text(
              text, x, baseline - 0.73 * size, x + face.width(text, size), baseline + 0.1 * size));
    }
  }

  @Override
  public void save() {
    depth++;
    calls.add("save");
  }

  @Override
  public void clip(double x, double y, double width, double height) {
    note("clip", x, y, width, height);
  }

  @Override
  public void restore() {
    calls.add("restore");
    if (--depth < 0) {
      throw new AssertionError("restored more than was saved");
    }
  }

  int depth() {
    return depth;
  }
}
