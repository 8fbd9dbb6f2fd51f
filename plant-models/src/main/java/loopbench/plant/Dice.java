// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * Chance from a seed, the same on every machine and JDK: SplitMix64 (Steele, Lea, Flood 2014) and
 * {@link StrictMath}. The JDK's own generators promise less about what they return.
 */
public final class Dice {
  private static final double MULTIPLICATION_LIMIT = 500;
  private static final double NORMAL_FROM = 5_000;

  private long state;

  public Dice(long seed) {
    state = seed;
  }

  /**
   * Other dice from the same seed, one for each purpose: what is drawn for one purpose then does
   * not depend on how often another one draws.
   */
  public static Dice of(long seed, int purpose) {
    Dice mixed = new Dice(seed + purpose * 0xD1B54A32D192ED03L);
    return new Dice(mixed.next());
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Uniform in [0, 1). */
  public double uniform() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** Exponential with mean 1: at least 0 and finite. */
  public double exponential() {
    return -StrictMath.log(1 - uniform());
  }

  /**
   * Exponential with mean 1 from tables: other numbers than {@link #exponential} gives, and several
   * times as fast, for what is drawn once a request.
   */
  public double quickExponential() {
    return Ziggurat.exponential(this);
  }

  /** Normal with mean 0 and variance 1, from tables. */
  public double normal() {
    return Ziggurat.normal(this);
  }

  /**
   * Gamma with mean 1. (Marsaglia, Tsang 2000, A simple method for generating gamma variables.)
   *
   * @param shape above 0; 1 is the exponential, and the coefficient of variation is its inverse
   *     root
   */
  public double gamma(double shape) {
    if (shape < 1) {
      double boost = StrictMath.pow(1 - uniform(), 1 / shape);
      return gamma(shape + 1) * (shape + 1) / shape * boost;
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = normal();
      double v = 1 + c * x;
      if (v <= 0) {
        continue;
      }
      v = v * v * v;
      double u = 1 - uniform();
      if (u < 1 - 0.0331 * (x * x) * (x * x)
          || StrictMath.log(u) < 0.5 * x * x + d * (1 - v + StrictMath.log(v))) {
        return d * v / shape;
      }
    }
  }

  /** How many arrive when {@code mean} are expected; at most {@code most}. */
  public int poisson(double mean, int most) {
    if (!(mean > 0)) {
      return 0;
    }
    if (mean >= NORMAL_FROM) {
      // Skewness below 0.015: the normal is as good, and costs two draws instead of thousands.
      double normal =
          StrictMath.sqrt(2 * exponential()) * StrictMath.cos(2 * StrictMath.PI * uniform());
      return (int) Math.max(0, Math.min(most, Math.rint(mean + Math.sqrt(mean) * normal)));
    }
    // Knuth's product of uniforms, in pieces whose exponential does not underflow.
    int count = 0;
    for (double left = mean; left > 0; left -= MULTIPLICATION_LIMIT) {
      double limit = StrictMath.exp(-Math.min(left, MULTIPLICATION_LIMIT));
      for (double product = uniform(); product > limit; product *= uniform()) {
        count++;
      }
    }
    return Math.min(count, most);
  }
}
