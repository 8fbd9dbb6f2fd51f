// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which class a loop falls into, over two knobs.
 *
 * @param title see {@link Figure#title()}
 * @param subtitle see {@link Figure#subtitle()}
 * @param x the knob along the bottom
 * @param y the knob up the side
 * @param classAt index into {@code classes} per point, or {@link #NOT_REACHED}; point (ix, iy) is
 *     number {@code iy * x.size() + ix}, so x runs fastest
 * @param classes what the indices mean, in the order of the legend
 * @param limits analytic lines to hold against the simulated classes
 * @param marks points with a name
 * @param shares where each point was tried with several seeds, with how many it settles; drawn as
 *     opacity
 * @param reached share of the points that have been computed, 0 to 1
 */
public record MapFigure(
    String title,
    String subtitle,
    MapAxis x,
    MapAxis y,
    int[] classAt,
    List<MapClass> classes,
    List<Curve> limits,
    List<Mark> marks,
    Optional<SeedShares> shares,
    double reached)
    implements Figure {

  /** The class of a point that has not been computed yet. */
  public static final int NOT_REACHED = -1;

  public MapFigure {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(subtitle, "subtitle");
    classAt = classAt.clone();
    classes = List.copyOf(classes);
    limits = List.copyOf(limits);
    marks = List.copyOf(marks);
    if (classAt.length != x.size() * y.size()) {
      throw new IllegalArgumentException(
          "classAt needs one index per point ("
              + x.size()
              + " x "
              + y.size()
              + "), was "
              + classAt.length);
    }
    for (int c : classAt) {
      if (c < NOT_REACHED || c >= classes.size()) {
        throw new IllegalArgumentException(
            "classAt must hold indices in [-1, " + classes.size() + "), had " + c);
      }
    }
    if (shares.isPresent() && shares.get().settled().length != classAt.length) {
      throw new IllegalArgumentException(
          "shares need one entry per point ("
              + classAt.length
              + "), was "
              + shares.get().settled().length);
    }
    Share.check(reached);
  }

  /** A map of points that were tried once each. */
  public MapFigure(
      String title,
      String subtitle,
      MapAxis x,
      MapAxis y,
      int[] classAt,
      List<MapClass> classes,
      List<Curve> limits,
      List<Mark> marks,
      double reached) {
    this(title, subtitle, x, y, classAt, classes, limits, marks, Optional.empty(), reached);
  }

  public int classAt(int ix, int iy) {
    return classAt[iy * x.size() + ix];
  }

  public MapFigure withMarks(List<Mark> marks) {
    return new MapFigure(title, subtitle, x, y, classAt, classes, limits, marks, shares, reached);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.map(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MapFigure that
        && title.equals(that.title)
        && subtitle.equals(that.subtitle)
        && x.equals(that.x)
        && y.equals(that.y)
        && classes.equals(that.classes)
        && limits.equals(that.limits)
        && marks.equals(that.marks)
        && shares.equals(that.shares)
        && reached == that.reached
        && Arrays.equals(classAt, that.classAt);
  }

  @Override
  public int hashCode() {
    return Objects.hash(title, subtitle, x, y, marks, shares, reached, Arrays.hashCode(classAt));
  }

  @Override
  public String toString() {
    return "MapFigure[" + title + ", " + x + " x " + y + ", reached " + reached + "]";
  }
}
