// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;

/**
 * Admits at a sustained rate with a burst tolerance; remembers only the theoretical arrival time
 * (TAT) of the next conforming operation.
 *
 * <pre>
 *   interval = per / rate,   tolerance = burst interval
 *   remaining = tolerance - (max(now, TAT) - now)
 *   n operations are admitted iff n &lt;= 0                        when remaining &lt; 0
 *                                     floor(burst) + 1         when remaining &gt;= tolerance
 *                                     floor(remaining / interval) + 1     otherwise
 *   and then TAT = max(now, TAT) + n interval
 * </pre>
 *
 * <p>From idle, burst b admits floor(b) + 1 back to back. These are the original's expressions;
 * algebraically equal ones differ in the last bit and admit differently. Ported from {@code
 * powerGCRA.js} at 4581842b; pinned by {@code flow/gcra.json}.
 *
 * <p>A clock that steps back admits nothing until it has passed the old TAT, and a forward jump
 * admits at most floor(burst) + 1. The original cannot change its rate; {@link #setRate} keeps the
 * debt in operations, see there.
 *
 * <p>Times are milliseconds on whatever clock the caller has, and an argument of each call.
 */
public final class Gcra {
  private static final List<String> OPTIONS =
      List.of("rate", "per", "burst", "observability", "now", "onError");
  private static final double NO_HISTORY = Double.NEGATIVE_INFINITY;

  private final double perMs;
  private final double burst;
  private final double ceiling;
  private final DoubleConsumer onBackwardClock;
  private double rate;
  private double interval;
  private double tolerance;
  private double tat = NO_HISTORY;
  private double lastNow = Double.NEGATIVE_INFINITY;

  /** A limiter of operations per second. */
  public Gcra(double ratePerSecond, double burst) {
    this(ratePerSecond, 1000, burst, null);
  }

  /**
   * @param rate operations per {@code perMs}, finite and above 0
   * @param perMs the unit of the rate, ms, finite and at least 1
   * @param burst operations beyond the first that idle time may save up, finite and at least 0
   * @param onBackwardClock told each consuming call's time that lies before the call's before it;
   *     may be null, and what it throws is swallowed
   */
  public Gcra(double rate, double perMs, double burst, DoubleConsumer onBackwardClock) {
    Refusal.unless(perMs >= 1 && Double.isFinite(perMs), "per", "finite and at least 1 ms", perMs);
    Refusal.unless(burst >= 0 && Double.isFinite(burst), "burst", "finite and at least 0", burst);
    this.perMs = perMs;
    this.burst = burst;
    this.ceiling = Math.floor(burst) + 1;
    this.onBackwardClock = onBackwardClock;
    space(rate);
  }

  /**
   * A limiter from an options object, by the original's names. {@code onError} is used when it is a
   * {@link DoubleConsumer}, as the original uses a function and ignores the rest; {@code
   * observability} is left aside.
   *
   * @throws IllegalArgumentException for an unknown name, a value out of range, and for {@code
   *     now}, since every call here is told the time
   */
  public static Gcra fromOptions(Map<String, ?> options) {
    Spelling.requireKnown(options.keySet(), OPTIONS);
    if (options.get("now") instanceof DoubleSupplier) {
      throw new IllegalArgumentException("now is not needed: every call here is told the time.");
    }
    if (options.get("now") != null) {
      throw Refusal.of("now", "a function", options.get("now"));
    }
    return new Gcra(
        number(options, "rate", Double.NaN),
        number(options, "per", 1000),
        number(options, "burst", 0),
        options.get("onError") instanceof DoubleConsumer listener ? listener : null);
  }

  private static double number(Map<String, ?> options, String name, double otherwise) {
    Object value = options.get(name);
    if (value != null && !(value instanceof Number)) {
      throw Refusal.of(name, "a number", value);
    }
    return value == null ? otherwise : ((Number) value).doubleValue();
  }

  private void space(double newRate) {
    Refusal.unless(newRate > 0 && Double.isFinite(newRate), "rate", "finite and above 0", newRate);
    rate = newRate;
    interval = perMs / newRate;
    tolerance = burst * interval;
  }

  /** Takes one operation if it conforms. */
  public boolean tryConsume(double nowMs) {
    double from = read(nowMs);
    // covers >= 1 iff remaining >= 0: no division on the path that every admission takes.
    if (!(tolerance - (from - nowMs) >= 0)) {
      return false;
    }
    tat = from + interval;
    return true;
  }

  /**
   * Takes a batch whole or not at all.
   *
   * @param n operations, finite; a fraction is dropped, below 1 is true and takes nothing
   */
  public boolean tryConsume(double n, double nowMs) {
    double count = count(n);
    if (count == 0) {
      return true;
    }
    double from = read(nowMs);
    if (covers(from, nowMs) < count) {
      return false;
    }
    tat = from + count * interval;
    return true;
  }

  /**
   * Takes a batch, or says when it would be admitted.
   *
   * @return {@link Double#NaN} when it was taken, else the instant, ms, on the caller's clock. That
   *     instant is no promise for more than {@link #largestBatch} operations, which never conform.
   */
  public double tryReserve(double n, double nowMs) {
    return tryConsume(n, nowMs) ? Double.NaN : nowMs + Math.max(waitMs(count(n), nowMs), 0);
  }

  /**
   * Takes a batch, or says how long to wait.
   *
   * @return {@link Double#NaN} when it was taken, else {@link #retryAfter}
   */
  public double take(double n, double nowMs) {
    return tryConsume(n, nowMs) ? Double.NaN : retryAfter(n, nowMs);
  }

  /**
   * Milliseconds until a batch conforms, 0 when it does now. Takes nothing.
   *
   * @throws IllegalArgumentException for more than {@link #largestBatch} operations, which no wait
   *     admits
   */
  public double retryAfter(double n, double nowMs) {
    double count = count(n);
    if (count == 0) {
      return 0;
    }
    if (count > ceiling) {
      throw Refusal.of(
          "n",
          "at most "
              + Refusal.number(ceiling)
              + ", the most that burst "
              + Refusal.number(burst)
              + " ever admits at once",
          Refusal.number(n));
    }
    double wait = waitMs(count, nowMs);
    return wait <= 0 ? 0 : wait;
  }

  /** How many operations conform now; takes none. */
  public double available(double nowMs) {
    return covers(arrival(nowMs), nowMs);
  }

  /** Whether one operation conforms now. */
  public boolean hasCapacity(double nowMs) {
    return available(nowMs) > 0;
  }

  /** The most operations that ever conform at once: floor(burst) + 1. */
  public double largestBatch() {
    return ceiling;
  }

  /**
   * Changes the rate and keeps the debt in <em>operations</em>: what the TAT is ahead of now
   * shrinks or grows with the interval. Keeping the TAT instead would hold a limiter that spent a
   * burst at 5/s shut for seconds after a rise to 800/s; forgetting it would hand out a burst at
   * each change, and a controller changes the rate at nearly every tick.
   *
   * @param newRate operations per {@link #perMs}, finite and above 0
   */
  public void setRate(double newRate, double nowMs) {
    double before = interval;
    space(newRate);
    if (tat > nowMs) {
      tat = nowMs + (tat - nowMs) * (interval / before);
    }
  }

  /** Forgets the history, as if nothing had ever been admitted; the last reading is kept. */
  public void reset() {
    tat = NO_HISTORY;
  }

  /** The same as {@link #reset}. */
  public void clear() {
    reset();
  }

  /** The same as {@link #reset}: a limiter holds nothing to release and stays usable. */
  public void dispose() {
    reset();
  }

  public double rate() {
    return rate;
  }

  public double perMs() {
    return perMs;
  }

  public double burst() {
    return burst;
  }

  /** Milliseconds between operations at the sustained rate. */
  public double emissionIntervalMs() {
    return interval;
  }

  /** How far ahead of now the TAT may run, ms. */
  public double delayToleranceMs() {
    return tolerance;
  }

  /** The theoretical arrival time, ms; {@link Double#NEGATIVE_INFINITY} without a history. */
  public double tatMs() {
    return tat;
  }

  private double read(double nowMs) {
    if (!(nowMs >= lastNow)) {
      readBackward(nowMs);
    }
    lastNow = nowMs;
    return arrival(nowMs);
  }

  private void readBackward(double nowMs) {
    if (Double.isNaN(nowMs)) {
      throw Refusal.of("now", "a number of milliseconds", nowMs);
    }
    if (onBackwardClock != null) {
      try {
        onBackwardClock.accept(nowMs);
      } catch (RuntimeException ignored) {
        // A listener must not turn an answer into an exception.
      }
    }
  }

  /** No history is minus infinity, so the maximum is now. */
  private double arrival(double nowMs) {
    return tat > nowMs ? tat : nowMs;
  }

  private double covers(double from, double nowMs) {
    double remaining = tolerance - (from - nowMs);
    if (remaining < 0) {
      return 0;
    }
    return remaining >= tolerance ? ceiling : Math.floor(remaining / interval) + 1;
  }

  private double waitMs(double count, double nowMs) {
    return (count - 1) * interval - (tolerance - (arrival(nowMs) - nowMs));
  }

  private static double count(double n) {
    Refusal.unless(Double.isFinite(n), "n", "a finite number of operations", n);
    return Math.max(0, Math.floor(n));
  }
}
