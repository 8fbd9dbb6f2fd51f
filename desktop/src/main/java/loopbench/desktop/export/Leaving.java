// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

/** Asks what shall become of edits that are not saved when their notebook is left. */
@FunctionalInterface
public interface Leaving {
  /** What to do. */
  enum Answer {
    SAVE,
    DISCARD,
    STAY
  }

  /**
   * @param name what the notebook is called
   */
  Answer ask(String name);
}
