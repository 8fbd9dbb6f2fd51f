// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;

/** The named points of a map. */
final class Marks {
  private final Pen pen;
  private final Ink ink;

  Marks(Pen pen, Ink ink) {
    this.pen = pen;
    this.ink = ink;
  }

  /**
   * Draws those marks that the map reaches: references below, then the best, the settings in force
   * on top of all.
   */
  void draw(List<Mark> marks, MapLayout layout, Layer layer) {
    for (Mark.Kind kind : List.of(Mark.Kind.REFERENCE, Mark.Kind.BEST, Mark.Kind.NOW)) {
      for (Mark mark : marks) {
        if (mark.kind() == kind && shown(kind, layer)) {
          layout
              .pixel(mark.x(), mark.y())
              .ifPresent(
                  at -> {
                    if (kind == Mark.Kind.NOW && layout.isFine()) {
                      hairCross(layout, at.x(), at.y());
                    }
                    shape(mark, at.x(), at.y());
                  });
        }
      }
    }
  }

  private static boolean shown(Mark.Kind kind, Layer layer) {
    return layer == Layer.WHOLE || (kind == Mark.Kind.NOW) == (layer == Layer.MOVING);
  }

  private void hairCross(MapLayout layout, double x, double y) {
    Stroke stroke = Stroke.dashed(ink.text().at(0.75), 1, 2, 2);
    double column = pen.hair(x);
    double row = pen.hair(y);
    pen.line(column, layout.top(), column, layout.bottom(), stroke);
    pen.line(layout.left(), row, layout.right(), row, stroke);
  }

  /** A mark's shape at a place, as on the map and in its legend. */
  void shape(Mark mark, double x, double y) {
    switch (mark.kind()) {
      case NOW -> {
        pen.disc(x, y, 8.5, ink.paper());
        pen.ring(x, y, 6.5, Stroke.solid(ink.text(), 2.25));
        pen.disc(x, y, 2, ink.text());
      }
      case BEST -> {
        diamond(x, y, 10, ink.paper());
        diamond(x, y, 8.25, ink.text());
        diamond(x, y, 5.5, ink.paper());
      }
      case REFERENCE -> {
        pen.disc(x, y, 7.5, ink.paper());
        pen.ring(x, y, 7, Stroke.solid(ink.text(), 1.25));
        String letter = Face.SEMIBOLD.fit(mark.letter(), 10, 16);
        pen.text(
            letter,
            x - Face.SEMIBOLD.width(letter, 10) / 2,
            Label.baseline(y, 10),
            Face.SEMIBOLD,
            10,
            ink.text());
      }
    }
  }

  private void diamond(double x, double y, double half, Colour fill) {
    pen.polygon(
        new double[] {x, x + half, x, x - half}, new double[] {y - half, y, y + half, y}, 4, fill);
  }
}
