// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.Font;
import javafx.scene.text.FontSmoothingType;
import loopbench.desktop.look.Fonts;
import loopbench.figure.Colour;
import loopbench.figure.Face;
import loopbench.figure.Pen;
import loopbench.figure.Stroke;

/** Draws on a JavaFX canvas. */
final class FxPen implements Pen {
  private static final Map<Face, Map<Double, Font>> FONTS = new EnumMap<>(Face.class);

  private final GraphicsContext graphics;
  private final double scale;

  FxPen(GraphicsContext graphics, double scale) {
    this.graphics = graphics;
    this.scale = scale;
    graphics.setFontSmoothingType(FontSmoothingType.GRAY);
    graphics.setLineCap(StrokeLineCap.BUTT);
    graphics.setLineJoin(StrokeLineJoin.ROUND);
  }

  @Override
  public double deviceScale() {
    return scale;
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, Stroke stroke) {
    use(stroke);
    graphics.strokeLine(x1, y1, x2, y2);
  }

  @Override
  public void segments(double[] ends, int count, Stroke stroke) {
    use(stroke);
    graphics.beginPath();
    for (int i = 0; i < count; i += 4) {
      graphics.moveTo(ends[i], ends[i + 1]);
      graphics.lineTo(ends[i + 2], ends[i + 3]);
    }
    graphics.stroke();
  }

  @Override
  public void polyline(double[] x, double[] y, int n, Stroke stroke) {
    use(stroke);
    graphics.strokePolyline(x, y, n);
  }

  @Override
  public void polygon(double[] x, double[] y, int n, Colour fill) {
    graphics.setFill(color(fill));
    graphics.fillPolygon(x, y, n);
  }

  @Override
  public void rect(double x, double y, double width, double height, Colour fill) {
    graphics.setFill(color(fill));
    graphics.fillRect(x, y, width, height);
  }

  @Override
  public void roundRect(
      double x, double y, double width, double height, double radius, Colour fill) {
    graphics.setFill(color(fill));
    graphics.fillRoundRect(x, y, width, height, 2 * radius, 2 * radius);
  }

  @Override
  public void disc(double cx, double cy, double radius, Colour fill) {
    graphics.setFill(color(fill));
    graphics.fillOval(cx - radius, cy - radius, 2 * radius, 2 * radius);
  }

  @Override
  public void ring(double cx, double cy, double radius, Stroke stroke) {
    use(stroke);
    graphics.strokeOval(cx - radius, cy - radius, 2 * radius, 2 * radius);
  }

  @Override
  public void text(String text, double x, double baseline, Face face, double size, Colour fill) {
    graphics.setFill(color(fill));
    graphics.setFont(font(face, size));
    graphics.fillText(text, x, baseline);
  }

  @Override
  public void save() {
    graphics.save();
  }

  @Override
  public void clip(double x, double y, double width, double height) {
    graphics.beginPath();
    graphics.rect(x, y, width, height);
    graphics.clip();
  }

  @Override
  public void restore() {
    graphics.restore();
  }

  private void use(Stroke stroke) {
    graphics.setStroke(color(stroke.colour()));
    graphics.setLineWidth(stroke.width());
    if (stroke.dashed()) {
      graphics.setLineDashes(stroke.on(), stroke.off());
    } else {
      graphics.setLineDashes((double[]) null);
    }
  }

  private static Color color(Colour colour) {
    return Color.rgb(colour.red(), colour.green(), colour.blue(), colour.opacity());
  }

  private static Font font(Face face, double size) {
    return FONTS
        .computeIfAbsent(face, f -> new HashMap<>())
        .computeIfAbsent(
            size,
            s -> {
              Fonts.load();
              return new Font(
                  switch (face) {
                    case REGULAR -> "Inter Regular";
                    case SEMIBOLD -> "Inter SemiBold";
                    case MONO -> "JetBrains Mono Regular";
                  },
                  s);
            });
  }
}
