// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/** What a map says at one place: in words, and drawn on a layer above it. */
public final class MapReading {
  private static final double SIZE = 11;

  private final Figure figure;
  private final MapAxis x;
  private final MapAxis y;
  private final MapLayout layout;

  public MapReading(MapFigure figure, MapLayout layout) {
    this(figure, figure.x(), figure.y(), layout);
  }

  public MapReading(HeatFigure figure, MapLayout layout) {
    this(figure, figure.x(), figure.y(), layout);
  }

  private MapReading(Figure figure, MapAxis x, MapAxis y, MapLayout layout) {
    this.figure = figure;
    this.x = x;
    this.y = y;
    this.layout = layout;
  }

  /** Such as {@code kp 0.18, ki 0.00046: settles}: what was found at the nearest computed point. */
  public String words(MapLayout.Place place) {
    return at(place) + ": " + found(place);
  }

  private String at(MapLayout.Place place) {
    double px = x.values()[place.ix()];
    double py = y.values()[place.iy()];
    return x.name() + " " + Numbers.brief(px) + ", " + y.name() + " " + Numbers.brief(py);
  }

  private String found(MapLayout.Place place) {
    return figure.match(
        new Figure.Cases<String>() {
          @Override
          public String lines(LineFigure lines) {
            return "";
          }

          @Override
          public String map(MapFigure map) {
            int at = map.classAt(place.ix(), place.iy());
            if (at == MapFigure.NOT_REACHED) {
              return "not reached yet";
            }
            int point = place.iy() * map.x().size() + place.ix();
            return map.classes().get(at).word()
                + map.shares().map(shares -> ", " + shares.words(point)).orElse("");
          }

          @Override
          public String heat(HeatFigure heat) {
            double value = heat.value(place.ix(), place.iy());
            if (Double.isNaN(value)) {
              return "not reached yet";
            }
            String missing = heat.fails(place.ix(), place.iy()) ? ", " + heat.failWord() : "";
            return Numbers.brief(value, heat.valueUnit()) + missing;
          }

          @Override
          public String scatter(ScatterFigure scatter) {
            return "";
          }

          @Override
          public String budget(BudgetFigure budget) {
            return "";
          }
        });
  }

  /** Outlines the cell and puts the words beside it; the pen should be that of an upper layer. */
  public void draw(Pen pen, Ink ink, MapLayout.Place place) {
    double[] cell = layout.cell(place.ix(), place.iy());
    double left = pen.hair(cell[0]);
    double top = pen.hair(cell[1]);
    double right = pen.hair(cell[0] + cell[2]);
    double bottom = pen.hair(cell[1] + cell[3]);
    double[] xs = {left, right, right, left, left};
    double[] ys = {top, top, bottom, bottom, top};
    pen.polyline(xs, ys, 5, Stroke.solid(ink.paper(), 3));
    pen.polyline(xs, ys, 5, Stroke.solid(ink.text(), 1.25));
    double room = layout.right() - layout.left() - 16;
    String text = Face.REGULAR.fit(words(place), SIZE, room);
    double wide = Face.REGULAR.width(text, SIZE) + 14;
    double middle = cell[0] + cell[2] / 2;
    double start =
        Math.max(layout.left() + 2, Math.min(middle - wide / 2, layout.right() - wide - 2));
    double above = cell[1] - 28;
    double y = above >= layout.top() + 2 ? above : cell[1] + cell[3] + 8;
    pen.roundRect(start, y, wide, 20, 4, ink.text());
    pen.text(text, start + 7, Label.baseline(y + 10, SIZE), Face.REGULAR, SIZE, ink.paper());
  }
}
