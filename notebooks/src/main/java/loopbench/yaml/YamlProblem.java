// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.Objects;

/**
 * Something in a text that cannot be taken as it is.
 *
 * @param message full sentences: what is wrong and what to do now; without the place
 * @param at where
 */
public record YamlProblem(String message, Mark at) {
  public YamlProblem {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(at, "at");
  }

  /** The place, then the message: {@code Line 3, column 5: ...}. */
  public String located() {
    return "Line " + at.line() + ", column " + at.column() + ": " + message;
  }
}
