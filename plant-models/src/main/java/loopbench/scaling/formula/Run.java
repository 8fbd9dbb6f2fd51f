// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/** One evaluation: what the triggers say, what lets and predicates hold, and what it has cost. */
final class Run {
  /**
   * KEDA's own bound on list elements made in one evaluation ({@code conf.DefaultMemoryBudget}).
   */
  static final int MOST_ELEMENTS = 1_000_000;

  /**
   * Our own bound: terms evaluated and elements visited inside loops, a quarter of a second. Enough
   * to look once at as many elements as KEDA allows.
   */
  static final long MOST_STEPS = 10_000_000;

  /** Our own bound on a text that is put together. */
  static final int LONGEST_TEXT = 100_000;

  private static final boolean[] NONE = {};

  private final double[] values;
  private final boolean[] nil;
  private final Object[] locals;
  private final double[] reals;
  private int elements;
  private long steps;

  /**
   * @param nil null for none
   */
  Run(double[] values, boolean[] nil, Object[] locals, double[] reals) {
    this.values = values;
    this.nil = nil == null ? NONE : nil;
    this.locals = locals;
    this.reals = reals;
  }

  double value(int trigger) {
    return values[trigger];
  }

  boolean isNil(int trigger) {
    return nil.length > 0 && nil[trigger];
  }

  Object local(int slot) {
    return locals[slot];
  }

  void local(int slot, Object value) {
    locals[slot] = value;
  }

  double real(int slot) {
    return reals[slot];
  }

  void real(int slot, double value) {
    reals[slot] = value;
  }

  /** Counts work that the length of the text does not bound. */
  void spend(long cost, int at) {
    steps += cost;
    if (steps > MOST_STEPS || cost < 0) {
      throw Refusal.ours(
          String.format(
              "This takes more than %,d steps; it is not run further than that.", MOST_STEPS),
          at);
    }
  }

  /** Counts elements of a list that is made. */
  void make(long count, int at) {
    if (elements + count >= MOST_ELEMENTS || count < 0) {
      throw new Refusal(
          String.format(
              "This makes lists of %,d elements and more, beyond KEDA's memory budget.",
              MOST_ELEMENTS),
          at);
    }
    elements += (int) count;
    spend(count, at);
  }
}
