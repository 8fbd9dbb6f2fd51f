// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import loopbench.scaling.hpa.Decision;
import loopbench.scaling.hpa.HpaSync;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.MetricSpec;
import loopbench.scaling.hpa.ReplicaBounds;
import loopbench.scaling.hpa.Tolerance;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.PrometheusTrigger;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SpecProblem;
import loopbench.scaling.keda.Trigger;
import loopbench.series.Clock;
import loopbench.series.Series;

/**
 * Replays a recording against a ScaledObject: at each sync every trigger reads its series (the last
 * instant at or before the sync), the HPA decides, and the replicas follow at once.
 *
 * <p>The replay runs over what the triggers' series have in common, from the first instant at which
 * all have begun to the first at which one has ended. Stabilization windows, policies, activation,
 * fallback and formulas are not applied; the trace says what was left out.
 */
public final class ScalingReplay {
  private ScalingReplay() {}

  /** Runs a scenario in which {@link ReplayScenario#problems} finds nothing; refuses any other. */
  public static ScalingTrace run(ReplayScenario scenario) {
    List<SpecProblem> problems = scenario.problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          problems.stream()
              .map(p -> p.path() + ": " + p.message())
              .collect(Collectors.joining(" ")));
    }
    ScaledObject scaler = scenario.scaler();
    List<Integer> positions = scenario.replayedTriggers();
    int triggers = positions.size();
    List<String> names = new ArrayList<>();
    List<MetricSpec> metrics = new ArrayList<>();
    PrometheusTrigger[] scalers = new PrometheusTrigger[triggers];
    Series[] series = new Series[triggers];
    long startMs = Long.MIN_VALUE;
    long endMs = Long.MAX_VALUE;
    for (int t = 0; t < triggers; t++) {
      int position = positions.get(t);
      Trigger trigger = scaler.triggers().get(position);
      names.add(scaler.triggerName(position));
      scalers[t] = scenario.prometheus(position);
      metrics.add(
          new MetricSpec(
              names.get(t),
              trigger.targetType().orElseThrow(),
              KedaNumbers.milli(scalers[t].threshold())));
      series[t] = scenario.seriesOfTrigger().get(names.get(t));
      Clock clock = series[t].clock();
      startMs = Math.max(startMs, clock.timeMs(0));
      endMs = Math.min(endMs, clock.timeMs(clock.size() - 1));
    }

    double firstS = scenario.hpa().firstS();
    double periodS = scenario.hpa().syncS();
    int syncs = 1 + (int) Math.floor(((endMs - startMs) / 1000.0 - firstS) / periodS + 1e-9);
    long[] timesMs = new long[syncs];
    for (int i = 0; i < syncs; i++) {
      timesMs[i] = startMs + (long) Math.floor((firstS + i * periodS) * 1000 + 1e-6);
    }
    int[][] indexes = new int[triggers][];
    for (int t = 0; t < triggers; t++) {
      indexes[t] = held(series[t].clock(), timesMs);
    }

    ReplicaBounds bounds = scaler.hpaBounds();
    Tolerance tolerance = scenario.hpa().band();
    List<Decision> decisions = new ArrayList<>(syncs);
    MetricReading[] readings = new MetricReading[triggers];
    List<MetricReading> view = Arrays.asList(readings);
    int replicas = scenario.startReplicas();
    for (int i = 0; i < syncs; i++) {
      for (int t = 0; t < triggers; t++) {
        int index = indexes[t][i];
        readings[t] = scalers[t].metric(series[t].reading(index), series[t].value(index));
      }
      Decision decision =
          HpaSync.decide(bounds, Workload.ready(replicas), metrics, view, tolerance);
      decisions.add(decision);
      replicas = decision.desired();
    }

    return new ScalingTrace(
        startMs,
        firstS,
        periodS,
        scenario.startReplicas(),
        names,
        series,
        indexes,
        Collections.unmodifiableList(decisions),
        scenario.need().map(need -> needed(need, timesMs)).orElse(null),
        ignored(scenario));
  }

  /** For each time the last instant of a clock at or before it; -1 before the clock's first. */
  private static int[] held(Clock clock, long[] timesMs) {
    int[] indexes = new int[timesMs.length];
    int at = timesMs.length == 0 ? -1 : clock.indexAt(timesMs[0]);
    for (int i = 0; i < timesMs.length; i++) {
      while (at + 1 < clock.size() && clock.timeMs(at + 1) <= timesMs[i]) {
        at++;
      }
      indexes[i] = at;
    }
    return indexes;
  }

  /** The need at each time; unknown outside its series and wherever the series has no number. */
  private static double[] needed(Need need, long[] timesMs) {
    Series series = need.series();
    int[] indexes = held(series.clock(), timesMs);
    double[] needed = new double[timesMs.length];
    long endMs = series.size() == 0 ? 0 : series.clock().timeMs(series.size() - 1);
    for (int i = 0; i < needed.length; i++) {
      needed[i] =
          indexes[i] < 0 || timesMs[i] > endMs
              ? Double.NaN
              : need.replicas(series.value(indexes[i]));
    }
    return needed;
  }

  private static List<KeptFeature> ignored(ReplayScenario scenario) {
    List<KeptFeature> ignored = new ArrayList<>(scenario.scaler().ignored());
    if (scenario.scaler().advanced().hpa().behavior().isEmpty()) {
      ignored.add(
          new KeptFeature(
              "",
              "The controller's own damping (down-scaling held for "
                  + KedaNumbers.text(scenario.hpa().downscaleStabilizationS())
                  + " s, at most a doubling or 4 replicas per sync) is not replayed."));
    }
    return ignored;
  }
}
