// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import loopbench.desktop.notebook.PageMode;

/** What the buttons of the top bar and the keys do. */
interface Actions {
  void open();

  /** Leaves the notebook for the start page. */
  void home();

  void save();

  void saveElsewhere();

  void undo();

  void redo();

  void runAll();

  void runStale();

  void runSelected();

  void stop();

  void switchTheme();

  /** Another way to look at the page. */
  void look(PageMode mode);
}
