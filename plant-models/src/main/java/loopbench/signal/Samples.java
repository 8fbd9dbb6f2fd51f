// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.Arrays;

/**
 * What the functions over a range make of one series' samples within it (Prometheus,
 * promql/functions.go): {@code extrapolatedRate}, {@code instantValue} and the {@code _over_time}
 * family.
 */
final class Samples {
  private static final double NEAR = 1.1;

  private long[] timesMs = new long[16];
  private double[] values = new double[16];
  int count;

  /** Reads the samples in (fromMs, toMs] that are no staleness markers. */
  void read(Scrapes.Line line, long fromMs, long toMs) {
    count = 0;
    int first = line.at(toMs);
    while (first >= 0 && line.timeMs(first) > fromMs) {
      first--;
    }
    int end = line.at(toMs);
    for (int i = first + 1; i <= end; i++) {
      if (!line.stale(i)) {
        if (count == timesMs.length) {
          timesMs = Arrays.copyOf(timesMs, 2 * count);
          values = Arrays.copyOf(values, 2 * count);
        }
        timesMs[count] = line.timeMs(i);
        values[count++] = line.value(i);
      }
    }
  }

  /** Whether a function has a result. */
  boolean enough(String function) {
    return switch (function) {
      case "rate", "increase", "delta", "irate" -> count >= 2;
      default -> count >= 1;
    };
  }

  double apply(String function, long fromMs, long toMs) {
    return switch (function) {
      case "rate" -> extrapolated(fromMs, toMs, true, (toMs - fromMs) / 1000.0);
      case "increase" -> extrapolated(fromMs, toMs, true, 1);
      case "delta" -> extrapolated(fromMs, toMs, false, 1);
      case "irate" -> instant();
      case "avg_over_time" -> average();
      case "sum_over_time" -> {
        Sum sum = new Sum();
        for (int i = 0; i < count; i++) {
          sum.add(values[i]);
        }
        yield sum.total();
      }
      case "max_over_time" -> extreme(1);
      case "min_over_time" -> extreme(-1);
      case "count_over_time" -> count;
      case "last_over_time" -> values[count - 1];
      case "present_over_time" -> 1;
      default -> throw new IllegalStateException(function);
    };
  }

  private double extrapolated(long fromMs, long toMs, boolean counter, double perS) {
    double result = values[count - 1] - values[0];
    if (counter) {
      for (int i = 1; i < count; i++) {
        result += values[i] < values[i - 1] ? values[i - 1] : 0;
      }
    }
    double toStart = (timesMs[0] - fromMs) / 1000.0;
    double toEnd = (toMs - timesMs[count - 1]) / 1000.0;
    double sampled = (timesMs[count - 1] - timesMs[0]) / 1000.0;
    double between = sampled / (count - 1);
    if (toStart >= between * NEAR) {
      toStart = between / 2;
    }
    if (counter) {
      // A counter is not below 0: it cannot have begun before it was 0.
      double toZero = result > 0 && values[0] >= 0 ? sampled * (values[0] / result) : toStart;
      toStart = Math.min(toStart, toZero);
    }
    if (toEnd >= between * NEAR) {
      toEnd = between / 2;
    }
    return result * ((sampled + toStart + toEnd) / sampled / perS);
  }

  private double instant() {
    double before = values[count - 2];
    double last = values[count - 1];
    double moved = last < before ? last : last - before;
    return moved / ((timesMs[count - 1] - timesMs[count - 2]) / 1000.0);
  }

  private double average() {
    Sum sum = new Sum();
    for (int i = 0; i < count; i++) {
      sum.add(values[i]);
    }
    return sum.over(count);
  }

  private double extreme(int sign) {
    double extreme = values[0];
    for (int i = 1; i < count; i++) {
      extreme = Double.isNaN(extreme) || sign * values[i] > sign * extreme ? values[i] : extreme;
    }
    return extreme;
  }

  /** Neumaier's sum ({@code kahanSumInc}). */
  static final class Sum {
    private double sum;
    private double rest;

    void add(double value) {
      double next = sum + value;
      if (Double.isInfinite(next)) {
        rest = 0;
      } else if (Math.abs(sum) >= Math.abs(value)) {
        rest += (sum - next) + value;
      } else {
        rest += (value - next) + sum;
      }
      sum = next;
    }

    double total() {
      return sum + rest;
    }

    double over(int count) {
      return sum / count + rest / count;
    }
  }
}
