// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.ArrayList;
import java.util.List;

/**
 * What was done to a plant and what it answered, window by window. Index k is the k-th window: the
 * rate in force in it, and the latency at its end. NaN stands where one of them is not known or is
 * not to be used; a stretch never reaches across such a window.
 *
 * @param dtS how long a window is, seconds, above 0
 * @param rates operations per second
 * @param latenciesMs as long as {@code rates}
 */
public record Recording(double dtS, double[] rates, double[] latenciesMs) {
  /** The most windows that are looked at. */
  public static final int MOST_WINDOWS = 100_000;

  /** Shorter stretches tell nothing of a lag. */
  static final int LEAST_STRETCH = 4;

  public Recording {
    if (!(dtS > 0 && dtS < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("dtS must be above 0, was " + dtS);
    }
    if (rates.length != latenciesMs.length) {
      throw new IllegalArgumentException(
          "there are " + rates.length + " rates and " + latenciesMs.length + " latencies");
    }
    rates = rates.clone();
    latenciesMs = latenciesMs.clone();
  }

  /** Consecutive windows in which both are known. */
  record Stretch(int from, int to) {
    int size() {
      return to - from;
    }
  }

  public int size() {
    return rates.length;
  }

  boolean known(int k) {
    return Double.isFinite(rates[k]) && Double.isFinite(latenciesMs[k]);
  }

  /** The stretches between two windows, of at least so many windows each. */
  List<Stretch> stretches(int from, int to, int least) {
    List<Stretch> stretches = new ArrayList<>();
    int begin = from;
    for (int k = from; k <= to; k++) {
      if (k == to || !known(k)) {
        if (k - begin >= least) {
          stretches.add(new Stretch(begin, k));
        }
        begin = k + 1;
      }
    }
    return stretches;
  }

  /** Without the windows whose rate rests on a bound: there the loop cannot say what it wants. */
  public Recording unsaturated(double minRate, double maxRate) {
    double[] kept = rates.clone();
    for (int k = 0; k < kept.length; k++) {
      if (kept[k] <= minRate || kept[k] >= maxRate) {
        kept[k] = Double.NaN;
      }
    }
    return new Recording(dtS, kept, latenciesMs);
  }

  /** How many windows are known. */
  public int usable() {
    int count = 0;
    for (int k = 0; k < size(); k++) {
      count += known(k) ? 1 : 0;
    }
    return count;
  }
}
