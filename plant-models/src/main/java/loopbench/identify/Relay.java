// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import loopbench.plant.Latencies;
import loopbench.plant.Plant;
import loopbench.plant.PlantModel;

/**
 * Lets a relay drive a plant: the higher rate while its latency is below the target, the lower one
 * while it is above. What swings then tells where proportional action would (Astrom and Hagglund
 * 1984, by the describing function): {@code Ku = 4 d / (pi sqrt(a^2 - eps^2))} for a relay of
 * {@code +-d} with hysteresis {@code +-eps} and a swing of {@code +-a}; {@code Pu} is the time
 * between upward crossings of the target. Only periods in a row that are alike are averaged.
 *
 * @param centre the rate about which it switches, 1/s, above {@code step}
 * @param step d, by how much it goes up and down, 1/s, above 0
 * @param targetMs the latency at which it switches, ms
 * @param hysteresisMs eps, how far beyond it, ms, at least 0; two or three times the noise
 * @param dtS seconds between decisions, above 0
 * @param ticks the longest test, at least 20 and at most {@link #MOST_TICKS}
 * @param periods how many stable ones are averaged, at least 4
 */
public record Relay(
    double centre,
    double step,
    double targetMs,
    double hysteresisMs,
    double dtS,
    int ticks,
    int periods) {
  public static final int MOST_TICKS = 1_000_000;
  public static final int LEAST_PERIODS = 4;

  /** Periods and swings that differ by more, of their mean, are not alike. */
  private static final double ALIKE = 0.1;

  /** A shorter period shows too little of what a sine would. */
  private static final int SHORT_PERIOD = 8;

  private static final double LEAST_HALF = 0.25;
  private static final double QUANTILE = 0.99;
  private static final String WHAT = "the relay test gives no answer";

  public Relay {
    if (!(step > 0 && centre > step && centre + step < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "centre must be above step and step above 0, were " + centre + " and " + step);
    }
    if (!(targetMs > 0
        && hysteresisMs >= 0
        && targetMs + hysteresisMs < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "targetMs must be above 0 and hysteresisMs at least 0, were "
              + targetMs
              + " and "
              + hysteresisMs);
    }
    if (!(dtS > 0 && dtS < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("dtS must be finite and above 0, was " + dtS);
    }
    if (!(ticks >= 20 && ticks <= MOST_TICKS)) {
      throw new IllegalArgumentException(
          "ticks must be from 20 to " + MOST_TICKS + ", was " + ticks);
    }
    if (periods < LEAST_PERIODS) {
      throw new IllegalArgumentException(
          "periods must be at least " + LEAST_PERIODS + ", was " + periods);
    }
  }

  /** About a plant's equilibrium, a fifth of its rate up and down, over four periods. */
  public static Relay about(double rate, double targetMs, double dtS) {
    return new Relay(rate, rate / 5, targetMs, 0, dtS, 5_000, LEAST_PERIODS);
  }

  public Relay withHysteresisMs(double newHysteresisMs) {
    return new Relay(centre, step, targetMs, newHysteresisMs, dtS, ticks, periods);
  }

  public Relay withCentre(double newCentre) {
    return new Relay(newCentre, step, targetMs, hysteresisMs, dtS, ticks, periods);
  }

  public Relay withPeriods(int newPeriods) {
    return new Relay(centre, step, targetMs, hysteresisMs, dtS, ticks, newPeriods);
  }

  /** What a window's samples say: the smallest that 99 of 100 do not exceed. */
  private static final class Heard implements Latencies {
    private double[] latencies = new double[16];
    private int n;

    void clear() {
      n = 0;
    }

    @Override
    public void record(double latencyMs, int count) {
      // Equal latencies stand for one: plants give either one of them or all apart.
      if (n == latencies.length) {
        latencies = Arrays.copyOf(latencies, 2 * n);
      }
      latencies[n++] = latencyMs;
    }

    double quantile() {
      Arrays.sort(latencies, 0, n);
      return latencies[(int) Math.ceil(QUANTILE * n) - 1];
    }
  }

  /** One swing, from an upward crossing of the target to the next. */
  private record Swing(double fromS, double lengthS, double half, double mean, double highShare) {}

  /**
   * What the test finds.
   *
   * @param seed of the plant's chance
   * @param cancelled asked all the while; a refusal says that it stopped
   */
  public Answer<Ultimate> run(PlantModel model, long seed, BooleanSupplier cancelled) {
    return run(model, seed, cancelled, (tS, rate, latencyMs) -> {});
  }

  /** Gets to see the test, window by window. */
  public interface Watcher {
    /**
     * @param tS the window's end, seconds
     * @param ratePerSecond in force in it
     * @param latencyMs its 99th percentile; NaN while no window has had any
     */
    void window(double tS, double ratePerSecond, double latencyMs);
  }

  /** The same, watched. */
  public Answer<Ultimate> run(
      PlantModel model, long seed, BooleanSupplier cancelled, Watcher watcher) {
    Plant plant = model.start(seed, QUANTILE);
    List<Swing> swings = new ArrayList<>();
    Heard heard = new Heard();
    double rate = centre + step;
    double before = Double.NaN;
    double crossedS = Double.NaN;
    double most = Double.NEGATIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    int counted = 0;
    int high = 0;
    boolean returned = false;
    boolean over = false; // above the band since the last crossing, so that noise is no crossing
    for (int k = 1; k <= ticks; k++) {
      if (cancelled.getAsBoolean()) {
        return Answer.refused(
            "the relay test was stopped", "", "it was cancelled before it swung", "Run it again");
      }
      heard.clear();
      plant.advance(k * dtS, rate, heard);
      double y = heard.n > 0 ? heard.quantile() : before; // an empty window changes nothing
      watcher.window(k * dtS, rate, y);
      if (y > targetMs + hysteresisMs && !over) {
        over = true;
        double nowS = crossing(before, y, k);
        if (!Double.isNaN(crossedS)) {
          swings.add(
              new Swing(
                  crossedS,
                  nowS - crossedS,
                  (most - least) / 2,
                  sum / counted,
                  (double) high / counted));
          Answer<Ultimate> answer = settled(swings);
          if (answer != null) {
            return answer;
          }
        }
        crossedS = nowS;
        most = Double.NEGATIVE_INFINITY;
        least = Double.POSITIVE_INFINITY;
        sum = 0;
        counted = 0;
        high = 0;
      } else if (y < targetMs - hysteresisMs) {
        returned |= over;
        over = false;
      }
      if (!Double.isNaN(y)) {
        most = Math.max(most, y);
        least = Math.min(least, y);
        sum += y;
        counted++;
        high += rate > centre ? 1 : 0;
        rate =
            y > targetMs + hysteresisMs
                ? centre - step
                : y < targetMs - hysteresisMs ? centre + step : rate;
        before = y;
      }
    }
    if (returned && swings.size() < periods) {
      return Answer.refused(
          WHAT,
          "",
          "in "
              + ticks
              + " ticks it swung "
              + (swings.isEmpty()
                  ? "less than once"
                  : swings.size() == 1 ? "once" : swings.size() + " times")
              + ", and "
              + periods
              + " periods are averaged",
          "Give it more ticks, or test where the plant does not drift");
    }
    return swings.isEmpty()
        ? Answer.refused(
            WHAT,
            "",
            "its latency stays "
                + (before > targetMs ? "above" : "below")
                + " the target at either rate, or within the hysteresis, so that nothing swings",
            "Switch about the rate at which the latency is at its target, and by more")
        : Answer.refused(
            WHAT,
            "",
            "in "
                + ticks
                + " ticks no "
                + periods
                + " periods in a row were alike: the last of "
                + swings.size()
                + " swings by "
                + Words.number(swings.get(swings.size() - 1).half())
                + " ms about "
                + Words.number(swings.get(swings.size() - 1).mean())
                + " ms",
            "Widen the hysteresis against noise, or test where the plant does not drift");
  }

  private double crossing(double before, double y, int k) {
    double level = targetMs + hysteresisMs;
    return Double.isNaN(before) || !(before < y) || before > level
        ? k * dtS
        : (k - (y - level) / (y - before)) * dtS;
  }

  /** The answer once the last periods are alike; null until then. */
  private Answer<Ultimate> settled(List<Swing> swings) {
    if (swings.size() < periods) {
      return null;
    }
    List<Swing> last = swings.subList(swings.size() - periods, swings.size());
    double lengthS = last.stream().mapToDouble(Swing::lengthS).average().orElseThrow();
    double half = last.stream().mapToDouble(Swing::half).average().orElseThrow();
    double lengthOff = spread(last.stream().mapToDouble(Swing::lengthS).toArray());
    double halfOff = spread(last.stream().mapToDouble(Swing::half).toArray());
    double meanOff = spread(last.stream().mapToDouble(Swing::mean).toArray());
    // Switches fall on ticks, so that alike periods may differ by one.
    double alikeMs = Math.max(ALIKE * half, hysteresisMs); // what is less may be the noise
    if (lengthOff > Math.max(ALIKE * lengthS, dtS * (1 + 1e-9))
        || halfOff > alikeMs
        || meanOff > alikeMs
        || drifts(last.stream().mapToDouble(Swing::half).toArray(), ALIKE * half)
        || drifts(last.stream().mapToDouble(Swing::mean).toArray(), ALIKE * half)
        || !(half > hysteresisMs)) {
      return null;
    }
    double share = last.stream().mapToDouble(Swing::highShare).average().orElseThrow();
    if (share < LEAST_HALF || share > 1 - LEAST_HALF) {
      return Answer.refused(
          WHAT,
          "",
          "the relay stands at its "
              + (share < LEAST_HALF ? "lower" : "higher")
              + " rate for "
              + Words.percent(Math.max(share, 1 - share))
              + " of the time: it does not switch about the equilibrium, and a lopsided swing says"
              + " little of Ku",
          "Move the centre towards the rate at which the latency is at its target");
    }
    double[] gains =
        last.stream().mapToDouble(s -> ultimateGain(Math.max(s.half(), hysteresisMs))).toArray();
    double gain = ultimateGain(half);
    return new Answer.Found<>(
        new Ultimate(
            new Parameter("Ku", "(1/s)/ms", gain, least(gains), most(gains)),
            new Parameter(
                "Pu",
                "s",
                lengthS,
                least(last.stream().mapToDouble(Swing::lengthS).toArray()),
                most(last.stream().mapToDouble(Swing::lengthS).toArray())),
            half,
            periods,
            last.get(0).fromS(),
            lengthS < SHORT_PERIOD * dtS * (1 - 1e-9)
                ? "A period is only "
                    + Words.number(lengthS / dtS)
                    + " ticks long, so that the swing is no sine and Ku may be a third too high."
                : ""));
  }

  private double ultimateGain(double half) {
    return 4 * step / (Math.PI * Math.sqrt(half * half - hysteresisMs * hysteresisMs));
  }

  /** Whether they go one way all along, and further than that: noise does not. */
  private static boolean drifts(double[] values, double far) {
    int up = 0;
    for (int i = 1; i < values.length; i++) {
      up += (int) Math.signum(values[i] - values[i - 1]);
    }
    return Math.abs(up) == values.length - 1 && spread(values) > far;
  }

  private static double spread(double[] values) {
    return most(values) - least(values);
  }

  private static double least(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static double most(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}
