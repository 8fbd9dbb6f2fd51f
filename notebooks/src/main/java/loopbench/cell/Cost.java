// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Arrays;
import java.util.Optional;

/** When a cell runs by itself. */
public enum Cost {
  /** Runs as soon as something it reads has changed. */
  AUTO("auto"),
  /** Goes stale and waits to be asked. */
  ON_DEMAND("on demand"),
  /** Takes no part, as if it were not there. */
  OFF("off");

  private final String word;

  Cost(String word) {
    this.word = word;
  }

  /** As a cell's {@code when} writes it. */
  public String word() {
    return word;
  }

  static Optional<Cost> of(String word) {
    return Arrays.stream(values()).filter(c -> c.word.equals(word)).findFirst();
  }
}
