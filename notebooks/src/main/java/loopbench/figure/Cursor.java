// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What all lines of a figure read at one time, or at one value of a knob: drawn on a layer above
 * the figure, and in words for those who cannot see it.
 */
public final class Cursor {
  private static final double SIZE = 11.5;

  private final LineFigure figure;
  private final LineLayout layout;

  public Cursor(LineFigure figure, LineLayout layout) {
    this.figure = figure;
    this.layout = layout;
  }

  /**
   * The nearest place on the axis at which something was recorded or tried; the place itself where
   * nothing was.
   */
  public double snapped(double x) {
    for (Panel panel : figure.panels()) {
      for (Line line : panel.lines()) {
        if (line.size() > 0) {
          return line.x()[onAxis(line, nearest(line, x))];
        }
      }
    }
    return x;
  }

  /** The recorded place {@code steps} after a place; the ends of what the axis shows hold. */
  public double step(double x, int steps) {
    for (Panel panel : figure.panels()) {
      for (Line line : panel.lines()) {
        if (line.size() > 0) {
          return line.x()[onAxis(line, nearest(line, x) + steps)];
        }
      }
    }
    return x;
  }

  /** The point of a line nearest to one of them among those that the axis shows. */
  private int onAxis(Line line, int point) {
    int first = Arrays.binarySearch(line.x(), figure.along().from());
    int last = Arrays.binarySearch(line.x(), figure.along().to());
    first = Math.min(line.size() - 1, first < 0 ? -first - 1 : first);
    last = Math.max(0, last < 0 ? -last - 2 : last);
    return Math.max(Math.min(first, last), Math.min(Math.max(first, last), point));
  }

  /** Such as {@code 47 s: p99 latency 34.9 ms, admitted rate 49.8/s}. */
  public String words(double x) {
    double at = snapped(x);
    StringBuilder words = new StringBuilder(Ticks.words(figure.along(), at));
    String before = ": ";
    for (Panel panel : figure.panels()) {
      for (Line line : panel.lines()) {
        words.append(before).append(line.label()).append(' ').append(value(panel, line, at));
        before = ", ";
      }
    }
    return words.toString();
  }

  /** Draws the cursor; the pen should be that of an empty layer of the figure's size. */
  public void draw(Pen pen, Ink ink, double place, double width) {
    double at = snapped(place);
    double exact = layout.x(at);
    if (!(exact >= layout.left() - 0.5 && exact <= layout.right() + 0.5)) {
      return;
    }
    double x = pen.hair(exact);
    for (LineLayout.Area area : layout.areas()) {
      pen.line(x, area.top() - 4, x, area.bottom(), Stroke.solid(ink.text().at(0.8), 1));
    }
    for (LineLayout.Area area : layout.areas()) {
      readings(pen, ink, area, at, exact);
    }
    pill(pen, ink, at, exact, width);
  }

  private void readings(Pen pen, Ink ink, LineLayout.Area area, double at, double x) {
    List<Label> labels = new ArrayList<>();
    boolean several = area.panel().lines().size() > 1;
    double widest = 0;
    for (Line line : area.panel().lines()) {
      double y = reading(line, at);
      Colour colour = ink.line(line.look());
      boolean there = Math.abs(y) < 1e300;
      double py = there ? area.y(y) : area.bottom() - 4;
      if (there) {
        pen.disc(x, py, 5, ink.paper());
        pen.disc(x, py, 3.5, colour);
      }
      String text = (several ? line.label() + " " : "") + value(area.panel(), line, at);
      String fit = Face.SEMIBOLD.fit(text, SIZE, 0.45 * (layout.right() - layout.left()));
      widest = Math.max(widest, Face.SEMIBOLD.width(fit, SIZE));
      labels.add(new Label(fit, py - 12, Face.SEMIBOLD, SIZE, colour, labels.size()));
    }
    boolean atRight = x + 12 + widest + 4 <= layout.right();
    for (Label label : Label.pushedApart(labels, area.top() - 8, area.bottom() - 2)) {
      double wide = label.width();
      double start = atRight ? x + 12 : x - 12 - wide;
      pen.roundRect(start - 4, label.y() - 8, wide + 8, 16, 3, ink.paper().at(0.9));
      pen.text(
          label.text(),
          start,
          Label.baseline(label.y(), SIZE),
          Face.SEMIBOLD,
          SIZE,
          label.colour());
    }
  }

  private void pill(Pen pen, Ink ink, double at, double x, double width) {
    String text =
        figure.along() instanceof MapAxis knob
            ? Ticks.place(knob, at)
            : Ticks.words(figure.along(), at);
    double half = Face.SEMIBOLD.width(text, 11) / 2 + 7;
    double middle = Math.max(half + 2, Math.min(x, width - half - 2));
    // A number of the axis that would peep out half covered goes as a whole.
    Ticks ticks =
        Ticks.along(figure.along(), layout.right() - layout.left(), t -> Face.REGULAR.width(t, 11));
    double from = middle - half;
    double to = middle + half;
    for (Ticks.Tick tick : ticks.ticks()) {
      double w = Face.REGULAR.width(tick.label(), 11) / 2 + 2;
      double tx = layout.x(tick.value());
      if (tx + w > middle - half && tx - w < middle + half) {
        from = Math.min(from, tx - w);
        to = Math.max(to, tx + w);
      }
    }
    double top = layout.axisY() + 5;
    pen.rect(from, top, to - from, 16, ink.paper());
    pen.roundRect(middle - half, top, 2 * half, 17, 4, ink.text());
    pen.text(
        text, middle - half + 7, Label.baseline(top + 8.5, 11), Face.SEMIBOLD, 11, ink.paper());
  }

  private String value(Panel panel, Line line, double x) {
    int i = index(line, x);
    double y = i < 0 ? Double.NaN : line.y()[i];
    if (line.tried() && !Double.isNaN(y)) {
      return (y == Double.POSITIVE_INFINITY ? "never" : Numbers.brief(y, panel.unit()))
          + (line.fails()[i] && !figure.failWord().isBlank() ? " (" + figure.failWord() + ")" : "");
    }
    return Double.isNaN(y) ? "no value" : Numbers.brief(y, panel.unit());
  }

  private double reading(Line line, double x) {
    int i = index(line, x);
    return i < 0 ? Double.NaN : line.y()[i];
  }

  /** The point that speaks for a place: the nearest, or for steps the one in force; -1 for none. */
  private int index(Line line, double x) {
    return line.size() == 0 ? -1 : line.steps() ? before(line, x) : nearest(line, x);
  }

  private static int before(Line line, double x) {
    int found = java.util.Arrays.binarySearch(line.x(), x);
    return found < 0 ? -found - 2 : found;
  }

  private int nearest(Line line, double x) {
    int i = Math.max(0, before(line, x));
    if (i + 1 >= line.size()) {
      return i;
    }
    // What is near depends on how a knob's values are laid out; in time it does not.
    double[] at =
        figure.along() instanceof MapAxis
            ? layout.xs(new double[] {line.x()[i], x, line.x()[i + 1]})
            : new double[] {line.x()[i], x, line.x()[i + 1]};
    return at[2] - at[1] < at[1] - at[0] ? i + 1 : i;
  }
}
