// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import loopbench.flow.FlowSettings;

/**
 * An admission controller in front of a pool.
 *
 * @param settings the controller's; it observes every {@code settings.dtMs()}
 * @param measure what it measures of each request
 */
public record PoolAdmission(FlowSettings settings, Measure measure) {
  public PoolAdmission {
    if (settings == null || measure == null) {
      throw new IllegalArgumentException(
          "An admission controller needs settings and something to measure, had "
              + settings
              + " and "
              + measure
              + ".");
    }
  }

  /** One that holds the time to the first token. */
  public static PoolAdmission of(FlowSettings settings) {
    return new PoolAdmission(settings, Measure.TTFT);
  }

  public PoolAdmission withSettings(FlowSettings newSettings) {
    return new PoolAdmission(newSettings, measure);
  }

  public PoolAdmission withMeasure(Measure newMeasure) {
    return new PoolAdmission(settings, newMeasure);
  }
}
