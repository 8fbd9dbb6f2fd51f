// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * One external metric of an HPA.
 *
 * @param name what an operator calls it, for the reasons
 * @param type what the target is compared with
 * @param targetMilli the target times 1000, above 0 as the API server demands
 */
public record MetricSpec(String name, TargetType type, long targetMilli) {
  public MetricSpec {
    if (name == null || type == null) {
      throw new IllegalArgumentException("a metric needs a name and a target type");
    }
    if (targetMilli <= 0) {
      throw new IllegalArgumentException(
          "the target of "
              + name
              + " must be at least 0.001, was "
              + Milli.text(targetMilli)
              + " after rounding to thousandths");
    }
  }
}
