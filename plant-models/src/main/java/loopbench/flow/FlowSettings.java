// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.List;
import java.util.Map;
import loopbench.knob.Knob;
import loopbench.knob.Range;

/**
 * Everything a {@link FlowController} is told at its construction, under the original's option
 * names in messages and knobs.
 *
 * @param rate where the rate starts and between what it moves, operations per second; the options
 *     {@code rate}, {@code minRate}, {@code maxRate}
 * @param burst operations beyond the first that idle time may save up, at least 0, fractions
 *     allowed: burst b admits floor(b) + 1 back to back
 * @param targetP99Ms the latency quantile to hold, ms, finite and above 0; the option {@code
 *     targetP99}
 * @param quantile which quantile of a window is measured, above 0 and at most 1. (The original
 *     takes 99 for 0.99 as well, and 1 for the maximum; a percentage is refused here.)
 * @param queueCapacity items that may wait, a whole number, at least 1
 * @param gains the servo's gains
 * @param dtMs the time between two observations, ms, where {@code observe()} is called without one;
 *     the option {@code dt}. <strong>The original's default is 1 ms</strong>, and a loop that
 *     observes every second without saying so integrates a thousand times too slowly.
 * @param relativeAccuracy of the histogram's quantiles, between 0 and 1, both excluded
 * @param preload whether the integral starts at the start rate, so that the first observation does
 *     not throw the start rate away; not known to the original, off by default
 */
public record FlowSettings(
    RateBounds rate,
    double burst,
    double targetP99Ms,
    double quantile,
    int queueCapacity,
    Gains gains,
    double dtMs,
    double relativeAccuracy,
    boolean preload) {

  /** The most items a queue may hold: the largest ring of a power of two that Java can index. */
  public static final int MAX_QUEUE_CAPACITY = 1 << 30;

  /** What a controller's options may be called: the original's names, and {@code preload}. */
  public static final List<String> OPTIONS =
      List.of(
          "rate",
          "minRate",
          "maxRate",
          "burst",
          "targetP99",
          "quantile",
          "queueCapacity",
          "kp",
          "ki",
          "kd",
          "derivativeFilter",
          "dt",
          "relativeAccuracy",
          "onRateChange",
          "now",
          "observability",
          "preload");

  /**
   * The numbers an operator may turn, named as the options. Turned with {@code with}, {@code
   * queueCapacity} is rounded to a whole number, so that a slider may pass over fractions; a rate
   * outside its bounds is refused.
   */
  public static final List<Knob<FlowSettings>> KNOBS =
      List.of(
          new Knob<>(
              "rate",
              "1/s",
              Range.log(0.1, 10_000),
              "The rate until the first observation; without preload that observation drops it.",
              s -> s.rate.start(),
              FlowSettings::withRate),
          new Knob<>(
              "minRate",
              "1/s",
              Range.log(0.01, 1_000),
              "The floor: what is admitted however late the answers are.",
              s -> s.rate.min(),
              FlowSettings::withMinRate),
          new Knob<>(
              "maxRate",
              "1/s",
              Range.log(1, 100_000),
              "The ceiling: what is admitted at most, and where the integral stops growing.",
              s -> s.rate.max(),
              FlowSettings::withMaxRate),
          new Knob<>(
              "burst",
              "",
              Range.linear(0, 100),
              "How many operations beyond the first an idle limiter admits at once.",
              FlowSettings::burst,
              FlowSettings::withBurst),
          new Knob<>(
              "targetP99",
              "ms",
              Range.log(1, 10_000),
              "The latency to hold: the rate falls while the window's quantile is above it.",
              FlowSettings::targetP99Ms,
              FlowSettings::withTargetP99Ms),
          new Knob<>(
              "quantile",
              "",
              Range.linear(0.5, 1),
              "Which quantile of a window is held; in a small window a high one is the maximum.",
              FlowSettings::quantile,
              FlowSettings::withQuantile),
          new Knob<>(
              "queueCapacity",
              "",
              Range.log(1, 100_000),
              "How many items may wait; the newest is dropped beyond that.",
              FlowSettings::queueCapacity,
              (s, v) -> s.withQueueCapacity((int) Math.round(v))),
          new Knob<>(
              "kp",
              "(1/s)/ms",
              Range.log(0.001, 5).withZero(),
              "How far the rate moves at once for each ms of error; high values oscillate.",
              s -> s.gains.kp(),
              FlowSettings::withKp),
          new Knob<>(
              "ki",
              "(1/s)/ms²",
              Range.log(1e-5, 0.1).withZero(),
              "How fast a lasting error moves the rate; at 0 the rate never arrives.",
              s -> s.gains.ki(),
              FlowSettings::withKi),
          new Knob<>(
              "kd",
              "1/s",
              Range.log(1, 10_000).withZero(),
              "How much a rising latency lowers the rate; noise comes through with it.",
              s -> s.gains.kd(),
              FlowSettings::withKd),
          new Knob<>(
              "derivativeFilter",
              "",
              Range.linear(0, Gains.MAX_DERIVATIVE_FILTER),
              "How much of each new slope is taken over: low is smooth and slow, 0 is no filter.",
              s -> s.gains.derivativeFilter(),
              FlowSettings::withDerivativeFilter),
          new Knob<>(
              "dt",
              "ms",
              Range.log(1, 60_000),
              "The time between two observations; the integral grows by ki times it.",
              FlowSettings::dtMs,
              FlowSettings::withDtMs),
          new Knob<>(
              "relativeAccuracy",
              "",
              Range.log(0.0001, 0.5),
              "How far a quantile may be off, as a fraction of itself.",
              FlowSettings::relativeAccuracy,
              FlowSettings::withRelativeAccuracy));

  /** Refuses, by its option name, what is out of range. */
  public FlowSettings {
    if (rate == null || gains == null) {
      throw new IllegalArgumentException("rate and gains are required, one was null.");
    }
    Refusal.unless(burst >= 0 && Double.isFinite(burst), "burst", "finite and at least 0", burst);
    if (!Double.isFinite(burst * (1000 / rate.min()))) {
      throw Refusal.of(
          "burst",
          "so small that saving it up at minRate = "
              + Refusal.number(rate.min())
              + " takes a finite time",
          Refusal.number(burst));
    }
    burst += 0.0; // no minus zero: it would be another record and print as 0
    Refusal.unless(
        targetP99Ms > 0 && Double.isFinite(targetP99Ms),
        "targetP99",
        "a finite number of milliseconds above 0",
        targetP99Ms);
    Refusal.unless(
        quantile > 0 && quantile <= 1,
        "quantile",
        "a fraction above 0 and at most 1 (0.99, not 99)",
        quantile);
    Refusal.unless(
        queueCapacity >= 1 && queueCapacity <= MAX_QUEUE_CAPACITY,
        "queueCapacity",
        "a whole number from 1 to " + MAX_QUEUE_CAPACITY,
        queueCapacity);
    Refusal.unless(
        dtMs >= 0 && Double.isFinite(dtMs),
        "dt",
        "a finite number of milliseconds, at least 0",
        dtMs);
    dtMs += 0.0;
    Refusal.unless(
        relativeAccuracy > 0 && relativeAccuracy < 1 && 1 + relativeAccuracy > 1 - relativeAccuracy,
        "relativeAccuracy",
        "above 0 and below 1",
        relativeAccuracy);
  }

  /**
   * The original's defaults: no ceiling, burst 0, 50 ms at the 0.99 quantile, 100 waiting, kp 0.05,
   * ki 0.001, kd 0, no filter, dt 1 ms, accuracy 0.01, no preload.
   */
  public static FlowSettings of(double ratePerSecond, double minRatePerSecond) {
    return new FlowSettings(
        new RateBounds(ratePerSecond, minRatePerSecond, Double.POSITIVE_INFINITY),
        0,
        50,
        0.99,
        100,
        Gains.DEFAULT,
        1,
        0.01,
        false);
  }

  /**
   * Settings from an options object, by the names in {@link #OPTIONS}; {@code rate} and {@code
   * minRate} are required. {@code onRateChange}, {@code now} and {@code observability} are known
   * and left aside: they are no settings, but arguments of the controller.
   *
   * @throws IllegalArgumentException in one sentence, for an unknown name (with the nearest known
   *     one), a missing option, a value of another type or out of range
   */
  public static FlowSettings fromOptions(Map<String, ?> options) {
    Spelling.requireKnown(options.keySet(), OPTIONS);
    Options read = new Options(options);
    return new FlowSettings(
        new RateBounds(
            read.required("rate"),
            read.required("minRate"),
            read.number("maxRate", Double.POSITIVE_INFINITY)),
        read.number("burst", 0),
        read.number("targetP99", 50),
        read.number("quantile", 0.99),
        read.whole("queueCapacity", 100),
        new Gains(
            read.number("kp", Gains.DEFAULT.kp()),
            read.number("ki", Gains.DEFAULT.ki()),
            read.number("kd", Gains.DEFAULT.kd()),
            read.number("derivativeFilter", Gains.DEFAULT.derivativeFilter())),
        read.number("dt", 1),
        read.number("relativeAccuracy", 0.01),
        read.flag("preload", false));
  }

  private record Options(Map<String, ?> values) {
    double required(String name) {
      if (!values.containsKey(name)) {
        throw new IllegalArgumentException(
            name + " is required: a finite number of operations per second above 0.");
      }
      return number(name, Double.NaN);
    }

    double number(String name, double otherwise) {
      if (!values.containsKey(name)) {
        return otherwise;
      }
      Object value = values.get(name);
      if (!(value instanceof Number number)) {
        throw Refusal.of(name, "a number", shown(value));
      }
      return number.doubleValue();
    }

    int whole(String name, int otherwise) {
      double value = number(name, otherwise);
      Refusal.unless(
          value >= 1 && value <= MAX_QUEUE_CAPACITY && value == Math.rint(value),
          name,
          "a whole number from 1 to " + MAX_QUEUE_CAPACITY,
          value);
      return (int) value;
    }

    boolean flag(String name, boolean otherwise) {
      if (!values.containsKey(name)) {
        return otherwise;
      }
      if (!(values.get(name) instanceof Boolean flag)) {
        throw Refusal.of(name, "true or false", shown(values.get(name)));
      }
      return flag;
    }

    private static String shown(Object value) {
      return value instanceof CharSequence ? "the text '" + value + "'" : String.valueOf(value);
    }
  }

  public FlowSettings withRate(double startPerSecond) {
    return withRate(new RateBounds(startPerSecond, rate.min(), rate.max()));
  }

  public FlowSettings withMinRate(double minPerSecond) {
    return withRate(new RateBounds(rate.start(), minPerSecond, rate.max()));
  }

  public FlowSettings withMaxRate(double maxPerSecond) {
    return withRate(new RateBounds(rate.start(), rate.min(), maxPerSecond));
  }

  public FlowSettings withRate(RateBounds newRate) {
    return new FlowSettings(
        newRate,
        burst,
        targetP99Ms,
        quantile,
        queueCapacity,
        gains,
        dtMs,
        relativeAccuracy,
        preload);
  }

  public FlowSettings withBurst(double newBurst) {
    return new FlowSettings(
        rate,
        newBurst,
        targetP99Ms,
        quantile,
        queueCapacity,
        gains,
        dtMs,
        relativeAccuracy,
        preload);
  }

  public FlowSettings withTargetP99Ms(double newTargetP99Ms) {
    return new FlowSettings(
        rate,
        burst,
        newTargetP99Ms,
        quantile,
        queueCapacity,
        gains,
        dtMs,
        relativeAccuracy,
        preload);
  }

  public FlowSettings withQuantile(double newQuantile) {
    return new FlowSettings(
        rate,
        burst,
        targetP99Ms,
        newQuantile,
        queueCapacity,
        gains,
        dtMs,
        relativeAccuracy,
        preload);
  }

  public FlowSettings withQueueCapacity(int newQueueCapacity) {
    return new FlowSettings(
        rate,
        burst,
        targetP99Ms,
        quantile,
        newQueueCapacity,
        gains,
        dtMs,
        relativeAccuracy,
        preload);
  }

  public FlowSettings withGains(Gains newGains) {
    return new FlowSettings(
        rate,
        burst,
        targetP99Ms,
        quantile,
        queueCapacity,
        newGains,
        dtMs,
        relativeAccuracy,
        preload);
  }

  public FlowSettings withKp(double kp) {
    return withGains(gains.withKp(kp));
  }

  public FlowSettings withKi(double ki) {
    return withGains(gains.withKi(ki));
  }

  public FlowSettings withKd(double kd) {
    return withGains(gains.withKd(kd));
  }

  public FlowSettings withDerivativeFilter(double derivativeFilter) {
    return withGains(gains.withDerivativeFilter(derivativeFilter));
  }

  public FlowSettings withDtMs(double newDtMs) {
    return new FlowSettings(
        rate,
        burst,
        targetP99Ms,
        quantile,
        queueCapacity,
        gains,
        newDtMs,
        relativeAccuracy,
        preload);
  }

  public FlowSettings withRelativeAccuracy(double newRelativeAccuracy) {
    return new FlowSettings(
        rate,
        burst,
        targetP99Ms,
        quantile,
        queueCapacity,
        gains,
        dtMs,
        newRelativeAccuracy,
        preload);
  }

  public FlowSettings withPreload(boolean newPreload) {
    return new FlowSettings(
        rate,
        burst,
        targetP99Ms,
        quantile,
        queueCapacity,
        gains,
        dtMs,
        relativeAccuracy,
        newPreload);
  }
}
