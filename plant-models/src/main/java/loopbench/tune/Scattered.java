// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;

/** Points wherever a search put them, within the ends of the axes. */
public final class Scattered implements Points {
  private final List<Axis> axes;
  private final double[][] points;

  /** Keeps the arrays. */
  Scattered(List<Axis> axes, double[][] points) {
    this.axes = List.copyOf(axes);
    this.points = points;
  }

  @Override
  public List<Axis> axes() {
    return axes;
  }

  @Override
  public int size() {
    return points.length;
  }

  @Override
  public double[] point(int index) {
    return points[index].clone();
  }

  @Override
  public int[] order() {
    int[] order = new int[points.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    return order;
  }
}
