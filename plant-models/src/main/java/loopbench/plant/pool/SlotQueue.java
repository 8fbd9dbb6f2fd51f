// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/** A line of requests, by slot; one may be put back to its front. */
final class SlotQueue {
  private int[] slots = new int[16];
  private int head;
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int first() {
    return slots[head];
  }

  /** The one at a place, counted from the front. */
  int at(int place) {
    return slots[(head + place) & (slots.length - 1)];
  }

  void addLast(int slot) {
    if (size == slots.length) {
      grow();
    }
    slots[(head + size++) & (slots.length - 1)] = slot;
  }

  void addFirst(int slot) {
    if (size == slots.length) {
      grow();
    }
    head = (head - 1) & (slots.length - 1);
    slots[head] = slot;
    size++;
  }

  int removeFirst() {
    int slot = slots[head];
    head = (head + 1) & (slots.length - 1);
    size--;
    return slot;
  }

  private void grow() {
    int[] larger = new int[2 * slots.length];
    for (int i = 0; i < size; i++) {
      larger[i] = at(i);
    }
    slots = larger;
    head = 0;
  }
}
