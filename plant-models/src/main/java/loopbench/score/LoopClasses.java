// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

/**
 * The test for a {@link LoopClass}, from the last three windows of a run. A window is W = min(60,
 * floor(n / 3)) of the n ticks after the event; all rules look at the last one, but for {@code
 * sluggish} (all three) and {@code rings} (the last against the third last). Ticks without a
 * measurement are left out.
 *
 * <p>"Constant" (sensor-saturated) means the same latency to the bit in at least 90 % of the
 * window, outside tolerance, although the rate moved, or with the rate at the floor and the latency
 * above target. A latency that is constant because the rate is says nothing about the sensor.
 */
public final class LoopClasses {
  private static final int LONGEST_WINDOW = 60;
  private static final int SHORTEST_RUN = 9;
  private static final double NEARLY_ALL = 0.9;

  private LoopClasses() {}

  /** W for so many ticks after the event; 0 when they are too few to be judged. */
  public static int window(int ticksAfterEvent) {
    return ticksAfterEvent < SHORTEST_RUN ? 0 : Math.min(LONGEST_WINDOW, ticksAfterEvent / 3);
  }

  /**
   * The class of a run.
   *
   * @param latencyMs per tick; NaN where nothing was measured
   * @param rate in force during each tick, operations per second; not finite means invalid
   * @param end one past the last tick; 3 windows before it are read
   * @param window from {@link #window}; 0 gives {@code too-short}
   * @param toleranceMs how far from the target counts as there
   */
  public static LoopClass classify(
      double[] latencyMs,
      double[] rate,
      int end,
      int window,
      double targetMs,
      double toleranceMs,
      double minRate,
      double maxRate) {
    if (end < 1
        || !Double.isFinite(rate[end - 1])
        || latencyMs[end - 1] == Double.POSITIVE_INFINITY) {
      return LoopClass.INVALID;
    }
    if (window == 0) {
      return LoopClass.TOO_SHORT;
    }
    int from = end - window;
    int measured = 0;
    int within = 0;
    int belowAtMin = 0;
    int belowAtMax = 0;
    int aboveAtMax = 0;
    boolean touchesMin = false;
    boolean touchesMax = false;
    double swing = 0;
    for (int k = from; k < end; k++) {
      boolean atMin = rate[k] == minRate;
      boolean atMax = rate[k] == maxRate;
      touchesMin |= atMin;
      touchesMax |= atMax;
      double error = targetMs - latencyMs[k];
      if (Double.isNaN(error)) {
        continue;
      }
      measured++;
      double size = Math.abs(error);
      swing = Math.max(swing, size);
      if (size <= toleranceMs) {
        within++;
      } else if (error > 0) {
        belowAtMin += atMin ? 1 : 0;
        belowAtMax += atMax ? 1 : 0;
      } else {
        aboveAtMax += atMax ? 1 : 0;
      }
    }
    if (measured == 0) {
      return LoopClass.INVALID;
    }
    if (within == measured) { // rules out the three before it, which need an error
      return LoopClass.SETTLES;
    }
    double most = NEARLY_ALL * measured;
    if (sensorSaturated(
        latencyMs, rate, from, end, most, targetMs, toleranceMs, minRate, maxRate)) {
      return LoopClass.SENSOR_SATURATED;
    }
    if (belowAtMin >= most) {
      return LoopClass.FLOOR_STUCK;
    }
    if (belowAtMax >= most) {
      return LoopClass.DEMAND_LIMITED;
    }
    if (aboveAtMax >= most) {
      return LoopClass.OVERLOADED;
    }
    if (touchesMin && touchesMax) {
      return LoopClass.CLAMP_TO_CLAMP;
    }
    if (!crosses(latencyMs, end - 3 * window, end, targetMs)) {
      return LoopClass.SLUGGISH;
    }
    double swingBefore = 0;
    for (int k = end - 3 * window; k < end - 2 * window; k++) {
      double size = Math.abs(targetMs - latencyMs[k]);
      if (size > swingBefore) { // false for NaN
        swingBefore = size;
      }
    }
    return swing <= swingBefore / 2 ? LoopClass.RINGS : LoopClass.LIMIT_CYCLE;
  }

  private static boolean sensorSaturated(
      double[] latencyMs,
      double[] rate,
      int from,
      int end,
      double most,
      double targetMs,
      double toleranceMs,
      double minRate,
      double maxRate) {
    // Boyer and Moore's vote: a latency that fills 90 % of the window survives it.
    double candidate = Double.NaN;
    int votes = 0;
    for (int k = from; k < end; k++) {
      if (Double.isNaN(latencyMs[k])) {
        continue;
      }
      if (votes == 0) {
        candidate = latencyMs[k];
        votes = 1;
      } else {
        votes += latencyMs[k] == candidate ? 1 : -1;
      }
    }
    if (votes == 0 || Math.abs(targetMs - candidate) <= toleranceMs) {
      return false;
    }
    int same = 0;
    int atMin = 0;
    int atMax = 0;
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (int k = from; k < end; k++) {
      if (latencyMs[k] == candidate) {
        same++;
        lowest = Math.min(lowest, rate[k]);
        highest = Math.max(highest, rate[k]);
        atMin += rate[k] == minRate ? 1 : 0;
        atMax += rate[k] == maxRate ? 1 : 0;
      }
    }
    boolean cannotGoLower = atMin == same && atMax < same && candidate > targetMs;
    return same >= most && (lowest < highest || cannotGoLower);
  }

  private static boolean crosses(double[] latencyMs, int from, int end, double targetMs) {
    boolean above = false;
    boolean below = false;
    for (int k = from; k < end; k++) {
      above |= latencyMs[k] > targetMs;
      below |= latencyMs[k] < targetMs;
    }
    return above && below;
  }
}
