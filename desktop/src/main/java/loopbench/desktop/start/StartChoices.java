// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.start;

import java.nio.file.Path;
import loopbench.notebook.Beginning;

/** What can be chosen on the start page; each is called on the window's thread. */
public interface StartChoices {
  /** Asks for a file and opens it. */
  void open();

  /** Opens a file that was named on the page; with its unsaved edits where there are any. */
  void openRecent(Path file);

  /**
   * Opens a copy of a packaged example.
   *
   * @param resource its name on the class path
   */
  void openExample(String resource);

  /** Opens a new notebook. */
  void begin(Beginning about);

  /** Throws away what was not saved of a file; the file stays as it is. */
  void discard(Path file);
}
