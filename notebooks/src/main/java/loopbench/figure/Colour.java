// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * An sRGB colour.
 *
 * @param rgb red, green, blue, eight bits each
 * @param opacity 0 (nothing) to 1
 */
public record Colour(int rgb, double opacity) {

  public Colour {
    if (rgb < 0 || rgb > 0xFFFFFF) {
      throw new IllegalArgumentException("rgb must be 24 bits, was " + Integer.toHexString(rgb));
    }
    if (!(opacity >= 0 && opacity <= 1)) {
      throw new IllegalArgumentException("opacity must be in [0, 1], was " + opacity);
    }
  }

  static Colour rgb(int rgb) {
    return new Colour(rgb, 1);
  }

  Colour at(double opacity) {
    return new Colour(rgb, opacity);
  }

  /** Such as {@code #1f6fd1}; the opacity is not in it. */
  public String hex() {
    return String.format(java.util.Locale.ROOT, "#%06x", rgb);
  }

  public int red() {
    return rgb >> 16;
  }

  public int green() {
    return rgb >> 8 & 255;
  }

  public int blue() {
    return rgb & 255;
  }

  /** Relative luminance as WCAG 2 defines it, 0 to 1. */
  public double luminance() {
    return 0.2126 * linear(red()) + 0.7152 * linear(green()) + 0.0722 * linear(blue());
  }

  /** WCAG 2 contrast of two opaque colours, 1 to 21. */
  public static double contrast(Colour a, Colour b) {
    double la = a.luminance();
    double lb = b.luminance();
    return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05);
  }

  private static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : StrictMath.pow((c + 0.055) / 1.055, 2.4);
  }
}
