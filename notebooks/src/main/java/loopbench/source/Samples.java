// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.Arrays;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Reading;
import loopbench.series.Series;

/** The samples of one series while they are being read, in ascending time. */
final class Samples {
  private final Labels labels;
  private long[] timesMs = new long[16];
  private double[] values = new double[16];
  private Reading[] readings = new Reading[16];
  private int size;

  Samples(Labels labels) {
    this.labels = labels;
  }

  /** Takes a sample; false, and nothing taken, when it is not later than the one before. */
  boolean add(long timeMs, double value, Reading reading) {
    if (size > 0 && timeMs <= timesMs[size - 1]) {
      return false;
    }
    if (size == timesMs.length) {
      int more = size + (size >> 1);
      timesMs = Arrays.copyOf(timesMs, more);
      values = Arrays.copyOf(values, more);
      readings = Arrays.copyOf(readings, more);
    }
    timesMs[size] = timeMs;
    values[size] = value;
    readings[size++] = reading;
    return true;
  }

  boolean add(long timeMs, double value) {
    return add(timeMs, value, Reading.VALUE);
  }

  /** Takes all samples of another; false when they do not follow these. */
  boolean addAll(Samples later) {
    for (int i = 0; i < later.size; i++) {
      if (!add(later.timesMs[i], later.values[i], later.readings[i])) {
        return false;
      }
    }
    return true;
  }

  Labels labels() {
    return labels;
  }

  int size() {
    return size;
  }

  long timeMs(int index) {
    return timesMs[index];
  }

  /** How a series is called when nobody gave it a name. */
  String ownName() {
    return labels.byName().isEmpty() ? "value" : labels.toString();
  }

  Series series(String name) {
    return Series.of(
        name,
        labels,
        Clock.of(Arrays.copyOf(timesMs, size)),
        Arrays.copyOf(values, size),
        Arrays.copyOf(readings, size));
  }
}
