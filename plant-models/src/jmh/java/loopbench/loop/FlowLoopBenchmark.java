// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.concurrent.TimeUnit;
import loopbench.flow.FlowSettings;
import loopbench.plant.AffineLatency;
import loopbench.plant.Sensor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Ticks per second through the public API: plant, controller, stored trace. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FlowLoopBenchmark {
  private static final int TICKS = 2_000;
  private static final FlowSettings SETTINGS =
      FlowSettings.of(200, 5).withMaxRate(800).withTargetP99Ms(30).withDtMs(1000);

  private final FlowScenario oneSample = scenario(Sensor.EXACT);
  private final FlowScenario hundredEqual =
      scenario(new Sensor(Sensor.Samples.count(100), Sensor.Tail.NONE));
  private final FlowScenario hundredVaried =
      scenario(new Sensor(Sensor.Samples.count(100), Sensor.Tail.EXPONENTIAL));

  private static FlowScenario scenario(Sensor sensor) {
    return new FlowScenario(
        new Admission.Controlled(SETTINGS), AffineLatency.SEED.withSensor(sensor), TICKS, 42);
  }

  @Benchmark
  @OperationsPerInvocation(TICKS)
  public FlowTrace oneSample() {
    return FlowLoop.run(oneSample);
  }

  @Benchmark
  @OperationsPerInvocation(TICKS)
  public FlowTrace hundredEqual() {
    return FlowLoop.run(hundredEqual);
  }

  @Benchmark
  @OperationsPerInvocation(TICKS)
  public FlowTrace hundredVaried() {
    return FlowLoop.run(hundredVaried);
  }
}
