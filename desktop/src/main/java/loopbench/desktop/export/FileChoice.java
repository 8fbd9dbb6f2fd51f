// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import java.nio.file.Path;
import java.util.Optional;

/** Asks the user for a path; empty when there shall be none. */
public interface FileChoice {
  Optional<Path> toOpen();

  /**
   * @param name what to call the file unless the user says otherwise
   * @param folder where to begin; empty for wherever it was last
   */
  Optional<Path> toSave(String name, Optional<Path> folder);
}
