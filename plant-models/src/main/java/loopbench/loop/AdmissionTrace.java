// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import java.util.Optional;
import loopbench.flow.FlowSettings;
import loopbench.flow.FlowStats;

/**
 * What an admission controller in front of a pool did, tick by tick. Tick i runs from {@code
 * timeS(i)} for {@code dtMs()}; the observation at its end decides the next rate.
 */
public final class AdmissionTrace {
  private final PoolAdmission admission;
  private double[] rate; // one more than ticks: the last is what the last observation decided
  private double[] p99Ms;
  private int[] samples;
  private int[] depth;
  private long[] dropped;
  private int ticks;
  private String refused;
  private FlowStats stats;

  AdmissionTrace(PoolAdmission admission, double startRate, int expected) {
    this.admission = admission;
    rate = new double[expected + 1];
    p99Ms = new double[expected];
    samples = new int[expected];
    depth = new int[expected];
    dropped = new long[expected];
    rate[0] = startRate;
  }

  // Filled while it runs.

  void window(double newP99Ms, int newSamples, int newDepth, long newDropped) {
    p99Ms[ticks] = newP99Ms;
    samples[ticks] = newSamples;
    depth[ticks] = newDepth;
    dropped[ticks] = newDropped;
  }

  void refuse(String why) {
    refused = why;
  }

  void decided(double newRate) {
    rate[++ticks] = newRate;
  }

  void ended(FlowStats newStats) {
    stats = newStats;
  }

  // Read when it is over.

  public PoolAdmission admission() {
    return admission;
  }

  /** How many observations. */
  public int ticks() {
    return ticks;
  }

  public double dtMs() {
    return admission.settings().dtMs();
  }

  /** The beginning of tick i, seconds. {@code timeS(ticks())} is the last observation. */
  public double timeS(int i) {
    return i * dtMs() / 1000;
  }

  /** The last tick that had been observed by a time, seconds; -1 before the first. */
  public int tickAt(double timeS) {
    return (int) Math.min(ticks, Math.floor(timeS * 1000 / dtMs() + 1e-9)) - 1;
  }

  /** The rate during tick i, operations per second. */
  public double rateInForce(int i) {
    return rate[checked(i)];
  }

  /** What the observation at the end of tick i decided; the start rate for -1. */
  public double rateAfter(int i) {
    return i == -1 ? rate[0] : rate[checked(i) + 1];
  }

  /** The window's quantile at the end of tick i, ms; NaN for an empty window. */
  public double p99Ms(int i) {
    return p99Ms[checked(i)];
  }

  /** How many latencies tick i's window held. */
  public int samples(int i) {
    return samples[checked(i)];
  }

  /** Requests waiting for admission at the end of tick i. */
  public int depth(int i) {
    return depth[checked(i)];
  }

  /** Requests refused, because the queue was full, by the end of tick i. */
  public long dropped(int i) {
    return dropped[checked(i)];
  }

  /** Whether the rate after tick i rests on a bound. */
  public boolean saturated(int i) {
    double after = rateAfter(i);
    return after == minRate() || after == maxRate();
  }

  public double targetMs() {
    return admission.settings().targetP99Ms();
  }

  public double minRate() {
    return admission.settings().rate().min();
  }

  /** May be infinite. */
  public double maxRate() {
    return admission.settings().rate().max();
  }

  /** The beginnings of all ticks, seconds; a copy. */
  public double[] timesS() {
    double[] times = new double[ticks];
    for (int i = 0; i < ticks; i++) {
      times[i] = timeS(i);
    }
    return times;
  }

  /** The rates during the ticks and, one longer, the rate decided last; a copy. */
  public double[] rates() {
    return Arrays.copyOf(rate, ticks + 1);
  }

  /** The windows' quantiles, NaN for empty ones; a copy. */
  public double[] p99sMs() {
    return Arrays.copyOf(p99Ms, ticks);
  }

  /** Requests waiting for admission at the ends of the ticks; a copy. */
  public double[] depths() {
    double[] depths = new double[ticks];
    for (int i = 0; i < ticks; i++) {
      depths[i] = depth[i];
    }
    return depths;
  }

  /** How many windows were empty, and left the rate as it was. */
  public int emptyWindows() {
    int empty = 0;
    for (int i = 0; i < ticks; i++) {
      empty += samples[i] == 0 ? 1 : 0;
    }
    return empty;
  }

  /**
   * Why an observation was refused, because the settings drove the core out of a double's range;
   * empty where none was. The rate stands from then on.
   */
  public Optional<String> refused() {
    return Optional.ofNullable(refused);
  }

  /** Requests that came to the controller: admitted, waiting or refused. */
  public long asked() {
    return stats.submitted() + stats.dropped();
  }

  /** Requests let through to the pool. */
  public long admitted() {
    return stats.admitted();
  }

  /** Requests refused because the queue was full. */
  public long rejected() {
    return stats.dropped();
  }

  /** Requests that waited for admission when the run ended. */
  public int waiting() {
    return stats.depth();
  }

  /** The last rate, operations per second. */
  public double finalRate() {
    return rate[ticks];
  }

  /** What is told of it, in the controller's own words. */
  public FlowSettings settings() {
    return admission.settings();
  }

  private int checked(int i) {
    if (i < 0 || i >= ticks) {
      throw new IndexOutOfBoundsException("tick " + i + " of " + ticks);
    }
    return i;
  }
}
