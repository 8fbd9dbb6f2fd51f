// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.function.DoubleSupplier;

/**
 * Holds a latency quantile at its target by moving the rate at which waiting items are admitted.
 *
 * <table>
 * <caption>What it composes</caption>
 * <tr><td>{@link BoundedQueue}</td><td>{@code submit}, {@code depth}, {@code dropped}</td></tr>
 * <tr><td>{@link Gcra}</td><td>{@code admit}, at the rate the loop sets</td></tr>
 * <tr><td>{@link LatencyHistogram}</td><td>{@code record}, {@code p99}: one window</td></tr>
 * <tr><td>{@link Servo}</td><td>{@code observe}, {@code saturated}</td></tr>
 * </table>
 *
 * <p>Time is an argument. A controller without a clock stands at 0 ms until {@link #admit(double)}
 * or {@link #observe(double, double)} says what time it is.
 *
 * <p>Three traps of the original are kept, because they are its behaviour: the start rate is thrown
 * away by the first observation, even one exactly on target (unless {@code preload}); {@code
 * observe()} without a dt means 1 ms by default; without a maxRate the integral has no ceiling.
 *
 * <p>Composed as the original's public guide describes {@code PowerFlowController}; where the guide
 * is silent, see each method. Pinned by {@code flow/controller.json}, {@code flow/cold-start.json}
 * and the flow loop's vectors.
 *
 * @param <T> what waits for admission
 */
public final class FlowController<T> implements AutoCloseable {
  private final FlowSettings settings;
  private final double quantile;
  private final BoundedQueue<T> queue;
  private final Gcra limiter;
  private final LatencyHistogram latency;
  private final Servo servo;
  private final DoubleSupplier clock;

  private RateListener listener;
  private double nowMs;
  private double rate;
  private long submitted;
  private long admitted;
  private long recorded;
  private long dropped;
  private long observations;
  private long emptyWindows;
  private boolean stepped;
  private boolean closed;

  /** A controller that is told the time. */
  public FlowController(FlowSettings settings) {
    this(settings, null, null);
  }

  /**
   * @param nowMs a clock, ms, read where a call is not told the time; null for none
   * @param listener told each change of the rate, which is nearly every observation; what it throws
   *     is swallowed; null for none
   */
  public FlowController(FlowSettings settings, DoubleSupplier nowMs, RateListener listener) {
    this.settings = settings;
    this.quantile = settings.quantile();
    this.queue = new BoundedQueue<>(settings.queueCapacity());
    this.rate = settings.rate().start();
    this.limiter = new Gcra(rate, settings.burst());
    this.latency = new LatencyHistogram(settings.relativeAccuracy());
    this.servo =
        new Servo(
            settings.targetP99Ms(), settings.gains(), settings.rate().min(), settings.rate().max());
    this.clock = nowMs;
    this.listener = listener;
    preload();
  }

  private void preload() {
    if (settings.preload()) {
      servo.preload(rate);
    }
  }

  /**
   * Offers an item to the queue; never asks the limiter.
   *
   * @return false when the queue is full (counted as dropped) or the controller disposed of
   */
  public boolean submit(T item) {
    if (closed) {
      return false;
    }
    if (!queue.offer(item)) {
      dropped++;
      return false;
    }
    submitted++;
    return true;
  }

  /** Admits at the clock's time; see {@link #admit(double)}. */
  public T admit() {
    return admit(now());
  }

  /**
   * Takes the oldest waiting item if the limiter admits one now.
   *
   * @return null when nothing waits, which costs no budget, and when the limiter refuses
   */
  public T admit(double nowMs) {
    this.nowMs = nowMs;
    if (queue.isEmpty() || !limiter.tryConsume(nowMs)) {
      return null;
    }
    admitted++;
    return queue.poll();
  }

  /**
   * Records one latency into the window.
   *
   * @param ms finite and at least 0. The original's histogram takes infinity and its next
   *     observation then throws; here it is refused. A refused value is not counted.
   */
  public void record(double ms) {
    refuseInfinity(ms);
    if (!closed) {
      latency.record(ms);
      recorded++;
    }
  }

  /** Records a latency {@code count} times, exactly as that many single calls would. */
  public void record(double ms, int count) {
    refuseInfinity(ms);
    if (!closed) {
      latency.record(ms, count);
      recorded += count;
    }
  }

  private static void refuseInfinity(double ms) {
    if (ms == Double.POSITIVE_INFINITY) {
      throw Refusal.of("latency", "a finite number of milliseconds, at least 0", ms);
    }
  }

  /** Observes with the dt of the settings, <strong>1 ms</strong> unless they say otherwise. */
  public double observe() {
    return observe(settings.dtMs(), now());
  }

  /** Observes at the clock's time; see {@link #observe(double, double)}. */
  public double observe(double dtMs) {
    return observe(dtMs, now());
  }

  /**
   * Closes the window: its quantile moves the servo, and the servo's output becomes the rate.
   *
   * <p>An empty window measures nothing, so the rate is held, the servo does not step, and {@code
   * emptyWindows} counts it; that dt is lost. (Taking it for 0 ms would drive an idle service to
   * its ceiling.)
   *
   * @param dtMs time since the last observation; negative, NaN and infinite count as 0
   * @param nowMs the time at which a changed rate comes into force at the limiter
   * @return the rate now in force, operations per second
   */
  public double observe(double dtMs, double nowMs) {
    this.nowMs = nowMs;
    if (closed) {
      return rate;
    }
    double measured = latency.percentile(quantile);
    if (Double.isNaN(measured)) {
      emptyWindows++;
      return rate;
    }
    latency.reset();
    double next = servo.step(measured, dtMs);
    stepped = true;
    observations++;
    if (next != rate) {
      double old = rate;
      rate = next;
      limiter.setRate(next, nowMs);
      if (listener != null) {
        tell(next, old);
      }
    }
    return next;
  }

  private void tell(double newRate, double oldRate) {
    try {
      listener.rateChanged(newRate, oldRate);
    } catch (RuntimeException ignored) {
      // The rate has moved already; a listener that throws must not freeze the loop.
    }
  }

  /**
   * Back to the start: the queue, the window, what was learned and all counters. No listener is
   * told. A controller disposed of stays so.
   */
  public void reset() {
    queue.clear();
    latency.reset();
    servo.reset();
    limiter.reset();
    rate = settings.rate().start();
    limiter.setRate(rate, nowMs);
    preload();
    submitted = 0;
    admitted = 0;
    recorded = 0;
    dropped = 0;
    observations = 0;
    emptyWindows = 0;
    stepped = false;
  }

  /** The same as {@link #reset}. */
  public void clear() {
    reset();
  }

  /**
   * Resets, and takes no more work: {@code submit} answers false, {@code admit} null, {@code
   * observe} the rate, {@code record} does nothing. May be called again.
   */
  public void dispose() {
    reset();
    closed = true;
    listener = null;
  }

  /** The same as {@link #dispose}, for try-with-resources. */
  @Override
  public void close() {
    dispose();
  }

  public FlowSettings settings() {
    return settings;
  }

  /** The rate in force, operations per second. */
  public double rate() {
    return rate;
  }

  public double minRate() {
    return settings.rate().min();
  }

  public double maxRate() {
    return settings.rate().max();
  }

  /** The latency to hold, ms. */
  public double targetP99() {
    return settings.targetP99Ms();
  }

  public double quantile() {
    return quantile;
  }

  /** How many items wait. */
  public int depth() {
    return queue.size();
  }

  public int queueCapacity() {
    return queue.capacity();
  }

  public long submitted() {
    return submitted;
  }

  public long admitted() {
    return admitted;
  }

  public long recorded() {
    return recorded;
  }

  public long dropped() {
    return dropped;
  }

  public long observations() {
    return observations;
  }

  /** How often {@code observe} found an empty window and held the rate. */
  public long emptyWindows() {
    return emptyWindows;
  }

  /** The quantile of the current, partial window, ms; NaN when it is empty. */
  public double p99() {
    return latency.percentile(quantile);
  }

  /** Whether the rate rests on a bound; false before the first observation. */
  public boolean saturated() {
    return servo.saturated();
  }

  /** Whether the last observation left the rate at its floor. */
  public boolean atFloor() {
    return stepped && rate == settings.rate().min();
  }

  /** Whether the last observation left the rate at its ceiling. */
  public boolean atCeiling() {
    return stepped && rate == settings.rate().max();
  }

  /** The time, ms: the clock's, or without one the last that was told. */
  public double now() {
    return clock == null ? nowMs : clock.getAsDouble();
  }

  /** The limiter, live. */
  public Gcra limiter() {
    return limiter;
  }

  /** The servo, live: its setpoint and bounds may be moved. */
  public Servo servo() {
    return servo;
  }

  /** The current window, live. */
  public LatencyHistogram latency() {
    return latency;
  }

  /** The queue, live. */
  public BoundedQueue<T> queue() {
    return queue;
  }

  public FlowStats stats() {
    return new FlowStats(
        rate,
        minRate(),
        maxRate(),
        targetP99(),
        quantile,
        depth(),
        queueCapacity(),
        submitted,
        admitted,
        recorded,
        dropped,
        observations,
        p99(),
        saturated(),
        emptyWindows);
  }
}
