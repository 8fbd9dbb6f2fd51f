// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

/**
 * Something in a manifest that KEDA or the API server would refuse, or an edit that cannot be made.
 *
 * @param path the field; empty when it is the text as a whole
 * @param line where in the text, from 1
 * @param message what is wrong and what would be right, full sentences
 */
public record ManifestProblem(String path, int line, String message) {

  /** The place, then the message: {@code Line 12, minReplicaCount: ...}. */
  public String located() {
    return "Line " + line + (path.isEmpty() ? "" : ", " + path) + ": " + message;
  }
}
