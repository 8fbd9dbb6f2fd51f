// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import loopbench.series.Reading;
import loopbench.series.Series;

/**
 * V_P = chunk / median(TTFT) on an idle stack (llm-d's token-aware guide, calibration): prompts of
 * random tokens, so that no cache holds them, one after the other.
 *
 * @param chunkTokens tokens of each prompt, 1 to 1,000,000; the model server's largest batch of
 *     tokens, so that one step computes it
 * @param warmUps how many are sent first and not counted, 0 to 10,000
 * @param measurements how many are counted, and of recorded ones the fewest that will do, {@link
 *     #FEWEST} to 10,000
 */
public record PrefillCalibration(int chunkTokens, int warmUps, int measurements) {
  /** The guide's: 8192 tokens, 5 warm-ups, 20 measurements. */
  public static final PrefillCalibration DEFAULTS = new PrefillCalibration(8192, 5, 20);

  /** With fewer there is no band for the median that holds 19 times in 20. */
  public static final int FEWEST = 6;

  /**
   * The quartiles of an idle stack lie within some percent of each other; of one that others use
   * too, or of prompts that a cache holds now and then, about as far apart as the median is long.
   */
  public static final double MOST_SPREAD = 0.2;

  /** Slower than any server, and about what milliseconds taken for seconds give. */
  public static final double LEAST_PER_SECOND = 100;

  private static final int MOST = 10_000;

  /** Up to here a half to that power is a double. */
  private static final int EXACT = 1_000;

  public PrefillCalibration {
    refuseUnless("chunkTokens", chunkTokens, 1, 1_000_000);
    refuseUnless("warmUps", warmUps, 0, MOST);
    refuseUnless("measurements", measurements, FEWEST, MOST);
  }

  private static void refuseUnless(String field, int was, int least, int most) {
    if (was < least || was > most) {
      throw new IllegalArgumentException(
          field + " must be from " + least + " to " + most + ", was " + was);
    }
  }

  /** What a calibration gives. */
  public sealed interface Answer {
    <R> R match(Cases<R> cases);

    /** One answer per case. */
    interface Cases<R> {
      R measured(PrefillRate rate);

      R refused(String why, String whatNow);
    }
  }

  /** A rate. */
  public record Measured(PrefillRate rate) implements Answer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.measured(rate);
    }
  }

  /** No rate, and a sentence each for the reason and what to do. */
  public record Refused(String why, String whatNow) implements Answer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.refused(why, whatNow);
    }
  }

  /** From a recorded series of times to the first token, seconds; where it has no value, none. */
  public Answer of(Series ttftS) {
    double[] values = new double[(int) ttftS.count(Reading.VALUE)];
    int next = 0;
    for (int i = 0; i < ttftS.size(); i++) {
      if (ttftS.reading(i) == Reading.VALUE) {
        values[next++] = ttftS.value(i);
      }
    }
    return of(values);
  }

  /**
   * From times to the first token in the order they were measured, warm-ups first.
   *
   * @param ttftS seconds
   */
  public Answer of(double... ttftS) {
    int n = ttftS.length - warmUps;
    if (n < measurements) {
      return new Refused(
          "there are "
              + ttftS.length
              + " times to the first token"
              + (warmUps > 0 ? ", of which the first " + warmUps + " are warm-ups" : "")
              + ", and "
              + measurements
              + " measurements are needed.",
          "Measure more, or ask for fewer measurements ("
              + FEWEST
              + " at least), which widens the band.");
    }
    for (int i = 0; i < ttftS.length; i++) {
      if (!(ttftS[i] > 0) || Double.isInfinite(ttftS[i])) {
        return new Refused(
            "measurement "
                + (i + 1)
                + " is "
                + (Double.isFinite(ttftS[i]) ? text(ttftS[i]) + " s" : text(ttftS[i]))
                + ", which is no time to a first token.",
            "Leave it out, or measure again.");
      }
    }
    double[] sorted = Arrays.copyOfRange(ttftS, warmUps, ttftS.length);
    Arrays.sort(sorted);
    double median = quantile(sorted, 0.5);
    double low = quantile(sorted, 0.25);
    double high = quantile(sorted, 0.75);
    double spread = (high - low) / median;
    if (chunkTokens / median < LEAST_PER_SECOND) {
      return new Refused(
          "a median of "
              + text(median)
              + " s for "
              + chunkTokens
              + " tokens makes "
              + text(chunkTokens / median)
              + " tokens/s, slower than any model server.",
          "Write times to the first token in seconds; these look like milliseconds.");
    }
    if (!(spread <= MOST_SPREAD)) {
      return new Refused(
          "half of the times lie between "
              + text(low)
              + " s and "
              + text(high)
              + " s, "
              + text(100 * spread)
              + " % of their median "
              + text(median)
              + " s apart; on an idle stack it is at most "
              + text(100 * MOST_SPREAD)
              + " %.",
          "Send one request at a time with nothing else on the stack, of random tokens so that no"
              + " prefix cache helps, and after warm-ups.");
    }
    int k = rank(n);
    return new Measured(
        new PrefillRate(chunkTokens, n, median, sorted[k - 1], sorted[n - k], spread));
  }

  /** Between the two nearest, as numpy and most tools do it. */
  private static double quantile(double[] sorted, double q) {
    double at = q * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  /**
   * The largest k for which the k-th smallest and the k-th largest of n hold the true median
   * between them 19 times in 20, whatever the distribution: each number is above the median with
   * probability one half, so that the k-th smallest is above it with the probability of fewer than
   * k out of n below.
   */
  static int rank(int n) {
    if (n > EXACT) {
      return (int) Math.floor(n / 2.0 - 0.98 * Math.sqrt(n));
    }
    double exactly = Math.scalb(1.0, -n);
    double atMost = 0;
    int k = 0;
    while (atMost + exactly <= 0.025) {
      atMost += exactly;
      k++;
      exactly *= (double) (n - k + 1) / k;
    }
    return k;
  }

  private static String text(double number) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "not a number" : "infinite";
    }
    return number == 0
        ? "0"
        : new BigDecimal(number)
            .round(new MathContext(3, RoundingMode.HALF_UP))
            .stripTrailingZeros()
            .toPlainString();
  }
}
