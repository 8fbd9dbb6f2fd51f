// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

/** One kind of cell: its word, what it costs, and how its text is read. */
public interface CellKind {
  /** The first key of such a cell. */
  String word();

  /** When such cells run unless their {@code when} says otherwise. */
  Cost cost();

  /** The same for one cell, where its text makes a difference. */
  default Cost cost(Fields fields) {
    return cost();
  }

  /** Whether such a cell may go without a name. */
  default boolean mayBeAnonymous() {
    return false;
  }

  /** Reads a cell. Mistakes go to {@code fields}; the recipe is asked only when there were none. */
  Recipe read(Fields fields);
}
