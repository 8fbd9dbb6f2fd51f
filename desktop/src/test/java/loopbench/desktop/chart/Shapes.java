// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import java.util.List;
import loopbench.figure.Bound;
import loopbench.figure.BudgetFigure;
import loopbench.figure.Curve;
import loopbench.figure.Event;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.MapAxis;
import loopbench.figure.MapClass;
import loopbench.figure.MapFigure;
import loopbench.figure.Mark;
import loopbench.figure.Panel;
import loopbench.figure.Peak;
import loopbench.figure.Target;
import loopbench.figure.TimeAxis;

/** Figures for tests of views: the published plant's trace in closed form, and a map by its law. */
public final class Shapes {
  private Shapes() {}

  public static LineFigure trace(double kp, double ki) {
    int n = 81;
    double[] t = new double[n];
    double[] y = new double[n];
    double[] u = new double[n];
    boolean[] resting = new boolean[n];
    double rate = 100;
    double integral = 0;
    for (int i = 0; i < n; i++) {
      t[i] = i;
      u[i] = rate;
      y[i] = 5 + 90 * rate / (i < 40 ? 400 : 150);
      resting[i] = rate <= 5;
      double e = 30 - y[i];
      rate = Math.max(5, Math.min(210, kp * e + ki * integral));
      integral = Math.max((5 - kp * e) / ki, Math.min((210 - kp * e) / ki, integral + 1000 * e));
    }
    return new LineFigure(
        "baseline",
        "",
        TimeAxis.seconds(0, 80),
        List.of(
            Panel.of(
                    "p99 latency",
                    "ms",
                    Line.of("p99 latency", t, y, Look.LATENCY, "30 ms")
                        .withPeak(new Peak(40, y[40], "peak 71.7 ms")))
                .withTarget(new Target(30, 3, "target 30")),
            Panel.of(
                    "admitted rate",
                    "op/s",
                    Line.steps("admitted rate", t, u, Look.RATE, "41.7/s").withResting(resting))
                .withBounds(new Bound(210, "max 210"), new Bound(5, "min 5"))),
        List.of(new Event(40, "capacity 400 → 150/s")));
  }

  public static MapFigure map(double kp, double ki) {
    int n = 120;
    double[] x = new double[n];
    double[] y = new double[n + 1];
    for (int i = 0; i < n; i++) {
      x[i] = 0.001 * StrictMath.pow(5000, i / (n - 1.0));
      y[i + 1] = 1e-5 * StrictMath.pow(1e4, i / (n - 1.0));
    }
    double g = 0.6;
    double[] limit = new double[n];
    int[] classAt = new int[n * (n + 1)];
    for (int ix = 0; ix < n; ix++) {
      limit[ix] = (1 / g + x[ix]) / 1000;
      for (int iy = 0; iy <= n; iy++) {
        classAt[iy * n + ix] =
            y[iy] == 0
                ? (x[ix] < 0.22 ? 5 : 2)
                : x[ix] > 1 / g ? 4 : y[iy] < 2e-5 ? 2 : y[iy] < limit[ix] ? 0 : 3;
      }
    }
    return new MapFigure(
        "Gain band",
        "",
        MapAxis.log("kp", "(op/s)/ms", x),
        MapAxis.log("ki", "(op/s)/ms²", y),
        classAt,
        MapClass.LOOP_CLASSES,
        List.of(new Curve("stability limit", x, limit)),
        List.of(
            Mark.now(kp, ki),
            Mark.best(0.18, 0.00046),
            Mark.reference("B", 0.1, 0.0005),
            Mark.reference("E", 0.5, 0.05)),
        1);
  }

  /** Where the time goes of two triggers, one of them not fully known. */
  static BudgetFigure budget() {
    return new BudgetFigure(
        "",
        "",
        List.of(
            new BudgetFigure.Bar(
                "slo",
                List.of(
                    new BudgetFigure.Part("scrape", BudgetFigure.Stage.SEEING, 2.5),
                    new BudgetFigure.Part("HPA sync", BudgetFigure.Stage.DECIDING, 7.5),
                    new BudgetFigure.Part("warm-up", BudgetFigure.Stage.SERVING, 100)),
                "gain ceiling 18.5 % per sync"),
            new BudgetFigure.Bar(
                "queue",
                List.of(
                    new BudgetFigure.Part("scrape", BudgetFigure.Stage.SEEING, Double.NaN),
                    new BudgetFigure.Part("HPA sync", BudgetFigure.Stage.DECIDING, 7.5)),
                "")));
  }
}
