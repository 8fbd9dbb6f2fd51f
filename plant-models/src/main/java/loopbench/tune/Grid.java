// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;

/** All combinations of the axes' values, counted with the last axis running fastest. */
public record Grid(List<Axis> axes) implements Points {
  /** The most points of a sweep. */
  public static final int MOST_POINTS = Points.MOST;

  public Grid {
    axes = List.copyOf(axes);
    long size = 1;
    for (Axis axis : axes) {
      size *= axis.size();
      if (size > MOST_POINTS) {
        throw new IllegalArgumentException(
            "A sweep has at most " + MOST_POINTS + " points; take fewer values per axis.");
      }
    }
    if (axes.isEmpty()) {
      throw new IllegalArgumentException("A sweep needs at least one axis.");
    }
    if (axes.stream().map(Axis::path).distinct().count() != axes.size()) {
      throw new IllegalArgumentException(
          "A sweep's axes must be different, were " + axes.stream().map(Axis::path).toList() + ".");
    }
  }

  public static Grid of(Axis... axes) {
    return new Grid(List.of(axes));
  }

  @Override
  public int size() {
    int size = 1;
    for (Axis axis : axes) {
      size *= axis.size();
    }
    return size;
  }

  /** Where a point lies on each axis. */
  public int[] position(int index) {
    if (index < 0 || index >= size()) {
      throw new IndexOutOfBoundsException("point " + index + " of " + size());
    }
    int[] position = new int[axes.size()];
    int rest = index;
    for (int a = axes.size() - 1; a >= 0; a--) {
      position[a] = rest % axes.get(a).size();
      rest /= axes.get(a).size();
    }
    return position;
  }

  @Override
  public double[] point(int index) {
    int[] position = position(index);
    double[] point = new double[position.length];
    for (int a = 0; a < point.length; a++) {
      point[a] = axes.get(a).values().get(position[a]);
    }
    return point;
  }

  /** The index of the point at a place on each axis. */
  public int indexOf(int... position) {
    if (position.length != axes.size()) {
      throw new IllegalArgumentException(
          "a position needs " + axes.size() + " numbers, has " + position.length);
    }
    int index = 0;
    for (int a = 0; a < position.length; a++) {
      int size = axes.get(a).size();
      if (position[a] < 0 || position[a] >= size) {
        throw new IndexOutOfBoundsException(
            axes.get(a).path() + " has no value number " + position[a]);
      }
      index = index * size + position[a];
    }
    return index;
  }

  /** The index of the point nearest to values on each axis. */
  public int nearest(double... point) {
    int[] position = new int[axes.size()];
    for (int a = 0; a < position.length; a++) {
      position[a] = axes.get(a).nearest(point[a]);
    }
    return indexOf(position);
  }

  /**
   * All points, a coarse grid first and then ever finer ones, so that a map is useful before it is
   * complete.
   */
  @Override
  public int[] order() {
    int size = size();
    byte[] level = new byte[size];
    int[] perLevel = new int[33];
    for (int i = 0; i < size; i++) {
      int finest = 32;
      for (int place : position(i)) {
        finest = Math.min(finest, place == 0 ? 32 : Integer.numberOfTrailingZeros(place));
      }
      level[i] = (byte) finest;
      perLevel[finest]++;
    }
    int[] start = new int[33];
    for (int l = 31; l >= 0; l--) {
      start[l] = start[l + 1] + perLevel[l + 1];
    }
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[start[level[i]]++] = i;
    }
    return order;
  }
}
