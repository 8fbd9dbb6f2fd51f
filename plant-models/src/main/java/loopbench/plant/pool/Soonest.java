// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import java.util.Arrays;

/**
 * Which of many comes first, when one at a time changes: a knock-out tree. Of equals the lower
 * index wins.
 */
final class Soonest {
  private double[] timesS = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
  private int leaves = 2;
  private int[] winner = {0, 0};

  /** The index of the first one. */
  int index() {
    return winner[1];
  }

  /** When the first one is; infinite when there is none. */
  double timeS() {
    return timesS[winner[1]];
  }

  void set(int index, double tS) {
    if (index >= leaves) {
      grow(index);
    }
    timesS[index] = tS;
    int node = (index + leaves) >> 1;
    int even = index & ~1;
    int best = timesS[even | 1] < timesS[even] ? even | 1 : even;
    winner[node] = best;
    while (node > 1) {
      int left = winner[node & ~1];
      int right = winner[node | 1];
      node >>= 1;
      winner[node] = timesS[right] < timesS[left] ? right : left;
    }
  }

  private void grow(int index) {
    int old = leaves;
    leaves = Integer.highestOneBit(index) << 1;
    timesS = Arrays.copyOf(timesS, leaves);
    Arrays.fill(timesS, old, leaves, Double.POSITIVE_INFINITY);
    winner = new int[leaves];
    for (int i = 0; i < leaves; i += 2) {
      set(i, timesS[i]);
    }
  }
}
