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
 */
public final class PoolScores {
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
    scores.put(Score.PREEMPTED, (double) run.preempted());
    scores.put(Score.TTFT_P50, attainment.ttft().quantile(0.5));
    scores.put(Score.TTFT_P90, attainment.ttft().quantile(0.9));
    scores.put(Score.TTFT_P99, attainment.ttft().quantile(0.99));
    scores.put(Score.TPOT_P50, attainment.tpot().quantile(0.5));
    scores.put(Score.TPOT_P90, attainment.tpot().quantile(0.9));
    scores.put(Score.TPOT_P99, attainment.tpot().quantile(0.99));
    run.admission().ifPresent(admission -> add(scores, admission));
    return Scores.of(scores);
  }

  /**
   * The admission controller's own, over the whole run; of windows in which something was measured.
   */
  private static void add(Map<Score, Double> scores, AdmissionTrace admission) {
    double targetMs = admission.settings().targetP99Ms();
    int atFloor = 0;
    int atCeiling = 0;
    int measured = 0;
    double sum = 0;
    double late = 0;
    for (int i = 0; i < admission.size(); i++) {
      atFloor += admission.ratePerSecond(i) == admission.settings().rate().min() ? 1 : 0;
      atCeiling += admission.ratePerSecond(i) == admission.settings().rate().max() ? 1 : 0;
      double latencyMs = admission.measuredMs(i);
      if (!Double.isNaN(latencyMs)) {
        measured++;
        sum += latencyMs;
        late += Math.max(0, latencyMs - targetMs);
      }
    }
    scores.put(Score.AT_FLOOR, (double) atFloor / admission.size());
    scores.put(Score.AT_CEILING, (double) atCeiling / admission.size());
    scores.put(Score.P99_MEAN, sum / measured);
    scores.put(Score.SLO_DEBT, late * admission.settings().dtMs() / 1000);
  }

  /** Of the requests that ended; NaN when none did. */
  private static double lostShare(PoolRun run) {
    double lost = run.lostInAll();
    return lost / (lost + run.counters().served());
  }
}
