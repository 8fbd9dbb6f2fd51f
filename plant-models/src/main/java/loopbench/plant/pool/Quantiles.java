// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import java.util.Arrays;

/**
 * Quantiles of many positive numbers in bounded memory. Each power of two is cut into 128 equal
 * parts, so that a quantile is off by at most 0.4 % of itself; numbers below 2^-20 (a microsecond)
 * count as 0, those above 2^20 as 2^20. The largest and the smallest are exact.
 */
public final class Quantiles {
  private static final int PARTS_BITS = 7;
  private static final int SHIFT = 52 - PARTS_BITS;
  private static final int LOWEST = -20;
  private static final int HIGHEST = 20;
  private static final long FIRST = (long) (1023 + LOWEST) << PARTS_BITS;
  private static final int CELLS = (HIGHEST - LOWEST) << PARTS_BITS;
  private static final double MOST = 0x1p20;

  private final long[] cells = new long[CELLS + 1];
  private long below;
  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double sum;

  /** Takes a number, at least 0; NaN is left out. */
  public void add(double value) {
    if (Double.isNaN(value)) {
      return;
    }
    count++;
    sum += value;
    least = Math.min(least, value);
    most = Math.max(most, value);
    long cell = (Double.doubleToRawLongBits(Math.min(value, MOST)) >>> SHIFT) - FIRST;
    if (cell < 0) {
      below++;
    } else {
      cells[(int) cell]++;
    }
  }

  /** Forgets all. */
  public void reset() {
    Arrays.fill(cells, 0);
    below = 0;
    count = 0;
    least = Double.POSITIVE_INFINITY;
    most = Double.NEGATIVE_INFINITY;
    sum = 0;
  }

  public long count() {
    return count;
  }

  /** NaN when there are none. */
  public double mean() {
    return count == 0 ? Double.NaN : sum / count;
  }

  /** NaN when there are none. */
  public double max() {
    return count == 0 ? Double.NaN : most;
  }

  /**
   * The smallest number that at least a share q of all do not exceed; NaN when there are none.
   *
   * @param q 0 to 1
   */
  public double quantile(double q) {
    if (count == 0) {
      return Double.NaN;
    }
    long rank = Math.max(1, (long) Math.ceil(q * count));
    if (rank >= count) {
      return most;
    }
    long seen = below;
    if (rank <= seen) {
      return Math.max(0, least);
    }
    int cell = 0;
    for (seen += cells[0]; seen < rank; seen += cells[cell]) {
      cell++;
    }
    double from = Double.longBitsToDouble((FIRST + cell) << SHIFT);
    double to = Double.longBitsToDouble((FIRST + cell + 1) << SHIFT);
    return Math.max(least, Math.min(most, (from + to) / 2));
  }
}
