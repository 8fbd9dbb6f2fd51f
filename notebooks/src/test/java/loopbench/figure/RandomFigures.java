// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Figures nobody would draw, from a seed. */
final class RandomFigures {
  private static final String[] WORDS = {
    "",
    " ",
    "p99 latency",
    "a very long label that nobody has room for, not even on a wide screen, and then some more of it",
    "</text><script>alert(1)</script>",
    "&amp; \"quoted\" 'single' <b>",
    "line\none\r\ttwo",
    "\u0000\u0007\u001b[31m\uFFFE\uFFFF",
    "half \uD83D pair \uDE00",
    "😀 emoji 🚀",
    "日本語の名前",
    "עברית مرحبا",
    "e\u0301\u0301\u0301\u0301",
    "]]>",
    "capacity 400 → 150/s",
  };
  private static final double[] EXTREMES = {
    0,
    -0.0,
    1,
    -1,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    1e-12,
    1e12
  };

  private final Random random;

  RandomFigures(long seed) {
    random = new Random(seed);
  }

  Figure next() {
    return switch (random.nextInt(5)) {
      case 0 -> lines();
      case 1 -> map();
      case 3 -> budget();
      case 2 -> scatter();
      default -> heat();
    };
  }

  LineFigure lines() {
    double from = random.nextInt(3) * 100.0 - 100;
    double to = from + new double[] {0, 0.5, 10, 80, 3000, 1e6}[random.nextInt(6)];
    LineAxis along =
        switch (random.nextInt(3)) {
          case 0 -> TimeAxis.seconds(from, to);
          case 1 -> TimeAxis.clock(1_755_764_460.25, from, to);
          default -> axis();
        };
    List<Panel> panels = new ArrayList<>();
    for (int p = random.nextInt(4); p > 0; p--) {
      List<Line> lines = new ArrayList<>();
      for (int l = random.nextInt(4); l > 0; l--) {
        lines.add(line(along));
      }
      List<Bound> bounds = new ArrayList<>();
      for (int b = random.nextInt(3); b > 0; b--) {
        bounds.add(new Bound(value(), word()));
      }
      Optional<Target> target =
          random.nextBoolean()
              ? Optional.of(new Target(random.nextGaussian() * 50, random.nextInt(10), word()))
              : Optional.empty();
      panels.add(new Panel(word(), word(), lines, bounds, target));
    }
    List<Event> events = new ArrayList<>();
    for (int e = random.nextInt(6); e > 0; e--) {
      events.add(new Event(place(along, 1.2 * random.nextDouble()), word()));
    }
    List<Mark> marks = new ArrayList<>();
    for (int m = random.nextInt(4); m > 0; m--) {
      Mark.Kind kind = Mark.Kind.values()[random.nextInt(2)];
      double x = random.nextBoolean() ? value() : place(along, random.nextDouble());
      marks.add(new Mark(kind, "", x, value(), word()));
    }
    return new LineFigure(word(), word(), along, panels, events, marks, word());
  }

  private static double place(LineAxis along, double share) {
    return along.from() + share * (along.to() - along.from());
  }

  private Line line(LineAxis along) {
    int n = new int[] {0, 1, 2, 30, 5000}[random.nextInt(5)];
    double[] x = new double[n];
    double[] y = new double[n];
    boolean[] resting = random.nextBoolean() ? new boolean[n] : null;
    for (int i = 0; i < n; i++) {
      x[i] = place(along, n == 1 ? 0.5 : i / (n - 1.0));
      y[i] = random.nextInt(8) == 0 ? value() : 50 * random.nextGaussian();
      if (resting != null) {
        resting[i] = random.nextInt(4) == 0;
      }
    }
    Optional<Peak> peak =
        n > 0 && random.nextBoolean()
            ? Optional.of(new Peak(x[n / 2], y[n / 2], word()))
            : Optional.empty();
    boolean[] fails = random.nextBoolean() ? new boolean[n] : null;
    for (int i = 0; i < n && fails != null; i++) {
      fails[i] = random.nextInt(3) == 0;
    }
    return new Line(
        word(),
        x,
        y,
        Look.values()[random.nextInt(Look.values().length)],
        random.nextBoolean(),
        resting,
        peak,
        word(),
        fails);
  }

  MapFigure map() {
    MapAxis x = axis();
    MapAxis y = axis();
    int[] classAt = new int[x.size() * y.size()];
    int classes = random.nextInt(MapClass.LOOP_CLASSES.size() + 1);
    for (int i = 0; i < classAt.length; i++) {
      classAt[i] = random.nextInt(classes + 1) - 1;
    }
    List<Curve> limits = new ArrayList<>();
    for (int c = random.nextInt(3); c > 0; c--) {
      int n = random.nextInt(50);
      double[] cx = new double[n];
      double[] cy = new double[n];
      for (int i = 0; i < n; i++) {
        cx[i] = random.nextInt(9) == 0 ? value() : x.values()[random.nextInt(x.size())];
        cy[i] = random.nextInt(9) == 0 ? value() : y.values()[random.nextInt(y.size())];
      }
      limits.add(new Curve(word(), random.nextInt(6), random.nextBoolean(), cx, cy));
    }
    return new MapFigure(
        word(),
        word(),
        x,
        y,
        classAt,
        MapClass.LOOP_CLASSES.subList(0, classes),
        limits,
        marks(x, y),
        random.nextBoolean() ? Optional.empty() : Optional.of(shares(classAt.length)),
        random.nextBoolean() ? 1 : random.nextDouble());
  }

  private SeedShares shares(int points) {
    double[] settled = new double[points];
    for (int i = 0; i < points; i++) {
      settled[i] = random.nextInt(4) == 0 ? Double.NaN : random.nextInt(6) / 5.0;
    }
    return new SeedShares(5, settled);
  }

  HeatFigure heat() {
    MapAxis x = axis();
    MapAxis y = axis();
    double[] value = new double[x.size() * y.size()];
    boolean[] fails = random.nextBoolean() ? new boolean[value.length] : null;
    for (int i = 0; i < value.length; i++) {
      value[i] = random.nextInt(6) == 0 ? value() : 100 * random.nextDouble();
      if (fails != null) {
        fails[i] = random.nextBoolean();
      }
    }
    return new HeatFigure(
        word(), word(), x, y, word(), word(), value, fails, word(), marks(x, y), 1);
  }

  ScatterFigure scatter() {
    int n = new int[] {0, 1, 2, 40, 3000}[random.nextInt(5)];
    double[] xs = new double[n];
    double[] ys = new double[n];
    boolean[] fails = random.nextBoolean() ? new boolean[n] : null;
    List<Integer> front = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      xs[i] = random.nextInt(9) == 0 ? value() : 100 * random.nextDouble();
      ys[i] = random.nextInt(9) == 0 ? value() : random.nextGaussian();
      if (fails != null) {
        fails[i] = random.nextBoolean();
      }
      if (random.nextInt(10) == 0 && Double.isFinite(xs[i]) && Double.isFinite(ys[i])) {
        front.add(i);
      }
    }
    List<Mark> marks = new ArrayList<>();
    for (int m = random.nextInt(5); m > 0; m--) {
      Mark.Kind kind = Mark.Kind.values()[random.nextInt(3)];
      marks.add(new Mark(kind, word(), value(), value(), word()));
    }
    return new ScatterFigure(
        word(),
        word(),
        new ScatterFigure.Measure(word(), word()),
        new ScatterFigure.Measure(word(), word()),
        xs,
        ys,
        fails,
        word(),
        front.stream().mapToInt(i -> i).toArray(),
        marks,
        random.nextBoolean() ? 1 : random.nextDouble());
  }

  BudgetFigure budget() {
    List<BudgetFigure.Bar> bars = new ArrayList<>();
    for (int b = random.nextInt(4); b > 0; b--) {
      List<BudgetFigure.Part> parts = new ArrayList<>();
      for (int p = random.nextInt(7); p > 0; p--) {
        double[] lengths = {0, Double.NaN, 1e-9, 1, 30, 1e11, 200 * random.nextDouble()};
        parts.add(
            new BudgetFigure.Part(
                word(),
                BudgetFigure.Stage.values()[random.nextInt(3)],
                lengths[random.nextInt(lengths.length)]));
      }
      bars.add(new BudgetFigure.Bar(word(), parts, word()));
    }
    return new BudgetFigure(word(), word(), bars);
  }

  private List<Mark> marks(MapAxis x, MapAxis y) {
    List<Mark> marks = new ArrayList<>();
    for (int m = random.nextInt(5); m > 0; m--) {
      Mark.Kind kind = Mark.Kind.values()[random.nextInt(3)];
      double mx = random.nextInt(5) == 0 ? value() : x.values()[random.nextInt(x.size())];
      double my = random.nextInt(5) == 0 ? value() : y.values()[random.nextInt(y.size())];
      marks.add(new Mark(kind, word(), mx, my, word()));
    }
    return marks;
  }

  MapAxis axis() {
    int n = new int[] {1, 2, 5, 13, 60}[random.nextInt(5)];
    MapAxis.Spacing spacing = MapAxis.Spacing.values()[random.nextInt(3)];
    boolean zero = random.nextInt(3) == 0;
    double[] values = new double[n + (zero ? 1 : 0)];
    double at = new double[] {1e-9, 0.001, 1, 1e6}[random.nextInt(4)];
    for (int i = zero ? 1 : 0; i < values.length; i++) {
      values[i] = at;
      at *= 1 + random.nextDouble();
    }
    return new MapAxis(word(), word(), spacing, values, zero);
  }

  private double value() {
    return EXTREMES[random.nextInt(EXTREMES.length)];
  }

  private String word() {
    return WORDS[random.nextInt(WORDS.length)];
  }
}
