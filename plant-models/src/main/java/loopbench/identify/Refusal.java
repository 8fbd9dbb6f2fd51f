// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

/**
 * Why there is no answer. Each part is plain words without a full stop; {@link #sentence} joins
 * them.
 *
 * @param what was refused
 * @param where in the data; empty when all of it is meant
 * @param why it cannot be
 * @param whatNow what to do next
 */
public record Refusal(String what, String where, String why, String whatNow) {
  /** The whole of it, two sentences. */
  public String sentence() {
    return reason() + " " + whatNow + ".";
  }

  /** What, where and why, one sentence. */
  public String reason() {
    return what + (where.isEmpty() ? "" : " " + where) + ": " + why + ".";
  }
}
