// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import loopbench.flow.Gains;
import loopbench.plant.LinearPlant;

/**
 * The servo and a linear plant as a loop: margins and noise, from the open loop {@code L(z) = G(z)
 * (kp + K / (z - 1) + (kd / dt) f (z - 1) / (z - (1 - f)))}, with K = ki dt, f the derivative's
 * filter (1 where it is off) and G the plant's; from the closed form where there is one.
 *
 * @param gains of the servo
 * @param plant how a window's latency answers
 * @param dtMs time between observations, ms, above 0
 */
public record LinearLoop(Gains gains, LinearPlant plant, double dtMs) {
  private static final int FREQUENCIES = 256;
  private static final double[] COS = new double[FREQUENCIES + 1];
  private static final double[] SIN = new double[FREQUENCIES + 1];
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
  private static final int LONGEST_RESPONSE = 100_000;

  static {
    for (int i = 1; i <= FREQUENCIES; i++) {
      COS[i] = StrictMath.cos(StrictMath.PI * i / FREQUENCIES);
      SIN[i] = StrictMath.sin(StrictMath.PI * i / FREQUENCIES);
    }
  }

  public LinearLoop {
    if (!(dtMs > 0)) {
      throw new IllegalArgumentException("dt must be above 0 ms, was " + dtMs);
    }
  }

  /** With a plant of one slope that answers at once, {@code extraDelayTicks} windows late. */
  public LinearLoop(Gains gains, double slope, double dtMs, int extraDelayTicks) {
    this(gains, LinearPlant.atOnce(slope, extraDelayTicks), dtMs);
  }

  private double integral() {
    return gains.ki() * dtMs;
  }

  private double filter() {
    return gains.derivativeFilter() == 0 ? 1 : gains.derivativeFilter();
  }

  private boolean closedForm() {
    return plant.answersAtOnce() && plant.extraDelayTicks() == 0 && gains.kd() == 0;
  }

  /** Whether it is stable. An integral gain of 0 never arrives and counts as not stable. */
  public boolean stable() {
    return closedForm()
        ? StabilityLimit.stable(gains.kp(), gains.ki(), plant.slope(), dtMs, 0)
        : integral() > 0 && StabilityLimit.insideUnitCircle(characteristic(1));
  }

  /**
   * The factor by which all gains may grow together before it is unstable: below 1 it is unstable
   * now; infinite when no factor is too large.
   */
  public double gainMargin() {
    if (closedForm()) {
      return StabilityLimit.gainMargin(gains.kp(), gains.ki(), plant.slope(), dtMs);
    }
    if (gains.ki() < 0) {
      return 0;
    }
    double stable = 1;
    double unstable = 1;
    if (StabilityLimit.insideUnitCircle(characteristic(1))) {
      while (StabilityLimit.insideUnitCircle(characteristic(unstable))) {
        stable = unstable;
        unstable *= 2;
        if (unstable > 1e9) {
          return Double.POSITIVE_INFINITY;
        }
      }
    } else {
      while (!StabilityLimit.insideUnitCircle(characteristic(stable))) {
        unstable = stable;
        stable /= 2;
        if (stable < 1e-9) {
          return 0;
        }
      }
    }
    for (int i = 0; i < 60; i++) {
      double middle = (stable + unstable) / 2;
      if (StabilityLimit.insideUnitCircle(characteristic(middle))) {
        stable = middle;
      } else {
        unstable = middle;
      }
    }
    return stable;
  }

  /** The closed loop's polynomial, ascending, with all gains times a factor. */
  private double[] characteristic(double factor) {
    double[] open = {-1, 1}; // z - 1
    double[] servo = {factor * (integral() - gains.kp()), factor * gains.kp()};
    if (integral() == 0) { // the integral is then no part of the loop: its z - 1 cancels
      open = new double[] {1};
      servo = new double[] {factor * gains.kp()};
    }
    if (gains.kd() != 0) {
      double[] lag = {-(1 - filter()), 1};
      double derivative = factor * gains.kd() / dtMs * filter();
      double[] difference = {-derivative, derivative};
      servo = sum(product(servo, lag), product(open, difference));
      open = product(open, lag);
    }
    double[] delay = new double[plant.extraDelayTicks() + 2];
    delay[plant.extraDelayTicks() + 1] = 1;
    double slope = plant.slope();
    if (plant.answersAtOnce()) {
      return sum(product(open, delay), product(servo, new double[] {slope}));
    }
    double[] lag = {-plant.pole(), 1};
    double[] answer = {slope * plant.follow(), slope * plant.lead()};
    return sum(product(product(open, delay), lag), product(servo, answer));
  }

  private static double[] product(double[] a, double[] b) {
    double[] product = new double[a.length + b.length - 1];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        product[i + j] += a[i] * b[j];
      }
    }
    return product;
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = new double[Math.max(a.length, b.length)];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = (i < a.length ? a[i] : 0) + (i < b.length ? b[i] : 0);
    }
    return sum;
  }

  /**
   * How many ticks later the sensor could answer before it is unstable, in fractions of a tick; 0
   * when it is unstable now, infinite when no delay matters.
   */
  public double delayMargin() {
    if (!stable()) {
      return 0;
    }
    if (gains.kd() == 0 && plant.answersAtOnce()) {
      // |L| = 1 has one solution in s = |z - 1|^2, whatever the delay.
      double slope = plant.slope();
      double gk = slope * integral();
      double s =
          gk * gk / (1 - slope * slope * (gains.kp() * gains.kp() - gains.kp() * integral()));
      return s == 0 ? Double.POSITIVE_INFINITY : delayAt(StrictMath.acos(1 - s / 2));
    }
    double margin = Double.POSITIVE_INFINITY;
    double before = Double.POSITIVE_INFINITY; // |L| at frequency 0, with an integral in it
    int frequencies = frequencies();
    for (int i = 1; i <= frequencies; i++) {
      double now = magnitude(StrictMath.PI * i / frequencies);
      if (before > 1 != now > 1) {
        double low = StrictMath.PI * (i - 1) / frequencies;
        double high = StrictMath.PI * i / frequencies;
        for (int j = 0; j < 50; j++) {
          double middle = (low + high) / 2;
          if (magnitude(middle) > 1 == before > 1) {
            low = middle;
          } else {
            high = middle;
          }
        }
        margin = Math.min(margin, delayAt(high));
      }
      before = now;
    }
    return margin;
  }

  /** Enough to see each turn that the delay makes L take. */
  private int frequencies() {
    return Math.max(FREQUENCIES, 16 * (plant.extraDelayTicks() + 2));
  }

  private double magnitude(double frequency) {
    double[] open = open(StrictMath.cos(frequency), StrictMath.sin(frequency));
    return Math.sqrt(open[0] * open[0] + open[1] * open[1]);
  }

  /** The delay that turns L at a frequency of magnitude 1 onto -1. */
  private double delayAt(double frequency) {
    double[] open = open(StrictMath.cos(frequency), StrictMath.sin(frequency));
    double phase = StrictMath.PI + StrictMath.atan2(open[1], open[0]);
    return phase / frequency;
  }

  /**
   * The period, in ticks, of the oscillation that sets in when all gains are multiplied by {@link
   * #gainMargin}: where L crosses the negative real axis farthest out. NaN where it never does.
   */
  public double ultimatePeriodTicks() {
    int frequencies = frequencies();
    double farthest = 0;
    double ultimate = Double.NaN;
    double[] before = open(StrictMath.cos(1e-9), StrictMath.sin(1e-9));
    for (int i = 1; i <= frequencies; i++) {
      double high = StrictMath.PI * i / frequencies;
      double[] now = open(StrictMath.cos(high), i == frequencies ? 0 : StrictMath.sin(high));
      if (before[1] > 0 != now[1] > 0 || i == frequencies) {
        double at = i == frequencies && before[1] > 0 == now[1] > 0 ? high : crossing(i, before[1]);
        double re = open(StrictMath.cos(at), at == StrictMath.PI ? 0 : StrictMath.sin(at))[0];
        if (re < farthest) {
          farthest = re;
          ultimate = at;
        }
      }
      before = now;
    }
    return 2 * StrictMath.PI / ultimate;
  }

  /** The frequency in the i-th stretch at which L's imaginary part changes its sign. */
  private double crossing(int i, double imBefore) {
    double low = StrictMath.PI * (i - 1) / frequencies();
    double high = StrictMath.PI * i / frequencies();
    for (int j = 0; j < 50; j++) {
      double middle = (low + high) / 2;
      if (open(StrictMath.cos(middle), StrictMath.sin(middle))[1] > 0 == imBefore > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The largest of 1 / |1 + L| up to the Nyquist frequency; infinite when it is unstable. */
  public double maxSensitivity() {
    if (!stable()) {
      return Double.POSITIVE_INFINITY;
    }
    int worst = 1;
    double least = Double.POSITIVE_INFINITY;
    int frequencies = frequencies();
    for (int i = 1; i <= frequencies; i++) {
      double distance =
          frequencies == FREQUENCIES
              ? distanceFromMinusOne(COS[i], SIN[i])
              : distanceAt(StrictMath.PI * i / frequencies);
      if (distance < least) {
        least = distance;
        worst = i;
      }
    }
    double low = StrictMath.PI * (worst - 1) / frequencies;
    double high = StrictMath.PI * Math.min(worst + 1, frequencies) / frequencies;
    double left = high - GOLDEN * (high - low);
    double right = low + GOLDEN * (high - low);
    double leftDistance = distanceAt(left);
    double rightDistance = distanceAt(right);
    for (int i = 0; i < 12; i++) { // between its neighbours the distance has one minimum
      least = Math.min(least, Math.min(leftDistance, rightDistance));
      if (leftDistance < rightDistance) {
        high = right;
        right = left;
        rightDistance = leftDistance;
        left = high - GOLDEN * (high - low);
        leftDistance = distanceAt(left);
      } else {
        low = left;
        left = right;
        leftDistance = rightDistance;
        right = low + GOLDEN * (high - low);
        rightDistance = distanceAt(right);
      }
    }
    return 1 / Math.sqrt(Math.min(least, Math.min(leftDistance, rightDistance)));
  }

  private double distanceAt(double frequency) {
    return distanceFromMinusOne(StrictMath.cos(frequency), StrictMath.sin(frequency));
  }

  /** |1 + L|^2. */
  private double distanceFromMinusOne(double cos, double sin) {
    if (closedForm()) { // L = g (kp (z - 1) + K) / (z (z - 1)), without an array per frequency
      double slope = plant.slope();
      double re = cos - 1;
      double openRe = cos * re - sin * sin;
      double openIm = cos * sin + sin * re;
      double sumRe = openRe + slope * (gains.kp() * re + integral());
      double sumIm = openIm + slope * gains.kp() * sin;
      return (sumRe * sumRe + sumIm * sumIm) / (openRe * openRe + openIm * openIm);
    }
    double[] open = open(cos, sin);
    return (1 + open[0]) * (1 + open[0]) + open[1] * open[1];
  }

  /** L at z = cos + i sin, as real and imaginary part. */
  private double[] open(double cos, double sin) {
    double re = gains.kp();
    double im = 0;
    if (integral() != 0) {
      double square = (cos - 1) * (cos - 1) + sin * sin;
      re += integral() * (cos - 1) / square;
      im -= integral() * sin / square;
    }
    if (gains.kd() != 0) {
      double lagRe = cos - (1 - filter());
      double lag = lagRe * lagRe + sin * sin;
      double derivative = gains.kd() / dtMs * filter();
      re += derivative * ((cos - 1) * lagRe + sin * sin) / lag;
      im += derivative * (sin * lagRe - (cos - 1) * sin) / lag;
    }
    for (int i = 0; i <= plant.extraDelayTicks(); i++) { // times 1 / z
      double turned = re * cos + im * sin;
      im = im * cos - re * sin;
      re = turned;
    }
    if (!plant.answersAtOnce()) { // times (lead z + follow) / (z - pole)
      double answerRe = plant.lead() * cos + plant.follow();
      double answerIm = plant.lead() * sin;
      double lagRe = cos - plant.pole();
      double lag = lagRe * lagRe + sin * sin;
      double plantRe = (answerRe * lagRe + answerIm * sin) / lag;
      double plantIm = (answerIm * lagRe - answerRe * sin) / lag;
      double turned = re * plantRe - im * plantIm;
      im = im * plantRe + re * plantIm;
      re = turned;
    }
    return new double[] {plant.slope() * re, plant.slope() * im};
  }

  /**
   * The standard deviation of the rate for white noise of deviation 1 ms on the measurement,
   * (1/s)/ms; infinite when the loop is unstable. A proportional loop (ki = 0) has one too.
   */
  public double noiseGain() {
    boolean finite = integral() > 0 ? stable() : integral() == 0 && gainMargin() > 1;
    if (!finite) {
      return Double.POSITIVE_INFINITY;
    }
    if (closedForm()) {
      // u_k = a u_(k-1) + b u_(k-2) - kp n_k + c n_(k-1): Yule-Walker for an ARMA(2, 1).
      double kp = gains.kp();
      double slope = plant.slope();
      if (integral() == 0) { // kp n_k through the proportional loop alone
        return Math.abs(kp) / Math.sqrt(1 - slope * slope * kp * kp);
      }
      double a = 1 - kp * slope;
      double b = -(integral() - kp) * slope;
      double c = -(integral() - kp);
      double squares = kp * kp + c * c;
      double cross = -kp * c;
      double variance =
          (squares + a * cross + a * (1 + b) / (1 - b) * cross)
              / (1 - b * b - a * a * (1 + b) / (1 - b));
      return Math.sqrt(variance);
    }
    return Math.sqrt(responseSquares());
  }

  /** The sum of squares of the rate's response to one unit of noise in one window. */
  private double responseSquares() {
    double[] rates = new double[plant.extraDelayTicks() + 1];
    double sum = 0;
    double integral = 0;
    double derivative = 0;
    double previous = 0;
    double latency = 0;
    double before = 0;
    for (int k = 0; k < LONGEST_RESPONSE; k++) {
      double delayed = rates[k % rates.length];
      latency =
          plant.pole() * latency
              + plant.slope() * (plant.lead() * delayed + plant.follow() * before);
      before = delayed;
      double measured = (k == 0 ? 1 : 0) + latency;
      derivative += filter() * ((previous - measured) / dtMs - derivative);
      previous = measured;
      double rate = -gains.kp() * measured + integral + gains.kd() * derivative;
      integral -= integral() * measured;
      rates[k % rates.length] = rate;
      sum += rate * rate;
    }
    return sum;
  }
}
