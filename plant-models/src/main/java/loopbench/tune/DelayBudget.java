// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import loopbench.score.StabilityLimit;

/**
 * How late a scaling loop acts, part by part, and how strongly it may act for that. A value that is
 * read every so often, or over a window, is half of that old on average.
 *
 * @param scrapeS between two scrapes, seconds
 * @param rateWindowS of the query's rate, seconds; 0 for a gauge
 * @param smoothingS of the query's average over time, seconds
 * @param syncS between two syncs of the HPA, seconds, above 0
 * @param upWindowS the stabilization window on the way up, seconds
 * @param warmUpS from a pod's start until it serves, seconds
 */
public record DelayBudget(
    double scrapeS,
    double rateWindowS,
    double smoothingS,
    double syncS,
    double upWindowS,
    double warmUpS) {
  public DelayBudget {
    for (double part : new double[] {scrapeS, rateWindowS, smoothingS, upWindowS, warmUpS}) {
      if (!(part >= 0 && part < 1e9)) {
        throw new IllegalArgumentException("delays must be finite and at least 0 s, was " + part);
      }
    }
    if (!(syncS > 0 && syncS < 1e9)) {
      throw new IllegalArgumentException("syncS must be above 0 s, was " + syncS);
    }
  }

  /** A part of the delay. */
  public record Part(String name, double seconds) {}

  /** In the order in which they pass; parts of no length are left out. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    add(parts, "scrape", scrapeS / 2);
    add(parts, "rate window", rateWindowS / 2);
    add(parts, "smoothing", smoothingS / 2);
    add(parts, "HPA sync", syncS / 2);
    add(parts, "stabilization", upWindowS);
    add(parts, "warm-up", warmUpS);
    return List.copyOf(parts);
  }

  private static void add(List<Part> parts, String name, double seconds) {
    if (seconds > 0) {
      parts.add(new Part(name, seconds));
    }
  }

  public double totalS() {
    return parts().stream().mapToDouble(Part::seconds).sum();
  }

  /**
   * The share of what is missing that the loop may add at each sync without swinging by itself: the
   * limit of an integral that acts through this delay. An HPA adds all of it at once; a window, a
   * policy or a credit for replicas that warm up keeps it below.
   */
  public double gainCeiling() {
    int ticks = (int) Math.min(1e6, Math.round(totalS() / syncS));
    return StabilityLimit.pureIntegralLimit(1, ticks);
  }
}
