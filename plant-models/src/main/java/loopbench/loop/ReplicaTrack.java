// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import java.util.List;

/**
 * How many replicas ran when, and how many were needed: what a scaling run is judged by. Index i is
 * the i-th sync, which stands for the time until the next. Immutable.
 */
public final class ReplicaTrack {
  private final double firstS;
  private final double periodS;
  private final int startReplicas;
  private final int[] replicas;
  private final List<KedaMove> moves;
  private final double[] need;

  /**
   * @param replicas after each sync; kept, not copied
   * @param moves what KEDA changed between syncs, ascending in time
   * @param need at each sync, NaN where unknown; null when none is stated
   */
  ReplicaTrack(
      double firstS,
      double periodS,
      int startReplicas,
      int[] replicas,
      List<KedaMove> moves,
      double[] need) {
    this.firstS = firstS;
    this.periodS = periodS;
    this.startReplicas = startReplicas;
    this.replicas = replicas;
    this.moves = List.copyOf(moves);
    this.need = need;
  }

  /** How many syncs. */
  public int size() {
    return replicas.length;
  }

  /** Seconds from the start to a sync. */
  public double timeS(int i) {
    return firstS + i * periodS;
  }

  /** Seconds from one sync to the next. */
  public double periodS() {
    return periodS;
  }

  /** What ran before the first sync and the first poll. */
  public int startReplicas() {
    return startReplicas;
  }

  /** What is asked for after a sync, until the next sync or a move of KEDA's. */
  public int replicas(int i) {
    return replicas[i];
  }

  /** What KEDA changed between syncs, ascending in time. */
  public List<KedaMove> moves() {
    return moves;
  }

  /** The replicas asked for, summed over time, replica-seconds; exact to the move. */
  public double replicaSeconds() {
    double sum = 0;
    for (int count : replicas) {
      sum += count;
    }
    sum *= periodS;
    for (KedaMove move : moves) {
      if (move.beforeSync() > 0) {
        sum += (move.to() - move.from()) * Math.max(0, timeS(move.beforeSync()) - move.timeS());
      }
    }
    return sum;
  }

  /** How often the direction of change turned around. */
  public int turns() {
    int turns = 0;
    int direction = 0;
    int before = startReplicas;
    int next = 0;
    for (int i = 0; i < replicas.length; i++) {
      for (; next < moves.size() && moves.get(next).beforeSync() <= i; next++) {
        int step = Integer.signum(moves.get(next).to() - before);
        turns += step != 0 && direction != 0 && step != direction ? 1 : 0;
        direction = step != 0 ? step : direction;
        before = moves.get(next).to();
      }
      int step = Integer.signum(replicas[i] - before);
      turns += step != 0 && direction != 0 && step != direction ? 1 : 0;
      direction = step != 0 ? step : direction;
      before = replicas[i];
    }
    return turns;
  }

  /** Whether a need was stated. */
  public boolean hasNeed() {
    return need != null;
  }

  /** Replicas needed at a sync; NaN where the need's series says nothing, or none was stated. */
  public double need(int i) {
    return need == null ? Double.NaN : need[i];
  }

  /** How many syncs the need says nothing about; all of them when none was stated. */
  public int needUnknown() {
    return need == null ? size() : (int) Arrays.stream(need).filter(Double::isNaN).count();
  }

  int[] replicas() {
    return replicas;
  }

  double[] need() {
    return need;
  }
}
