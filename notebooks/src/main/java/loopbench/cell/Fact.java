// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

/**
 * One number worth a glance.
 *
 * @param name what it is
 * @param value as text
 * @param unit its unit, may be empty
 * @param standing how it stands
 */
public record Fact(String name, String value, String unit, Standing standing) {
  /** How a fact stands: the colour it has where there are colours. */
  public enum Standing {
    PLAIN,
    GOOD,
    WARN,
    BAD
  }

  public static Fact plain(String name, String value, String unit) {
    return new Fact(name, value, unit, Standing.PLAIN);
  }
}
