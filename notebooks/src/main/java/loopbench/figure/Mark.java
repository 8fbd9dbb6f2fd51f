// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * A named point on a map.
 *
 * @param kind which shape
 * @param letter what stands in a reference's disc, empty otherwise
 * @param x in the first knob's unit; a point outside the map is named in the legend only
 * @param y in the second knob's unit
 * @param caption stands in the legend, such as {@code kp 0.05 ki 0.001}; empty: derived for now and
 *     best, not listed for a reference
 */
public record Mark(Kind kind, String letter, double x, double y, String caption) {

  /** What a point stands for. */
  public enum Kind {
    /** The settings in force: hair cross and bull's eye; a window lets it be dragged. */
    NOW,
    /** The winner of the sweep: a diamond. */
    BEST,
    /** A published or earlier point: a disc with a letter. */
    REFERENCE
  }

  public Mark {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(letter, "letter");
    Objects.requireNonNull(caption, "caption");
  }

  public static Mark now(double x, double y) {
    return new Mark(Kind.NOW, "", x, y, "");
  }

  public static Mark best(double x, double y) {
    return new Mark(Kind.BEST, "", x, y, "");
  }

  public static Mark reference(String letter, double x, double y) {
    return new Mark(Kind.REFERENCE, letter, x, y, "");
  }
}
