// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * The band of usage ratios around 1 in which a metric changes nothing.
 *
 * @param down how far below 1 the ratio may lie, 0 or more
 * @param up how far above 1 the ratio may lie, 0 or more
 * @param model how the comparison is made; the forms differ at the edge
 */
public record Tolerance(double down, double up, Model model) {

  /** The two forms of the comparison (replica_calculator.go, {@code isWithin} and before it). */
  public enum Model {
    /** Kubernetes 1.33 and later: {@code 1-down <= r && r <= 1+up}, ends included. */
    SPLIT,
    /** Before 1.33: {@code |1-r| <= up}. A ratio of 1.1 is outside 0.1 here and inside above. */
    ABSOLUTE
  }

  public Tolerance {
    if (!(down >= 0 && up >= 0)
        || Double.isInfinite(down)
        || Double.isInfinite(up)
        || model == null) {
      throw new IllegalArgumentException(
          "tolerance must be 0 or more and finite, was " + down + " down and " + up + " up");
    }
  }

  /** The same tolerance in both directions. */
  public static Tolerance of(double both, Model model) {
    return new Tolerance(both, both, model);
  }

  /** Whether a usage ratio changes nothing. NaN and infinities do. */
  public boolean inside(double ratio) {
    return model == Model.SPLIT
        ? 1.0 - down <= ratio && ratio <= 1.0 + up
        : Math.abs(1.0 - ratio) <= up;
  }
}
