// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Figures with true shapes: the published plant under the published loop, in closed form. */
final class Examples {
  static final double FLOOR_MS = 5;
  static final double SLOPE_MS = 90;
  static final double TARGET_MS = 30;
  static final double MIN = 5;
  static final double MAX = 210;
  static final double DT_MS = 1000;

  private Examples() {}

  /** Latency per tick and the rate in force during it. */
  record Trace(double[] timeS, double[] latencyMs, double[] rate, boolean[] resting) {}

  static Trace trace(double kp, double ki, int ticks, int eventTick) {
    double[] timeS = new double[ticks + 1];
    double[] latency = new double[ticks + 1];
    double[] rates = new double[ticks + 1];
    boolean[] resting = new boolean[ticks + 1];
    double rate = 100;
    double integral = 0;
    for (int i = 0; i <= ticks; i++) {
      double y = FLOOR_MS + SLOPE_MS * rate / (i < eventTick ? 400 : 150);
      timeS[i] = i;
      latency[i] = y;
      rates[i] = rate;
      resting[i] = rate <= MIN || rate >= MAX;
      double e = TARGET_MS - y;
      rate = Math.max(MIN, Math.min(MAX, kp * e + ki * integral));
      if (ki != 0) {
        integral += e * DT_MS;
        double low = MIN - kp * e;
        double high = MAX - kp * e;
        integral = ki * integral < low ? low / ki : ki * integral > high ? high / ki : integral;
      }
    }
    return new Trace(timeS, latency, rates, resting);
  }

  static LineFigure baseline() {
    Trace t = trace(0.05, 0.001, 80, 40);
    double peak = t.latencyMs[40];
    return new LineFigure(
        "baseline",
        "kp 0.05, ki 0.001 · plant seed · capacity falls by 62 % at 40 s · settles in 10 ticks",
        TimeAxis.seconds(0, 80),
        List.of(
            Panel.of(
                    "p99 latency",
                    "ms",
                    Line.of("p99 latency", t.timeS, t.latencyMs, Look.LATENCY, "30 ms")
                        .withPeak(new Peak(40, peak, "peak " + Numbers.brief(peak, "ms"))))
                .withTarget(new Target(TARGET_MS, 3, "target 30")),
            Panel.of(
                    "admitted rate",
                    "op/s",
                    Line.steps("admitted rate", t.timeS, t.rate, Look.RATE, "41.7/s")
                        .withResting(t.resting))
                .withBounds(new Bound(MAX, "max 210"), new Bound(MIN, "min 5"))),
        List.of(new Event(40, "capacity 400 → 150/s")));
  }

  static LineFigure dense(int n) {
    Random random = new Random(7);
    double[] timeS = new double[n];
    double[] y = new double[n];
    double[] u = new double[n];
    for (int i = 0; i < n; i++) {
      timeS[i] = i;
      y[i] = 30 + 4 * random.nextGaussian() + (i == n / 2 ? 66 : 0);
      u[i] = (i < n / 2 ? 111 : 41.7) + 3 * random.nextGaussian();
    }
    return new LineFigure(
        "incident replay",
        n + " ticks, noisy sensor",
        TimeAxis.seconds(0, n),
        List.of(
            Panel.of(
                    "p99 latency",
                    "ms",
                    Line.of("p99 latency", timeS, y, Look.LATENCY, "22.3 ms")
                        .withPeak(new Peak(n / 2, y[n / 2], "peak " + Numbers.brief(y[n / 2]))))
                .withTarget(new Target(30, 3, "target 30")),
            Panel.of(
                    "admitted rate",
                    "op/s",
                    Line.steps("admitted rate", timeS, u, Look.RATE, "41.2/s"))
                .withBounds(new Bound(MAX, "max 210"), new Bound(MIN, "min 5"))),
        List.of(new Event(n / 2, "capacity 400 → 150/s")));
  }

  /** Three hours of a recorded incident at 15 s: queue, running, replicas against the need. */
  static LineFigure scaling() {
    int n = 720;
    double[] t = new double[n];
    double[] queue = new double[n];
    double[] running = new double[n];
    double[] replicas = new double[n];
    double[] need = new double[n];
    Random random = new Random(3);
    double pods = 2;
    double waiting = 0;
    for (int i = 0; i < n; i++) {
      t[i] = 15 * i;
      double hour = t[i] / 3600;
      double demand =
          40
              + 30 * Math.sin(hour * 2)
              + (hour > 1.2 && hour < 1.9 ? 160 : 0)
              + 3 * random.nextGaussian();
      demand = Math.max(0, demand);
      double capacity = pods * 20;
      running[i] = Math.min(demand + waiting, capacity);
      waiting = Math.max(0, waiting + demand - capacity);
      waiting = Math.min(waiting, 900);
      queue[i] = i > 300 && i < 312 ? Double.NaN : waiting;
      need[i] = Math.max(1, Math.ceil(demand / 20));
      if (i % 8 == 0) {
        double wish = Math.max(1, Math.min(12, Math.ceil((running[i] + waiting / 4) / 18)));
        pods = wish > pods ? Math.min(wish, pods + 2) : Math.max(wish, pods - 1);
      }
      replicas[i] = pods;
    }
    boolean[] resting = new boolean[n];
    for (int i = 0; i < n; i++) {
      resting[i] = replicas[i] >= 12;
    }
    return new LineFigure(
        "queue thresholds",
        "replay of the recorded incident · threshold 10 requests · sync every 15 s",
        TimeAxis.clock(1_755_764_460, 0, 15 * (n - 1)),
        List.of(
            Panel.of("queue", "requests", Line.of("queue", t, queue, Look.QUEUE, "0")),
            Panel.of("running", "requests", Line.of("running", t, running, Look.RUNNING, "52")),
            Panel.of(
                    "replicas",
                    "",
                    Line.steps("needed", t, need, Look.NEED, "needed 2"),
                    Line.steps("replicas", t, replicas, Look.REPLICAS, "3 replicas")
                        .withResting(resting))
                .withBounds(new Bound(12, "max 12"))),
        List.of(new Event(4320, "burst"), new Event(6840, "burst ends")));
  }

  static double[] logSpaced(double from, double to, int n, boolean zero) {
    double[] values = new double[n + (zero ? 1 : 0)];
    for (int i = 0; i < n; i++) {
      double u = Math.log10(from) + i / (n - 1.0) * (Math.log10(to) - Math.log10(from));
      values[i + (zero ? 1 : 0)] = i == 0 ? from : i == n - 1 ? to : StrictMath.pow(10, u);
    }
    return values;
  }

  /** kp x ki on the published plant after its drop; classes as loop-classes/1, roughly. */
  static MapFigure gainMap(int n) {
    double[] kps = logSpaced(0.001, 5, n, false);
    double[] kis = logSpaced(1e-5, 0.1, n, true);
    int[] classAt = new int[kps.length * kis.length];
    for (int iy = 0; iy < kis.length; iy++) {
      for (int ix = 0; ix < kps.length; ix++) {
        classAt[iy * kps.length + ix] = classOf(kps[ix], kis[iy]);
      }
    }
    double g = SLOPE_MS / 150;
    double[] upper = new double[kps.length];
    double[] lower = new double[400];
    double[] lowerX = new double[400];
    for (int i = 0; i < kps.length; i++) {
      upper[i] = (1 / g + kps[i]) / DT_MS;
    }
    for (int i = 0; i < 400; i++) {
      lowerX[i] = 1 / g * (1 + StrictMath.pow(10, -3.5 + 3.8 * i / 399));
      lower[i] = 2 * (lowerX[i] - 1 / g) / DT_MS;
    }
    return new MapFigure(
        "Gain band",
        "120 × 120 gains and ki = 0, 300 ticks each · plant seed, capacity 400 → 150/s · class on the last 60 ticks",
        MapAxis.log("kp", "(op/s)/ms", kps),
        MapAxis.log("ki", "(op/s)/ms²", kis),
        classAt,
        MapClass.LOOP_CLASSES,
        List.of(new Curve("stability limit", kps, upper), new Curve("", lowerX, lower)),
        List.of(
            Mark.reference("B", 0.1, 0.0005),
            Mark.reference("C", 0.1, 0.002),
            Mark.reference("D", 0.2, 0.004),
            Mark.reference("E", 0.5, 0.05),
            Mark.reference("F", 0.2, 0.01),
            Mark.best(0.18, 0.00046),
            Mark.now(0.05, 0.001)),
        1);
  }

  private static int classOf(double kp, double ki) {
    Trace t = trace(kp, ki, 360, 60);
    int w = 60;
    double tol = 0.02 * TARGET_MS;
    double widest = 0;
    double before = 0;
    boolean low = false;
    boolean high = false;
    int atFloor = 0;
    int turns = 0;
    for (int i = 361 - 3 * w; i < 361; i++) {
      double e = t.latencyMs[i] - TARGET_MS;
      if (i > 361 - 3 * w && e * (t.latencyMs[i - 1] - TARGET_MS) < 0) {
        turns++;
      }
      if (i >= 361 - w) {
        widest = Math.max(widest, Math.abs(e));
        low |= t.rate[i] <= MIN;
        high |= t.rate[i] >= MAX;
        atFloor += t.rate[i] <= MIN ? 1 : 0;
      } else if (i >= 361 - 2 * w) {
        before = Math.max(before, Math.abs(e));
      }
    }
    if (atFloor >= 0.9 * w) {
      return 5;
    }
    if (widest <= tol) {
      return 0;
    }
    if (low && high) {
      return 4;
    }
    if (turns == 0) {
      return 2;
    }
    return widest <= before / 2 ? 1 : 3;
  }

  /** Every class, in patches. */
  static MapFigure allClasses() {
    int n = 60;
    double[] kps = logSpaced(0.001, 5, n, true);
    double[] kis = logSpaced(1e-5, 0.1, n, true);
    int[] classAt = new int[kps.length * kis.length];
    int all = MapClass.LOOP_CLASSES.size();
    for (int iy = 0; iy < kis.length; iy++) {
      for (int ix = 0; ix < kps.length; ix++) {
        int patch = ix / 16 + 4 * (iy / 16);
        classAt[iy * kps.length + ix] = patch % (all + 1) - 1;
      }
    }
    return new MapFigure(
        "Every class",
        "for looking at",
        MapAxis.log("kp", "(op/s)/ms", kps),
        MapAxis.log("ki", "(op/s)/ms²", kis),
        classAt,
        MapClass.LOOP_CLASSES,
        List.of(),
        List.of(Mark.now(0, 0.001)),
        0.92);
  }

  /** A sweep that has got through every fourth point of every fourth row. */
  static MapFigure partialMap() {
    MapFigure whole = gainMap(120);
    int[] classAt = whole.classAt().clone();
    int reached = 0;
    for (int iy = 0; iy < whole.y().size(); iy++) {
      for (int ix = 0; ix < whole.x().size(); ix++) {
        boolean there = (ix % 4 == 0 && (iy - 1) % 4 == 0) || (iy > 60);
        reached += there ? 1 : 0;
        if (!there) {
          classAt[iy * whole.x().size() + ix] = MapFigure.NOT_REACHED;
        }
      }
    }
    return new MapFigure(
        whole.title(),
        whole.subtitle(),
        whole.x(),
        whole.y(),
        classAt,
        whole.classes(),
        whole.limits(),
        whole.marks(),
        reached / (double) classAt.length);
  }

  static HeatFigure thresholds() {
    double[] queue = {2, 5, 10, 20, 40, 80};
    double[] running = {4, 6, 8, 10, 12, 16, 20, 24};
    double[] value = new double[queue.length * running.length];
    boolean[] fails = new boolean[value.length];
    for (int iy = 0; iy < queue.length; iy++) {
      for (int ix = 0; ix < running.length; ix++) {
        double hours = 260 / Math.sqrt(running[ix]) + 90 / Math.cbrt(queue[iy]);
        value[iy * running.length + ix] = hours;
        fails[iy * running.length + ix] = running[ix] * Math.sqrt(queue[iy]) > 60;
      }
    }
    return new HeatFigure(
        "Thresholds",
        "replica-hours of the recorded incident · hatched: demand unmet for more than a minute",
        MapAxis.list("running per replica", "requests", running),
        MapAxis.list("queue per replica", "requests", queue),
        "replica-hours",
        "h",
        value,
        fails,
        "demand unmet",
        List.of(Mark.now(8, 10), Mark.best(16, 10)),
        1);
  }

  static HeatFigure fineHeat() {
    double[] a = new double[50];
    double[] b = new double[50];
    double[] value = new double[2500];
    boolean[] fails = new boolean[2500];
    for (int i = 0; i < 50; i++) {
      a[i] = 1 + i;
      b[i] = 2 + 2 * i;
    }
    for (int i = 0; i < 2500; i++) {
      double x = i % 50 / 49.0;
      double y = i / 50 / 49.0;
      value[i] = i % 50 < 2 ? Double.POSITIVE_INFINITY : 120 - 60 * x + 30 * y * y;
      fails[i] = x * x + y * y > 0.9;
    }
    return new HeatFigure(
        "Thresholds, fine",
        "",
        MapAxis.linear("running", "requests", a),
        MapAxis.linear("queue", "requests", b),
        "replica-hours",
        "h",
        value,
        fails,
        "demand unmet",
        List.of(Mark.now(10, 20), Mark.best(30, 40)),
        1);
  }

  /** Thresholds against what they cost and what they miss. */
  static ScatterFigure front() {
    int n = 48;
    double[] hours = new double[n];
    double[] missed = new double[n];
    boolean[] fails = new boolean[n];
    for (int i = 0; i < n; i++) {
      double threshold = 2 + i % 12 * 2;
      double window = 15 * (i / 12);
      hours[i] = 4.2 + 18 / threshold + window / 60;
      missed[i] = 100 * (1 - Math.exp(-threshold * threshold / 900)) + window / 20;
      fails[i] = missed[i] > 5;
    }
    return new ScatterFigure(
        "sweep.thresholds",
        "48 points, 5 seeds each · closed loop on run.busy",
        new ScatterFigure.Measure("replica hours", "replica·h"),
        new ScatterFigure.Measure("missed", "%"),
        hours,
        missed,
        fails,
        "conditions not met",
        new int[] {2, 1, 0},
        List.of(
            new Mark(Mark.Kind.NOW, "", hours[16], missed[16], "epp-queue-size 10"),
            new Mark(Mark.Kind.BEST, "", hours[1], missed[1], "epp-queue-size 4"),
            new Mark(Mark.Kind.REFERENCE, "A", 13.9, 0.02, "fixed at 14 replicas")),
        1);
  }

  static List<Figure> all() {
    return List.of(
        baseline(),
        dense(100_000),
        scaling(),
        gainMap(120),
        allClasses(),
        partialMap(),
        thresholds(),
        fineHeat(),
        front(),
        curves(),
        shares(),
        budget(),
        unknownBudget());
  }

  /** One gain from careful to unstable: what it buys and what it costs. */
  static LineFigure curves() {
    double[] gains = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3};
    int n = gains.length;
    double[] settle = new double[n];
    double[] margin = new double[n];
    double[] debt = new double[n];
    boolean[] fails = new boolean[n];
    for (int i = 0; i < n; i++) {
      settle[i] = i > 10 ? Double.POSITIVE_INFINITY : Math.ceil(4 / gains[i]);
      margin[i] = i == 4 ? Double.NaN : 2 / gains[i];
      debt[i] = 30 / (1 + gains[i]) + (i > 10 ? 400 : 0);
      fails[i] = gains[i] > 0.6;
    }
    return new LineFigure(
        "sweep.knob",
        "14 points · run.smooth",
        MapAxis.linear("lambda", "", gains),
        List.of(
            Panel.of(
                "slo debt",
                "ms·s",
                Line.tries("slo debt", gains, debt, Look.LATENCY, fails)
                    .withPeak(new Peak(0.6, debt[6], "18.8 ms·s"))),
            Panel.of(
                "settle",
                "ticks",
                Line.tries("settle", gains, settle, Look.LATENCY, fails)
                    .withPeak(new Peak(0.6, settle[6], "7 ticks"))),
            Panel.of("gain margin", "", Line.tries("gain margin", gains, margin, Look.RATE, fails))
                .withBounds(new Bound(3, "at least 3"))),
        List.of(),
        List.of(
            new Mark(Mark.Kind.BEST, "", 0.6, Double.NaN, ""),
            new Mark(Mark.Kind.NOW, "", 0.3, Double.NaN, "")),
        "conditions not met");
  }

  /** The share of seeds that settles falls off to the right of the band. */
  static MapFigure shares() {
    MapFigure whole = gainMap(60);
    double[] settled = new double[whole.classAt().length];
    for (int i = 0; i < settled.length; i++) {
      double kp = whole.x().values()[i % whole.x().size()];
      settled[i] =
          whole.classAt()[i] > 1 ? Double.NaN : Math.rint(5 * Math.max(0, 1 - kp / 1.8)) / 5;
    }
    return new MapFigure(
        "Gain band under noise",
        whole.subtitle(),
        whole.x(),
        whole.y(),
        whole.classAt(),
        whole.classes(),
        whole.limits(),
        whole.marks(),
        Optional.of(new SeedShares(5, settled)),
        1);
  }

  private static BudgetFigure.Bar chain(String name, String note, double... seconds) {
    String[] names = {"scrape", "rate window", "smoothing", "HPA sync", "stabilization", "warm-up"};
    List<BudgetFigure.Part> parts = new java.util.ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      BudgetFigure.Stage stage = BudgetFigure.Stage.values()[i < 3 ? 0 : i < 5 ? 1 : 2];
      parts.add(new BudgetFigure.Part(names[i], stage, seconds[i]));
    }
    return new BudgetFigure.Bar(name, parts, note);
  }

  static BudgetFigure budget() {
    return new BudgetFigure(
        "Delay budget",
        "from a change in the load to a replica that serves it",
        List.of(
            chain("slo", "gain ceiling 10.8 % per sync", 2.5, 30, 22.5, 7.5, 30, 100),
            chain("queue", "gain ceiling 14.3 % per sync", 2.5, 0, 0, 7.5, 30, 100)));
  }

  static BudgetFigure unknownBudget() {
    return new BudgetFigure(
        "Delay budget",
        "",
        List.of(
            chain(
                "slo",
                "gain ceiling at most 22.4 % per sync",
                Double.NaN,
                30,
                22.5,
                7.5,
                30,
                Double.NaN),
            chain("recorded", "", Double.NaN, Double.NaN, Double.NaN, 7.5, 0, Double.NaN)));
  }

  static LineFigure oneLine(double[] timeS, double[] y) {
    return new LineFigure(
        "",
        "",
        timeS.length == 0
            ? TimeAxis.seconds(0, 0)
            : TimeAxis.seconds(timeS[0], timeS[timeS.length - 1]),
        List.of(
            new Panel(
                "one",
                "ms",
                List.of(
                    new Line("one", timeS, y, Look.LATENCY, false, null, Optional.empty(), "end")),
                List.of(),
                Optional.empty())),
        List.of());
  }
}
