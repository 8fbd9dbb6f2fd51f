// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import loopbench.flow.FlowController;
import loopbench.flow.FlowSettings;
import loopbench.flow.LatencyHistogram;
import loopbench.plant.Latencies;
import loopbench.plant.Plant;

/**
 * The admission experiment. In each tick: the rate in force gives a latency; it is recorded; the
 * controller observes; the next tick uses the new rate. (performance-helpers' flow controller
 * guide, {@code flowloop}; its eight rows are {@code loop/flowloop.json}.)
 */
public final class FlowLoop {
  private static final int TICKS_BETWEEN_LOOKS = 1024;
  private static final long SAMPLES_BETWEEN_LOOKS = 1_000_000;

  private FlowLoop() {}

  public static FlowTrace run(FlowScenario scenario) {
    return run(scenario, () -> false);
  }

  /**
   * Runs until the end, or until cancelled, which is looked at every 1024 ticks and every million
   * samples; the trace then holds the ticks that ran. Settings that drive the core out of a
   * double's range end the run as well; the trace says why.
   */
  public static FlowTrace run(FlowScenario scenario, BooleanSupplier cancelled) {
    return run(scenario, scenario.admission().match(START), cancelled);
  }

  private static FlowTrace run(
      FlowScenario scenario, Admitter admitter, BooleanSupplier cancelled) {
    int ticks = scenario.ticks();
    double[] rate = new double[ticks + 1];
    double[] p99Ms = new double[ticks];
    boolean faithful = scenario.plant().sensor().faithful();
    double[] latencyMs = faithful ? p99Ms : new double[ticks]; // then they are the same numbers
    int[] samples = new int[ticks];
    double dtMs = scenario.admission().dtMs();
    Plant plant = scenario.plant().start(scenario.seed(), scenario.admission().quantile());
    Window window = new Window(admitter);
    String refused = null;
    long unseen = 0;
    int i = 0;
    double now = admitter.rate();
    rate[0] = now;
    try {
      for (; i < ticks; i++) {
        if (i % TICKS_BETWEEN_LOOKS == 0 || unseen >= SAMPLES_BETWEEN_LOOKS) {
          unseen = 0;
          if (cancelled.getAsBoolean()) {
            break;
          }
        }
        double endMs = (i + 1) * dtMs;
        window.open();
        plant.advance(endMs / 1000, now, window);
        p99Ms[i] = window.records == 1 ? window.firstMs : admitter.p99();
        if (!faithful) {
          latencyMs[i] = plant.latencyMs();
        }
        samples[i] = window.samples;
        now = admitter.observe(dtMs, endMs);
        rate[i + 1] = now;
        unseen += window.samples;
      }
    } catch (IllegalArgumentException outOfRange) {
      refused = "Tick " + i + " was refused: " + outOfRange.getMessage();
    }
    return i == ticks
        ? new FlowTrace(scenario, i, rate, p99Ms, latencyMs, samples, null)
        : new FlowTrace(
            scenario,
            i,
            Arrays.copyOf(rate, i + 1),
            Arrays.copyOf(p99Ms, i),
            Arrays.copyOf(latencyMs, i),
            Arrays.copyOf(samples, i),
            refused);
  }

  /** What says how much a plant is asked, and hears how late it answers. */
  private interface Admitter extends Latencies {
    double rate();

    double p99();

    double observe(double dtMs, double nowMs);
  }

  private static final Admission.Cases<Admitter> START =
      new Admission.Cases<>() {
        @Override
        public Admitter controlled(Admission.Controlled controlled) {
          return new Servoed(controlled.settings());
        }

        @Override
        public Admitter fixedRate(Admission.FixedRate fixed) {
          return new Fixed(fixed.ratePerSecond(), fixed.quantile());
        }
      };

  private static final class Servoed implements Admitter {
    private final FlowController<Object> controller;

    Servoed(FlowSettings settings) {
      controller = new FlowController<>(settings);
    }

    @Override
    public double rate() {
      return controller.rate();
    }

    @Override
    public void record(double latencyMs, int count) {
      controller.record(latencyMs, count);
    }

    @Override
    public double p99() {
      return controller.p99();
    }

    @Override
    public double observe(double dtMs, double nowMs) {
      return controller.observe(dtMs, nowMs);
    }
  }

  private static final class Fixed implements Admitter {
    private final LatencyHistogram histogram = new LatencyHistogram(0.01);
    private final double ratePerSecond;
    private final double quantile;

    Fixed(double ratePerSecond, double quantile) {
      this.ratePerSecond = ratePerSecond;
      this.quantile = quantile;
    }

    @Override
    public double rate() {
      return ratePerSecond;
    }

    @Override
    public void record(double latencyMs, int count) {
      histogram.record(latencyMs, count);
    }

    @Override
    public double p99() {
      return histogram.percentile(quantile);
    }

    @Override
    public double observe(double dtMs, double nowMs) {
      histogram.reset();
      return ratePerSecond;
    }
  }

  /**
   * Counts what goes into a window. What came in one record is its own quantile, to the bit, so
   * that the histogram need not be asked.
   */
  private static final class Window implements Latencies {
    private final Latencies into;
    private int records;
    private int samples;
    private double firstMs;

    Window(Latencies into) {
      this.into = into;
    }

    void open() {
      records = 0;
      samples = 0;
    }

    @Override
    public void record(double latencyMs, int count) {
      if (records++ == 0) {
        firstMs = latencyMs;
      }
      samples += count;
      into.record(latencyMs, count);
    }
  }
}
