// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.Arrays;
import java.util.List;

/**
 * The syncs of one controller, kept as numbers in columns; a {@link Decision} is made of a row when
 * somebody reads it. A sync takes 84 bytes and 8 for each metric.
 */
public final class DecisionLog {
  private static final int INTS = 14;
  private static final int LONGS = 3;
  private static final Decision.Outcome[] OUTCOMES = Decision.Outcome.values();
  private static final Condition[] CONDITIONS = Condition.values();
  private static final int NO_CONDITION = 63;
  private static final int CONDITION_BITS = 6;

  private final HpaController controller;
  private final int metrics;
  private final int longs;
  private int[] ints;
  private long[] times;
  private int size;

  /**
   * An empty log.
   *
   * @param controller whose syncs are logged; it explains them, so it must be the one that made
   *     them
   * @param expected how many syncs will come, to make room at once; more may come
   */
  public DecisionLog(HpaController controller, int expected) {
    this.controller = controller;
    metrics = controller.numbers().milli.length;
    longs = LONGS + metrics;
    ints = new int[Math.max(1, expected) * (INTS + (metrics + 31) / 32)];
    times = new long[Math.max(1, expected) * longs];
  }

  private int width() {
    return INTS + (metrics + 31) / 32;
  }

  /** Keeps the controller's last sync. */
  public void add() {
    int at = size * width();
    int t = size * longs;
    if (at == ints.length) {
      ints = Arrays.copyOf(ints, 2 * ints.length);
      times = Arrays.copyOf(times, 2 * times.length);
    }
    SyncNumbers n = controller.numbers();
    int[] into = ints;
    into[at] = n.specReplicas;
    into[at + 1] = n.statusReplicas;
    into[at + 2] = n.readyPods;
    into[at + 3] = n.podCount;
    into[at + 4] = n.desired;
    into[at + 5] = n.raw;
    into[at + 6] = n.stabilized;
    into[at + 7] = n.smallest;
    into[at + 8] = n.largest;
    into[at + 9] = n.limit;
    into[at + 10] = n.allowed;
    into[at + 11] = n.policy;
    into[at + 12] = n.named;
    into[at + 13] =
        n.outcome.ordinal()
            | code(n.able) << 4
            | code(n.active) << 4 + CONDITION_BITS
            | code(n.limited) << 4 + 2 * CONDITION_BITS
            | code(n.zero) << 4 + 3 * CONDITION_BITS;
    for (int w = INTS; w < width(); w++) {
      into[at + w] = 0;
    }
    times[t] = n.nowMs;
    times[t + 1] = n.smallestMs;
    times[t + 2] = n.largestMs;
    for (int i = 0; i < metrics; i++) {
      times[t + LONGS + i] = n.milli[i];
      if (n.failed[i]) {
        into[at + INTS + i / 32] |= 1 << i % 32;
      }
    }
    size++;
  }

  private static int code(Condition condition) {
    return condition == null ? NO_CONDITION : condition.ordinal();
  }

  private static Condition condition(int word, int place) {
    int code = word >> 4 + place * CONDITION_BITS & NO_CONDITION;
    return code == NO_CONDITION ? null : CONDITIONS[code];
  }

  /** How many syncs are kept. */
  public int size() {
    return size;
  }

  /** Forgets all syncs and keeps the room. */
  public void clear() {
    size = 0;
  }

  public long timeMs(int i) {
    return times[index(i) * longs];
  }

  /** S as a sync found it. */
  public int current(int i) {
    return ints[index(i) * width()];
  }

  /** What a sync decided. */
  public int desired(int i) {
    return ints[index(i) * width() + 4];
  }

  /** What the metrics asked together at a sync. */
  public int raw(int i) {
    return ints[index(i) * width() + 5];
  }

  /** A sync in words and numbers; failed metrics have no reason, values no note. */
  public Decision decision(int i) {
    SyncNumbers row = row(i);
    return controller.decision(row, controller.withoutNotes(row));
  }

  /** A sync in words and numbers, with the notes and reasons of its readings. */
  public Decision decision(int i, List<MetricReading> readings) {
    return controller.decision(row(i), readings);
  }

  private int index(int i) {
    if (i < 0 || i >= size) {
      throw new IndexOutOfBoundsException("sync " + i + " of " + size);
    }
    return i;
  }

  private SyncNumbers row(int i) {
    int at = index(i) * width();
    int t = i * longs;
    SyncNumbers n = new SyncNumbers(metrics);
    n.specReplicas = ints[at];
    n.statusReplicas = ints[at + 1];
    n.readyPods = ints[at + 2];
    n.podCount = ints[at + 3];
    n.desired = ints[at + 4];
    n.raw = ints[at + 5];
    n.stabilized = ints[at + 6];
    n.smallest = ints[at + 7];
    n.largest = ints[at + 8];
    n.limit = ints[at + 9];
    n.allowed = ints[at + 10];
    n.policy = ints[at + 11];
    n.named = ints[at + 12];
    int word = ints[at + 13];
    n.outcome = OUTCOMES[word & 15];
    n.able = condition(word, 0);
    n.active = condition(word, 1);
    n.limited = condition(word, 2);
    n.zero = condition(word, 3);
    n.nowMs = times[t];
    n.smallestMs = times[t + 1];
    n.largestMs = times[t + 2];
    for (int m = 0; m < metrics; m++) {
      n.milli[m] = times[t + LONGS + m];
      n.failed[m] = (ints[at + INTS + m / 32] & 1 << m % 32) != 0;
    }
    return n;
  }
}
