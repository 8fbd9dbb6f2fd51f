// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.Node;

/** One cell on the page, whatever it holds. */
interface PageCell {
  Node node();

  void setSelected(boolean selected);

  /** Takes over what is being typed in it. */
  void commit();

  /** Opens its text at a line, from 1. */
  void goTo(int line);
}
