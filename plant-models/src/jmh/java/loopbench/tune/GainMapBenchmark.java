// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.concurrent.TimeUnit;
import loopbench.flow.FlowSettings;
import loopbench.knob.Scale;
import loopbench.loop.Admission;
import loopbench.loop.FlowScenario;
import loopbench.plant.AffineLatency;
import loopbench.plant.Schedule;
import loopbench.score.LoopClass;
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

/** The gain map of 120 x 120 gains and 300 ticks, on one core and on two: time per map. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class GainMapBenchmark {
  @Param({"1", "2"})
  int threads;

  private final FlowScenario dropping =
      new FlowScenario(
          new Admission.Controlled(
              FlowSettings.of(200, 5).withMaxRate(800).withTargetP99Ms(30).withDtMs(1000)),
          AffineLatency.SEED,
          300,
          42);
  private final FlowScenario steady =
      dropping.withPlant(AffineLatency.SEED.withCapacity(Schedule.constant(400)));
  private final Axis kp = Axis.between("flow.kp", "(1/s)/ms", Scale.LOG, 0.001, 5, 120, false);
  private final Axis ki = Axis.between("flow.ki", "(1/s)/ms²", Scale.LOG, 1e-5, 0.1, 120, false);

  @Benchmark
  public LoopClass[] dragging() {
    return GainMap.classes(dropping, kp.array(), ki.array(), threads, () -> false);
  }

  @Benchmark
  public LoopClass[][] draggingTwoPlants() {
    return new LoopClass[][] {
      GainMap.classes(dropping, kp.array(), ki.array(), threads, () -> false),
      GainMap.classes(steady, kp.array(), ki.array(), threads, () -> false)
    };
  }

  @Benchmark
  public LoopClass[][] throughControllerTwoPlants() {
    return new LoopClass[][] {
      GainMap.throughController(dropping, kp.array(), ki.array(), threads, () -> false),
      GainMap.throughController(steady, kp.array(), ki.array(), threads, () -> false)
    };
  }

  /** All scores of every point, ranked. */
  @Benchmark
  public SweepResult sweepWithAllScores() {
    Grid grid = Grid.of(kp, ki);
    return Sweep.run(
        grid,
        new FlowEvaluator(dropping, grid.axes()),
        Objective.ADMISSION,
        threads,
        SweepListener.NONE,
        () -> false);
  }
}
