// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * Chance from a seed, the same on every machine and JDK: SplitMix64 (Steele, Lea, Flood 2014) and
 * {@link StrictMath}. The JDK's own generators promise less about what they return.
 */
final class Dice {
  private static final double MULTIPLICATION_LIMIT = 500;
  private static final double NORMAL_FROM = 5_000;

  private long state;

  Dice(long seed) {
    state = seed;
  }

  private long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Uniform in [0, 1). */
  double uniform() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** Exponential with mean 1: at least 0 and finite. */
  double exponential() {
    return -StrictMath.log(1 - uniform());
  }

  /** How many arrive when {@code mean} are expected; at most {@code most}. */
  int poisson(double mean, int most) {
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
