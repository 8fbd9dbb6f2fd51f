// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A line of text that would like to stand at a height.
 *
 * @param y where its middle would like to be, pixels
 * @param rank lower is kept first when there is no room for all
 */
record Label(String text, double y, Face face, double size, Colour colour, int rank) {

  /** Closer than this, two labels are pushed apart; pixels from middle to middle. */
  static final double APART = 14;

  double width() {
    return face.width(text, size);
  }

  /** Base line of text of a size whose middle stands at {@code y}. */
  static double baseline(double y, double size) {
    return y + 0.36 * size;
  }

  /**
   * Moves labels as little as possible so that none lies on another and all middles lie within
   * {@code [top, bottom]}; those with the highest rank go when there is no room.
   */
  static List<Label> pushedApart(List<Label> wanted, double top, double bottom) {
    List<Label> labels = new ArrayList<>(wanted);
    labels.sort(Comparator.comparingInt(Label::rank));
    int room = 1 + (int) Math.floor(Math.max(0, bottom - top) / APART + 1e-9);
    while (labels.size() > room) {
      labels.remove(labels.size() - 1);
    }
    labels.sort(Comparator.comparingDouble(Label::y));
    // Pool neighbours that come too close into groups; a group stands around its mean wish.
    List<double[]> groups = new ArrayList<>(); // sum of wished starts, count
    for (int i = 0; i < labels.size(); i++) {
      groups.add(new double[] {labels.get(i).y, 1});
      while (groups.size() > 1) {
        double[] last = groups.get(groups.size() - 1);
        double[] before = groups.get(groups.size() - 2);
        double beforeStart = start(before, top, bottom);
        if (start(last, top, bottom) - beforeStart >= before[1] * APART) {
          break;
        }
        // A member's wish is counted as the start its group would have if it got its wish.
        before[0] += last[0] - last[1] * before[1] * APART;
        before[1] += last[1];
        groups.remove(groups.size() - 1);
      }
    }
    List<Label> placed = new ArrayList<>();
    for (double[] group : groups) {
      double y = start(group, top, bottom);
      for (int k = 0; k < group[1]; k++) {
        placed.add(labels.get(placed.size()).at(y + k * APART));
      }
    }
    return placed;
  }

  private static double start(double[] group, double top, double bottom) {
    double wish = group[0] / group[1];
    return Math.max(top, Math.min(bottom - (group[1] - 1) * APART, wish));
  }

  private Label at(double y) {
    return new Label(text, y, face, size, colour, rank);
  }
}
