// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import java.util.Arrays;

/** The requests in the pool, as columns; a slot is used again when its request is gone. */
final class Slots {
  private int capacity = 64;
  private int[] free = new int[capacity];
  private int freeCount;
  private int used;

  long[] id = new long[capacity];
  double[] arrivedS = new double[capacity];
  double[] enteredS = new double[capacity];
  double[] enqueuedS = new double[capacity];
  double[] dispatchedS = new double[capacity];

  /** NaN until it is made. */
  double[] firstTokenS = new double[capacity];

  int[] prompt = new int[capacity];
  int[] uncached = new int[capacity];
  int[] output = new int[capacity];
  boolean[] streaming = new boolean[capacity];

  /** The number of the replica that has it, -1 while none has. */
  int[] holder = new int[capacity];

  /** KV tokens held when decode begins: the prompt, or more after a preemption. */
  double[] kv = new double[capacity];

  /** Tokens to compute before decode begins. */
  double[] work = new double[capacity];

  /** Output tokens still to decode when decode begins. */
  double[] remaining = new double[capacity];

  /** The replica's progress when decode began, tokens. */
  double[] startedAt = new double[capacity];

  /** Ascends with each admission by a replica; the youngest gives way first. */
  long[] admission = new long[capacity];

  int take() {
    if (freeCount > 0) {
      return free[--freeCount];
    }
    if (used == capacity) {
      grow();
    }
    return used++;
  }

  void release(int slot) {
    free[freeCount++] = slot;
  }

  private void grow() {
    capacity *= 2;
    free = Arrays.copyOf(free, capacity);
    id = Arrays.copyOf(id, capacity);
    arrivedS = Arrays.copyOf(arrivedS, capacity);
    enteredS = Arrays.copyOf(enteredS, capacity);
    enqueuedS = Arrays.copyOf(enqueuedS, capacity);
    dispatchedS = Arrays.copyOf(dispatchedS, capacity);
    firstTokenS = Arrays.copyOf(firstTokenS, capacity);
    prompt = Arrays.copyOf(prompt, capacity);
    uncached = Arrays.copyOf(uncached, capacity);
    output = Arrays.copyOf(output, capacity);
    streaming = Arrays.copyOf(streaming, capacity);
    holder = Arrays.copyOf(holder, capacity);
    kv = Arrays.copyOf(kv, capacity);
    work = Arrays.copyOf(work, capacity);
    remaining = Arrays.copyOf(remaining, capacity);
    startedAt = Arrays.copyOf(startedAt, capacity);
    admission = Arrays.copyOf(admission, capacity);
  }
}
