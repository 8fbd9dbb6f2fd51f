// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One number over two knobs, such as replica-hours over two thresholds.
 *
 * @param title see {@link Figure#title()}
 * @param subtitle see {@link Figure#subtitle()}
 * @param x the knob along the bottom
 * @param y the knob up the side
 * @param valueName what the number is
 * @param valueUnit its unit, empty for a bare count
 * @param value per point, x fastest (as {@link MapFigure#classAt()}); NaN where there is none yet,
 *     infinite where it never ends
 * @param fails which points miss a requirement, as many as {@code value}, or null when nothing was
 *     required; they are hatched
 * @param failWord what missing it is called in the legend, such as {@code demand unmet}
 * @param marks points with a name
 * @param reached share of the points that have been computed, 0 to 1
 */
public record HeatFigure(
    String title,
    String subtitle,
    MapAxis x,
    MapAxis y,
    String valueName,
    String valueUnit,
    double[] value,
    boolean[] fails,
    String failWord,
    List<Mark> marks,
    double reached)
    implements Figure {

  public HeatFigure {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(subtitle, "subtitle");
    Objects.requireNonNull(valueName, "valueName");
    Objects.requireNonNull(valueUnit, "valueUnit");
    Objects.requireNonNull(failWord, "failWord");
    value = value.clone();
    fails = fails == null ? null : fails.clone();
    marks = List.copyOf(marks);
    int points = x.size() * y.size();
    if (value.length != points || (fails != null && fails.length != points)) {
      throw new IllegalArgumentException(
          "value and fails need one entry per point ("
              + x.size()
              + " x "
              + y.size()
              + "), were "
              + value.length
              + " and "
              + (fails == null ? "null" : fails.length));
    }
    Share.check(reached);
  }

  public double value(int ix, int iy) {
    return value[iy * x.size() + ix];
  }

  public boolean fails(int ix, int iy) {
    return fails != null && fails[iy * x.size() + ix];
  }

  public HeatFigure withMarks(List<Mark> marks) {
    return new HeatFigure(
        title, subtitle, x, y, valueName, valueUnit, value, fails, failWord, marks, reached);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.heat(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeatFigure that
        && title.equals(that.title)
        && subtitle.equals(that.subtitle)
        && x.equals(that.x)
        && y.equals(that.y)
        && valueName.equals(that.valueName)
        && valueUnit.equals(that.valueUnit)
        && failWord.equals(that.failWord)
        && marks.equals(that.marks)
        && reached == that.reached
        && Arrays.equals(value, that.value)
        && Arrays.equals(fails, that.fails);
  }

  @Override
  public int hashCode() {
    return Objects.hash(title, subtitle, x, y, marks, reached, Arrays.hashCode(value));
  }

  @Override
  public String toString() {
    return "HeatFigure[" + title + ", " + valueName + " over " + x + " x " + y + "]";
  }
}
