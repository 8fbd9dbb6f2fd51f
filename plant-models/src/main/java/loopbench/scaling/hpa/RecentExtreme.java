// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * The largest (or smallest) of the recommendations that are younger than a window, and when it was
 * made; of equal ones the youngest.
 *
 * <p>Upstream keeps a list and walks it at each sync. Here a recommendation is dropped as soon as a
 * younger one is at least as extreme, since from then on it can never decide; what is left is
 * ordered by time and by value, so the extreme is always the first. The answers are the list's (a
 * test compares them), as long as time does not go back and the window stays the same.
 */
final class RecentExtreme {
  private final int sign;
  private final long windowMs;
  private long[] madeMs = new long[16];
  private int[] signed = new int[16];
  private int first;
  private int size;

  private RecentExtreme(int sign, long windowMs) {
    this.sign = sign;
    this.windowMs = windowMs;
  }

  /** The largest recommendation of an age below {@code windowMs}. */
  static RecentExtreme largest(long windowMs) {
    return new RecentExtreme(1, windowMs);
  }

  /** The smallest recommendation of an age below {@code windowMs}. */
  static RecentExtreme smallest(long windowMs) {
    return new RecentExtreme(-1, windowMs);
  }

  /** Remembers a recommendation; {@code nowMs} is not below that of any before it. */
  void record(long nowMs, int replicas) {
    int value = sign * replicas;
    int mask = signed.length - 1;
    while (size > 0 && nowMs - madeMs[first] >= windowMs) {
      first = first + 1 & mask;
      size--;
    }
    while (size > 0 && signed[first + size - 1 & mask] <= value) {
      size--;
    }
    if (size == signed.length) {
      grow();
      mask = signed.length - 1;
    }
    int last = first + size & mask;
    madeMs[last] = nowMs;
    signed[last] = value;
    size++;
  }

  /** The extreme as of the last recording, that one included whatever the window. */
  int replicas() {
    return sign * signed[first];
  }

  /** When it was recommended. */
  long madeMs() {
    return madeMs[first];
  }

  void clear() {
    first = 0;
    size = 0;
  }

  private void grow() {
    int capacity = signed.length;
    long[] times = new long[2 * capacity];
    int[] values = new int[2 * capacity];
    for (int i = 0; i < size; i++) {
      times[i] = madeMs[first + i & capacity - 1];
      values[i] = signed[first + i & capacity - 1];
    }
    madeMs = times;
    signed = values;
    first = 0;
  }
}
