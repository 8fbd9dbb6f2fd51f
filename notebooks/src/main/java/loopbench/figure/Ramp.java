// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * A ramp through three colours that looks evenly spaced: straight lines in OKLab (Björn Ottosson,
 * "A perceptual color space for image processing", 2020), whose matrices are used here.
 */
final class Ramp {
  private Ramp() {}

  /** The colour at a fraction, 0 to 1 (outside counts as the nearer end), middle at 0.5. */
  static Colour at(double fraction, int low, int middle, int high) {
    double f = fraction >= 0 ? Math.min(1, fraction) : 0;
    return f <= 0.5 ? mix(low, middle, 2 * f) : mix(middle, high, 2 * f - 1);
  }

  private static Colour mix(int from, int to, double part) {
    double[] a = lab(from);
    double[] b = lab(to);
    for (int i = 0; i < 3; i++) {
      a[i] += part * (b[i] - a[i]);
    }
    double l = cube(a[0] + 0.3963377774 * a[1] + 0.2158037573 * a[2]);
    double m = cube(a[0] - 0.1055613458 * a[1] - 0.0638541728 * a[2]);
    double s = cube(a[0] - 0.0894841775 * a[1] - 1.2914855480 * a[2]);
    return Colour.rgb(
        channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16
            | channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8
            | channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
  }

  private static double[] lab(int rgb) {
    double r = linear(rgb >> 16);
    double g = linear(rgb >> 8 & 255);
    double b = linear(rgb & 255);
    double l = StrictMath.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = StrictMath.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = StrictMath.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return new double[] {
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    };
  }

  private static double cube(double v) {
    return v * v * v;
  }

  private static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : StrictMath.pow((c + 0.055) / 1.055, 2.4);
  }

  private static int channel(double linear) {
    double c =
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * StrictMath.pow(linear, 1 / 2.4) - 0.055;
    return (int) Math.round(255 * Math.max(0, Math.min(1, c)));
  }
}
