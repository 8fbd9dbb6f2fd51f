// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.EnumMap;
import java.util.Map;
import loopbench.loop.ReplicaTrack;

/**
 * How well a scaling run did. Every sync stands for one sync period.
 *
 * <p>{@code replica_hours}, {@code average_replicas} and {@code flaps_per_hour} always apply.
 * {@code attainment} (share of the time with at least the replicas needed), {@code unmet} (replicas
 * needed and not ready, summed over time) and {@code over_ask} (the most asked for beyond the need)
 * apply only where a need was stated; syncs about which the need says nothing count for none of the
 * three ({@link ReplicaTrack#needUnknown} says how many those are). What does not apply is NaN and
 * ranks nothing.
 */
public final class ScalingScores {
  private ScalingScores() {}

  public static Scores of(ReplicaTrack track) {
    double hours = track.periodS() / 3600;
    long known = 0;
    long met = 0;
    double missing = 0;
    double overAsk = 0;
    for (int i = 0; i < track.size(); i++) {
      double need = track.need(i);
      if (!Double.isNaN(need)) {
        known++;
        met += track.replicas(i) >= need ? 1 : 0;
        missing += Math.max(0, need - track.replicas(i));
        overAsk = Math.max(overAsk, track.replicas(i) - need);
      }
    }
    double seconds = track.replicaSeconds();
    Map<Score, Double> scores = new EnumMap<>(Score.class);
    scores.put(Score.REPLICA_HOURS, seconds / 3600);
    scores.put(Score.AVERAGE_REPLICAS, seconds / (track.size() * track.periodS()));
    scores.put(Score.FLAPS_PER_HOUR, track.turns() / (track.size() * hours));
    if (known > 0) {
      scores.put(Score.ATTAINMENT, (double) met / known);
      scores.put(Score.UNMET, missing * hours);
      scores.put(Score.OVER_ASK, overAsk);
    }
    return Scores.of(scores);
  }
}
