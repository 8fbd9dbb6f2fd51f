// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import loopbench.series.Series;

/**
 * How many replicas a recording needed, said independently of the manifest under test: {@code
 * ceil(series / perReplica)} at each instant.
 *
 * @param series what had to be served, in any unit
 * @param perReplica how much of it one replica serves, in the same unit, above 0
 */
public record Need(Series series, double perReplica) {
  public Need {
    if (series == null) {
      throw new IllegalArgumentException("need.series must name a series");
    }
    if (!(perReplica > 0) || Double.isInfinite(perReplica)) {
      throw new IllegalArgumentException(
          "need.per-replica must be above 0 and finite, was " + perReplica);
    }
  }

  /** Replicas needed for a value of the series; NaN where there is none, never below 0. */
  public double replicas(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? Double.NaN
        : Math.max(0, Math.ceil(value / perReplica));
  }
}
