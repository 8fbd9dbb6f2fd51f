// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

/**
 * What a loop did after an event, and the time-domain scores of it. Ticks without a measurement are
 * left out of every latency score (and counted).
 *
 * @param latencyMs per tick of the run, NaN where nothing was measured
 * @param rate in force per tick, and one more: the rate decided last; operations per second
 * @param event the first tick that counts
 * @param targetMs r
 * @param toleranceMs how far from the target counts as there
 * @param dtS T, seconds
 * @param equilibrium the rate that would hold the target; NaN when unknown
 */
record Episode(
    double[] latencyMs,
    double[] rate,
    int event,
    double targetMs,
    double toleranceMs,
    double dtS,
    double equilibrium) {
  private static final int ARRIVAL_TICKS = 3;

  int ticks() {
    return latencyMs.length - event;
  }

  private boolean within(int k) {
    return Math.abs(targetMs - latencyMs[k]) <= toleranceMs;
  }

  private double excess(int k) {
    double excess = latencyMs[k] - targetMs;
    return excess > 0 ? excess : 0; // 0 for NaN: nothing is known to be late
  }

  int unmeasured() {
    int count = 0;
    for (int k = event; k < latencyMs.length; k++) {
      count += Double.isNaN(latencyMs[k]) ? 1 : 0;
    }
    return count;
  }

  /** Ticks to the first from which every measured one is within tolerance; infinite for never. */
  double settle() {
    double settled = Double.POSITIVE_INFINITY;
    for (int k = latencyMs.length - 1; k >= event; k--) {
      if (within(k)) {
        settled = k - event;
      } else if (!Double.isNaN(latencyMs[k])) {
        break;
      }
    }
    return settled;
  }

  /** Ticks to the first within tolerance; infinite for never. */
  double firstEntry() {
    for (int k = event; k < latencyMs.length; k++) {
      if (within(k)) {
        return k - event;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The largest excess in the event's tick and the {@code delayTicks} after it. */
  double transientMs(int delayTicks) {
    double largest = 0;
    for (int k = event; k <= event + delayTicks && k < latencyMs.length; k++) {
      largest = Math.max(largest, excess(k));
    }
    return largest;
  }

  /** The largest excess after the first entry; NaN when there was none. */
  double overshootMs() {
    double entry = firstEntry();
    if (entry == Double.POSITIVE_INFINITY) {
      return Double.NaN;
    }
    double largest = 0;
    for (int k = event + (int) entry + 1; k < latencyMs.length; k++) {
      largest = Math.max(largest, excess(k));
    }
    return largest;
  }

  /** NaN when nothing was measured. */
  double meanLatencyMs() {
    double sum = 0;
    int count = 0;
    for (int k = event; k < latencyMs.length; k++) {
      if (!Double.isNaN(latencyMs[k])) {
        sum += latencyMs[k];
        count++;
      }
    }
    return sum / count;
  }

  /** Turns of the rate, movements of at most the dead band left aside. */
  int reversals(double deadBandPerSecond) {
    int reversals = 0;
    double direction = 0;
    for (int k = event; k < latencyMs.length; k++) {
      double moved = rate[k + 1] - rate[k];
      if (!(Math.abs(moved) > deadBandPerSecond)) {
        continue;
      }
      if (direction * moved < 0) {
        reversals++;
      }
      direction = Math.signum(moved);
    }
    return reversals;
  }

  /** Whether the ticks just before the event are within tolerance, as far as they were measured. */
  boolean arrived() {
    for (int k = Math.max(0, event - ARRIVAL_TICKS); k < event; k++) {
      if (!within(k) && !Double.isNaN(latencyMs[k])) {
        return false;
      }
    }
    return true;
  }

  double sloDebt() {
    double sum = 0;
    for (int k = event; k < latencyMs.length; k++) {
      sum += excess(k);
    }
    return dtS * sum;
  }

  double starvation() {
    double sum = 0;
    for (int k = event; k < latencyMs.length; k++) {
      sum += Math.max(0, equilibrium - rate[k]);
    }
    return sum / (equilibrium * ticks());
  }

  double integralOfError() {
    double sum = 0;
    for (int k = event; k < latencyMs.length; k++) {
      sum += Double.isNaN(latencyMs[k]) ? 0 : Math.abs(targetMs - latencyMs[k]);
    }
    return dtS * sum;
  }

  double integralOfSquare() {
    double sum = 0;
    for (int k = event; k < latencyMs.length; k++) {
      double error = Double.isNaN(latencyMs[k]) ? 0 : targetMs - latencyMs[k];
      sum += error * error;
    }
    return dtS * sum;
  }

  double integralOfTimedError() {
    double sum = 0;
    for (int k = event; k < latencyMs.length; k++) {
      sum += Double.isNaN(latencyMs[k]) ? 0 : (k - event) * dtS * Math.abs(targetMs - latencyMs[k]);
    }
    return dtS * sum;
  }

  double effort() {
    double sum = 0;
    for (int k = event; k < latencyMs.length; k++) {
      sum += Math.abs(rate[k + 1] - rate[k]);
    }
    return sum;
  }

  /** The share of ticks whose rate in force is exactly this. */
  double shareAt(double ratePerSecond) {
    int count = 0;
    for (int k = event; k < latencyMs.length; k++) {
      count += rate[k] == ratePerSecond ? 1 : 0;
    }
    return (double) count / ticks();
  }

  double meanRate() {
    return meanRate(ticks());
  }

  private double meanRate(int last) {
    double sum = 0;
    for (int k = latencyMs.length - last; k < latencyMs.length; k++) {
      sum += rate[k];
    }
    return sum / last;
  }

  /** Of the mean of the last window, as a fraction of the equilibrium, or of the target. */
  double equilibriumError() {
    int last = Math.max(1, LoopClasses.window(ticks()));
    if (equilibrium > 0) {
      return Math.abs(meanRate(last) - equilibrium) / equilibrium;
    }
    double sum = 0;
    int count = 0;
    for (int k = latencyMs.length - last; k < latencyMs.length; k++) {
      if (!Double.isNaN(latencyMs[k])) {
        sum += targetMs - latencyMs[k];
        count++;
      }
    }
    return Math.abs(sum / count) / targetMs;
  }

  LoopClass loopClass(double minRate, double maxRate) {
    return LoopClasses.classify(
        latencyMs,
        rate,
        latencyMs.length,
        LoopClasses.window(ticks()),
        targetMs,
        toleranceMs,
        minRate,
        maxRate);
  }
}
