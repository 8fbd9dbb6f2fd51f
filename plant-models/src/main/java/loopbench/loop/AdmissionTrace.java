// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import loopbench.flow.FlowSettings;

/**
 * What an admission controller in front of a pool did, observation by observation. Index i is the
 * i-th observation, at the end of the i-th window.
 */
public final class AdmissionTrace {
  private final FlowSettings settings;
  private double[] ratePerSecond;
  private double[] measuredMs;
  private int[] depth;
  private long[] admitted;
  private long[] refused;
  private int size;
  private long refusedInAll;

  AdmissionTrace(FlowSettings settings, int expected) {
    this.settings = settings;
    int capacity = Math.max(16, expected);
    ratePerSecond = new double[capacity];
    measuredMs = new double[capacity];
    depth = new int[capacity];
    admitted = new long[capacity];
    refused = new long[capacity];
  }

  void add(double rate, double measured, int waiting, long admittedSoFar, long refusedSoFar) {
    if (size == depth.length) {
      ratePerSecond = Arrays.copyOf(ratePerSecond, 2 * size);
      measuredMs = Arrays.copyOf(measuredMs, 2 * size);
      depth = Arrays.copyOf(depth, 2 * size);
      admitted = Arrays.copyOf(admitted, 2 * size);
      refused = Arrays.copyOf(refused, 2 * size);
    }
    ratePerSecond[size] = rate;
    measuredMs[size] = measured;
    depth[size] = waiting;
    admitted[size] = admittedSoFar;
    refused[size] = refusedSoFar;
    size++;
  }

  void end(long newRefusedInAll) {
    refusedInAll = newRefusedInAll;
  }

  /** How many requests were refused up to the end of the run. */
  public long refusedInAll() {
    return refusedInAll;
  }

  public FlowSettings settings() {
    return settings;
  }

  /** How many observations. */
  public int size() {
    return size;
  }

  public double timeS(int i) {
    return (i + 1) * settings.dtMs() / 1000;
  }

  /** The rate that an observation left, requests a second. */
  public double ratePerSecond(int i) {
    return ratePerSecond[check(i)];
  }

  /** The quantile of a window, ms; NaN where nothing was measured in it. */
  public double measuredMs(int i) {
    return measuredMs[check(i)];
  }

  /** How many requests wait for admission. */
  public int depth(int i) {
    return depth[check(i)];
  }

  /** How many requests have come through since the start. */
  public long admitted(int i) {
    return admitted[check(i)];
  }

  /** How many requests were refused since the start, for want of a place in the queue. */
  public long refused(int i) {
    return refused[check(i)];
  }

  private int check(int i) {
    if (i < 0 || i >= size) {
      throw new IndexOutOfBoundsException("observation " + i + " of " + size);
    }
    return i;
  }
}
