// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.EnumMap;
import java.util.Map;
import loopbench.loop.AdmissionTrace;
import loopbench.loop.PoolRun;
import loopbench.plant.pool.Attainment;

/**
 * How well a pool's run did, from the requests themselves.
 *
 * <p>Paid are replicas that warm up and that are ready, exactly over time; one that only finishes
 * what it had is not counted. A request that was lost met no objective; one that was still in the
 * pool at the end counts for nothing.
 *
 * <p>Where an admission controller stands before the pool, what it measured and moved is scored
 * over the whole run, since a pool has no equilibrium to settle at: requests are few and differ,
 * and replicas come and go. So there is no loop class either.
 */
public final class PoolScores {
  private static final double DEAD_BAND = 0.01;

  private PoolScores() {}

  /**
   * @param durationS how long was run, seconds
   */
  public static Scores of(PoolRun run, double durationS) {
    Attainment attainment = run.attainment();
    Map<Score, Double> scores = new EnumMap<>(Score.class);
    scores.put(Score.ATTAINMENT, attainment.share());
    scores.put(Score.MISSED, 1 - attainment.share());
    scores.put(Score.REPLICA_HOURS, run.paidSeconds() / 3600);
    scores.put(Score.AVERAGE_REPLICAS, run.paidSeconds() / durationS);
    scores.put(Score.FLAPS_PER_HOUR, run.track().turns() / (durationS / 3600));
    scores.put(Score.LOST, (double) run.lostInAll());
    scores.put(Score.LOST_SHARE, lostShare(run));
    scores.put(Score.TIME_TO_READY, run.timeToReadyS());
    scores.put(Score.ASKED_WHILE_WARMING, (double) run.askedWhileWarming());
    scores.put(Score.COLD_EXPOSURE, coldExposure(run));
    scores.put(Score.PREEMPTED, (double) run.preempted());
    scores.put(Score.TTFT_P50, attainment.ttft().quantile(0.5));
    scores.put(Score.TTFT_P90, attainment.ttft().quantile(0.9));
    scores.put(Score.TTFT_P99, attainment.ttft().quantile(0.99));
    scores.put(Score.TPOT_P50, attainment.tpot().quantile(0.5));
    scores.put(Score.TPOT_P90, attainment.tpot().quantile(0.9));
    scores.put(Score.TPOT_P99, attainment.tpot().quantile(0.99));
    double targetMs = run.admission().map(AdmissionTrace::targetMs).orElse(Double.NaN);
    run.admission().ifPresent(trace -> add(trace, durationS, scores));
    return Scores.of(scores, null, targetMs, Double.NaN);
  }

  private static void add(AdmissionTrace trace, double durationS, Map<Score, Double> scores) {
    scores.put(Score.ADMITTED_RATE, trace.admitted() / durationS);
    scores.put(Score.REJECTED, (double) trace.rejected() / trace.asked());
    if (trace.ticks() == 0) {
      return;
    }
    Episode seen =
        new Episode(
            trace.p99sMs(),
            trace.rates(),
            0,
            trace.targetMs(),
            Double.NaN,
            trace.dtMs() / 1000,
            Double.NaN);
    scores.put(Score.P99_MEAN, seen.meanLatencyMs());
    scores.put(Score.REVERSALS, (double) seen.reversals(DEAD_BAND * seen.meanRate()));
    scores.put(Score.SLO_DEBT, seen.sloDebt());
    scores.put(Score.EFFORT, seen.effort());
    scores.put(Score.AT_FLOOR, seen.shareAt(trace.minRate()));
    scores.put(Score.AT_CEILING, seen.shareAt(trace.maxRate()));
  }

  /** By syncs, each for the time until the next; NaN when there was none. */
  private static double coldExposure(PoolRun run) {
    int exposed = 0;
    for (int i = 0; i < run.size(); i++) {
      exposed += run.ready(i) < run.desired(i) ? 1 : 0;
    }
    return (double) exposed / run.size();
  }

  /** Of the requests that ended; NaN when none did. */
  private static double lostShare(PoolRun run) {
    double lost = run.lostInAll();
    return lost / (lost + run.counters().served());
  }
}
