// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/** Draws into a picture in memory; needs no display. */
final class AwtPen implements Pen {
  private static final Map<Face, Font> FONTS = new EnumMap<>(Face.class);

  private final Graphics2D graphics;
  private final double scale;
  private final Deque<Shape> clips = new ArrayDeque<>();

  AwtPen(BufferedImage image, double scale) {
    this.scale = scale;
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setComposite(AlphaComposite.SrcOver);
    graphics.scale(scale, scale);
    graphics.setClip(0, 0, image.getWidth(), image.getHeight());
  }

  void dispose() {
    graphics.dispose();
  }

  @Override
  public double deviceScale() {
    return scale;
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, Stroke stroke) {
    use(stroke);
    graphics.draw(new Line2D.Double(x1, y1, x2, y2));
  }

  @Override
  public void segments(double[] ends, int count, Stroke stroke) {
    use(stroke);
    Path2D path = new Path2D.Double(Path2D.WIND_NON_ZERO, count / 2 + 1);
    for (int i = 0; i < count; i += 4) {
      path.moveTo(ends[i], ends[i + 1]);
      path.lineTo(ends[i + 2], ends[i + 3]);
    }
    graphics.draw(path);
  }

  @Override
  public void polyline(double[] x, double[] y, int n, Stroke stroke) {
    use(stroke);
    graphics.draw(path(x, y, n));
  }

  @Override
  public void polygon(double[] x, double[] y, int n, Colour fill) {
    use(fill);
    Path2D path = path(x, y, n);
    path.closePath();
    graphics.fill(path);
  }

  @Override
  public void rect(double x, double y, double width, double height, Colour fill) {
    use(fill);
    graphics.fill(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void roundRect(
      double x, double y, double width, double height, double radius, Colour fill) {
    use(fill);
    graphics.fill(new RoundRectangle2D.Double(x, y, width, height, 2 * radius, 2 * radius));
  }

  @Override
  public void disc(double cx, double cy, double radius, Colour fill) {
    use(fill);
    graphics.fill(circle(cx, cy, radius));
  }

  @Override
  public void ring(double cx, double cy, double radius, Stroke stroke) {
    use(stroke);
    graphics.draw(circle(cx, cy, radius));
  }

  @Override
  public void text(String text, double x, double baseline, Face face, double size, Colour fill) {
    use(fill);
    graphics.setFont(font(face).deriveFont((float) size));
    graphics.drawString(text, (float) x, (float) baseline);
  }

  @Override
  public void save() {
    clips.push(graphics.getClip());
  }

  @Override
  public void clip(double x, double y, double width, double height) {
    graphics.clip(new Rectangle2D.Double(x, y, width, height));
  }

  @Override
  public void restore() {
    graphics.setClip(clips.pop());
  }

  private static Ellipse2D circle(double cx, double cy, double radius) {
    return new Ellipse2D.Double(cx - radius, cy - radius, 2 * radius, 2 * radius);
  }

  private static Path2D path(double[] x, double[] y, int n) {
    Path2D path = new Path2D.Double(Path2D.WIND_NON_ZERO, n + 1);
    for (int i = 0; i < n; i++) {
      if (i == 0) {
        path.moveTo(x[i], y[i]);
      } else {
        path.lineTo(x[i], y[i]);
      }
    }
    return path;
  }

  private void use(Colour colour) {
    graphics.setColor(
        new Color(
            colour.red(), colour.green(), colour.blue(), (int) Math.round(255 * colour.opacity())));
  }

  private void use(Stroke stroke) {
    use(stroke.colour());
    float[] dash = stroke.dashed() ? new float[] {(float) stroke.on(), (float) stroke.off()} : null;
    graphics.setStroke(
        new BasicStroke(
            (float) stroke.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dash, 0));
  }

  private static synchronized Font font(Face face) {
    return FONTS.computeIfAbsent(
        face,
        wanted -> {
          try (InputStream in = wanted.open()) {
            return Font.createFont(Font.TRUETYPE_FONT, in);
          } catch (FontFormatException e) {
            throw new IllegalStateException(wanted.resource() + " is not a font", e);
          } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + wanted.resource(), e);
          }
        });
  }
}
