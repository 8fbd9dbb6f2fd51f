// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

/** How a cell stands. */
public enum CellState {
  /** Its result is the one its inputs of now give. */
  FRESH("fresh"),
  STALE("stale"),
  RUNNING("running"),
  QUEUED("queued"),
  /** Its text or its work went wrong. */
  FAILED("failed"),
  /** It was stopped; what was finished is shown. */
  CANCELLED("cancelled"),
  /** Something it reads cannot run. */
  BLOCKED("blocked"),
  /** It refers to something that is not there. */
  UNRESOLVED("unresolved"),
  DISABLED("off");

  private final String word;

  CellState(String word) {
    this.word = word;
  }

  /** The word shown beside the mark. */
  public String word() {
    return word;
  }
}
