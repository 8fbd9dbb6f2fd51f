// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.Optional;

/**
 * One field in which two manifests differ.
 *
 * @param path the field, below {@code spec} unless it stands outside
 * @param before what the first says; empty when it says nothing
 * @param after what the second says; empty when it says nothing
 */
public record Difference(String path, Optional<String> before, Optional<String> after) {

  /** One line for people: {@code minReplicaCount: 1 -> 2}. */
  public String text() {
    return path + ": " + before.orElse("(unset)") + " -> " + after.orElse("(unset)");
  }
}
