// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.List;
import java.util.Map;

/**
 * A PID controller with the derivative on the measurement and the integral clamped to what the
 * output can use.
 *
 * <p>With h the time since the last step, e the error, I the integral and D the filtered slope:
 *
 * <pre>
 *   e = setpoint - measured
 *   u = ff + (kp e + ki I + kd D)            I as it stood before this step
 *   output = u within [min, max]
 *   I = I + e h, then moved so that  min - ff - kp e &lt;= ki I &lt;= max - ff - kp e
 * </pre>
 *
 * <p>Four things in these lines decide how a loop behaves; each looks like a slip and is not.
 *
 * <p><strong>The lag.</strong> The output uses the integral from before the step, and only then is
 * the error added. An error therefore moves the rate in proportion at once and through the integral
 * one step late. Linearised round an equilibrium with plant slope g and K = ki h, that makes the
 * loop z² + (kp g - 1) z + g (K - kp): stable only while g (K - kp) &lt; 1, where the textbook
 * form, integral first, has another limit. It also means that from a standing start the first
 * output is kp e alone, so that the rate a controller starts with is forgotten by its first
 * observation. Whoever does not want that calls {@link #preload}.
 *
 * <p><strong>The sign.</strong> The output rises while the measurement is <em>below</em> the
 * setpoint: measured is a latency and the output a rate. The derivative is minus the slope of the
 * measurement, so kd above 0 damps a rising latency, and a moved setpoint gives no kick. A negative
 * ki works, since what is clamped is the contribution ki I and not I.
 *
 * <p><strong>The clamp.</strong> The integral may only contribute what is left of [min, max] after
 * the proportional part, so a loop held at a bound for an hour leaves it at the first step in which
 * the error turns: at the floor, ki I is at least min - kp e.
 *
 * <p><strong>The pump.</strong> That same lower edge, min - kp e, <em>rises</em> when e is
 * negative. One very late window therefore raises the integral: with kp 1, ki 0.001, min 5, a
 * single sample 65 ms too late leaves ki I at 70, and a next sample exactly on target gives rate
 * 70. With kp 0.05 the same sample leaves 8.25. No linear analysis sees it, and it is what makes a
 * high kp oscillate where the stability limit still promises calm.
 *
 * <p>Two smaller traps are kept as well: the derivative filter takes over <em>that fraction</em> of
 * a new slope (0.001 is slow, 0.999 nearly unfiltered, 0 off); and where there is no slope, in the
 * first step or with h = 0, an unfiltered derivative is 0 and a filtered one decays.
 *
 * <p>Time is in whatever unit the gains are written for; the {@link FlowController} uses
 * milliseconds. Ported from {@code powerServo.js} at 4581842b, in its order of evaluation, which
 * matters for the last bit. Pinned by {@code flow/servo.json} and {@code flow/cold-start.json}.
 */
public final class Servo {
  private static final List<String> OPTIONS =
      List.of(
          "setpoint", "kp", "ki", "kd", "derivativeFilter", "min", "max", "feedforwardGain", "dt");

  private final double kp;
  private final double ki;
  private final double kd;
  private final double filter;
  private final double feedforwardGain;
  private final double defaultDt;
  private double setpoint;
  private double min;
  private double max;

  private double integral;
  private double previous = Double.NaN; // none yet
  private double derivative;
  private double output;
  private double error;
  private boolean saturated;

  private Servo(
      double setpoint,
      Gains gains,
      double min,
      double max,
      double feedforwardGain,
      double defaultDt) {
    if (!(max >= min)) {
      throw Refusal.of(
          "max", "a number, at least min = " + Refusal.number(min), Refusal.number(max));
    }
    this.kp = gains.kp();
    this.ki = gains.ki();
    this.kd = gains.kd();
    this.filter = gains.derivativeFilter();
    this.feedforwardGain = feedforwardGain;
    this.defaultDt = defaultDt;
    this.min = min;
    this.max = max;
    setSetpoint(setpoint);
  }

  /**
   * A servo whose output stays within [min, max], either of which may be infinite.
   *
   * @param setpoint what the measurement is held at, finite
   */
  public Servo(double setpoint, Gains gains, double min, double max) {
    this(setpoint, gains, min, max, 0, 1);
  }

  /**
   * A servo from an options object, read as leniently as the original reads it: a setpoint, gain or
   * filter that is no finite number counts as 0, a dt that is none as 1 and a negative one as 0, a
   * bound that is missing or NaN as no bound.
   *
   * @throws IllegalArgumentException for an unknown name, and for max below min
   */
  public static Servo fromOptions(Map<String, ?> options) {
    Spelling.requireKnown(options.keySet(), OPTIONS);
    return new Servo(
        finite(options.get("setpoint"), 0),
        new Gains(
            finite(options.get("kp"), 0),
            finite(options.get("ki"), 0),
            finite(options.get("kd"), 0),
            finite(options.get("derivativeFilter"), 0)),
        bound(options.get("min"), Double.NEGATIVE_INFINITY),
        bound(options.get("max"), Double.POSITIVE_INFINITY),
        finite(options.get("feedforwardGain"), 0),
        Math.max(0, finite(options.get("dt"), 1)));
  }

  private static double finite(Object value, double otherwise) {
    return value instanceof Number number && Double.isFinite(number.doubleValue())
        ? number.doubleValue()
        : otherwise;
  }

  private static double bound(Object value, double otherwise) {
    return value instanceof Number number && !Double.isNaN(number.doubleValue())
        ? number.doubleValue()
        : otherwise;
  }

  /** One step with the dt of the construction (1 unless an option said otherwise). */
  public double step(double measured) {
    return step(measured, defaultDt, 0);
  }

  /** One step without a disturbance. */
  public double step(double measured, double dt) {
    return step(measured, dt, 0);
  }

  /**
   * Takes one measurement and answers the new output.
   *
   * @param measured finite; anything else throws and touches no state
   * @param dt time since the last step, in the gains' unit; negative, NaN and infinite count as 0
   * @param disturbance a known input to answer before the measurement moves, multiplied by {@code
   *     feedforwardGain}
   * @return the output, within [min, max]
   */
  public double step(double measured, double dt, double disturbance) {
    if (!Double.isFinite(measured)) {
      throw Refusal.of("measured", "a finite number", measured);
    }
    double h = dt > 0 && dt < Double.POSITIVE_INFINITY ? dt : 0;
    double e = setpoint - measured;
    if (kd != 0) {
      double slope = h > 0 && !Double.isNaN(previous) ? (previous - measured) / h : 0;
      derivative = filter == 0 ? slope : derivative + filter * (slope - derivative);
    }
    previous = measured;

    double ff = feedforwardGain != 0 ? feedforwardGain * disturbance : 0;
    double u = ff + (kp * e + ki * integral + kd * derivative);
    double out = u < min ? min : u > max ? max : u;

    if (ki != 0) {
      double grown = integral + e * h;
      double contribution = ki * grown;
      double lowest = min - ff - kp * e;
      double highest = max - ff - kp * e;
      if (contribution < lowest) {
        grown = quotientOrZero(lowest, ki);
      } else if (contribution > highest) {
        grown = quotientOrZero(highest, ki);
      }
      integral = grown;
    }
    output = out;
    error = e;
    // Resting on a bound, not "was clipped": with the integral clamped, a loop pinned at its
    // ceiling computes exactly the ceiling and clips nothing.
    saturated = out == min || out == max;
    return out;
  }

  /** A denormal ki makes the quotient infinite, and ki times that would be NaN for ever. */
  private static double quotientOrZero(double numerator, double denominator) {
    double quotient = numerator / denominator;
    return Double.isFinite(quotient) ? quotient : 0;
  }

  /**
   * Lays up the integral that holds an output when there is no error, so that the next step starts
   * from there. The original has no such thing. Without an integral gain there is nothing to lay
   * up.
   */
  public void preload(double output) {
    integral = ki == 0 ? 0 : quotientOrZero(output, ki);
  }

  /** Forgets what was measured and learned; gains, bounds and setpoint stay. */
  public void reset() {
    integral = 0;
    previous = Double.NaN;
    derivative = 0;
    output = 0;
    error = 0;
    saturated = false;
  }

  /** The same as {@link #reset}: a servo holds nothing to release and stays usable. */
  public void dispose() {
    reset();
  }

  public double setpoint() {
    return setpoint;
  }

  /** Moves the setpoint, which gives no derivative kick; finite. */
  public void setSetpoint(double newSetpoint) {
    Refusal.unless(Double.isFinite(newSetpoint), "setpoint", "a finite number", newSetpoint);
    setpoint = newSetpoint;
  }

  public double min() {
    return min;
  }

  /** Moves the lower bound; at most max, not NaN. */
  public void setMin(double newMin) {
    Refusal.unless(newMin <= max, "min", "a number, at most max = " + Refusal.number(max), newMin);
    min = newMin;
  }

  public double max() {
    return max;
  }

  /** Moves the upper bound; at least min, not NaN. */
  public void setMax(double newMax) {
    Refusal.unless(newMax >= min, "max", "a number, at least min = " + Refusal.number(min), newMax);
    max = newMax;
  }

  /** The last output; 0 before the first step. */
  public double output() {
    return output;
  }

  /** Setpoint minus measurement at the last step. */
  public double error() {
    return error;
  }

  /** The integral, in error times time, after the last step. */
  public double integral() {
    return integral;
  }

  /** Minus the slope of the measurement, filtered; 0 while kd is 0. */
  public double derivative() {
    return derivative;
  }

  /** Whether the last output rests on a bound; false before the first step. */
  public boolean saturated() {
    return saturated;
  }
}
