// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * The requests that a replica decodes, by the progress at which each will be done. All of them make
 * a token in the same time, so that progress is one number for all, and the order in which they end
 * does not change while the pace does.
 *
 * <p>Kept as a sorted ring: who joins usually ends among the last, so that few must move; that
 * beats a heap at the sizes a model server has. Of those that end together the older request ends
 * first.
 */
final class DecodeSet {
  private final Slots slots;
  private double[] doneAt = new double[16];
  private int[] slot = new int[16];
  private int head;
  private int size;

  DecodeSet(Slots slots) {
    this.slots = slots;
  }

  int size() {
    return size;
  }

  /** The progress at which the first is done. */
  double firstDoneAt() {
    return doneAt[head];
  }

  double doneAt(int place) {
    return doneAt[(head + place) & (slot.length - 1)];
  }

  int at(int place) {
    return slot[(head + place) & (slot.length - 1)];
  }

  int removeFirst() {
    int first = slot[head];
    head = (head + 1) & (slot.length - 1);
    size--;
    return first;
  }

  void add(double done, int joining) {
    if (size == slot.length) {
      grow();
    }
    int mask = slot.length - 1;
    int gap = (head + size) & mask;
    size++;
    while (gap != head) {
      int before = (gap - 1) & mask;
      double earlier = doneAt[before];
      if (earlier < done || earlier == done && slots.id[slot[before]] < slots.id[joining]) {
        break;
      }
      doneAt[gap] = earlier;
      slot[gap] = slot[before];
      gap = before;
    }
    doneAt[gap] = done;
    slot[gap] = joining;
  }

  /** The place of the one that was admitted last. */
  int youngest() {
    int youngest = 0;
    for (int place = 1; place < size; place++) {
      if (slots.admission[at(place)] > slots.admission[at(youngest)]) {
        youngest = place;
      }
    }
    return youngest;
  }

  void remove(int place) {
    int mask = slot.length - 1;
    for (int i = place; i + 1 < size; i++) {
      doneAt[(head + i) & mask] = doneAt[(head + i + 1) & mask];
      slot[(head + i) & mask] = slot[(head + i + 1) & mask];
    }
    size--;
  }

  private void grow() {
    double[] largerDoneAt = new double[2 * slot.length];
    int[] largerSlot = new int[2 * slot.length];
    for (int i = 0; i < size; i++) {
      largerDoneAt[i] = doneAt(i);
      largerSlot[i] = at(i);
    }
    doneAt = largerDoneAt;
    slot = largerSlot;
    head = 0;
  }
}
