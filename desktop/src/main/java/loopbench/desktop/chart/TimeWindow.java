// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/**
 * The stretch of an axis that lines show, and the ways to another one. Shared by all charts of a
 * cell, so that what is compared stands one below the other.
 */
public final class TimeWindow {
  /** No closer than a millionth of the whole: there the ticks would run out of digits. */
  private static final double CLOSEST = 1e-6;

  /**
   * A stretch within the whole.
   *
   * @param from the axis's unit, such as seconds
   * @param to not below {@code from}
   */
  public record Stretch(double from, double to) {
    public double length() {
      return to - from;
    }
  }

  private final ReadOnlyObjectWrapper<Stretch> shown = new ReadOnlyObjectWrapper<>();
  private Stretch whole = new Stretch(0, 0);

  public TimeWindow() {
    shown.set(whole);
  }

  /** What is shown; the whole unless somebody looked closer. */
  public ReadOnlyObjectProperty<Stretch> shownProperty() {
    return shown.getReadOnlyProperty();
  }

  public Stretch shown() {
    return shown.get();
  }

  /** Whether less than the whole is shown. */
  public boolean zoomed() {
    return !shown.get().equals(whole);
  }

  /** What there is to show; who looks at a part of it goes on doing so where that part is left. */
  public void setWhole(double from, double to) {
    Stretch next = new Stretch(from, to);
    if (next.equals(whole)) {
      return;
    }
    boolean apart = zoomed() && shown.get().from() < to && shown.get().to() > from;
    whole = next;
    shown.set(apart ? within(shown.get()) : next);
  }

  /**
   * Closer or further away.
   *
   * @param factor of the length shown, above 0; below 1 is closer
   * @param at what stays where it is
   */
  public void zoom(double factor, double at) {
    Stretch now = shown.get();
    double length =
        Math.min(whole.length(), Math.max(whole.length() * CLOSEST, now.length() * factor));
    if (!(length > 0)) {
      return;
    }
    double held = Math.min(now.to(), Math.max(now.from(), at));
    double before = (held - now.from()) / now.length();
    shown.set(within(new Stretch(held - before * length, held + (1 - before) * length)));
  }

  /**
   * Earlier or later.
   *
   * @param share of the length shown; above 0 is later
   */
  public void pan(double share) {
    Stretch now = shown.get();
    double by = share * now.length();
    shown.set(within(new Stretch(now.from() + by, now.to() + by)));
  }

  /** Exactly from one place to another; nothing where they are one. */
  public void select(double one, double other) {
    double from = Math.max(whole.from(), Math.min(one, other));
    double to = Math.min(whole.to(), Math.max(one, other));
    if (to - from >= whole.length() * CLOSEST && to > from) {
      shown.set(new Stretch(from, to));
    }
  }

  public void reset() {
    shown.set(whole);
  }

  private Stretch within(Stretch wished) {
    if (wished.length() >= whole.length()) {
      return whole;
    }
    double from = Math.max(whole.from(), Math.min(wished.from(), whole.to() - wished.length()));
    return new Stretch(from, Math.min(whole.to(), from + wished.length()));
  }
}
