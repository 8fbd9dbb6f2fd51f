// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Locale;
import java.util.Random;

/**
 * What {@code samples/series/latency-step.csv} holds: 90 seconds of an admission rate and the p99
 * it meets on a plant whose latency is 5 ms + rate / capacity * 90 ms, read with 2 % of noise. The
 * capacity falls from 400/s to 150/s after 30 s; from 36 s on the rate is taken back by 4/s each
 * second until it is 41.7/s, where the p99 is 30 ms again. At 20 s nothing was read (an empty
 * field), at 75 s the window held no request (NaN).
 */
final class LatencyStep {
  private static final long START_S = 1_787_313_600; // 2026-08-21T12:00:00Z

  private LatencyStep() {}

  static String table() {
    Random noise = new Random(42);
    StringBuilder table = new StringBuilder("time,rate [1/s],p99 [ms]\n");
    for (int second = 0; second < 90; second++) {
      double capacity = second < 30 ? 400 : 150;
      double rate = second < 36 ? 111.1 : Math.max(41.7, 111.1 - 4 * (second - 35));
      double p99 = (5 + rate / capacity * 90) * (1 + 0.02 * (2 * noise.nextDouble() - 1));
      String read =
          second == 20 ? "" : second == 75 ? "NaN" : String.format(Locale.ROOT, "%.2f", p99);
      table.append(String.format(Locale.ROOT, "%d,%.1f,%s%n", START_S + second, rate, read));
    }
    return table.toString().replace("\r", "");
  }
}
