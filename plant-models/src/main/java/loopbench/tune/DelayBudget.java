// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;
import loopbench.score.StabilityLimit;

/**
 * How late a scaling loop acts, part by part, and how strongly it may act for that. A value that is
 * read every so often, or over a window, is half of that old on average. A part that is not known
 * is NaN, which is not a delay of 0; all that follows is then a bound.
 *
 * <p>Not counted: how often recording rules are evaluated and how often KEDA polls, since the HPA
 * asks anew at each sync.
 *
 * @param scrapeS between two scrapes, seconds; NaN where not known
 * @param rateWindowS of the query's rate, seconds; 0 for a gauge, NaN where not known
 * @param smoothingS of the query's average over time, seconds; NaN where not known
 * @param syncS between two syncs of the HPA, seconds, above 0
 * @param upWindowS the stabilization window on the way up, seconds; NaN where not known
 * @param warmUpS from a pod's start until it serves, seconds; NaN where not known
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
      if (part < 0 || part >= 1e9) {
        throw new IllegalArgumentException("delays must be finite and at least 0 s, was " + part);
      }
    }
    if (!(syncS > 0 && syncS < 1e9)) {
      throw new IllegalArgumentException("syncS must be above 0 s, was " + syncS);
    }
  }

  /**
   * A part of the delay.
   *
   * @param seconds what it adds; NaN where it is not known
   */
  public record Part(String name, double seconds) {
    public boolean known() {
      return !Double.isNaN(seconds);
    }
  }

  /** All parts in the order in which they pass, those of no length and unknown ones included. */
  public List<Part> all() {
    return List.of(
        new Part("scrape", scrapeS / 2),
        new Part("rate window", rateWindowS / 2),
        new Part("smoothing", smoothingS / 2),
        new Part("HPA sync", syncS / 2),
        new Part("stabilization", upWindowS),
        new Part("warm-up", warmUpS));
  }

  /** In the order in which they pass; parts of no length and unknown ones are left out. */
  public List<Part> parts() {
    return all().stream().filter(part -> part.seconds() > 0).toList(); // false for NaN
  }

  /** The names of the parts that are not known. */
  public List<String> unknown() {
    return all().stream().filter(part -> !part.known()).map(Part::name).toList();
  }

  /** The sum of what is known, seconds; with something unknown the delay is at least that. */
  public double totalS() {
    return parts().stream().mapToDouble(Part::seconds).sum();
  }

  /** The longest of the known parts; of two alike the one that passes first. */
  public Part longest() {
    Part longest = parts().get(0); // half a sync is always there
    for (Part part : parts()) {
      longest = part.seconds() > longest.seconds() ? part : longest;
    }
    return longest;
  }

  /**
   * The share of what is missing that the loop may add at each sync without swinging by itself: the
   * limit of an integral that acts through this delay. An HPA adds all of it at once; a window, a
   * policy or a credit for replicas that warm up keeps it below. With something unknown it is at
   * most that.
   */
  public double gainCeiling() {
    int ticks = (int) Math.min(1e6, Math.round(totalS() / syncS));
    return StabilityLimit.pureIntegralLimit(1, ticks);
  }
}
