// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;

/**
 * Something the user wrote that cannot be: what, where, and what now.
 *
 * @param where the cell's address ({@code flow.ctl}), or its position when it has none
 * @param line line in the cell's text, from 1; 0 when no line is to blame
 * @param field the field, empty when the whole cell is meant
 * @param what one sentence
 * @param whatNow what to do next, one sentence; may be empty when {@code what} says it
 * @param others ids of other cells that have a part in it
 */
public record CellProblem(
    String where, int line, String field, String what, String whatNow, List<String> others) {
  public CellProblem {
    others = List.copyOf(others);
  }

  public static CellProblem of(String where, int line, String field, String what, String whatNow) {
    return new CellProblem(where, line, field, what, whatNow, List.of());
  }

  /** The whole of it, for a log, a terminal or a screen reader. */
  public String sentence() {
    String place = line > 0 ? where + ", line " + line : where;
    return place + ": " + what + (whatNow.isEmpty() ? "" : " " + whatNow);
  }
}
