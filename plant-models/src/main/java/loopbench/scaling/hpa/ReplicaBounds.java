// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * Between which counts an HPA may move.
 *
 * @param min minReplicas, 0 or more; 0 needs the feature gate HPAScaleToZero
 * @param max maxReplicas, at least 1 and {@code min}
 */
public record ReplicaBounds(int min, int max) {
  public ReplicaBounds {
    if (min < 0 || max < min) {
      throw new IllegalArgumentException(
          "minReplicas must be in [0, maxReplicas=" + max + "], was " + min);
    }
    if (max < 1) {
      throw new IllegalArgumentException("maxReplicas must be at least 1, was " + max);
    }
  }
}
