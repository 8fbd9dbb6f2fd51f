// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many there are at each bucket index: a dense window over the indices in use, since latencies
 * lie within a few hundred buckets; a sorted map once they span more than the window may hold.
 */
final class Buckets {
  private static final int SMALLEST_WINDOW = 64;
  private static final int LARGEST_WINDOW = 1 << 16;
  private static final long[] NO_WINDOW = {};

  interface Visitor {
    void bucket(long index, long count);
  }

  private long[] window = NO_WINDOW;
  private long base; // the index of window[0]
  private int lowest = Integer.MAX_VALUE; // positions in the window that may hold something
  private int highest = -1;
  private TreeMap<Long, Long> sparse; // instead of the window; the window is then empty
  private long total;

  void add(long index, long count) {
    total += count;
    long position = index - base;
    if (position < 0 || position >= window.length) {
      position = makeRoom(index);
      if (position < 0) {
        sparse.merge(index, count, Long::sum);
        return;
      }
    }
    int at = (int) position;
    window[at] += count;
    if (at < lowest) {
      lowest = at;
    }
    if (at > highest) {
      highest = at;
    }
  }

  /** The position of an index outside the window, or -1 when the map holds it. */
  private long makeRoom(long index) {
    if (sparse != null) {
      return -1;
    }
    if (highest < 0) {
      if (window.length == 0) {
        window = new long[SMALLEST_WINDOW];
      }
      base = index - window.length / 2;
      return index - base;
    }
    long from = Math.min(index, base + lowest);
    long span = Math.max(index, base + highest) - from + 1;
    if (span < 0 || span > LARGEST_WINDOW) {
      TreeMap<Long, Long> map = new TreeMap<>();
      forEach(map::put);
      long all = total;
      clear();
      total = all;
      window = NO_WINDOW;
      sparse = map;
      return -1;
    }
    int length = Math.max(window.length, Integer.highestOneBit((int) span) * 2);
    long newBase = from - (length - span) / 2;
    long[] larger = new long[length];
    int shifted = (int) (base + lowest - newBase);
    System.arraycopy(window, lowest, larger, shifted, highest - lowest + 1);
    highest += shifted - lowest;
    lowest = shifted;
    base = newBase;
    window = larger;
    return index - base;
  }

  /** How many there are in all buckets. */
  long total() {
    return total;
  }

  /**
   * The lowest index up to which, with {@code below} more beneath all buckets, there are at least
   * {@code target}. Asked only where there are that many. Walks from the top, which is where the
   * quantiles of interest lie.
   */
  long reaching(double target, long below) {
    long cumulative = below + total;
    if (sparse != null) {
      for (Map.Entry<Long, Long> entry : sparse.descendingMap().entrySet()) {
        cumulative -= entry.getValue();
        if (cumulative < target) {
          return entry.getKey();
        }
      }
      return sparse.firstKey();
    }
    int at = highest;
    while (at > lowest && cumulative - window[at] >= target) {
      cumulative -= window[at];
      at--;
    }
    return base + at;
  }

  /** Visits the occupied buckets in ascending order. */
  void forEach(Visitor visitor) {
    if (sparse != null) {
      sparse.forEach(visitor::bucket);
      return;
    }
    for (int at = lowest; at <= highest; at++) {
      if (window[at] != 0) {
        visitor.bucket(base + at, window[at]);
      }
    }
  }

  void clear() {
    if (highest >= 0) {
      Arrays.fill(window, lowest, highest + 1, 0);
    }
    lowest = Integer.MAX_VALUE;
    highest = -1;
    sparse = null;
    total = 0;
  }
}
