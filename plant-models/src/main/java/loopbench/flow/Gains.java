// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

/**
 * How the servo answers a latency error. All finite; a negative gain reverses the action.
 *
 * @param kp proportional gain, (1/s) per ms of error
 * @param ki integral gain, (1/s) per ms of error per ms of time
 * @param kd derivative gain, (1/s) per (ms of latency per ms of time); above 0 it damps a rise
 * @param derivativeFilter how much of a new slope the derivative takes over: 0 switches the filter
 *     off, 0.001 follows very slowly, 0.999 nearly at once. (The original's text says the opposite;
 *     this is what it does.) Clamped to [0, 0.999], as the original clamps it.
 */
public record Gains(double kp, double ki, double kd, double derivativeFilter) {
  /** The largest filter there is; 1 would be the unfiltered slope by another path. */
  public static final double MAX_DERIVATIVE_FILTER = 0.999;

  /** The original's defaults. */
  public static final Gains DEFAULT = new Gains(0.05, 0.001, 0, 0);

  /** Refuses, by its option name, what is not a finite number. */
  public Gains {
    kp = finite("kp", kp);
    ki = finite("ki", ki);
    kd = finite("kd", kd);
    derivativeFilter = finite("derivativeFilter", derivativeFilter);
    derivativeFilter = Math.min(Math.max(derivativeFilter, 0), MAX_DERIVATIVE_FILTER);
  }

  public Gains withKp(double newKp) {
    return new Gains(newKp, ki, kd, derivativeFilter);
  }

  public Gains withKi(double newKi) {
    return new Gains(kp, newKi, kd, derivativeFilter);
  }

  public Gains withKd(double newKd) {
    return new Gains(kp, ki, newKd, derivativeFilter);
  }

  public Gains withDerivativeFilter(double newDerivativeFilter) {
    return new Gains(kp, ki, kd, newDerivativeFilter);
  }

  private static double finite(String name, double value) {
    Refusal.unless(Double.isFinite(value), name, "a finite number", value);
    return value + 0.0; // no minus zero: it would be another record and print as 0
  }
}
