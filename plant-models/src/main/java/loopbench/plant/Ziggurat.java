// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * Draws from tables of equal areas (Marsaglia, Tsang 2000, The ziggurat method). Layer and abscissa
 * come from separate bits of one 64-bit word (Doornik 2005). The tables are made with {@link
 * StrictMath}, so that they are the same everywhere.
 */
final class Ziggurat {
  private static final int LAYERS = 256;

  private static final double EXPONENTIAL_TAIL = 7.69711747013104972;
  private static final double NORMAL_TAIL = 3.6541528853610088;

  /** The area of a layer, the lowest with its tail. */
  private static final double EXPONENTIAL_AREA = 0.0039496598225815571993;

  private static final double NORMAL_AREA = 0.00492867323399;

  private static final double[] EXPONENTIAL_X = new double[LAYERS + 1];
  private static final double[] EXPONENTIAL_F = new double[LAYERS + 1];
  private static final double[] NORMAL_X = new double[LAYERS + 1];
  private static final double[] NORMAL_F = new double[LAYERS + 1];

  static {
    EXPONENTIAL_X[0] = EXPONENTIAL_AREA / StrictMath.exp(-EXPONENTIAL_TAIL);
    EXPONENTIAL_X[1] = EXPONENTIAL_TAIL;
    NORMAL_X[0] = NORMAL_AREA / bell(NORMAL_TAIL);
    NORMAL_X[1] = NORMAL_TAIL;
    for (int i = 2; i < LAYERS; i++) {
      double x = EXPONENTIAL_X[i - 1];
      EXPONENTIAL_X[i] = -StrictMath.log(EXPONENTIAL_AREA / x + StrictMath.exp(-x));
      double z = NORMAL_X[i - 1];
      NORMAL_X[i] = Math.sqrt(-2 * StrictMath.log(NORMAL_AREA / z + bell(z)));
    }
    for (int i = 0; i <= LAYERS; i++) {
      EXPONENTIAL_F[i] = StrictMath.exp(-EXPONENTIAL_X[i]);
      NORMAL_F[i] = bell(NORMAL_X[i]);
    }
  }

  private Ziggurat() {}

  private static double bell(double x) {
    return StrictMath.exp(-x * x / 2);
  }

  static double exponential(Dice dice) {
    while (true) {
      long bits = dice.next();
      int layer = (int) bits & 255;
      double x = (bits >>> 11) * 0x1p-53 * EXPONENTIAL_X[layer];
      if (x < EXPONENTIAL_X[layer + 1]) {
        return x;
      }
      if (layer == 0) {
        return EXPONENTIAL_TAIL + dice.exponential();
      }
      double below = EXPONENTIAL_F[layer];
      if (below + (EXPONENTIAL_F[layer + 1] - below) * dice.uniform() < StrictMath.exp(-x)) {
        return x;
      }
    }
  }

  static double normal(Dice dice) {
    while (true) {
      long bits = dice.next();
      int layer = (int) bits & 255;
      double x = (bits >>> 11) * 0x1p-53 * NORMAL_X[layer];
      boolean negative = (bits & 256) != 0;
      if (x < NORMAL_X[layer + 1]) {
        return negative ? -x : x;
      }
      if (layer == 0) {
        double beyond;
        do {
          beyond = dice.exponential() / NORMAL_TAIL;
        } while (2 * dice.exponential() < beyond * beyond);
        return negative ? -NORMAL_TAIL - beyond : NORMAL_TAIL + beyond;
      }
      double below = NORMAL_F[layer];
      if (below + (NORMAL_F[layer + 1] - below) * dice.uniform() < bell(x)) {
        return negative ? -x : x;
      }
    }
  }
}
