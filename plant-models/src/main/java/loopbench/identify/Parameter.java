// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

/**
 * A number that was found, with its band.
 *
 * @param name what it is
 * @param unit its unit, empty for none
 * @param value what was found
 * @param low the band's lower end; NaN where there is no band
 * @param high the band's upper end; NaN where there is no band
 */
public record Parameter(String name, String unit, double value, double low, double high) {
  /** Whether a value lies in the band. */
  public boolean covers(double truth) {
    return truth >= low && truth <= high;
  }
}
