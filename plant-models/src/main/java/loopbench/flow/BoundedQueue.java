// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.Arrays;

/**
 * First in, first out, with a bound; when it is full the newest is refused.
 *
 * <p>A ring of a power of two that starts small and doubles up to the bound, so that a large bound
 * costs nothing until it is used; it does not shrink. The original's ring is unbounded and its
 * controller holds the bound.
 *
 * @param <T> what waits; never null, since null says "none"
 */
public final class BoundedQueue<T> {
  private static final int FIRST_RING = 16;

  private final int capacity;
  private Object[] ring;
  private int head;
  private int size;

  /** An empty queue for 1 to 2^30 items. */
  public BoundedQueue(int capacity) {
    Refusal.unless(
        capacity >= 1 && capacity <= FlowSettings.MAX_QUEUE_CAPACITY,
        "queueCapacity",
        "a whole number from 1 to " + FlowSettings.MAX_QUEUE_CAPACITY,
        capacity);
    this.capacity = capacity;
    this.ring = new Object[FIRST_RING];
  }

  /** Appends an item, or answers false when the queue is full. */
  public boolean offer(T item) {
    if (item == null) {
      throw new IllegalArgumentException("item must not be null: null stands for no item.");
    }
    if (size == capacity) {
      return false;
    }
    if (size == ring.length) {
      grow();
    }
    ring[(head + size) & (ring.length - 1)] = item;
    size++;
    return true;
  }

  private void grow() {
    Object[] larger = new Object[2 * ring.length];
    int tail = ring.length - head;
    System.arraycopy(ring, head, larger, 0, tail);
    System.arraycopy(ring, 0, larger, tail, head);
    ring = larger;
    head = 0;
  }

  /** Takes the oldest item; null when there is none. */
  public T poll() {
    if (size == 0) {
      return null;
    }
    T item = at(head);
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    size--;
    return item;
  }

  /** The oldest item, left in its place; null when there is none. */
  public T peek() {
    return size == 0 ? null : at(head);
  }

  @SuppressWarnings("unchecked") // only offer writes here
  private T at(int index) {
    return (T) ring[index];
  }

  public void clear() {
    Arrays.fill(ring, null);
    head = 0;
    size = 0;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public boolean isFull() {
    return size == capacity;
  }

  public int capacity() {
    return capacity;
  }
}
