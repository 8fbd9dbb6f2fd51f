// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.EnumMap;
import java.util.Map;
import loopbench.loop.ScalingTrace;

/**
 * How well a scaling run did. Every sync stands for one sync period.
 *
 * <p>{@code replica_hours}, {@code average_replicas} and {@code flaps_per_hour} always apply.
 * {@code attainment} (share of the time with at least the replicas needed), {@code unmet} (replicas
 * needed and not ready, summed over time) and {@code over_ask} (the most asked for beyond the need)
 * apply only where a need was stated; syncs about which the need says nothing count for none of the
 * three ({@link ScalingTrace#needUnknown} says how many those are). What does not apply is NaN and
 * ranks nothing.
 */
public final class ScalingScores {
  private ScalingScores() {}

  public static Scores of(ScalingTrace trace) {
    double hours = trace.periodS() / 3600;
    long replicas = 0;
    int turns = 0;
    int direction = 0;
    int before = trace.startReplicas();
    long known = 0;
    long met = 0;
    double missing = 0;
    double overAsk = 0;
    for (int i = 0; i < trace.size(); i++) {
      int now = trace.replicas(i);
      replicas += now;
      int step = Integer.signum(now - before);
      if (step != 0) {
        turns += direction != 0 && step != direction ? 1 : 0;
        direction = step;
      }
      before = now;
      double need = trace.need(i);
      if (!Double.isNaN(need)) {
        known++;
        met += trace.ready(i) >= need ? 1 : 0;
        missing += Math.max(0, need - trace.ready(i));
        overAsk = Math.max(overAsk, trace.desired(i) - need);
      }
    }
    Map<Score, Double> scores = new EnumMap<>(Score.class);
    scores.put(Score.REPLICA_HOURS, replicas * hours);
    scores.put(Score.AVERAGE_REPLICAS, (double) replicas / trace.size());
    scores.put(Score.FLAPS_PER_HOUR, turns / (trace.size() * hours));
    if (known > 0) {
      scores.put(Score.ATTAINMENT, (double) met / known);
      scores.put(Score.UNMET, missing * hours);
      scores.put(Score.OVER_ASK, overAsk);
    }
    return Scores.of(scores);
  }
}
