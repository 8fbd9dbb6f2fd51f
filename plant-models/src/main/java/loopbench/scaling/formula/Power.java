// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * {@code x ** y} as Go's {@code math.Pow} ({@code src/math/pow.go}) computes it, by repeated
 * squaring of the mantissa: it differs from {@link Math#pow} in the last digits from exponents of 3
 * on. With a whole exponent the result is Go's to the bit; with a fraction {@code exp} and {@code
 * log} take part, which are {@link StrictMath}'s here and may differ from Go's in the last digit.
 */
final class Power {
  private static final int FAR_OUT = 1 << 12;

  private Power() {}

  static double of(double x, double y) {
    if (y == 0 || x == 1) {
      return 1;
    }
    if (y == 1) {
      return x;
    }
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return Double.NaN;
    }
    if (x == 0) {
      return ofZero(x, y);
    }
    if (Double.isInfinite(y)) {
      return x == -1 ? 1 : limit(Math.abs(x) < 1 == y > 0);
    }
    if (Double.isInfinite(x)) {
      return x < 0 ? ofZero(-0.0, -y) : limit(y < 0);
    }
    if (y == 0.5) {
      return Math.sqrt(x);
    }
    if (y == -0.5) {
      return 1 / Math.sqrt(x);
    }
    double whole = Math.floor(Math.abs(y));
    double fraction = Math.abs(y) - whole;
    if (fraction != 0 && x < 0) {
      return Double.NaN;
    }
    if (whole >= 0x1p63) {
      return x == -1 ? 1 : limit(Math.abs(x) < 1 == y > 0);
    }
    return finite(x, y, whole, fraction);
  }

  private static double finite(double x, double y, double whole, double fraction) {
    // The answer is mantissa * 2^exponent throughout.
    double mantissa = 1;
    int exponent = 0;
    double times = whole;
    if (fraction != 0) {
      double rest = fraction;
      if (fraction > 0.5) {
        rest--;
        times++;
      }
      mantissa = StrictMath.exp(rest * StrictMath.log(x));
    }
    int squareExponent = exponent(x);
    double square = Math.scalb(x, -squareExponent);
    for (long left = (long) times; left != 0; left >>= 1) {
      if (squareExponent < -FAR_OUT || squareExponent > FAR_OUT) {
        exponent += squareExponent; // over- or underflows whatever follows
        break;
      }
      if ((left & 1) == 1) {
        mantissa *= square;
        exponent += squareExponent;
      }
      square *= square;
      squareExponent <<= 1;
      if (square < 0.5) {
        square += square;
        squareExponent--;
      }
    }
    if (y < 0) {
      mantissa = 1 / mantissa;
      exponent = -exponent;
    }
    return Math.scalb(mantissa, exponent);
  }

  private static double ofZero(double zero, double y) {
    boolean negative = 1 / zero < 0 && odd(y);
    double size = y < 0 ? Double.POSITIVE_INFINITY : 0;
    return negative ? -size : size;
  }

  private static double limit(boolean vanishes) {
    return vanishes ? 0 : Double.POSITIVE_INFINITY;
  }

  private static boolean odd(double y) {
    return Math.abs(y) < 0x1p53 && Math.rint(y) == y && ((long) y & 1) == 1;
  }

  /** The exponent that leaves a mantissa in [0.5, 1), as Go's {@code Frexp}. */
  private static int exponent(double x) {
    return Math.abs(x) < Double.MIN_NORMAL
        ? Math.getExponent(x * 0x1p52) - 51
        : Math.getExponent(x) + 1;
  }
}
