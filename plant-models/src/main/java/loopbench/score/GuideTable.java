// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import loopbench.loop.Admission;
import loopbench.loop.FlowScenario;
import loopbench.loop.FlowTrace;

/**
 * The columns of the published table (performance-helpers' flow controller guide, {@code
 * flowloop}), with its own meanings: it calls settled what first came within 1 ms of the target and
 * may have left since, and it gives overshoot 0 to a loop that never came. Kept to show beside
 * ours; nothing is ranked by it.
 */
public final class GuideTable {
  private static final double SETTLE_BAND_MS = 1;
  private static final int REVERSAL_WINDOW = 20;

  private GuideTable() {}

  /**
   * One row; NaN where the table has none (a fixed rate has no feedback to judge).
   *
   * @param finalRate after the last observation, 1/s
   * @param equilibriumError distance of the final rate from the equilibrium, 1/s
   * @param settles ticks from the event to the first within 1 ms; infinite for never
   * @param transientMs largest excess up to and including that tick; of all ticks if never
   * @param overshootMs largest excess after that tick; 0 if never
   * @param p99MeanMs mean of the windows' quantiles since the event
   * @param reversals turns of the rate over the last 20 ticks, however small
   */
  public record Row(
      double finalRate,
      double equilibriumError,
      double settles,
      double transientMs,
      double overshootMs,
      double p99MeanMs,
      double reversals) {}

  public static Row of(FlowTrace trace, FlowScenario scenario) {
    int event = FlowScores.eventTick(scenario);
    double equilibrium = trace.equilibriumRate(event);
    Episode episode =
        new Episode(
            trace.p99sMs(),
            trace.rates(),
            event,
            trace.targetMs(),
            SETTLE_BAND_MS,
            trace.dtMs() / 1000,
            equilibrium);
    double finalRate = trace.rateAfter(trace.ticks() - 1);
    return scenario
        .admission()
        .match(
            new Admission.Cases<Row>() {
              @Override
              public Row controlled(Admission.Controlled controlled) {
                double settles = episode.firstEntry();
                return new Row(
                    finalRate,
                    Math.abs(finalRate - equilibrium),
                    settles,
                    episode.transientMs((int) Math.min(settles, episode.ticks())),
                    settles == Double.POSITIVE_INFINITY ? 0 : episode.overshootMs(),
                    episode.meanLatencyMs(),
                    reversals(trace));
              }

              @Override
              public Row fixedRate(Admission.FixedRate fixed) {
                return new Row(
                    finalRate,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    episode.transientMs(episode.ticks()),
                    episode.meanLatencyMs(),
                    Double.NaN);
              }
            });
  }

  private static int reversals(FlowTrace trace) {
    int reversals = 0;
    double direction = 0;
    for (int k = Math.max(1, trace.ticks() - REVERSAL_WINDOW + 1); k < trace.ticks(); k++) {
      double moved = trace.rateAfter(k) - trace.rateAfter(k - 1);
      reversals += direction * moved < 0 ? 1 : 0;
      direction = moved == 0 ? direction : Math.signum(moved);
    }
    return reversals;
  }
}
