// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.List;

/** A figure in words: what a screen reader says, and what stands where no picture can. */
public final class FigureWords {
  private FigureWords() {}

  /** A few plain sentences on one line. */
  public static String of(Figure figure) {
    String title = figure.title().isBlank() ? "" : Face.clean(figure.title()) + ". ";
    return title + figure.match(new Words());
  }

  private static final class Words implements Figure.Cases<String> {
    @Override
    public String lines(LineFigure figure) {
      List<String> parts = new ArrayList<>();
      for (Panel panel : figure.panels()) {
        for (Line line : panel.lines()) {
          parts.add(line.tried() ? tries(figure, panel, line) : line(panel, line));
        }
        panel.target().ifPresent(t -> parts.add(t.label()));
      }
      for (Event event : figure.events()) {
        if (!event.label().isBlank()) {
          parts.add("at " + Ticks.words(figure.along(), event.x()) + " " + event.label());
        }
      }
      String words = parts.isEmpty() ? "No lines." : String.join("; ", parts) + ".";
      String over =
          figure.along() instanceof MapAxis knob && !parts.isEmpty()
              ? "Over "
                  + knob.name()
                  + " from "
                  + Numbers.significant(knob.from(), 4)
                  + " to "
                  + Ticks.place(knob, knob.to())
                  + ": "
              : "";
      StringBuilder marks = new StringBuilder();
      for (Mark mark : figure.marks()) {
        String mean = LineKey.words(mark, figure.along());
        if (!mean.isBlank()) {
          marks.append(' ').append(Character.toUpperCase(mean.charAt(0)));
          marks.append(mean.substring(1)).append('.');
        }
      }
      return Face.clean(over + words + failing(figure) + marks);
    }

    /** How many places are tried, and at how many of them something fails. */
    private static String failing(LineFigure figure) {
      for (Panel panel : figure.panels()) {
        for (Line line : panel.lines()) {
          int fails = 0;
          for (int i = 0; i < line.size() && line.tried(); i++) {
            fails += line.fails()[i] ? 1 : 0;
          }
          if (fails > 0) {
            String word = figure.failWord().isBlank() ? "fails" : figure.failWord();
            return " "
                + Character.toUpperCase(word.charAt(0))
                + word.substring(1)
                + " at "
                + fails
                + " of "
                + line.size()
                + ".";
          }
        }
      }
      return "";
    }

    /** The least and the most of separate tries, each with its place. */
    private static String tries(LineFigure figure, Panel panel, Line line) {
      int low = -1;
      int high = -1;
      int never = 0;
      for (int i = 0; i < line.size(); i++) {
        double y = line.y()[i];
        if (Double.isFinite(y)) {
          low = low < 0 || y < line.y()[low] ? i : low;
          high = high < 0 || y > line.y()[high] ? i : high;
        }
        never += y == Double.POSITIVE_INFINITY ? 1 : 0;
      }
      String gone = never == 0 ? "" : never == line.size() ? " never" : ", never at " + never;
      if (low < 0) {
        return line.label() + (never > 0 ? gone.replaceFirst("^,", "") : " has no values");
      }
      boolean level = line.y()[low] == line.y()[high];
      return line.label()
          + (level ? " " : " from ")
          + Numbers.brief(line.y()[low], panel.unit())
          + (level
              ? " throughout"
              : " at "
                  + at(figure, line, low)
                  + " to "
                  + Numbers.brief(line.y()[high], panel.unit())
                  + " at "
                  + at(figure, line, high))
          + gone;
    }

    private static String at(LineFigure figure, Line line, int i) {
      return figure.along() instanceof MapAxis
          ? Numbers.significant(line.x()[i], 4)
          : Ticks.words(figure.along(), line.x()[i]);
    }

    private static String line(Panel panel, Line line) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      double last = Double.NaN;
      int gaps = 0;
      for (double y : line.y()) {
        if (Double.isFinite(y)) {
          low = Math.min(low, y);
          high = Math.max(high, y);
          last = y;
        } else {
          gaps++;
        }
      }
      if (!(low <= high)) {
        return line.label() + " has no values";
      }
      return line.label()
          + " from "
          + Numbers.brief(low)
          + " to "
          + Numbers.brief(high, panel.unit())
          + ", at the end "
          + Numbers.brief(last, panel.unit())
          + (gaps > 0 ? ", " + gaps + (gaps == 1 ? " gap" : " gaps") : "");
    }

    @Override
    public String map(MapFigure figure) {
      int[] count = new int[figure.classes().size()];
      int all = 0;
      for (int c : figure.classAt()) {
        if (c != MapFigure.NOT_REACHED) {
          count[c]++;
          all++;
        }
      }
      List<String> parts = new ArrayList<>();
      for (int c = 0; c < count.length; c++) {
        if (count[c] > 0) {
          parts.add(figure.classes().get(c).word() + " " + Share.words(count[c], all));
        }
      }
      String shares = parts.isEmpty() ? "nothing computed yet" : String.join(", ", parts);
      return Face.clean(
          "Classes over "
              + axes(figure.x(), figure.y())
              + ": "
              + shares
              + reached(figure.reached())
              + "."
              + figure.shares().map(Words::shares).orElse("")
              + marks(figure.marks(), figure.x(), figure.y())
              + bestShare(figure));
    }

    private static String shares(SeedShares shares) {
      int tried = shares.tried();
      return tried == 0
          ? ""
          : " Of the "
              + tried
              + (tried == 1 ? " point" : " points")
              + " tried with "
              + shares.seeds()
              + " seeds, "
              + Share.words(shares.atLeast(1), tried)
              + " settle with all of them and "
              + Share.words(shares.atLeast(0.5), tried)
              + " with at least half.";
    }

    /** With what share of the seeds the best settles. */
    private static String bestShare(MapFigure figure) {
      if (figure.shares().isEmpty()) {
        return "";
      }
      StringBuilder words = new StringBuilder();
      for (Mark mark : figure.marks()) {
        int ix = nearest(figure.x().values(), mark.x());
        int iy = nearest(figure.y().values(), mark.y());
        if (mark.kind() == Mark.Kind.BEST && ix >= 0 && iy >= 0) {
          words
              .append(" At the best ")
              .append(figure.shares().get().words(iy * figure.x().size() + ix))
              .append('.');
        }
      }
      return words.toString();
    }

    private static int nearest(double[] values, double value) {
      int nearest = -1;
      for (int i = 0; i < values.length; i++) {
        if (Double.isFinite(value)
            && (nearest < 0 || Math.abs(values[i] - value) < Math.abs(values[nearest] - value))) {
          nearest = i;
        }
      }
      return nearest;
    }

    @Override
    public String heat(HeatFigure figure) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (double value : figure.value()) {
        if (Double.isFinite(value)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
      String range =
          low <= high
              ? "from " + Numbers.brief(low) + " to " + Numbers.brief(high, figure.valueUnit())
              : "no values";
      return Face.clean(
          figure.valueName()
              + " over "
              + axes(figure.x(), figure.y())
              + ": "
              + range
              + reached(figure.reached())
              + "."
              + marks(figure.marks(), figure.x(), figure.y()));
    }

    @Override
    public String scatter(ScatterFigure figure) {
      int n = figure.front().length;
      StringBuilder words =
          new StringBuilder(figure.y().name() + " against " + figure.x().name() + " at ")
              .append(figure.xs().length)
              .append(figure.xs().length == 1 ? " point" : " points")
              .append(reached(figure.reached()))
              .append(n == 0 ? "; none on the front." : "; " + n + " on the front");
      if (n > 0) {
        int first = figure.front()[0];
        int last = figure.front()[n - 1];
        words.append(", from ").append(pair(figure, figure.xs()[first], figure.ys()[first]));
        words.append(
            n == 1 ? "." : " to " + pair(figure, figure.xs()[last], figure.ys()[last]) + ".");
      }
      for (Mark mark : figure.marks()) {
        words
            .append(
                switch (mark.kind()) {
                  case NOW -> " Now ";
                  case BEST -> " Best ";
                  case REFERENCE -> " " + mark.caption() + " ";
                })
            .append(pair(figure, mark.x(), mark.y()))
            .append('.');
      }
      return Face.clean(words.toString());
    }

    @Override
    public String budget(BudgetFigure figure) {
      List<String> bars = new ArrayList<>();
      for (BudgetFigure.Bar bar : figure.bars()) {
        List<String> parts = new ArrayList<>();
        for (BudgetFigure.Part part : bar.parts()) {
          if (part.unknown() || part.seconds() > 0) {
            parts.add(part.words());
          }
        }
        bars.add(
            bar.name()
                + ": "
                + (parts.isEmpty() ? "" : String.join(", ", parts) + "; ")
                + "in all "
                + bar.total()
                + (bar.note().isBlank() ? "" : "; " + bar.note())
                + ".");
      }
      return bars.isEmpty() ? "No bars." : Face.clean(String.join(" ", bars));
    }

    private static String pair(ScatterFigure figure, double x, double y) {
      return Numbers.brief(x, figure.x().unit()) + " and " + Numbers.brief(y, figure.y().unit());
    }

    private static String axes(MapAxis x, MapAxis y) {
      return x.name() + " and " + y.name();
    }

    private static String reached(double reached) {
      return reached < 1 ? " (" + (int) Math.floor(100 * reached) + " % of the points so far)" : "";
    }

    private static String marks(List<Mark> marks, MapAxis x, MapAxis y) {
      StringBuilder words = new StringBuilder();
      for (Mark mark : marks) {
        if (mark.kind() != Mark.Kind.REFERENCE) {
          words
              .append(mark.kind() == Mark.Kind.NOW ? " Now " : " Best ")
              .append(x.name() + " " + Numbers.brief(mark.x()))
              .append(", ")
              .append(y.name() + " " + Numbers.brief(mark.y()))
              .append('.');
        }
      }
      return words.toString();
    }
  }
}
