// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Line;
import loopbench.figure.Look;
import loopbench.loop.FlowTrace;
import loopbench.plant.BucketSight;

/**
 * What the buckets of a run's sensor leave to be seen, tick by tick.
 *
 * @param ticks each tick's; empty where there is no latency. Empty without buckets
 */
record BucketSights(List<Optional<BucketSight>> ticks) {
  static BucketSights of(FlowRun run) {
    FlowTrace trace = run.trace();
    double quantile = run.scenario().admission().quantile();
    List<Optional<BucketSight>> ticks =
        IntStream.range(0, trace.ticks())
            .mapToObj(i -> BucketSight.of(run.scenario().plant(), trace.latencyMs(i), quantile))
            .toList();
    return new BucketSights(ticks.stream().anyMatch(Optional::isPresent) ? ticks : List.of());
  }

  /** In how many ticks one bucket holds nearly all. */
  long blind() {
    return ticks.stream().flatMap(Optional::stream).filter(BucketSight::blind).count();
  }

  /** Such as {@code in 280 of 300 ticks}. */
  String counted() {
    return "in " + blind() + " of " + ticks.size() + " ticks";
  }

  /** What that means, behind a run's sentence; empty where enough is seen. */
  String sentence() {
    return ticks.stream()
        .flatMap(Optional::stream)
        .filter(BucketSight::blind)
        .reduce((earlier, later) -> later)
        .map(
            last ->
                " The sensor is blind "
                    + counted()
                    + ": more than "
                    + Numbers.text(100 * BucketSight.BLIND_ABOVE)
                    + " % of the latencies lie in one bucket, at last that "
                    + bounds(last)
                    + ", and the quantile read is a point on the way through it.")
        .orElse("");
  }

  private static String bounds(BucketSight sight) {
    return Double.isInfinite(sight.toMs())
        ? "above " + Numbers.text(sight.fromMs()) + " ms"
        : "from " + Numbers.text(sight.fromMs()) + " to " + Numbers.text(sight.toMs()) + " ms";
  }

  /** The bounds of the bucket that each tick's quantile is read in. */
  Stream<Line> lines(double[] timeS) {
    return ticks.isEmpty()
        ? Stream.of()
        : Stream.of(
            Line.steps("bucket from", timeS, bound(true), Look.LIMIT, ""),
            Line.steps("bucket to", timeS, bound(false), Look.LIMIT, ""));
  }

  private double[] bound(boolean lower) {
    return ticks.stream()
        .mapToDouble(tick -> tick.map(s -> lower ? s.fromMs() : s.toMs()).orElse(Double.NaN))
        .toArray();
  }
}
