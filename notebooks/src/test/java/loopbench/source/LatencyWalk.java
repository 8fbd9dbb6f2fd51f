// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Locale;
import java.util.Random;

/**
 * What {@code samples/series/latency-walk.csv} holds: ten minutes of an admission rate that is
 * moved by hand every 15 to 30 seconds, between 30/s and 90/s, and of the p99 it meets. Three
 * seconds after a rate the latency begins to go where it belongs, 8 ms + 0.4 ms for each 1/s, with
 * a lag of 5 s; it is read with a scatter of 0.6 ms. From 250 s to 260 s nothing was read.
 */
final class LatencyWalk {
  private static final long START_S = 1_787_320_800; // 2026-08-21T14:00:00Z
  private static final int LENGTH_S = 600;
  private static final int DEAD_S = 3;
  private static final double KEPT = StrictMath.exp(-1 / 5.0);

  private LatencyWalk() {}

  static String table() {
    Random random = new Random(42);
    double[] rate = new double[LENGTH_S];
    double held = 60;
    int next = 20;
    for (int second = 0; second < LENGTH_S; second++) {
      if (second == next) {
        held = Math.rint(30 + 60 * random.nextDouble());
        next += 15 + random.nextInt(16);
      }
      rate[second] = held;
    }
    double above = 0.4 * rate[0];
    StringBuilder table = new StringBuilder("time,rate [1/s],p99 [ms]\n");
    for (int second = 0; second < LENGTH_S; second++) {
      above = KEPT * above + (1 - KEPT) * 0.4 * rate[Math.max(0, second - DEAD_S)];
      double p99 = 8 + above + 0.6 * random.nextGaussian();
      String read = second >= 250 && second <= 260 ? "" : String.format(Locale.ROOT, "%.2f", p99);
      table.append(
          String.format(Locale.ROOT, "%d,%.1f,%s\n", START_S + second, rate[second], read));
    }
    return table.toString();
  }
}
