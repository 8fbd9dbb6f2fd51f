// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.ArrayList;
import java.util.List;

/**
 * A quantity that changes in steps: each step holds from its time (inclusive) to the next one's.
 *
 * @param steps by strictly ascending time; the first is at 0 s, so that every instant has a value
 */
public record Schedule(List<Step> steps) {

  /**
   * @param fromS when the value begins to hold, seconds, finite and at least 0
   * @param value finite
   */
  public record Step(double fromS, double value) {
    public Step {
      if (!(fromS >= 0 && Double.isFinite(fromS))) {
        throw new IllegalArgumentException(
            "A step's time must be finite and at least 0 s, was " + fromS + ".");
      }
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("A step's value must be finite, was " + value + ".");
      }
    }
  }

  /** A step that differs from the one before it. */
  public record Change(double atS, double from, double to) {}

  public Schedule {
    steps = List.copyOf(steps);
    if (steps.isEmpty() || steps.get(0).fromS() != 0) {
      throw new IllegalArgumentException(
          "A schedule must say what holds from 0 s on, was " + steps + ".");
    }
    for (int i = 1; i < steps.size(); i++) {
      if (!(steps.get(i).fromS() > steps.get(i - 1).fromS())) {
        throw new IllegalArgumentException(
            "A schedule's times must ascend, but "
                + steps.get(i).fromS()
                + " s follows "
                + steps.get(i - 1).fromS()
                + " s.");
      }
    }
  }

  /** One value for ever. */
  public static Schedule constant(double value) {
    return new Schedule(List.of(new Step(0, value)));
  }

  /** One value until a time, another from then on. */
  public static Schedule step(double before, double atS, double after) {
    return new Schedule(List.of(new Step(0, before), new Step(atS, after)));
  }

  /** What holds at a time; before 0 s what holds at 0 s. */
  public double valueAt(double tS) {
    return steps.get(indexAt(tS)).value();
  }

  /** Which step holds at a time. */
  int indexAt(double tS) {
    int last = 0;
    while (last + 1 < steps.size() && steps.get(last + 1).fromS() <= tS) {
      last++;
    }
    return last;
  }

  /** The times at which the value changes, in order; empty for a constant. */
  public List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    for (int i = 1; i < steps.size(); i++) {
      double before = steps.get(i - 1).value();
      double after = steps.get(i).value();
      if (before != after) {
        changes.add(new Change(steps.get(i).fromS(), before, after));
      }
    }
    return List.copyOf(changes);
  }

  /** The same steps, one of them with another value. */
  public Schedule with(int index, double value) {
    List<Step> changed = new ArrayList<>(steps);
    changed.set(index, new Step(steps.get(index).fromS(), value));
    return new Schedule(changed);
  }
}
