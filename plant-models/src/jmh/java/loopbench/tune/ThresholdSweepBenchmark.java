// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;
import java.util.concurrent.TimeUnit;
import loopbench.loop.Pool;
import loopbench.loop.PoolScenario;
import loopbench.loop.Scaling;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.keda.Preset;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A sweep of the queue-depth scaler's thresholds and its window for scaling up, as a sweep cell
 * runs it: 28 points. In closed loop each point is half an hour of a pool at 2 to 6 requests a
 * second (7,200 requests), with its scrapes, KEDA's polls and the HPA's syncs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class ThresholdSweepBenchmark {
  @Param({"1", "2"})
  int threads;

  private final Grid grid =
      Grid.of(
          Axis.list(
              "scaler.triggers.epp-running-requests.threshold", "", 8, 12, 16, 24, 32, 40, 48),
          Axis.list("scaler.behavior.scaleUp.stabilizationWindowSeconds", "s", 0, 60, 120, 300));

  private final PoolScenario pools =
      PoolScenario.of(
          1800,
          42,
          Pool.of(
              "",
              PoolModel.QWEN3_32B_2XH100,
              LoadModel.open(
                  new Schedule(
                      List.of(
                          new Schedule.Step(0, 2),
                          new Schedule.Step(600, 6),
                          new Schedule.Step(1200, 4))),
                  Spacing.POISSON,
                  Lengths.normal(4000, 300, 3500, 4500),
                  Lengths.normal(1000, 80, 900, 1100)),
              Scaling.Scaled.of(
                  Preset.QUEUE_DEPTH.at(new Preset.Place("ns", "epp", "m", "pool", "d")))));

  @Benchmark
  public SweepResult closedLoop() {
    return Sweep.run(
        grid,
        new PoolEvaluator(pools, grid.axes(), () -> false),
        Objective.POOL,
        threads,
        SweepListener.NONE,
        () -> false);
  }
}
