// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.Node;

/** One cell on the page, whatever it holds. */
interface PageCell {
  Node node();

  void setSelected(boolean selected);

  /** Whether the text of a loop cell is on the page, or only what it shows. */
  default void setSourceShown(boolean shown) {}

  /** Takes over what is being typed in it. */
  void commit();

  /** Opens its text at a line, from 1. */
  void goTo(int line);
}
