// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Objects;

/**
 * What there is to say of a place along the bottom until the next remark: why something was decided
 * there. It is not drawn; a window shows it for the place of its cursor.
 *
 * @param x in the unit of the axis, finite
 * @param text a sentence
 */
public record Remark(double x, String text) {
  public Remark {
    Objects.requireNonNull(text, "text");
    if (!Double.isFinite(x)) {
      throw new IllegalArgumentException("a remark's place must be finite, was " + x);
    }
  }
}
