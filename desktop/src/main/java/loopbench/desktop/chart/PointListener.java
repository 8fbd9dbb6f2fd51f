// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

/** Hears that the mark of the settings in force was moved on a map. */
@FunctionalInterface
public interface PointListener {
  /**
   * @param x the first knob's value, in the unit of the map's x axis, within the map
   * @param y the second knob's value
   * @param done false while the mouse still drags, true on release and for each key
   */
  void moved(double x, double y, boolean done);
}
