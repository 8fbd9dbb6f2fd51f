// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

import java.util.Arrays;

/** The instants several series share: milliseconds since the epoch, strictly ascending. */
public final class Clock {
  private final long[] timesMs;

  private Clock(long[] timesMs) {
    this.timesMs = timesMs;
  }

  /** A clock of the given instants, copied. Throws when they do not ascend strictly. */
  public static Clock of(long... timesMs) {
    long[] copy = timesMs.clone();
    for (int i = 1; i < copy.length; i++) {
      if (copy[i] <= copy[i - 1]) {
        throw new IllegalArgumentException(
            "instants must ascend, but number " + i + " is " + copy[i] + " after " + copy[i - 1]);
      }
    }
    return new Clock(copy);
  }

  /** {@code size} instants, {@code stepMs} apart. */
  public static Clock regular(long startMs, long stepMs, int size) {
    if (stepMs <= 0 || size < 0) {
      throw new IllegalArgumentException(
          "step must be above 0 ms and size not below 0, were " + stepMs + " and " + size);
    }
    long[] times = new long[size];
    for (int i = 0; i < size; i++) {
      times[i] = startMs + i * stepMs;
    }
    return new Clock(times);
  }

  public int size() {
    return timesMs.length;
  }

  public long timeMs(int index) {
    return timesMs[index];
  }

  /** The last instant at or before a time: its index, or -1 when the clock starts later. */
  public int indexAt(long timeMs) {
    int found = Arrays.binarySearch(timesMs, timeMs);
    return found >= 0 ? found : -found - 2;
  }

  public long[] timesMs() {
    return timesMs.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Clock that && Arrays.equals(timesMs, that.timesMs);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(timesMs);
  }

  @Override
  public String toString() {
    return timesMs.length == 0
        ? "no instants"
        : timesMs.length + " instants from " + timesMs[0] + " to " + timesMs[timesMs.length - 1];
  }
}
