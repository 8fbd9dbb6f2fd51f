// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * Which part of a figure to draw. A window keeps the ground on one surface and redraws only what
 * moves; a picture is the whole.
 */
public enum Layer {
  WHOLE,
  /** All but the mark of the settings in force and its place in the legend. */
  GROUND,
  /** Only that mark, its hair cross and its place in the legend; no paper. */
  MOVING
}
