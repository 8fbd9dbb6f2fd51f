// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import loopbench.loop.Need;
import loopbench.loop.ReplayScenario;
import loopbench.loop.ScalingReplay;
import loopbench.loop.ScalingTrace;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.keda.Advanced;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import loopbench.score.Scores;
import loopbench.series.Clock;
import loopbench.series.Series;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A day of syncs every 15 s (5,760) against 1,000 pairs of thresholds, on one core if not said
 * otherwise: two triggers, windows of 300 s and two policies each way, KEDA polling every 30 s. The
 * time is that of all 5.76 million syncs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 7)
@Fork(1)
public class ReplayBenchmark {
  private static final int SYNCS = 5760;
  private static final int PAIRS = 1000;

  private final ReplayScenario scenario = scenario();
  private final List<Axis> axes =
      List.of(
          Axis.list("scaler.triggers.queue.threshold", "", 1),
          Axis.list("scaler.triggers.running.threshold", "", 16));

  private static ReplayScenario scenario() {
    double[] queue = new double[SYNCS];
    double[] running = new double[SYNCS];
    for (int i = 0; i < SYNCS; i++) {
      double day = StrictMath.sin(2 * Math.PI * i / SYNCS);
      running[i] = Math.rint(300 + 250 * day + 40 * StrictMath.sin(i * 0.7));
      queue[i] = Math.rint(Math.max(0, 20 * day + 15 * StrictMath.sin(i * 0.31)));
    }
    Clock clock = Clock.regular(0, 15_000, SYNCS);
    ScalingRules rules =
        ScalingRules.UNSET
            .withStabilizationWindowS(300)
            .withPolicies(
                List.of(
                    new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 60),
                    new ScalingPolicy(ScalingPolicy.Type.PODS, 4, 60)));
    ScaledObject scaler =
        ScaledObject.of(
                "so",
                "decode",
                1,
                64,
                List.of(
                    Trigger.prometheus("queue", "http://p", "sum(q)", "1"),
                    Trigger.prometheus("running", "http://p", "sum(r)", "16")))
            .withIntervals(Intervals.UNSET)
            .withAdvanced(
                Advanced.UNSET.withBehavior(Behavior.EMPTY.withUp(rules).withDown(rules)));
    Series load = Series.of("running", clock, running);
    return ReplayScenario.of(
            scaler, Map.of("queue", Series.of("queue", clock, queue), "running", load))
        .withHpa(HpaConstants.DEFAULTS.withSyncS(15))
        .withNeed(new Need(load, 20));
  }

  private static double[] pair(int i) {
    return new double[] {1 + i % 40, 8 + (double) (i / 40)};
  }

  /** What a sweep does: the replicas and their scores. */
  @Benchmark
  public List<Scores> swept() {
    ReplayEvaluator evaluator = new ReplayEvaluator(scenario, axes, () -> false);
    List<Scores> scores = new ArrayList<>(PAIRS);
    for (int i = 0; i < PAIRS; i++) {
      scores.add(evaluator.at(pair(i)));
    }
    return scores;
  }

  /** The same 1,000 pairs as a sweep cell runs them, on two cores. */
  @Benchmark
  public SweepResult sweptOnTwoCores() {
    double[] queue = new double[40];
    double[] running = new double[PAIRS / queue.length];
    Arrays.setAll(queue, i -> 1 + i);
    Arrays.setAll(running, i -> 8 + i);
    Grid grid =
        Grid.of(
            Axis.list("scaler.triggers.queue.threshold", "", queue),
            Axis.list("scaler.triggers.running.threshold", "", running));
    return Sweep.run(
        grid,
        new ReplayEvaluator(scenario, grid.axes(), () -> false),
        Objective.NONE,
        2,
        SweepListener.NONE,
        () -> false);
  }

  /** A trace for each pair, with the numbers of every sync kept while it lives. */
  @Benchmark
  public int traced() {
    int sum = 0;
    for (int i = 0; i < PAIRS; i++) {
      sum += ScalingReplay.run(turned(i)).replicas(SYNCS / 2);
    }
    return sum;
  }

  /** A trace for each pair, and of every sync the decision with all its steps. */
  @Benchmark
  public int explained() {
    int sum = 0;
    for (int i = 0; i < PAIRS; i++) {
      ScalingTrace trace = ScalingReplay.run(turned(i));
      for (int s = 0; s < SYNCS; s++) {
        sum += trace.decision(s).orElseThrow().raw();
      }
    }
    return sum;
  }

  private ReplayScenario turned(int i) {
    double[] point = pair(i);
    ReplayScenario turned = scenario;
    for (int a = 0; a < point.length; a++) {
      turned = turned.knob(axes.get(a).path()).orElseThrow().with(turned, point[a]);
    }
    return turned;
  }
}
