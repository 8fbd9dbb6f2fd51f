// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

import java.util.Arrays;

/**
 * One named series on a clock. At each instant there is a number, NaN, a staleness marker or
 * nothing; the four stay apart. Immutable.
 */
public final class Series {
  private final String name;
  private final Labels labels;
  private final Clock clock;
  private final double[] values;
  private final Reading[] readings;

  private Series(String name, Labels labels, Clock clock, double[] values, Reading[] readings) {
    this.name = name;
    this.labels = labels;
    this.clock = clock;
    this.values = values;
    this.readings = readings;
  }

  /**
   * A series from values and what they are, both as long as the clock. A value counts only where
   * the reading is {@link Reading#VALUE}.
   */
  public static Series of(
      String name, Labels labels, Clock clock, double[] values, Reading[] readings) {
    if (values.length != clock.size() || readings.length != clock.size()) {
      throw new IllegalArgumentException(
          name
              + " needs "
              + clock.size()
              + " values and readings, got "
              + values.length
              + " and "
              + readings.length);
    }
    double[] numbers = values.clone();
    Reading[] kinds = readings.clone();
    for (int i = 0; i < numbers.length; i++) {
      if (kinds[i] == Reading.VALUE && Double.isNaN(numbers[i])) {
        kinds[i] = Reading.NAN;
      }
      if (kinds[i] != Reading.VALUE) {
        numbers[i] = Double.NaN;
      }
    }
    return new Series(name, labels, clock, numbers, kinds);
  }

  /** A series with a number (or NaN) at every instant. */
  public static Series of(String name, Clock clock, double... values) {
    Reading[] readings = new Reading[values.length];
    Arrays.fill(readings, Reading.VALUE);
    return of(name, Labels.NONE, clock, values, readings);
  }

  public String name() {
    return name;
  }

  public Labels labels() {
    return labels;
  }

  public Clock clock() {
    return clock;
  }

  public int size() {
    return values.length;
  }

  public Reading reading(int index) {
    return readings[index];
  }

  /** The number at an instant; NaN wherever the reading is not {@link Reading#VALUE}. */
  public double value(int index) {
    return values[index];
  }

  /** The numbers, NaN wherever there is none; a copy. For drawing, not for deciding. */
  public double[] values() {
    return values.clone();
  }

  public long count(Reading reading) {
    return Arrays.stream(readings).filter(r -> r == reading).count();
  }

  /**
   * This series on another clock, by holding: at each instant stands the latest sample in {@code
   * (instant - maxAgeMs, instant]}, whatever it is but absent, and nothing where there is none.
   * With the other clock's step as {@code maxAgeMs} each sample is used by at most one instant of
   * it; with 1 ms only equal instants meet.
   */
  public Series onto(Clock other, long maxAgeMs) {
    if (maxAgeMs < 1) {
      throw new IllegalArgumentException("maxAgeMs must be 1 or more, was " + maxAgeMs);
    }
    double[] numbers = new double[other.size()];
    Reading[] kinds = new Reading[other.size()];
    int next = 0;
    int latest = -1;
    for (int i = 0; i < numbers.length; i++) {
      long now = other.timeMs(i);
      for (; next < values.length && clock.timeMs(next) <= now; next++) {
        if (readings[next] != Reading.ABSENT) {
          latest = next;
        }
      }
      boolean held = latest >= 0 && now - clock.timeMs(latest) < maxAgeMs;
      numbers[i] = held ? values[latest] : Double.NaN;
      kinds[i] = held ? readings[latest] : Reading.ABSENT;
    }
    return new Series(name, labels, other, numbers, kinds);
  }

  public Series named(String newName) {
    return new Series(newName, labels, clock, values, readings);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Series that
        && name.equals(that.name)
        && labels.equals(that.labels)
        && clock.equals(that.clock)
        && Arrays.equals(values, that.values)
        && Arrays.equals(readings, that.readings);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return name + " " + labels + ", " + clock;
  }
}
