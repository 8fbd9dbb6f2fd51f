// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * A model server: a line of prompts, one of them being computed, and a set that is decoded.
 *
 * <p>Between two events the pace of decode is constant, so that progress and KV in use are linear
 * in time, and everything is brought up to date only at events. KV in use is what decode began
 * with, plus one token per request and step: {@code sum(kv) + b * progress - sum(startedAt)}.
 *
 * <p>When KV runs full, the request admitted last gives way: it goes back to the front of the line
 * and is computed again, prompt and tokens so far (vLLM's preemption by recomputing).
 */
final class Replica {
  static final int FIRST_TOKEN = 0;
  static final int LAST_TOKEN = 1;
  static final int RESUMED = 2;
  static final int PREEMPTED = 3;

  private static final int NONE = -1;

  /** Counted from 0 in the order in which replicas were added. */
  final int number;

  /** Its place in the knock-out tree. */
  final int place;

  boolean draining;

  /** Whether the gateway has no fresh metrics of it. */
  boolean stale;

  /** Uncached prompt tokens dispatched and not yet released. */
  long inflightTokens;

  /** Requests in flight that the gateway does not know of: its process came after them. */
  int unknown;

  /** When something happens next; infinite when nothing will. */
  double nextS = Double.POSITIVE_INFINITY;

  /** The request of the last event. */
  int eventSlot;

  private final Slots slots;
  private final double prefillS;
  private final double baseS;
  private final double perRequestS;
  private final double kvTokens;
  private final double kvLimit;
  private final int maxRunning;

  private final SlotQueue line = new SlotQueue();
  private final DecodeSet decoding;
  private int prefilling = NONE;
  private double prefilledS = Double.POSITIVE_INFINITY;
  private long admissions;

  private double nowS;
  private double progress;
  private double tokenS;
  private double kvStarted;
  private double startedAt;
  private double kvNow;
  private double kvPerS;

  /** What those admitted would hold if all ended together: while that fits, KV cannot run full. */
  private double kvAtMost;

  private double lineWork;
  private double lineKv;

  Replica(int number, int place, Serving serving, Slots slots, double nowS) {
    this.number = number;
    this.place = place;
    this.slots = slots;
    this.nowS = nowS;
    prefillS = 1 / serving.prefillPerSecond();
    baseS = serving.decodeBaseMs() / 1000;
    perRequestS = serving.decodePerRequestMs() / 1000;
    kvTokens = serving.kvTokens();
    kvLimit = kvTokens - Math.max(1, serving.kvReserve() * kvTokens);
    maxRunning = serving.maxRunning();
    decoding = new DecodeSet(slots);
  }

  int waiting() {
    return line.size();
  }

  int running() {
    return decoding.size() + (prefilling == NONE ? 0 : 1);
  }

  int inflight() {
    return waiting() + running();
  }

  /** Requests in flight as the gateway counts them. */
  int known() {
    return inflight() - unknown;
  }

  /** KV tokens in use at a time up to the next event. */
  double kvAt(double tS) {
    return kvNow + kvPerS * (tS - nowS);
  }

  void enqueue(double tS, int slot) {
    line.addLast(slot);
    lineWork += slots.work[slot];
    lineKv += slots.kv[slot];
    if (prefilling == NONE && line.size() == 1) {
      advance(tS);
      admit();
      plan();
    }
  }

  /** Lets the next event happen, at {@link #nextS}, and says which kind it was. */
  int step() {
    double tS = nextS;
    if (decoding.size() > 0 && doneS() <= tS) {
      progress = decoding.firstDoneAt();
      nowS = tS;
      return end();
    }
    advance(tS);
    return prefilledS <= tS ? prefilled() : preempt();
  }

  private double doneS() {
    return nowS + (decoding.firstDoneAt() - progress) * tokenS;
  }

  private int end() {
    int slot = decoding.removeFirst();
    leaveDecode(slot);
    eventSlot = slot;
    admit();
    plan();
    return LAST_TOKEN;
  }

  private int prefilled() {
    int slot = prefilling;
    prefilling = NONE;
    prefilledS = Double.POSITIVE_INFINITY;
    boolean first = Double.isNaN(slots.firstTokenS[slot]);
    if (first) {
      slots.firstTokenS[slot] = nowS;
    }
    if (slots.remaining[slot] > 0) {
      slots.startedAt[slot] = progress;
      startedAt += progress;
      decoding.add(progress + slots.remaining[slot], slot);
    } else {
      forget(slot);
    }
    eventSlot = slot;
    admit();
    plan();
    return first ? FIRST_TOKEN : RESUMED;
  }

  private int preempt() {
    int slot = prefilling;
    if (slot != NONE) {
      prefilling = NONE;
      prefilledS = Double.POSITIVE_INFINITY;
      forget(slot);
    } else {
      int place = decoding.youngest();
      slot = decoding.at(place);
      decoding.remove(place);
      double made = progress - slots.startedAt[slot];
      leaveDecode(slot);
      slots.kv[slot] += made;
      slots.remaining[slot] -= made;
      slots.work[slot] = slots.kv[slot];
    }
    line.addFirst(slot);
    lineWork += slots.work[slot];
    lineKv += slots.kv[slot];
    eventSlot = slot;
    plan();
    return PREEMPTED;
  }

  private void leaveDecode(int slot) {
    startedAt -= slots.startedAt[slot];
    if (decoding.size() == 0) {
      progress = 0;
      startedAt = 0;
    }
    forget(slot);
  }

  private void forget(int slot) {
    kvStarted -= slots.kv[slot];
    kvAtMost -= slots.kv[slot] + slots.remaining[slot];
  }

  private void advance(double tS) {
    if (decoding.size() > 0) {
      progress += (tS - nowS) / tokenS;
    }
    nowS = tS;
  }

  private void admit() {
    if (prefilling != NONE || line.isEmpty()) {
      return;
    }
    int slot = line.first();
    int running = decoding.size();
    double kv = kvStarted + running * progress - startedAt;
    if (running > 0 && (running >= maxRunning || kv + slots.kv[slot] > kvLimit)) {
      return;
    }
    line.removeFirst();
    lineWork -= slots.work[slot];
    lineKv -= slots.kv[slot];
    slots.admission[slot] = admissions++;
    kvStarted += slots.kv[slot];
    kvAtMost += slots.kv[slot] + slots.remaining[slot];
    prefilling = slot;
    prefilledS = nowS + slots.work[slot] * prefillS;
  }

  private void plan() {
    int size = decoding.size();
    double next = prefilledS;
    kvNow = kvStarted + size * progress - startedAt;
    if (size == 0) {
      kvPerS = 0;
    } else {
      tokenS = baseS + perRequestS * size;
      kvPerS = size / tokenS;
      next = Math.min(next, doneS());
      if (kvAtMost > kvTokens + 0.5) { // half a token: what rounding leaves is no token
        next = Math.min(next, nowS + Math.max(0, kvTokens - kvNow) / kvPerS);
      }
    }
    nextS = next;
  }

  /**
   * How long a request that joins the line will wait for its first token, if nothing else comes, by
   * the work before it and by the room that those decoding leave when they end; seconds.
   */
  double predictedTtftS(double tS, int slot) {
    double computeS =
        (prefilling == NONE ? 0 : prefilledS - tS) + (lineWork + slots.work[slot]) * prefillS;
    int size = decoding.size();
    int tooMany = running() + waiting() + 1 - maxRunning;
    double room = kvLimit - lineKv - slots.kv[slot];
    if (tooMany <= 0 && kvAt(tS) <= room) {
      return computeS;
    }
    double kv = kvStarted;
    double started = startedAt;
    double at = progress + (size > 0 ? (tS - nowS) / tokenS : 0);
    double doneAt = at;
    for (int i = 0; i < size; i++) {
      doneAt = decoding.doneAt(i);
      int ended = decoding.at(i);
      kv -= slots.kv[ended];
      started -= slots.startedAt[ended];
      if (i + 1 >= tooMany && kv + (size - i - 1) * doneAt - started <= room) {
        break;
      }
    }
    return Math.max(computeS, (doneAt - at) * tokenS + slots.work[slot] * prefillS);
  }

  /** All requests it has, in no order that means anything; the replica must not go on. */
  int[] requests() {
    int[] all = new int[inflight()];
    int count = 0;
    for (int i = 0; i < decoding.size(); i++) {
      all[count++] = decoding.at(i);
    }
    if (prefilling != NONE) {
      all[count++] = prefilling;
    }
    for (int i = 0; i < line.size(); i++) {
      all[count++] = line.at(i);
    }
    return all;
  }
}
