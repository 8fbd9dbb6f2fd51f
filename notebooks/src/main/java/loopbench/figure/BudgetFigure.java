// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Objects;

/**
 * Where time goes: bars of consecutive parts, one bar under the other on one axis.
 *
 * @param title see {@link Figure#title()}
 * @param subtitle see {@link Figure#subtitle()}
 * @param bars from top to bottom
 */
public record BudgetFigure(String title, String subtitle, List<Bar> bars) implements Figure {

  /**
   * One chain of parts.
   *
   * @param name what it is of
   * @param parts in the order in which they pass; those of no length are not drawn
   * @param note what its length allows, in a few words; empty for none
   */
  public record Bar(String name, List<Part> parts, String note) {
    public Bar {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(note, "note");
      parts = List.copyOf(parts);
    }

    /** The sum of what is known, seconds. */
    public double knownS() {
      return parts.stream().mapToDouble(Part::seconds).filter(s -> s > 0).sum();
    }

    /** Whether each part is known. */
    public boolean complete() {
      return parts.stream().noneMatch(Part::unknown);
    }

    /** Such as {@code 192.5 s}, or {@code over 67.5 s} where something is not known. */
    public String total() {
      return (complete() ? "" : "over ") + seconds(knownS());
    }
  }

  /**
   * A part of a bar.
   *
   * @param seconds how long it takes, at least 0; NaN where that is not known, which is drawn as an
   *     open box and named
   */
  public record Part(String name, Stage stage, double seconds) {
    public Part {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(stage, "stage");
      if (seconds < 0 || seconds > 1e12) {
        throw new IllegalArgumentException(
            "a part must take 0 to 10^12 s, or NaN where not known; " + name + " took " + seconds);
      }
    }

    public boolean unknown() {
      return Double.isNaN(seconds);
    }

    /** Such as {@code warm-up 100 s}. */
    public String words() {
      return name + (unknown() ? " not known" : " " + BudgetFigure.seconds(seconds));
    }
  }

  /** What time is spent on. */
  public enum Stage {
    /** Until the change shows in what is read. */
    SEEING,
    /** Until more replicas are asked for. */
    DECIDING,
    /** Until they serve. */
    SERVING
  }

  public BudgetFigure {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(subtitle, "subtitle");
    bars = List.copyOf(bars);
  }

  /** Tenths of seconds, below a second three digits. */
  static String seconds(double seconds) {
    boolean tenths = seconds >= 1 && seconds < 1e6;
    return Numbers.significant(tenths ? Math.rint(seconds * 10) / 10 : seconds, tenths ? 8 : 3)
        + " s";
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.budget(this);
  }
}
