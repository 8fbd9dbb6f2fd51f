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
