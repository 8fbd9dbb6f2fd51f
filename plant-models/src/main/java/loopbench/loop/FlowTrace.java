// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import loopbench.plant.Event;

/**
 * What happened in an admission loop, tick by tick. Tick i runs from {@code timeS(i)} for {@code
 * dtMs()}; the rate in force answers with a latency, and the observation at its end decides the
 * next rate. Immutable.
 */
public final class FlowTrace {
  private final FlowScenario scenario;
  private final int ticks;
  private final double[] rate; // ticks + 1: the last is what the last observation decided
  private final double[] p99Ms;
  private final double[] latencyMs;
  private final int[] samples;
  private final double minRate;
  private final double maxRate;
  private final String refused;

  /** Keeps the arrays; the run hands them over and forgets them. */
  FlowTrace(
      FlowScenario scenario,
      int ticks,
      double[] rate,
      double[] p99Ms,
      double[] latencyMs,
      int[] samples,
      String refused) {
    this.scenario = scenario;
    this.ticks = ticks;
    this.rate = rate;
    this.p99Ms = p99Ms;
    this.latencyMs = latencyMs;
    this.samples = samples;
    this.refused = refused;
    double[] bounds =
        scenario
            .admission()
            .match(
                new Admission.Cases<double[]>() {
                  @Override
                  public double[] controlled(Admission.Controlled controlled) {
                    return new double[] {
                      controlled.settings().rate().min(), controlled.settings().rate().max()
                    };
                  }

                  @Override
                  public double[] fixedRate(Admission.FixedRate fixed) {
                    return new double[] {fixed.ratePerSecond(), fixed.ratePerSecond()};
                  }
                });
    minRate = bounds[0];
    maxRate = bounds[1];
  }

  /** Ticks that ran to their end: fewer than asked for when the run was cancelled or refused. */
  public int ticks() {
    return ticks;
  }

  /** Whether the run went to its end. */
  public boolean complete() {
    return ticks == scenario.ticks();
  }

  /** Why the core stopped the run, one sentence; empty when it did not. */
  public Optional<String> refused() {
    return Optional.ofNullable(refused);
  }

  public double dtMs() {
    return scenario.admission().dtMs();
  }

  /** When tick i begins, seconds since the start. */
  public double timeS(int i) {
    return scenario.timeS(i);
  }

  /** The rate during tick i, operations per second. */
  public double rateInForce(int i) {
    return rate[checked(i)];
  }

  /** The rate that the observation at the end of tick i decided. */
  public double rateAfter(int i) {
    return rate[checked(i) + 1];
  }

  /** The window's quantile at the end of tick i, ms; NaN for an empty window. */
  public double p99Ms(int i) {
    return p99Ms[checked(i)];
  }

  /** The true quantile behind it, ms, which no controller sees; the same with an exact sensor. */
  public double latencyMs(int i) {
    return latencyMs[checked(i)];
  }

  /** How many latencies tick i's window held. */
  public int samples(int i) {
    return samples[checked(i)];
  }

  /** Items waiting at the end of tick i: none, since this loop asks and does not queue. */
  public int depth(int i) {
    checked(i);
    return 0;
  }

  /** Items dropped by the end of tick i: none, since this loop asks and does not queue. */
  public long dropped(int i) {
    checked(i);
    return 0;
  }

  /** Whether the rate after tick i rests on a bound; always, where the rate is fixed. */
  public boolean saturated(int i) {
    return atFloor(i) || atCeiling(i);
  }

  public boolean atFloor(int i) {
    return rateAfter(i) == minRate;
  }

  public boolean atCeiling(int i) {
    return rateAfter(i) == maxRate;
  }

  public double targetMs() {
    return scenario.admission().targetMs();
  }

  /** The floor of the rate; a fixed rate is its own. */
  public double minRate() {
    return minRate;
  }

  /** The ceiling of the rate, may be infinite; a fixed rate is its own. */
  public double maxRate() {
    return maxRate;
  }

  /** The rate that would hold the target during tick i; NaN where the plant cannot say. */
  public double equilibriumRate(int i) {
    return scenario.plant().equilibriumRate(targetMs(), timeS(checked(i)));
  }

  /** How many windows were empty. */
  public int emptyWindows() {
    return (int) Arrays.stream(p99Ms).filter(Double::isNaN).count();
  }

  /** What happened to the plant within the run, by time. */
  public List<Event> events() {
    return scenario.withTicks(Math.max(1, ticks)).events();
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
    return rate.clone();
  }

  /** The windows' quantiles, NaN for empty ones; a copy. */
  public double[] p99sMs() {
    return p99Ms.clone();
  }

  /** The rates during a stretch of ticks, {@code to} excluded; a copy. */
  public double[] rates(int from, int to) {
    return Arrays.copyOfRange(rate, checked(from), checked(to - 1) + 1);
  }

  /** The windows' quantiles of a stretch of ticks, {@code to} excluded; a copy. */
  public double[] p99sMs(int from, int to) {
    return Arrays.copyOfRange(p99Ms, checked(from), checked(to - 1) + 1);
  }

  /** The true quantiles of a stretch of ticks, {@code to} excluded; a copy. */
  public double[] latenciesMs(int from, int to) {
    return Arrays.copyOfRange(latencyMs, checked(from), checked(to - 1) + 1);
  }

  /** The true quantiles; a copy. */
  public double[] latenciesMs() {
    return latencyMs.clone();
  }

  private int checked(int i) {
    if (i < 0 || i >= ticks) {
      throw new IndexOutOfBoundsException("tick " + i + " of " + ticks);
    }
    return i;
  }

  /** Equal when all columns are, to the bit. */
  @Override
  public boolean equals(Object other) {
    return other instanceof FlowTrace that
        && ticks == that.ticks
        && dtMs() == that.dtMs()
        && Arrays.equals(rate, that.rate)
        && Arrays.equals(p99Ms, that.p99Ms)
        && Arrays.equals(latencyMs, that.latencyMs)
        && Arrays.equals(samples, that.samples);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(rate) + Arrays.hashCode(p99Ms);
  }

  @Override
  public String toString() {
    return ticks + " ticks of " + dtMs() + " ms, final rate " + rate[ticks];
  }
}
