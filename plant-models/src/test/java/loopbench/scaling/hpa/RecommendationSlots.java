// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.ArrayList;
import java.util.List;

/**
 * The list of recommendations as upstream keeps and walks it ({@code stabilizeRecommendation},
 * {@code stabilizeRecommendationWithBehaviors} of horizontal.go): what the faster structure of the
 * product is compared with.
 */
final class RecommendationSlots {
  private record Slot(long madeMs, int replicas) {}

  private final List<Slot> slots = new ArrayList<>();

  void add(long madeMs, int replicas) {
    slots.add(new Slot(madeMs, replicas));
  }

  List<Integer> values() {
    return slots.stream().map(Slot::replicas).toList();
  }

  int plain(long nowMs, int desired, long windowMs) {
    int max = desired;
    int old = -1;
    for (int i = 0; i < slots.size(); i++) {
      if (nowMs - slots.get(i).madeMs > windowMs) {
        old = i;
      } else {
        max = Math.max(max, slots.get(i).replicas);
      }
    }
    put(old, new Slot(nowMs, desired));
    return max;
  }

  int behavior(long nowMs, int current, int desired, long upWindowMs, long downWindowMs) {
    int up = desired;
    int down = desired;
    int old = -1;
    for (int i = 0; i < slots.size(); i++) {
      long ageMs = nowMs - slots.get(i).madeMs;
      if (ageMs < upWindowMs) {
        up = Math.min(up, slots.get(i).replicas);
      }
      if (ageMs < downWindowMs) {
        down = Math.max(down, slots.get(i).replicas);
      }
      if (ageMs > upWindowMs && ageMs > downWindowMs) {
        old = i;
      }
    }
    put(old, new Slot(nowMs, desired));
    int result = current;
    if (result < up) {
      result = up;
    }
    if (result > down) {
      result = down;
    }
    return result;
  }

  private void put(int old, Slot slot) {
    if (old < 0) {
      slots.add(slot);
    } else {
      slots.set(old, slot);
    }
  }
}
