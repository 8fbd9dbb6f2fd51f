// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.Collection;
import java.util.List;
import loopbench.knob.Nearest;

/** The nearest known name to one that is not known. */
final class Spelling {
  private Spelling() {}

  /** Refuses the first name that is not known. */
  static void requireKnown(Collection<String> names, List<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "Unknown option '" + name + "'" + suggestion(name, known));
      }
    }
  }

  /** {@code "; did you mean 'burst'?"}, or the list of names when none is near. */
  private static String suggestion(String name, List<String> known) {
    List<String> near = Nearest.to(name, known, 1);
    return near.isEmpty()
        ? "; known are " + String.join(", ", known) + "."
        : "; did you mean '" + near.get(0) + "'?";
  }
}
