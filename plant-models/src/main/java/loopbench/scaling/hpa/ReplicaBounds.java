// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * Between which counts an HPA may move.
 *
 * @param min minReplicas, at least 1
 * @param max maxReplicas, at least {@code min}
 */
public record ReplicaBounds(int min, int max) {
  public ReplicaBounds {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "minReplicas must be in [1, maxReplicas=" + max + "], was " + min);
    }
  }
}
