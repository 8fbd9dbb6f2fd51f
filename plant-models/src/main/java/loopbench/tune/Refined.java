// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loopbench.knob.Scale;

/**
 * The points of a grid that was made finer in places. Coordinates count the smallest steps there
 * may be: so many to a step of the grid.
 */
public final class Refined implements Points {
  private final List<Axis> axes;
  private final double[][] values; // of the grid on each axis, a zero strip left aside
  private final int smallest; // steps to one of the grid
  private final List<double[]> points = new ArrayList<>();
  private final Map<Place, Integer> indexOf = new HashMap<>();
  private final Set<Cell> split = new HashSet<>();

  /** Where a point is, in smallest steps. */
  record Place(List<Integer> steps) {}

  /** A box between neighbouring points, by its lower corner. */
  record Cell(Place lower, int step) {}

  Refined(List<Axis> axes, int smallest) {
    this.axes = List.copyOf(axes);
    this.smallest = smallest;
    values = new double[axes.size()][];
    for (int a = 0; a < values.length; a++) {
      double[] all = axes.get(a).array();
      boolean strip = axes.get(a).zeroStrip() && all.length > 1;
      values[a] = strip ? Arrays.copyOfRange(all, 1, all.length) : all;
    }
  }

  int steps(int axis) {
    return (values[axis].length - 1) * smallest;
  }

  /** The point at a place; not rounded, so that the grid's own values are met exactly. */
  double[] value(Place place) {
    double[] point = new double[values.length];
    for (int a = 0; a < point.length; a++) {
      int at = place.steps().get(a);
      int i = Math.min(at / smallest, Math.max(0, values[a].length - 2));
      double part = (at - i * smallest) / (double) smallest;
      double low = values[a][i];
      double high = values[a][Math.min(i + 1, values[a].length - 1)];
      point[a] =
          part == 0
              ? low
              : part == 1
                  ? high
                  : axes.get(a).scale() == Scale.LOG
                      ? low * StrictMath.exp(part * StrictMath.log(high / low))
                      : low + part * (high - low);
    }
    return point;
  }

  boolean knows(Place place) {
    return indexOf.containsKey(place);
  }

  int index(Place place) {
    return indexOf.get(place);
  }

  void add(Place place) {
    indexOf.put(place, points.size());
    points.add(value(place));
  }

  /** A point that is no part of a cell: one of the zero strip. */
  void add(double[] point) {
    points.add(point);
  }

  void split(Cell cell) {
    split.add(cell);
  }

  /**
   * The point that stands for a place between the ends: the nearest corner of the smallest cell
   * around it.
   */
  public int nearest(double... point) {
    double[] at = new double[point.length];
    List<Integer> lower = new ArrayList<>();
    for (int a = 0; a < at.length; a++) {
      at[a] = coordinate(a, point[a]);
      int last = Math.max(0, values[a].length - 2);
      lower.add(Math.min((int) (at[a] / smallest), last) * smallest);
    }
    // A point on the side of a cell that is not split itself.
    Place exact = new Place(Arrays.stream(at).mapToObj(x -> (int) Math.rint(x)).toList());
    if (knows(exact)) {
      return index(exact);
    }
    int step = smallest;
    while (split.contains(new Cell(new Place(List.copyOf(lower)), step))) {
      step /= 2;
      for (int a = 0; a < at.length; a++) {
        if (at[a] >= lower.get(a) + step && steps(a) > 0) {
          lower.set(a, lower.get(a) + step);
        }
      }
    }
    for (int a = 0; a < at.length; a++) {
      if (steps(a) > 0 && at[a] - lower.get(a) > step / 2.0) {
        lower.set(a, lower.get(a) + step);
      }
    }
    return indexOf.get(new Place(List.copyOf(lower)));
  }

  private double coordinate(int a, double value) {
    double[] along = values[a];
    if (along.length == 1 || !(value > along[0])) {
      return 0;
    }
    if (value >= along[along.length - 1]) {
      return steps(a);
    }
    int i = 0;
    while (value >= along[i + 1]) {
      i++;
    }
    double part =
        axes.get(a).scale() == Scale.LOG
            ? StrictMath.log(value / along[i]) / StrictMath.log(along[i + 1] / along[i])
            : (value - along[i]) / (along[i + 1] - along[i]);
    return (i + part) * smallest;
  }

  @Override
  public List<Axis> axes() {
    return axes;
  }

  @Override
  public int size() {
    return points.size();
  }

  @Override
  public double[] point(int index) {
    return points.get(index).clone();
  }

  @Override
  public int[] order() {
    int[] order = new int[points.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    return order;
  }
}
