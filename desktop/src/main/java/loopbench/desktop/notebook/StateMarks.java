// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.control.Label;
import loopbench.run.CellState;

/** The mark of a session's state. */
public final class StateMarks {
  private StateMarks() {}

  /**
   * Shape and words of a state.
   *
   * @param words begin with the state's own word
   */
  public static Label label(CellState state, String words) {
    StateMark mark = of(state);
    return mark.mark(
        words.startsWith(mark.word()) ? words.substring(mark.word().length()).strip() : words);
  }

  public static StateMark of(CellState state) {
    return switch (state) {
      case FRESH -> StateMark.FRESH;
      case STALE -> StateMark.STALE;
      case RUNNING -> StateMark.RUNNING;
      case QUEUED -> StateMark.QUEUED;
      case FAILED -> StateMark.FAILED;
      case CANCELLED -> StateMark.CANCELLED;
      case BLOCKED -> StateMark.BLOCKED;
      case UNRESOLVED -> StateMark.UNRESOLVED;
      case DISABLED -> StateMark.DISABLED;
    };
  }
}
