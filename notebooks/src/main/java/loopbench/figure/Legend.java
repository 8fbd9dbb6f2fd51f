// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.List;

/** What stands beside a map (below it where the map is narrow), one entry under the other. */
final class Legend {

  /** Puts an entry's ink at a place. */
  private interface Painter {
    void paint(double x, double y, double width);
  }

  private record Entry(double height, boolean moving, Painter painter) {}

  static final double WORD = 12;
  static final double SMALL = 11.5;
  private static final double ROW = 22;
  private static final double INDENT = 26;

  private final Pen pen;
  private final Ink ink;
  private final List<Entry> entries = new ArrayList<>();

  Legend(Pen pen, Ink ink) {
    this.pen = pen;
    this.ink = ink;
  }

  double height() {
    return entries.stream().mapToDouble(Entry::height).sum();
  }

  private void add(double height, Painter painter) {
    entries.add(new Entry(height, false, painter));
  }

  void gap(double height) {
    add(height, (x, y, w) -> {});
  }

  /** A patch of cloth, what it means, and how much of it there is. */
  void swatch(Cloth cloth, String word, String share) {
    add(
        ROW,
        (x, y, width) -> {
          patch(cloth, pen.snap(x), pen.snap(y));
          named(x, y, width, word, share);
        });
  }

  /** Paints what an entry stands for, from a left end on a middle line, within 18 pixels. */
  interface Sample {
    void paint(double x, double middle);
  }

  /** Any small drawing, what it means, and how much of it there is. */
  void sample(Sample drawing, String word, String share) {
    add(
        ROW,
        (x, y, width) -> {
          drawing.paint(pen.snap(x), pen.snap(y) + 7);
          named(x, y, width, word, share);
        });
  }

  private void named(double x, double y, double width, String word, String share) {
    double shareWidth = Face.REGULAR.width(share, SMALL);
    String name = Face.REGULAR.fit(word, WORD, width - INDENT - shareWidth - 8);
    double baseline = Label.baseline(y + 7, WORD);
    pen.text(name, x + INDENT, baseline, Face.REGULAR, WORD, ink.text());
    if (!share.isEmpty()) {
      pen.text(share, x + width - shareWidth, baseline, Face.REGULAR, SMALL, ink.muted());
    }
  }

  private void patch(Cloth cloth, double x, double y) {
    pen.roundRect(x, y, 18, 14, 2, cloth.fill());
    Hatch.swatch(pen, x, y, 18, 14).draw(cloth, (c, r) -> true);
  }

  /** A mark, its name, and its values below: in one row, or one row each where that is too long. */
  void mark(Mark mark, String word, String caption, double width) {
    double room = width - INDENT;
    List<String> rows =
        caption.isEmpty()
            ? List.of()
            : Face.REGULAR.width(Face.clean(caption), SMALL) <= room
                ? List.of(caption)
                : List.of(caption.split(" {2,}", 3));
    entries.add(
        new Entry(
            rows.isEmpty() ? ROW : 26 + 17 * rows.size(),
            mark.kind() == Mark.Kind.NOW,
            (x, y, w) -> {
              new Marks(pen, ink).shape(mark, x + 9, y + 7);
              pen.text(
                  Face.SEMIBOLD.fit(word, WORD, room),
                  x + INDENT,
                  Label.baseline(y + 7, WORD),
                  Face.SEMIBOLD,
                  WORD,
                  ink.text());
              double at = y + 24;
              for (String row : rows) {
                pen.text(
                    fitKeepingNumber(row, room),
                    x + INDENT,
                    Label.baseline(at, SMALL),
                    Face.REGULAR,
                    SMALL,
                    ink.muted());
                at += 17;
              }
            }));
  }

  /** A name may be cut short, the number behind it may not. */
  private static String fitKeepingNumber(String row, double room) {
    int space = row.lastIndexOf(' ');
    int before = row.lastIndexOf(' ', space - 1);
    // A word behind a number is its unit.
    if (before >= 0 && Character.isDigit(row.charAt(space - 1)) && !digitIn(row, space + 1)) {
      space = before;
    }
    if (space < 0 || Face.REGULAR.width(Face.clean(row), SMALL) <= room) {
      return Face.REGULAR.fit(row, SMALL, room);
    }
    String number = Face.REGULAR.fit(row.substring(space), SMALL, room);
    double left = room - Face.REGULAR.width(number, SMALL);
    return Face.REGULAR.fit(row.substring(0, space), SMALL, left) + number;
  }

  private static boolean digitIn(String text, int from) {
    return text.chars().skip(from).anyMatch(Character::isDigit);
  }

  /** A reference point with its caption on the same row. */
  void reference(Mark mark) {
    add(
        ROW,
        (x, y, width) -> {
          new Marks(pen, ink).shape(mark, x + 9, y + 7);
          pen.text(
              Face.REGULAR.fit(mark.caption(), SMALL, width - INDENT),
              x + INDENT,
              Label.baseline(y + 7, SMALL),
              Face.REGULAR,
              SMALL,
              ink.muted());
        });
  }

  void note(String text) {
    add(
        ROW,
        (x, y, width) ->
            pen.text(
                Face.REGULAR.fit(text, SMALL, width),
                x,
                Label.baseline(y + 7, SMALL),
                Face.REGULAR,
                SMALL,
                ink.muted()));
  }

  /** A colour from its palest to its fullest, with what the two ends mean. */
  void fade(String name, Colour full, double palest, String least, String most) {
    add(
        52,
        (x, y, width) -> {
          pen.text(
              Face.REGULAR.fit(name, SMALL, width),
              x,
              Label.baseline(y + 7, SMALL),
              Face.REGULAR,
              SMALL,
              ink.muted());
          int steps = 5;
          for (int i = 0; i < steps; i++) {
            double a = pen.snap(x + width * i / steps);
            double b = pen.snap(x + width * (i + 1) / steps);
            double share = i / (steps - 1.0);
            pen.rect(a, y + 17, b - a, 12, full.at(palest + (1 - palest) * share));
          }
          pen.text(least, x, y + 42, Face.REGULAR, 11, ink.muted());
          double wide = Face.REGULAR.width(most, 11);
          pen.text(most, x + width - wide, y + 42, Face.REGULAR, 11, ink.muted());
        });
  }

  /** The one-hue ramp with its ends. */
  void ramp(String name, String unit, String least, String most) {
    add(
        58,
        (x, y, width) -> {
          String title = Face.SEMIBOLD.fit(name, SMALL, width);
          pen.text(title, x, y + 8, Face.SEMIBOLD, SMALL, ink.text());
          double at = x + Face.SEMIBOLD.width(title, SMALL) + 7;
          String small = Face.REGULAR.fit(unit, 11, Math.max(0, x + width - at));
          if (!small.isBlank() && !small.equals("…")) {
            pen.text(small, at, y + 8, Face.REGULAR, 11, ink.muted());
          }
          int steps = 64;
          for (int i = 0; i < steps; i++) {
            double a = pen.snap(x + width * i / steps);
            double b = pen.snap(x + width * (i + 1) / steps);
            pen.rect(a, y + 16, b - a, 12, ink.ramp((i + 0.5) / steps));
          }
          pen.text(least, x, y + 42, Face.REGULAR, 11, ink.muted());
          pen.text(
              most,
              x + width - Face.REGULAR.width(most, 11),
              y + 42,
              Face.REGULAR,
              11,
              ink.muted());
        });
  }

  void draw(double x, double y, double width, Layer layer) {
    double at = y;
    for (Entry entry : entries) {
      if (layer == Layer.WHOLE || entry.moving == (layer == Layer.MOVING)) {
        entry.painter.paint(x, at, width);
      }
      at += entry.height;
    }
  }
}
