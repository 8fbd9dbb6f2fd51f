// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/** What lies along the bottom of lines: time, or the values of a knob. */
public sealed interface LineAxis permits TimeAxis, MapAxis {

  /** What stands at the left, in the axis's unit. */
  double from();

  /** What stands at the right, not below {@link #from()}. */
  double to();
}
