// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

/**
 * Why there is no data.
 *
 * @param what what happened
 * @param where the file or connection, and the line or series where it is known
 * @param whatNow what the operator can do about it
 */
public record SourceProblem(String what, String where, String whatNow) {
  /** The three in one sentence. */
  public String sentence() {
    return where + ": " + what + "; " + whatNow + ".";
  }
}
