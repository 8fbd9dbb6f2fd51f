// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Writes SVG 1.1 text. Numbers are rounded to hundredths of a pixel. */
final class SvgPen implements Pen {
  private final StringBuilder out = new StringBuilder();
  private final Deque<Integer> saved = new ArrayDeque<>();
  private final Set<String> clips = new HashSet<>();
  private int open;

  SvgPen(double width, double height, String title) {
    String w = number(width);
    String h = number(height);
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
        .append(w)
        .append("\" height=\"")
        .append(h)
        .append("\" viewBox=\"0 0 ")
        .append(w)
        .append(' ')
        .append(h)
        .append("\" role=\"img\">\n");
    if (!title.isEmpty()) {
      out.append("<title>").append(escape(title)).append("</title>\n");
    }
  }

  String finish() {
    return out.append("</svg>\n").toString();
  }

  /** Twice the pixel, as a PNG has it: hairlines then lie alike in both. */
  @Override
  public double deviceScale() {
    return 2;
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, Stroke stroke) {
    out.append("<path d=\"M").append(pair(x1, y1)).append('L').append(pair(x2, y2)).append('"');
    stroke(stroke);
  }

  @Override
  public void segments(double[] ends, int count, Stroke stroke) {
    if (count == 0) {
      return;
    }
    out.append("<path d=\"");
    for (int i = 0; i < count; i += 4) {
      out.append('M')
          .append(pair(ends[i], ends[i + 1]))
          .append('L')
          .append(pair(ends[i + 2], ends[i + 3]));
    }
    out.append('"');
    stroke(stroke);
  }

  @Override
  public void polyline(double[] x, double[] y, int n, Stroke stroke) {
    path(x, y, n, "");
    stroke(stroke);
  }

  @Override
  public void polygon(double[] x, double[] y, int n, Colour fill) {
    path(x, y, n, "Z");
    fill(fill);
  }

  @Override
  public void rect(double x, double y, double width, double height, Colour fill) {
    box(x, y, width, height);
    fill(fill);
  }

  @Override
  public void roundRect(
      double x, double y, double width, double height, double radius, Colour fill) {
    box(x, y, width, height);
    out.append(" rx=\"").append(number(radius)).append('"');
    fill(fill);
  }

  @Override
  public void disc(double cx, double cy, double radius, Colour fill) {
    circle(cx, cy, radius);
    fill(fill);
  }

  @Override
  public void ring(double cx, double cy, double radius, Stroke stroke) {
    circle(cx, cy, radius);
    stroke(stroke);
  }

  @Override
  public void text(String text, double x, double baseline, Face face, double size, Colour fill) {
    out.append("<text x=\"")
        .append(number(x))
        .append("\" y=\"")
        .append(number(baseline))
        .append("\" font-family=\"")
        .append(face == Face.MONO ? "'JetBrains Mono', monospace" : "Inter, sans-serif")
        .append("\" font-size=\"")
        .append(number(size));
    if (face.weight() != 400) {
      out.append("\" font-weight=\"").append(face.weight());
    }
    out.append("\" xml:space=\"preserve\" fill=\"").append(fill.hex()).append('"');
    if (fill.opacity() < 1) {
      out.append(" fill-opacity=\"").append(number(fill.opacity())).append('"');
    }
    out.append('>').append(escape(text)).append("</text>\n");
  }

  @Override
  public void save() {
    saved.push(open);
    open = 0;
  }

  @Override
  public void clip(double x, double y, double width, double height) {
    // Named by its numbers: two pictures in one page may share an id only if they mean the same.
    String id = "c_" + number(x) + "_" + number(y) + "_" + number(width) + "_" + number(height);
    if (clips.add(id)) {
      out.append("<clipPath id=\"").append(id).append("\">");
      box(x, y, width, height);
      out.append("/></clipPath>\n");
    }
    out.append("<g clip-path=\"url(#").append(id).append(")\">\n");
    open++;
  }

  @Override
  public void restore() {
    out.append("</g>\n".repeat(open));
    open = saved.pop();
  }

  private void box(double x, double y, double width, double height) {
    out.append("<rect x=\"")
        .append(number(x))
        .append("\" y=\"")
        .append(number(y))
        .append("\" width=\"")
        .append(number(width))
        .append("\" height=\"")
        .append(number(height))
        .append('"');
  }

  private void circle(double cx, double cy, double radius) {
    out.append("<circle cx=\"")
        .append(number(cx))
        .append("\" cy=\"")
        .append(number(cy))
        .append("\" r=\"")
        .append(number(radius))
        .append('"');
  }

  private void path(double[] x, double[] y, int n, String end) {
    out.append("<path d=\"");
    for (int i = 0; i < n; i++) {
      out.append(i == 0 ? 'M' : 'L').append(pair(x[i], y[i]));
    }
    out.append(end).append('"');
  }

  private void fill(Colour fill) {
    out.append(" fill=\"").append(fill.hex()).append('"');
    if (fill.opacity() < 1) {
      out.append(" fill-opacity=\"").append(number(fill.opacity())).append('"');
    }
    out.append("/>\n");
  }

  private void stroke(Stroke stroke) {
    out.append(" fill=\"none\" stroke=\"")
        .append(stroke.colour().hex())
        .append("\" stroke-width=\"")
        .append(number(stroke.width()))
        .append('"');
    if (stroke.colour().opacity() < 1) {
      out.append(" stroke-opacity=\"").append(number(stroke.colour().opacity())).append('"');
    }
    if (stroke.dashed()) {
      out.append(" stroke-dasharray=\"")
          .append(number(stroke.on()))
          .append(' ')
          .append(number(stroke.off()))
          .append('"');
    }
    out.append(" stroke-linejoin=\"round\"/>\n");
  }

  private static String pair(double x, double y) {
    return number(x) + " " + number(y);
  }

  static String number(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String escape(String text) {
    return Face.clean(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
