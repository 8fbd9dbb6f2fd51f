// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Points by two numbers each, and those of them that no other betters in both: what one costs in
 * the other.
 *
 * @param title see {@link Figure#title()}
 * @param subtitle see {@link Figure#subtitle()}
 * @param x what lies along the bottom
 * @param y what goes up the side
 * @param xs a number per point; a point with one that is not finite is not drawn
 * @param ys as many
 * @param fails which points miss a requirement, as many as {@code xs}, or null when nothing was
 *     required; they are drawn hollow
 * @param failWord what missing it is called in the legend
 * @param front the points that none betters, along the front from the best x to the best y
 * @param marks points with a name, in the units of the sides
 * @param reached share of the points that have been computed, 0 to 1
 */
public record ScatterFigure(
    String title,
    String subtitle,
    Measure x,
    Measure y,
    double[] xs,
    double[] ys,
    boolean[] fails,
    String failWord,
    int[] front,
    List<Mark> marks,
    double reached)
    implements Figure {

  /**
   * What is measured along a side.
   *
   * @param name such as {@code replica-hours}
   * @param unit empty for a bare count
   */
  public record Measure(String name, String unit) {
    public Measure {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(unit, "unit");
    }
  }

  public ScatterFigure {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(subtitle, "subtitle");
    Objects.requireNonNull(failWord, "failWord");
    xs = xs.clone();
    ys = ys.clone();
    fails = fails == null ? null : fails.clone();
    front = front.clone();
    marks = List.copyOf(marks);
    if (ys.length != xs.length || (fails != null && fails.length != xs.length)) {
      throw new IllegalArgumentException(
          "xs, ys and fails need one entry per point, were "
              + xs.length
              + ", "
              + ys.length
              + " and "
              + (fails == null ? "null" : fails.length));
    }
    for (int i : front) {
      if (i < 0 || i >= xs.length || !Double.isFinite(xs[i]) || !Double.isFinite(ys[i])) {
        throw new IllegalArgumentException(
            "the front must name points with two finite numbers, named " + i);
      }
    }
    Share.check(reached);
  }

  public boolean fails(int i) {
    return fails != null && fails[i];
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.scatter(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScatterFigure that
        && title.equals(that.title)
        && subtitle.equals(that.subtitle)
        && x.equals(that.x)
        && y.equals(that.y)
        && failWord.equals(that.failWord)
        && marks.equals(that.marks)
        && reached == that.reached
        && Arrays.equals(xs, that.xs)
        && Arrays.equals(ys, that.ys)
        && Arrays.equals(fails, that.fails)
        && Arrays.equals(front, that.front);
  }

  @Override
  public int hashCode() {
    return Objects.hash(title, subtitle, x, y, marks, reached, Arrays.hashCode(xs));
  }

  @Override
  public String toString() {
    return "ScatterFigure["
        + title
        + ", "
        + y.name()
        + " over "
        + x.name()
        + ", "
        + xs.length
        + "]";
  }
}
