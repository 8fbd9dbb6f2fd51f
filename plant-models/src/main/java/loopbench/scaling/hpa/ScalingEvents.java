// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.Arrays;

/**
 * The changes that an HPA made in one direction, for the policies to count. Slots as upstream keeps
 * them ({@code storeScaleEvent}, {@code markScaleEventsOutdated} of horizontal.go): a change older
 * than the longest period is marked outdated before the next is stored, and the last outdated slot
 * is the next to be written.
 */
final class ScalingEvents {
  private int[] changes = new int[8];
  private long[] madeMs = new long[8];
  private boolean[] outdated = new boolean[8];
  private int size;
  private long latestMs;

  /** Stores a change, above 0; {@code longestPeriodMs} is that of the direction's policies. */
  void store(long nowMs, int change, long longestPeriodMs) {
    int slot = size;
    for (int i = 0; i < size; i++) {
      outdated[i] |= nowMs - madeMs[i] > longestPeriodMs;
      if (outdated[i]) {
        slot = i;
      }
    }
    if (slot == size) {
      if (size == changes.length) {
        changes = Arrays.copyOf(changes, 2 * size);
        madeMs = Arrays.copyOf(madeMs, 2 * size);
        outdated = Arrays.copyOf(outdated, 2 * size);
      }
      size++;
    }
    changes[slot] = change;
    madeMs[slot] = nowMs;
    outdated[slot] = false;
    latestMs = size == 1 ? nowMs : Math.max(latestMs, nowMs);
  }

  /** The sum of the changes of an age below a period, outdated or not. */
  int within(long nowMs, long periodMs) {
    if (size == 0 || nowMs - latestMs >= periodMs) {
      return 0;
    }
    int sum = 0;
    for (int i = 0; i < size; i++) {
      if (nowMs - madeMs[i] < periodMs) {
        sum += changes[i];
      }
    }
    return sum;
  }

  int size() {
    return size;
  }

  int change(int slot) {
    return changes[slot];
  }

  boolean outdated(int slot) {
    return outdated[slot];
  }

  void clear() {
    size = 0;
  }
}
