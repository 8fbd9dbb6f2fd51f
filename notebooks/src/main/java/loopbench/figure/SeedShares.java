// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;

/**
 * With how many of its seeds each point of a map settles.
 *
 * @param seeds with how many each point was tried, at least 2
 * @param settled the share that settles, 0 to 1, per point as {@link MapFigure#classAt()}; NaN
 *     where the seeds were not tried, which is not a share of 0
 */
public record SeedShares(int seeds, double[] settled) {
  /** What is left of a colour where no seed settles: enough to tell it. */
  private static final double FAINTEST = 0.25;

  public SeedShares {
    settled = settled.clone();
    if (seeds < 2) {
      throw new IllegalArgumentException("seeds must be at least 2, was " + seeds);
    }
    for (double share : settled) {
      if (share < 0 || share > 1) {
        throw new IllegalArgumentException("settled must be in [0, 1] or NaN, had " + share);
      }
    }
  }

  /** How opaque a share is drawn. */
  static double fade(double share) {
    return FAINTEST + (1 - FAINTEST) * share;
  }

  /** How opaque a point is drawn; one whose seeds were not tried as where none settles. */
  double opacity(int point) {
    return fade(Double.isNaN(settled[point]) ? 0 : settled[point]);
  }

  /** Such as {@code 80 % of 5 seeds settle}. */
  String words(int point) {
    double share = settled[point];
    return Double.isNaN(share)
        ? "not tried with its seeds"
        : share(share) + " of " + seeds + " seeds settle";
  }

  static String share(double share) {
    return Share.words(Math.round(share * 1e6), 1_000_000);
  }

  /** How many points were tried with their seeds. */
  int tried() {
    return (int) Arrays.stream(settled).filter(share -> !Double.isNaN(share)).count();
  }

  /** At how many points at least a share of the seeds settles. */
  int atLeast(double share) {
    return (int) Arrays.stream(settled).filter(one -> one >= share).count();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SeedShares that
        && seeds == that.seeds
        && Arrays.equals(settled, that.settled);
  }

  @Override
  public int hashCode() {
    return 31 * seeds + Arrays.hashCode(settled);
  }

  @Override
  public String toString() {
    return "SeedShares[" + seeds + " seeds, " + settled.length + " points]";
  }
}
