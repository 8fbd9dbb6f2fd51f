// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows below lines that say what the shapes on them mean: only those that occur, and none for
 * lines that have no points and no marks.
 */
final class LineKey {
  private static final double MARGIN = FigureDrawing.MARGIN;
  private static final double SIZE = 11.5;
  private static final double ROW = 22;
  private static final double ABOVE = 8;
  private static final double BELOW = 4;
  private static final double INDENT = 24;
  private static final double APART = 18;

  /** Puts a shape around a middle. */
  private interface Sample {
    void paint(Pen pen, Ink ink, double x, double y);
  }

  private record Entry(Sample sample, String word) {}

  private record Place(Entry entry, String word, double x, int row) {}

  private final List<Entry> entries;

  private LineKey(List<Entry> entries) {
    this.entries = entries;
  }

  static LineKey of(LineFigure figure) {
    List<Entry> entries = new ArrayList<>();
    boolean good = false;
    boolean failing = false;
    boolean never = false;
    boolean above = false;
    Look look = Look.LATENCY;
    for (Panel panel : figure.panels()) {
      double high = LineDrawing.range(panel)[1];
      for (Line line : panel.lines()) {
        for (int i = 0; i < line.size() && line.tried(); i++) {
          look = line.look();
          boolean beyond = Tries.beyond(line, i, high);
          boolean there = Math.abs(line.y()[i]) < 1e300 && !beyond;
          good |= there && !line.fails()[i];
          failing |= there && line.fails()[i];
          never |= line.y()[i] >= 1e300;
          above |= beyond;
        }
      }
    }
    Look drawn = look;
    if (good && failing) {
      entries.add(
          new Entry((pen, ink, x, y) -> Tries.dot(pen, x, y, 3, false, drawn, ink), "tried"));
    }
    if (failing && !figure.failWord().isBlank()) {
      entries.add(
          new Entry(
              (pen, ink, x, y) -> Tries.dot(pen, x, y, 3, true, drawn, ink), figure.failWord()));
    }
    if (above) {
      entries.add(new Entry((pen, ink, x, y) -> Tries.above(pen, x, y - 1, ink), "further up"));
    }
    if (never) {
      entries.add(new Entry((pen, ink, x, y) -> Tries.never(pen, x, y, ink), "never"));
    }
    for (Mark.Kind kind : List.of(Mark.Kind.BEST, Mark.Kind.NOW, Mark.Kind.REFERENCE)) {
      for (Mark mark : figure.marks()) {
        if (mark.kind() == kind) {
          entries.add(
              new Entry(
                  (pen, ink, x, y) -> new Marks(pen, ink).shape(mark, x, y),
                  words(mark, figure.along())));
        }
      }
    }
    return new LineKey(entries);
  }

  /** Such as {@code best 0.5}; a caption of its own stands for the number. */
  static String words(Mark mark, LineAxis along) {
    String value =
        !mark.caption().isBlank()
            ? mark.caption()
            : along instanceof MapAxis knob
                ? Ticks.place(knob, mark.x())
                : Math.abs(mark.x()) < 1e12 ? Ticks.words(along, mark.x()) : "";
    return switch (mark.kind()) {
      case NOW -> "now " + value;
      case BEST -> "best " + value;
      case REFERENCE -> value;
    };
  }

  double height(double width) {
    List<Place> places = places(width);
    return places.isEmpty() ? 0 : ABOVE + BELOW + ROW * (1 + places.get(places.size() - 1).row);
  }

  private List<Place> places(double width) {
    List<Place> places = new ArrayList<>();
    double x = MARGIN;
    int row = 0;
    for (Entry entry : entries) {
      String word = Face.REGULAR.fit(entry.word, SIZE, Math.max(0, width - 2 * MARGIN - INDENT));
      double wide = INDENT + Face.REGULAR.width(word, SIZE);
      if (x > MARGIN && x + wide > width - MARGIN) {
        x = MARGIN;
        row++;
      }
      places.add(new Place(entry, word, x, row));
      x += wide + APART;
    }
    return places;
  }

  void draw(Pen pen, Ink ink, double top, double width) {
    for (Place place : places(width)) {
      double y = pen.snap(top + ABOVE + ROW * place.row) + 9;
      place.entry.sample.paint(pen, ink, pen.snap(place.x) + 9, y);
      pen.text(
          place.word, place.x + INDENT, Label.baseline(y, SIZE), Face.REGULAR, SIZE, ink.text());
    }
  }
}
