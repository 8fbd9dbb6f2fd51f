// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where an axis is labelled.
 *
 * @param ticks inside the axis's range, ascending
 * @param unit stands once after the last label, may be empty
 */
record Ticks(List<Tick> ticks, String unit) {

  /** A place on an axis; a minor tick has no label. */
  record Tick(double value, String label) {}

  private static final double[] CLOCK_STEPS_S = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
    172800, 604800
  };
  private static final DateTimeFormatter HOUR_MINUTE =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter WITH_SECONDS =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);

  /**
   * Multiples of 1, 2 or 5 times a power of ten, no closer than the span over {@code most} (at
   * least 1).
   */
  static Ticks linear(double from, double to, double most) {
    double span = to - from;
    if (!(span > 0)) {
      return new Ticks(List.of(new Tick(from, Numbers.brief(from))), "");
    }
    double step = step(span / Math.max(1, most));
    return multiples(from, to, step, 1, "");
  }

  /** The smallest 1, 2 or 5 times a power of ten that is not below. */
  static double step(double atLeast) {
    int exponent = Numbers.exponent(atLeast);
    double power = power10(exponent);
    for (double digit : new double[] {1, 2, 5}) {
      if (digit * power >= atLeast * (1 - 1e-9)) {
        return digit * power;
      }
    }
    return 10 * power;
  }

  private static double power10(int exponent) {
    return Double.parseDouble("1e" + exponent);
  }

  private static Ticks multiples(double from, double to, double step, double unitS, String unit) {
    List<Tick> ticks = new ArrayList<>();
    double slack = 1e-9 * (to - from);
    double first = Math.ceil((from - slack) / step);
    double last = Math.floor((to + slack) / step);
    boolean powers =
        Math.max(Math.abs(first), Math.abs(last)) * step / unitS >= 1e7 || step / unitS < 1e-5;
    for (double k = first; k <= last && ticks.size() < 1000; k++) {
      double value = k * step;
      ticks.add(new Tick(value, Numbers.tick(value / unitS, step / unitS, powers)));
    }
    return new Ticks(ticks, unit);
  }

  /**
   * @param pixels length of the axis
   * @param width how wide a label will be, pixels
   */
  static Ticks time(
      TimeAxis axis, double pixels, java.util.function.ToDoubleFunction<String> width) {
    return axis.clock() ? clock(axis, pixels, width) : seconds(axis, pixels, width);
  }

  private static Ticks seconds(
      TimeAxis axis, double pixels, java.util.function.ToDoubleFunction<String> width) {
    double span = axis.toS() - axis.fromS();
    if (!(span > 0)) {
      return new Ticks(List.of(new Tick(axis.fromS(), Numbers.brief(axis.fromS()))), "s");
    }
    double unitS = unitS(axis);
    String unit = unitS == 3600 ? "h" : unitS == 60 ? "min" : "s";
    double step = step(span / unitS / Math.max(1, pixels / 48)) * unitS;
    while (true) {
      Ticks ticks = multiples(axis.fromS(), axis.toS(), step, unitS, unit);
      double widest = 0;
      for (Tick tick : ticks.ticks) {
        widest = Math.max(widest, width.applyAsDouble(tick.label));
      }
      if (ticks.ticks.size() <= 1 || step / span * pixels >= widest + 20) {
        return ticks;
      }
      step = step(step / unitS * 1.5) * unitS;
    }
  }

  /**
   * Of the axis below lines.
   *
   * @param pixels length of the axis
   * @param width how wide a label will be, pixels
   */
  static Ticks along(
      LineAxis axis, double pixels, java.util.function.ToDoubleFunction<String> width) {
    if (axis instanceof TimeAxis time) {
      return time(time, pixels, width);
    }
    MapAxis knob = (MapAxis) axis;
    List<Tick> ticks = new ArrayList<>();
    if (knob.zeroRow()) {
      ticks.add(new Tick(0, "0"));
    }
    ticks.addAll(of(knob, pixels));
    return new Ticks(ticks, "");
  }

  /** Of a knob's values but for the zero row: each of a few, round ones of many. */
  static List<Tick> of(MapAxis axis, double pixels) {
    int first = axis.zeroRow() ? 1 : 0;
    double[] values = axis.values();
    int n = values.length - first;
    if (axis.spacing() == MapAxis.Spacing.LIST || n <= 12) {
      List<Tick> each = new ArrayList<>();
      for (int i = first; i < values.length; i++) {
        each.add(new Tick(values[i], Numbers.significant(values[i], 4)));
      }
      return each;
    }
    double from = values[first];
    double to = values[values.length - 1];
    return axis.spacing() == MapAxis.Spacing.LOG
        ? log(from, to).ticks()
        : linear(from, to, Math.max(2, (int) (pixels / 60))).ticks();
  }

  /** A place on an axis for people: {@code 47 s}, {@code lambda 0.35}, {@code target 30 ms}. */
  static String words(LineAxis axis, double value) {
    if (axis instanceof TimeAxis time) {
      return timeWords(time, value);
    }
    MapAxis knob = (MapAxis) axis;
    return (knob.name().isBlank() ? "" : knob.name() + " ") + place(knob, value);
  }

  /** A knob's value with its unit. */
  static String place(MapAxis axis, double value) {
    return Numbers.significant(value, 4) + (axis.unit().isEmpty() ? "" : " " + axis.unit());
  }

  /** Seconds, minutes or hours: whatever keeps the labels short. */
  static double unitS(TimeAxis axis) {
    double reach = Math.max(Math.abs(axis.fromS()), Math.abs(axis.toS()));
    return reach > 4 * 3600 ? 3600 : reach > 1200 ? 60 : 1;
  }

  private static Ticks clock(
      TimeAxis axis, double pixels, java.util.function.ToDoubleFunction<String> width) {
    double span = axis.toS() - axis.fromS();
    double start = axis.startEpochS();
    double most = Math.max(1, pixels / (width.applyAsDouble("00:00") + 28));
    double step = CLOCK_STEPS_S[CLOCK_STEPS_S.length - 1];
    for (double candidate : CLOCK_STEPS_S) {
      double room = candidate < 60 ? most * 0.8 : most;
      if (span / candidate <= room) {
        step = candidate;
        break;
      }
    }
    while (span / step > most) {
      step *= 2;
    }
    List<Tick> ticks = new ArrayList<>();
    double first = Math.ceil((start + axis.fromS() - 1e-6) / step);
    double last = Math.floor((start + axis.toS() + 1e-6) / step);
    for (double k = first; k <= last; k++) {
      ZonedDateTime at = utc(k * step);
      boolean midnight = at.toLocalTime().toSecondOfDay() == 0;
      boolean day = step >= 86400 || (midnight && span > 86400);
      ticks.add(
          new Tick(
              k * step - start, at.format(day ? DAY : step < 60 ? WITH_SECONDS : HOUR_MINUTE)));
    }
    return new Ticks(ticks, "UTC");
  }

  /**
   * A time for people, finer than the axis's ticks: {@code 47 s}, {@code 12 min 30 s}, {@code
   * 08:41:30}.
   */
  static String timeWords(TimeAxis axis, double timeS) {
    if (axis.clock()) {
      double span = axis.toS() - axis.fromS();
      double second = Math.rint(axis.startEpochS() + timeS);
      String day = span > 86400 ? utc(second).format(DAY) + " " : "";
      return day + utc(second).format(second % 60 == 0 ? HOUR_MINUTE : WITH_SECONDS);
    }
    double unitS = unitS(axis);
    if (unitS == 1) {
      return Numbers.significant(timeS, Math.abs(timeS) >= 100 ? 4 : 3) + " s";
    }
    long seconds = Math.round(timeS);
    String sign = seconds < 0 ? "−" : "";
    long rest = Math.abs(seconds);
    if (unitS == 60) {
      return sign + rest / 60 + " min" + (rest % 60 == 0 ? "" : " " + rest % 60 + " s");
    }
    long minutes = rest / 60 % 60;
    return sign + rest / 3600 + " h" + (minutes == 0 ? "" : " " + minutes + " min");
  }

  private static ZonedDateTime utc(double epochS) {
    return Instant.ofEpochSecond((long) epochS).atZone(ZoneOffset.UTC);
  }

  /** Decades with labels and the steps between them without; 1, 2, 5 where decades are too few. */
  static Ticks log(double from, double to) {
    int low = (int) Math.ceil(StrictMath.log10(from) - 1e-9);
    int high = (int) Math.floor(StrictMath.log10(to) + 1e-9);
    boolean few = high - low < 1;
    boolean plain = from >= 0.99e-3 && to < 1.01e4;
    List<Tick> ticks = new ArrayList<>();
    for (int e = low - 1; e <= high; e++) {
      for (int digit = 1; digit <= 9; digit++) {
        double value = Double.parseDouble(digit + "e" + e);
        if (value < from * (1 - 1e-9) || value > to * (1 + 1e-9)) {
          continue;
        }
        boolean named = digit == 1 || (few && (digit == 2 || digit == 5));
        String label = !named ? "" : plain || few ? Numbers.brief(value) : Numbers.power(e);
        ticks.add(new Tick(value, label));
      }
    }
    return new Ticks(ticks, "");
  }
}
