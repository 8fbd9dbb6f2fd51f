// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.Objects;

/**
 * Something in a file that is not as nbformat wants it.
 *
 * @param message full sentences that name the thing and say what to do now
 */
public record NotebookProblem(String message, Where where) {
  public NotebookProblem {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(where, "where");
  }

  /** The message, after its line and column where it has them: messages about cells name them. */
  public String located() {
    return where instanceof Where.InText ? "At " + where + ": " + message : message;
  }
}
