// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

/**
 * Where the linear loop stops being stable: the servo {@code u_k = kp e_k + I_(k-1)}, {@code I_k =
 * I_(k-1) + K e_k} with {@code K = ki dt}, on a plant that answers {@code y_k = c + g u_(k-1-d)}.
 * Its characteristic polynomial is {@code z^(d+2) - z^(d+1) + kp g z + (K - kp) g}, and for d = 0
 * Jury's criterion gives: stable iff {@code K > 0}, {@code g (K - kp) < 1} and {@code kp g < 1 + g
 * K / 2}.
 *
 * <p>Bounds, chance and the integral pump are not linear: from about {@code kp g = 1.05} on, one
 * late window throws the real core further than this law knows.
 *
 * <p>Gains as in the core: kp (1/s)/ms, ki (1/s)/ms². g is the plant's slope, ms per (1/s), above
 * 0. {@code delayTicks} is d: ticks by which the sensor answers later than the seed's.
 */
public final class StabilityLimit {
  private static final int BISECTIONS = 80;

  private StabilityLimit() {}

  /** Whether the linear loop is stable. False on the edge itself, and for ki = 0. */
  public static boolean stable(double kp, double ki, double g, double dtMs, int delayTicks) {
    double k = ki * dtMs;
    if (delayTicks == 0) {
      return k > 0 && g * (k - kp) < 1 && kp * g < 1 + g * k / 2;
    }
    return k > 0 && insideUnitCircle(characteristic(kp, k, g, delayTicks));
  }

  /**
   * The ki below which the loop is stable; NaN when no ki makes it so. For d = 0 it is {@code (1/g
   * + kp) / dt}.
   */
  public static double kiLimit(double kp, double g, double dtMs, int delayTicks) {
    if (delayTicks == 0) {
      double k = 1 / g + kp;
      return k > 0 && kiFloor(kp, g, dtMs, 0) < k / dtMs ? k / dtMs : Double.NaN;
    }
    double inside = someStableK(kp, g, delayTicks);
    return Double.isNaN(inside) ? Double.NaN : edge(kp, g, delayTicks, inside, 4 / g) / dtMs;
  }

  /**
   * The ki above which the loop is stable: 0 for modest kp, above 0 where kp alone would ring; NaN
   * when no ki makes the loop stable. For d = 0 it is {@code 2 (kp - 1/g) / dt}.
   */
  public static double kiFloor(double kp, double g, double dtMs, int delayTicks) {
    if (delayTicks == 0) {
      double k = Math.max(0, 2 * (kp - 1 / g));
      return k < 1 / g + kp ? k / dtMs : Double.NaN;
    }
    double inside = someStableK(kp, g, delayTicks);
    return Double.isNaN(inside)
        ? Double.NaN
        : Math.max(0, edge(kp, g, delayTicks, inside, 0) / dtMs);
  }

  /**
   * The kp below which the loop is stable at that ki; NaN when no kp of at least 0 makes it so. For
   * d = 0 it is {@code 1/g + ki dt / 2}.
   */
  public static double kpLimit(double ki, double g, double dtMs, int delayTicks) {
    double k = ki * dtMs;
    if (!(k > 0)) {
      return Double.NaN;
    }
    if (delayTicks == 0) {
      double kp = 1 / g + k / 2;
      return k - 1 / g < kp ? kp : Double.NaN;
    }
    double inside = Double.NaN;
    for (int i = 0; i <= 400; i++) { // stable kp g lie within 0 and 3, whatever the delay
      double kp = 3 / g * i / 400;
      if (stable(kp, ki, g, dtMs, delayTicks)) {
        inside = kp;
      }
    }
    if (Double.isNaN(inside)) {
      return Double.NaN;
    }
    double stable = inside;
    double unstable = 4 / g;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (stable + unstable) / 2;
      if (stable(middle, ki, g, dtMs, delayTicks)) {
        stable = middle;
      } else {
        unstable = middle;
      }
    }
    return stable;
  }

  /** The time between observations, ms, below which those gains are stable (d = 0). */
  public static double dtLimitMs(double kp, double ki, double g) {
    return (1 / g + kp) / ki;
  }

  /** The largest K = ki dt of a pure integral (kp = 0): {@code 2 sin(pi / (2 (2d + 3))) / g}. */
  public static double pureIntegralLimit(double g, int delayTicks) {
    return 2 * StrictMath.sin(StrictMath.PI / (2 * (2 * delayTicks + 3))) / g;
  }

  /**
   * The factor by which kp and ki may grow together before the loop is unstable (d = 0): below 1 it
   * is unstable now, 0 for a ki below 0, and for ki = 0 that of the proportional loop alone.
   */
  public static double gainMargin(double kp, double ki, double g, double dtMs) {
    double k = ki * dtMs;
    if (k < 0) {
      return 0;
    }
    double ringing = k > kp ? 1 / (g * (k - kp)) : Double.POSITIVE_INFINITY;
    double flapping = kp > k / 2 ? 1 / (g * (kp - k / 2)) : Double.POSITIVE_INFINITY;
    return Math.min(ringing, flapping);
  }

  private static double[] characteristic(double kp, double k, double g, int delayTicks) {
    double[] ascending = new double[delayTicks + 3];
    ascending[delayTicks + 2] = 1;
    ascending[delayTicks + 1] = -1;
    ascending[1] += kp * g;
    ascending[0] += (k - kp) * g;
    return ascending;
  }

  private static double someStableK(double kp, double g, int delayTicks) {
    for (int i = 1; i <= 4_000; i++) {
      double k = 4 / g * i * i / 16e6; // denser towards 0, where the band is for a long delay
      if (insideUnitCircle(characteristic(kp, k, g, delayTicks))) {
        return k;
      }
    }
    return Double.NaN;
  }

  private static double edge(double kp, double g, int delayTicks, double inside, double outside) {
    double stable = inside;
    double unstable = outside;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (stable + unstable) / 2;
      if (insideUnitCircle(characteristic(kp, middle, g, delayTicks))) {
        stable = middle;
      } else {
        unstable = middle;
      }
    }
    return stable;
  }

  /** Whether all roots of a polynomial lie inside the unit circle (Schur and Cohn's recursion). */
  static boolean insideUnitCircle(double[] ascending) {
    double[] a = ascending.clone();
    for (int degree = a.length - 1; degree > 0; degree--) {
      double reflection = a[0] / a[degree];
      if (!(Math.abs(reflection) < 1)) {
        return false;
      }
      double[] reduced = new double[degree];
      for (int i = 0; i < degree; i++) {
        reduced[i] = a[i + 1] - reflection * a[degree - 1 - i];
      }
      a = reduced;
    }
    return true;
  }
}
