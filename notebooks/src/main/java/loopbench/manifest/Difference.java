// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.Optional;

/**
 * One thing in which two manifests differ: a field, or an entry or a part that only one of them
 * has.
 *
 * @param path the field, below {@code spec} unless it stands outside
 * @param before what the first says; empty when it says nothing
 * @param after what the second says; empty when it says nothing
 * @param words what the change means, one sentence without its full stop: {@code never more than 12
 *     replicas instead of 8}
 */
public record Difference(
    String path, Optional<String> before, Optional<String> after, String words) {

  /** One line for people who know the field: {@code minReplicaCount: 1 -> 2}. */
  public String text() {
    return path + ": " + before.orElse("(unset)") + " -> " + after.orElse("(unset)");
  }
}
