// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Optional;

/**
 * What an edit came to: the new text, or why there is none.
 *
 * @param text the text with the change; empty when there are problems
 * @param problems why the edit was not made
 */
public record Edited(Optional<String> text, List<ManifestProblem> problems) {
  public Edited {
    problems = List.copyOf(problems);
  }

  static Edited to(String text) {
    return new Edited(Optional.of(text), List.of());
  }

  static Edited refused(String path, int line, String message) {
    return new Edited(Optional.empty(), List.of(new ManifestProblem(path, line, message)));
  }
}
