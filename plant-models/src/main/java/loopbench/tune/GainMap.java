// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import loopbench.flow.FlowSettings;
import loopbench.loop.Admission;
import loopbench.loop.FlowLoop;
import loopbench.loop.FlowScenario;
import loopbench.loop.FlowTrace;
import loopbench.plant.AffineLatency;
import loopbench.score.FlowScores;
import loopbench.score.LoopClass;
import loopbench.score.LoopClasses;

/**
 * The loop's class for every pair of kp and ki: the gain-band map, fast enough to follow a dragged
 * slider.
 *
 * <p>On the seed's plant with a sensor that does not scatter, histogram, limiter and queue leave no
 * trace in the rate, so the map runs the servo's arithmetic alone, eight pairs abreast to fill the
 * wait for each other's division. It is the servo's, in its order of evaluation, and agrees with
 * {@link #throughController} at every point; {@code GainMapTest} holds it to that. Elsewhere the
 * map goes through the controller.
 */
public final class GainMap {
  private static final int LANES = 8;

  private final FlowScenario base;
  private final double[] kp;
  private final double[] ki;
  private final BooleanSupplier cancelled;
  private final LoopClass[] classes;
  private final AtomicInteger nextRow = new AtomicInteger();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private GainMap(FlowScenario base, double[] kp, double[] ki, BooleanSupplier cancelled) {
    this.base = base;
    this.kp = kp.clone();
    this.ki = ki.clone();
    this.cancelled = cancelled;
    this.classes = new LoopClass[kp.length * ki.length];
  }

  /**
   * The classes by the short way where {@link #fits}, else through the controller.
   *
   * @param kp the rows
   * @param ki the columns, running fastest, so that an index is that of {@link Grid} over (kp, ki);
   *     a 0 among them is a column like any other
   * @param threads at least 1; the calling thread is one
   * @param cancelled asked before every few runs
   * @return a class per pair; null where cancelled before its turn
   */
  public static LoopClass[] classes(
      FlowScenario base, double[] kp, double[] ki, int threads, BooleanSupplier cancelled) {
    return fits(base)
        ? shortWay(base, kp, ki, threads, cancelled)
        : throughController(base, kp, ki, threads, cancelled);
  }

  /** The classes with the whole controller in each run. */
  public static LoopClass[] throughController(
      FlowScenario base, double[] kp, double[] ki, int threads, BooleanSupplier cancelled) {
    GainMap map = new GainMap(base, kp, ki, cancelled);
    return map.fill(threads, map::controllerRow);
  }

  private static LoopClass[] shortWay(
      FlowScenario base, double[] kp, double[] ki, int threads, BooleanSupplier cancelled) {
    GainMap map = new GainMap(base, kp, ki, cancelled);
    Abreast loop = new Abreast(base);
    return map.fill(threads, row -> map.shortRow(loop, row));
  }

  /**
   * Whether the short way gives what the controller gives: the affine plant without scatter, no
   * derivative, a finite ceiling.
   */
  public static boolean fits(FlowScenario base) {
    return base.admission() instanceof Admission.Controlled controlled
        && controlled.settings().gains().kd() == 0
        && !controlled.settings().rate().unlimited()
        && base.plant() instanceof AffineLatency plant
        && plant.sensor().faithful();
  }

  private interface Row {
    void fill(int row);
  }

  private LoopClass[] fill(int threads, Row rowFiller) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, was " + threads);
    }
    Thread[] others = new Thread[Math.min(threads, Math.max(1, kp.length)) - 1];
    for (int i = 0; i < others.length; i++) {
      others[i] = new Thread(() -> rows(rowFiller), "map-" + (i + 1));
      others[i].setDaemon(true);
      others[i].start();
    }
    rows(rowFiller);
    boolean interrupted = false;
    for (Thread other : others) {
      while (other.isAlive()) {
        try {
          other.join();
        } catch (InterruptedException e) {
          interrupted = true;
          nextRow.set(kp.length);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure.get() instanceof Error error) {
      throw error;
    }
    if (failure.get() instanceof RuntimeException exception) {
      throw exception;
    }
    return classes;
  }

  private void rows(Row rowFiller) {
    try {
      while (failure.get() == null) {
        int row = nextRow.getAndUpdate(n -> n < kp.length ? n + 1 : n);
        if (row >= kp.length) {
          return;
        }
        rowFiller.fill(row);
      }
    } catch (RuntimeException | Error thrown) {
      failure.compareAndSet(null, thrown);
    }
  }

  private void controllerRow(int row) {
    FlowSettings settings = ((Admission.Controlled) base.admission()).settings();
    for (int column = 0; column < ki.length; column++) {
      if (cancelled.getAsBoolean()) {
        return;
      }
      FlowScenario scenario =
          base.withAdmission(new Admission.Controlled(settings.withKp(kp[row]).withKi(ki[column])));
      FlowTrace trace = FlowLoop.run(scenario, cancelled);
      if (trace.complete() || trace.refused().isPresent()) {
        classes[row * ki.length + column] = FlowScores.loopClass(trace, scenario);
      }
    }
  }

  private void shortRow(Abreast loop, int row) {
    Abreast.Lanes lanes = new Abreast.Lanes(loop);
    for (int column = 0; column < ki.length; column += LANES) {
      if (cancelled.getAsBoolean()) {
        return;
      }
      loop.run(lanes, kp[row], ki, column);
      for (int lane = 0; lane < Math.min(LANES, ki.length - column); lane++) {
        classes[row * ki.length + column + lane] = loop.classOf(lanes, lane);
      }
    }
  }

  /** The servo and the affine plant, several gain pairs at once. */
  private static final class Abreast {
    private final double[] capacity; // per tick
    private final double floorMs;
    private final double slopeMs;
    private final double targetMs;
    private final double dtMs;
    private final double startRate;
    private final double minRate;
    private final double maxRate;
    private final boolean preload;
    private final double toleranceMs;
    private final int window;
    private final int kept; // the last ticks, which the class is read from

    Abreast(FlowScenario base) {
      FlowSettings settings = ((Admission.Controlled) base.admission()).settings();
      AffineLatency plant = (AffineLatency) base.plant();
      capacity = new double[base.ticks()];
      for (int k = 0; k < capacity.length; k++) {
        capacity[k] = plant.capacityPerSecond().valueAt(base.timeS(k));
      }
      floorMs = plant.floorMs();
      slopeMs = plant.slopeMs();
      targetMs = settings.targetP99Ms();
      dtMs = settings.dtMs();
      startRate = settings.rate().start();
      minRate = settings.rate().min();
      maxRate = settings.rate().max();
      preload = settings.preload();
      toleranceMs = FlowScores.toleranceMs(base);
      window = LoopClasses.window(base.ticks() - FlowScores.eventTick(base));
      kept = window == 0 ? 1 : 3 * window;
    }

    /** One thread's working space. */
    private static final class Lanes {
      private final double[][] latencyMs;
      private final double[][] rate;
      private final double[] now = new double[LANES];
      private final double[] integral = new double[LANES];
      private final double[] gain = new double[LANES];

      Lanes(Abreast loop) {
        latencyMs = new double[LANES][loop.kept];
        rate = new double[LANES][loop.kept];
      }
    }

    void run(Lanes lanes, double kp, double[] ki, int column) {
      double[] u = lanes.now;
      double[] integral = lanes.integral;
      double[] gain = lanes.gain;
      for (int lane = 0; lane < LANES; lane++) {
        gain[lane] = ki[Math.min(column + lane, ki.length - 1)];
        u[lane] = startRate;
        integral[lane] = preload && gain[lane] != 0 ? quotientOrZero(startRate, gain[lane]) : 0;
      }
      int keepFrom = capacity.length - kept;
      for (int k = 0; k < capacity.length; k++) {
        double capacityNow = capacity[k];
        boolean keep = k >= keepFrom;
        for (int lane = 0; lane < LANES; lane++) {
          double y = AffineLatency.latencyMs(floorMs, slopeMs, capacityNow, u[lane]);
          if (keep) {
            lanes.latencyMs[lane][k - keepFrom] = y;
            lanes.rate[lane][k - keepFrom] = u[lane];
          }
          double e = targetMs - y;
          double proportional = kp * e;
          double out = proportional + gain[lane] * integral[lane];
          u[lane] = out < minRate ? minRate : out > maxRate ? maxRate : out;
          if (gain[lane] != 0) {
            double grown = integral[lane] + e * dtMs;
            double contribution = gain[lane] * grown;
            double lowest = minRate - proportional;
            double highest = maxRate - proportional;
            if (contribution < lowest) {
              grown = quotientOrZero(lowest, gain[lane]);
            } else if (contribution > highest) {
              grown = quotientOrZero(highest, gain[lane]);
            }
            integral[lane] = grown;
          }
        }
      }
    }

    private static double quotientOrZero(double numerator, double denominator) {
      double quotient = numerator / denominator;
      return Double.isFinite(quotient) ? quotient : 0;
    }

    LoopClass classOf(Lanes lanes, int lane) {
      if (!Double.isFinite(lanes.now[lane])) { // the controller refuses such a rate
        return LoopClass.INVALID;
      }
      return LoopClasses.classify(
          lanes.latencyMs[lane],
          lanes.rate[lane],
          kept,
          window,
          targetMs,
          toleranceMs,
          minRate,
          maxRate);
    }
  }
}
