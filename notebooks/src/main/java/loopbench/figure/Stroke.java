// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * How a line is drawn; joins are round, ends are cut.
 *
 * @param width pixels
 * @param on length of a dash in pixels, 0 for a solid line
 * @param off length of the space between dashes, pixels
 */
public record Stroke(Colour colour, double width, double on, double off) {

  public Stroke {
    if (!(width > 0)) {
      throw new IllegalArgumentException("a stroke's width must be above 0, was " + width);
    }
  }

  static Stroke solid(Colour colour, double width) {
    return new Stroke(colour, width, 0, 0);
  }

  static Stroke dashed(Colour colour, double width, double on, double off) {
    return new Stroke(colour, width, on, off);
  }

  public boolean dashed() {
    return on > 0;
  }
}
