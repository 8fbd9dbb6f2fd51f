// SPDX-License-Identifier: Apache-2.0
package loopbench.series;

/** What stands at one instant of a series. Zero is a value; none of the others is zero. */
public enum Reading {
  /** A number, finite or infinite; see {@link Series#value}. */
  VALUE,
  /** The source answered NaN, for instance a quantile of no observations. */
  NAN,
  /** The source marked the series as ended (Prometheus' staleness marker). */
  STALE,
  /** The source said nothing at this instant. */
  ABSENT
}
