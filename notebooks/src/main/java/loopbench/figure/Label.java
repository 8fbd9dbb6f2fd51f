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
    labels.replaceAll(label -> label.besideValue(wanted));
    labels.sort(Comparator.comparingDouble(Label::y).thenComparing(Label::rank));
    // Pool neighbours that come too close into groups. A group of labels k = 0, 1, ... starts where
    // the weighted squares of (start + k * APART - wish of k) are least; values of lines weigh
    // most,
    // so that they stay beside their lines and the rest makes room.
    List<Group> groups = new ArrayList<>();
    for (Label label : labels) {
      double weight = label.rank == 0 ? 50 : 1;
      Group last = new Group(weight, weight * label.y, 1);
      while (!groups.isEmpty()) {
        Group before = groups.get(groups.size() - 1);
        if (last.start(top, bottom) - before.start(top, bottom) >= before.count * APART - 1e-9) {
          break;
        }
        last = before.and(last);
        groups.remove(groups.size() - 1);
      }
      groups.add(last);
    }
    List<Label> placed = new ArrayList<>();
    for (Group group : groups) {
      double y = group.start(top, bottom);
      for (int k = 0; k < group.count; k++) {
        placed.add(labels.get(placed.size()).at(y + k * APART));
      }
    }
    return placed;
  }

  /** What all but coincides with a line's value goes below it, whichever is higher by a hair. */
  private Label besideValue(List<Label> all) {
    return all.stream()
        .filter(v -> rank > 0 && v.rank == 0 && Math.abs(v.y - y) < 4)
        .findFirst()
        .map(v -> at(v.y))
        .orElse(this);
  }

  private record Group(double weight, double sum, int count) {
    Group and(Group next) {
      return new Group(
          weight + next.weight, sum + next.sum - next.weight * count * APART, count + next.count);
    }

    double start(double top, double bottom) {
      return Math.max(top, Math.min(bottom - (count - 1) * APART, sum / weight));
    }
  }

  private Label at(double y) {
    return new Label(text, y, face, size, colour, rank);
  }
}
