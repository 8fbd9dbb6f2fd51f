// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.Arrays;
import java.util.List;
import loopbench.knob.Knob;
import loopbench.knob.Range;

/**
 * Equal servers behind one line, first come first served, with exponential service times: M/M/c for
 * Poisson arrivals. Every operation is simulated; a window's samples are the operations that finish
 * in it, and its true latency is their quantile (the last known one where none finished).
 *
 * <p>At most {@link #MOST_WAITING} operations are held; beyond, they are turned away and not heard
 * of. In one window at most {@link Sensor#MOST_SAMPLES} arrive.
 *
 * @param servers c, 1 to {@link #MOST_SERVERS}
 * @param serviceMs mean service time, ms, finite and above 0
 * @param arrivals how operations come at the admitted rate
 */
public record Queueing(int servers, double serviceMs, Arrivals arrivals) implements PlantModel {
  public static final int MOST_SERVERS = 10_000;
  public static final int MOST_WAITING = 100_000;

  /** Ten servers of 100 ms each: a hundred operations per second. */
  public static final Queueing EXAMPLE = new Queueing(10, 100, Arrivals.POISSON);

  private static final double HIGHEST_QUANTILE = 0.9999;

  public enum Arrivals {
    REGULAR,
    POISSON
  }

  public Queueing {
    if (!(servers >= 1 && servers <= MOST_SERVERS)) {
      throw new IllegalArgumentException(
          "servers must be from 1 to " + MOST_SERVERS + ", was " + servers + ".");
    }
    if (!(serviceMs > 0 && Double.isFinite(serviceMs))) {
      throw new IllegalArgumentException(
          "service-time must be finite and above 0 ms, was " + serviceMs + ".");
    }
    if (arrivals == null) {
      throw new IllegalArgumentException("arrivals is required, was null.");
    }
  }

  public Queueing withServers(int newServers) {
    return new Queueing(newServers, serviceMs, arrivals);
  }

  public Queueing withServiceMs(double newServiceMs) {
    return new Queueing(servers, newServiceMs, arrivals);
  }

  public Queueing withArrivals(Arrivals newArrivals) {
    return new Queueing(servers, serviceMs, newArrivals);
  }

  @Override
  public String model() {
    return "queueing";
  }

  /** Operations per second that all servers together can finish. */
  public double capacityPerSecond() {
    return servers * 1000 / serviceMs;
  }

  /**
   * The probability that an operation waits, by Erlang's C formula for Poisson arrivals; 1 from the
   * capacity on.
   */
  public double waitProbability(double ratePerSecond) {
    double offered = ratePerSecond * serviceMs / 1000;
    if (!(offered < servers)) {
      return 1;
    }
    double blocked = 1; // Erlang's B by its recursion, which does not overflow
    for (int c = 1; c <= servers; c++) {
      blocked = offered * blocked / (c + offered * blocked);
    }
    return blocked / (1 - offered / servers * (1 - blocked));
  }

  /** The mean time from arrival to finish, ms; infinite from the capacity on. */
  public double meanLatencyMs(double ratePerSecond) {
    double room = capacityPerSecond() - ratePerSecond;
    return room > 0
        ? serviceMs + waitProbability(ratePerSecond) / room * 1000
        : Double.POSITIVE_INFINITY;
  }

  /**
   * The quantile of the time from arrival to finish, ms; infinite from the capacity on.
   *
   * @param quantile at least 0 and below 1
   */
  public double latencyQuantileMs(double ratePerSecond, double quantile) {
    if (!(ratePerSecond < capacityPerSecond())) {
      return Double.POSITIVE_INFINITY;
    }
    double waits = waitProbability(ratePerSecond);
    double spare = servers - 1 - ratePerSecond * serviceMs / 1000;
    double low = 0;
    double high = serviceMs;
    while (longerThan(high, waits, spare) > 1 - quantile) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-12 * high) {
      double middle = low + (high - low) / 2;
      if (middle == low || middle == high) {
        break;
      }
      if (longerThan(middle, waits, spare) > 1 - quantile) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The probability of taking longer than a time, with waiting and service both exponential. */
  private double longerThan(double latencyMs, double waits, double spare) {
    double t = latencyMs / serviceMs;
    double waited = Math.abs(spare) < 1e-12 ? t : -StrictMath.expm1(-t * spare) / spare;
    return StrictMath.exp(-t) * (1 + waits * waited);
  }

  /** The operations themselves: their number and their times are by chance. */
  @Override
  public Sensor sensor() {
    return new Sensor(Sensor.Samples.POISSON, Sensor.Tail.EXPONENTIAL);
  }

  @Override
  public double[] eventTimesS() {
    return new double[0];
  }

  @Override
  public List<Event> events() {
    return List.of();
  }

  /** NaN: it depends on the quantile; see {@link #latencyQuantileMs}. */
  @Override
  public double settledLatencyMs(double ratePerSecond, double tS) {
    return Double.NaN;
  }

  /** NaN, as {@link #settledLatencyMs}. */
  @Override
  public double equilibriumRate(double latencyMs, double tS) {
    return Double.NaN;
  }

  /** NaN, as {@link #settledLatencyMs}. */
  @Override
  public double slope(double tS) {
    return Double.NaN;
  }

  @Override
  public double floorMs() {
    return 0;
  }

  /** At capacity its line grows without end. */
  @Override
  public double latencyAtCapacityMs(double tS) {
    return Double.NaN;
  }

  @Override
  public boolean answersAtOnce() {
    return false;
  }

  @Override
  public List<Knob<PlantModel>> knobs() {
    return List.of(
        new Knob<>(
            "servers",
            "",
            Range.log(1, 1_000),
            "How many operations are served at a time.",
            plant -> ((Queueing) plant).servers,
            (plant, value) -> ((Queueing) plant).withServers((int) Math.rint(value))),
        new Knob<>(
            "service-time",
            "ms",
            Range.log(0.1, 60_000),
            "How long serving takes on average.",
            plant -> ((Queueing) plant).serviceMs,
            (plant, value) -> ((Queueing) plant).withServiceMs(value)));
  }

  @Override
  public Plant start(long seed, double quantile) {
    if (!(quantile > 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "quantile must be above 0 and at most 1, was " + quantile + ".");
    }
    return new Running(this, seed, quantile);
  }

  private static final class Running implements Plant {
    private final Arrivals arrivals;
    private final Dice gaps;
    private final Dice services;
    private final double serviceS;
    private final int mostInside;
    private final double quantile;

    /** When each server is free, seconds; a heap whose first is the earliest. */
    private final double[] freeS;

    private final Finishes finishes = new Finishes();
    private double[] windowMs = new double[64];
    private int inWindow;
    private boolean advanced;
    private double gap;
    private double timeS;
    private double latencyMs;

    Running(Queueing model, long seed, double quantile) {
      this.arrivals = model.arrivals;
      this.gaps = Dice.of(seed, 0);
      this.services = Dice.of(seed, 1);
      this.serviceS = model.serviceMs / 1000;
      this.mostInside = MOST_WAITING + model.servers;
      this.quantile = quantile;
      this.freeS = new double[model.servers];
      this.latencyMs = model.serviceMs * -StrictMath.log(1 - Math.min(quantile, HIGHEST_QUANTILE));
      this.gap = nextGap();
    }

    private double nextGap() {
      return arrivals == Arrivals.REGULAR ? 1 : gaps.quickExponential();
    }

    @Override
    public double timeS() {
      return timeS;
    }

    @Override
    public double latencyMs() {
      if (!advanced) {
        return Double.NaN;
      }
      if (inWindow > 0) {
        Arrays.sort(windowMs, 0, inWindow);
        latencyMs = windowMs[Math.max(0, (int) Math.ceil(quantile * inWindow) - 1)];
        inWindow = 0;
      }
      return latencyMs;
    }

    @Override
    public void advance(double tS, double ratePerSecond, Latencies latencies) {
      if (!(tS >= timeS)) {
        throw new IllegalArgumentException(
            "time must not run backwards: " + tS + " s after " + timeS + " s");
      }
      latencyMs(); // what the window before has left, in case this one brings nothing
      advanced = true;
      double rate = Math.min(ratePerSecond, Sensor.MOST_SAMPLES / (tS - timeS));
      double nowS = timeS;
      while (rate > 0) {
        double arrivalS = nowS + gap / rate;
        if (!(arrivalS <= tS)) {
          gap = Math.max(0, gap - (tS - nowS) * rate);
          break;
        }
        nowS = arrivalS;
        gap = nextGap();
        finish(nowS, latencies);
        serve(nowS);
      }
      finish(tS, latencies);
      timeS = tS;
    }

    private void serve(double arrivalS) {
      double lasts = serviceS * services.quickExponential();
      if (finishes.size >= mostInside) {
        return;
      }
      double doneS = Math.max(arrivalS, freeS[0]) + lasts;
      int at = 0;
      while (2 * at + 1 < freeS.length) {
        int child = 2 * at + 1;
        if (child + 1 < freeS.length && freeS[child + 1] < freeS[child]) {
          child++;
        }
        if (freeS[child] >= doneS) {
          break;
        }
        freeS[at] = freeS[child];
        at = child;
      }
      freeS[at] = doneS;
      finishes.add(doneS, Math.min((doneS - arrivalS) * 1000, Double.MAX_VALUE));
    }

    private void finish(double toS, Latencies latencies) {
      while (finishes.size > 0 && finishes.doneS[0] <= toS) {
        double tookMs = finishes.removeFirst();
        latencies.record(tookMs, 1);
        if (inWindow == windowMs.length) {
          windowMs = Arrays.copyOf(windowMs, 2 * windowMs.length);
        }
        windowMs[inWindow++] = tookMs;
      }
    }
  }

  /** Operations inside by when they will be done; a heap. */
  private static final class Finishes {
    private double[] doneS = new double[64];
    private double[] tookMs = new double[64];
    private int size;

    void add(double done, double took) {
      if (size == doneS.length) {
        doneS = Arrays.copyOf(doneS, 2 * size);
        tookMs = Arrays.copyOf(tookMs, 2 * size);
      }
      int at = size++;
      while (at > 0 && doneS[(at - 1) / 2] > done) {
        doneS[at] = doneS[(at - 1) / 2];
        tookMs[at] = tookMs[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      doneS[at] = done;
      tookMs[at] = took;
    }

    double removeFirst() {
      double first = tookMs[0];
      double done = doneS[--size];
      double took = tookMs[size];
      int at = 0;
      while (2 * at + 1 < size) {
        int child = 2 * at + 1;
        if (child + 1 < size && doneS[child + 1] < doneS[child]) {
          child++;
        }
        if (doneS[child] >= done) {
          break;
        }
        doneS[at] = doneS[child];
        tookMs[at] = tookMs[child];
        at = child;
      }
      doneS[at] = done;
      tookMs[at] = took;
      return first;
    }
  }
}
