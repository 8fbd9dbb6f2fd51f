// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.Arrays;

/**
 * What was recorded of a pool: how many requests waited and ran, on how many replicas that were
 * ready, and where it was recorded how many had ever been asked. What is not finite is a gap; none
 * is replaced by a guess.
 */
public final class PoolRecording {
  /** More would tell no more: a day at one second is 86,400. */
  public static final int MOST_POINTS = 100_000;

  /** Fewer tell nothing. */
  static final int LEAST_POINTS = 20;

  private static final String WHAT = "the recording of the pool cannot be read";

  private final double[] timesS;
  private final double[] queue;
  private final double[] running;
  private final double[] replicas;
  private final double[] requests;
  private final double stepS;

  private PoolRecording(
      double[] timesS,
      double[] queue,
      double[] running,
      double[] replicas,
      double[] requests,
      double stepS) {
    this.timesS = timesS;
    this.queue = queue;
    this.running = running;
    this.replicas = replicas;
    this.requests = requests;
    this.stepS = stepS;
  }

  /**
   * @param timesS seconds, ascending
   * @param queue requests that wait at the gateway, one a time
   * @param running requests that were dispatched and have not ended, as many
   * @param replicas that are ready, as many
   * @param requests a counter of all that were ever asked, which may start again from 0; as many,
   *     or none where there is no such counter
   */
  public static Answer<PoolRecording> of(
      double[] timesS, double[] queue, double[] running, double[] replicas, double[] requests) {
    int n = timesS.length;
    for (double[] one : new double[][] {queue, running, replicas}) {
      if (one.length != n) {
        throw new IllegalArgumentException(
            "as many of each are needed, were " + one.length + " and " + n);
      }
    }
    if (requests.length != n && requests.length != 0) {
      throw new IllegalArgumentException(
          "as many requests as times are needed or none, were " + requests.length + " and " + n);
    }
    if (n < LEAST_POINTS) {
      return Answer.refused(
          WHAT,
          "",
          n == 0 ? "it is empty" : "it holds " + n + (n == 1 ? " point" : " points"),
          "Name a source with at least " + LEAST_POINTS + " points");
    }
    if (n > MOST_POINTS) {
      return Answer.refused(
          WHAT,
          "",
          "it has " + n + " points, and at most " + MOST_POINTS + " are taken at once",
          "Take a shorter range, or record it at a longer step");
    }
    for (int i = 0; i < n; i++) {
      if (!Double.isFinite(timesS[i]) || i > 0 && !(timesS[i] > timesS[i - 1])) {
        return Answer.refused(
            WHAT,
            "at point " + (i + 1),
            "its time " + Words.number(timesS[i]) + " s does not come after the one before",
            "Sort the points by time and give each time once");
      }
      if (queue[i] < 0 || running[i] < 0 || replicas[i] < 0) {
        return Answer.refused(
            WHAT,
            "at " + Words.number(timesS[i]) + " s",
            "there are fewer than 0 requests or replicas, which no gauge of them says",
            "Name the gauges themselves, not their change");
      }
    }
    double[] steps = new double[n - 1];
    for (int i = 1; i < n; i++) {
      steps[i - 1] = timesS[i] - timesS[i - 1];
    }
    Arrays.sort(steps);
    return new Answer.Found<>(
        new PoolRecording(
            timesS.clone(),
            finite(queue),
            finite(running),
            finite(replicas),
            finite(requests),
            steps[(n - 2) / 2]));
  }

  private static double[] finite(double[] values) {
    double[] kept = values.clone();
    for (int i = 0; i < kept.length; i++) {
      kept[i] = Double.isFinite(kept[i]) ? kept[i] : Double.NaN;
    }
    return kept;
  }

  public int size() {
    return timesS.length;
  }

  public double timeS(int i) {
    return timesS[i];
  }

  /** NaN in a gap. */
  public double queue(int i) {
    return queue[i];
  }

  /** NaN in a gap. */
  public double running(int i) {
    return running[i];
  }

  /** NaN in a gap. */
  public double replicas(int i) {
    return replicas[i];
  }

  public boolean counted() {
    return requests.length > 0;
  }

  /** How far its points mostly lie apart, seconds. */
  public double stepS() {
    return stepS;
  }

  /** Whether queue, running and replicas are all there. */
  public boolean whole(int i) {
    return !Double.isNaN(queue[i] + running[i] + replicas[i]);
  }

  /** Whether what happened from a point to the next is known: no gap, some replica at both ends. */
  boolean joined(int i) {
    return i + 1 < timesS.length
        && whole(i)
        && whole(i + 1)
        && replicas[i] > 0
        && replicas[i + 1] > 0
        && timesS[i + 1] - timesS[i] < 1.5 * stepS;
  }

  /** How many were asked from a point to the next; NaN where it was not counted or began anew. */
  double asked(int i) {
    double more = counted() ? requests[i + 1] - requests[i] : Double.NaN;
    return more >= 0 ? more : Double.NaN;
  }

  /** How many more there were at the next point, waiting or running. */
  double grown(int i) {
    return queue[i + 1] + running[i + 1] - queue[i] - running[i];
  }

  /** Running requests times seconds, from a point to the next. */
  double runningS(int i) {
    return (running[i] + running[i + 1]) / 2 * (timesS[i + 1] - timesS[i]);
  }

  /** Whether the same replicas were there at both ends. */
  boolean steady(int i) {
    return replicas[i] == replicas[i + 1];
  }
}
