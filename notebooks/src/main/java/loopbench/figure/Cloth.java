// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * A filled area: its colour and the pattern over it.
 *
 * @param gap distance between the pattern's lines, pixels across them
 */
record Cloth(Colour fill, Colour hatch, Weave weave, double gap) {

  /** Kinds of pattern. */
  enum Weave {
    PLAIN,
    /** Lines like {@code /}. */
    RISING,
    /** Lines like {@code \}. */
    FALLING,
    LEVEL,
    UPRIGHT,
    /** Rising and falling. */
    CROSS,
    DOTS
  }

  Cloth(int fill, int hatch, Weave weave, double gap) {
    this(Colour.rgb(fill), Colour.rgb(hatch), weave, gap);
  }

  static Cloth plain(int fill) {
    return new Cloth(fill, fill, Weave.PLAIN, 1);
  }

  /** The same with a paler fill; the pattern stays as strong as it is. */
  Cloth faded(double opacity) {
    return opacity < 1 ? new Cloth(fill.at(opacity), hatch, weave, gap) : this;
  }
}
