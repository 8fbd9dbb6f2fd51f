// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/**
 * Ticks per second of a controller on the published plant (5 ms + 90 ms rate / capacity, capacity
 * 400 then 150), a new controller every 60 ticks. An operation is one tick.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FlowTickBenchmark {
  private static final int TICKS = 60;
  private static final int SAMPLES = 100;
  private static final int OFFERED = 200;

  private final FlowSettings settings =
      FlowSettings.of(200, 5).withMaxRate(800).withTargetP99Ms(30).withDtMs(1000);
  private final double[] spread =
      new Random(42).doubles(4096).map(u -> 1 - 0.3 * Math.log(1 - u)).toArray();

  private static double latencyMs(double rate, int tick) {
    return 5 + rate / (tick < 30 ? 400 : 150) * 90;
  }

  @Benchmark
  @OperationsPerInvocation(TICKS)
  public double oneSample() {
    FlowController<Object> flow = new FlowController<>(settings);
    double rate = flow.rate();
    for (int tick = 0; tick < TICKS; tick++) {
      flow.record(latencyMs(rate, tick));
      rate = flow.observe(1000);
    }
    return rate;
  }

  @Benchmark
  @OperationsPerInvocation(TICKS)
  public double hundredEqualOneByOne() {
    FlowController<Object> flow = new FlowController<>(settings);
    double rate = flow.rate();
    for (int tick = 0; tick < TICKS; tick++) {
      double latency = latencyMs(rate, tick);
      for (int i = 0; i < SAMPLES; i++) {
        flow.record(latency);
      }
      rate = flow.observe(1000);
    }
    return rate;
  }

  @Benchmark
  @OperationsPerInvocation(TICKS)
  public double hundredEqualInABatch() {
    FlowController<Object> flow = new FlowController<>(settings);
    double rate = flow.rate();
    for (int tick = 0; tick < TICKS; tick++) {
      flow.record(latencyMs(rate, tick), SAMPLES);
      rate = flow.observe(1000);
    }
    return rate;
  }

  @Benchmark
  @OperationsPerInvocation(TICKS)
  public double hundredVaried() {
    FlowController<Object> flow = new FlowController<>(settings);
    double rate = flow.rate();
    int next = 0;
    for (int tick = 0; tick < TICKS; tick++) {
      double latency = latencyMs(rate, tick);
      for (int i = 0; i < SAMPLES; i++) {
        flow.record(latency * spread[next++ & 4095]);
      }
      rate = flow.observe(1000);
    }
    return rate;
  }

  /** 200 items offered and asked for a tick, spread over its second; what is admitted answers. */
  @Benchmark
  @OperationsPerInvocation(TICKS)
  public double fullLoop() {
    FlowController<Object> flow = new FlowController<>(settings);
    double rate = flow.rate();
    for (int tick = 0; tick < TICKS; tick++) {
      double latency = latencyMs(rate, tick);
      double startMs = tick * 1000.0;
      for (int i = 0; i < OFFERED; i++) {
        flow.submit(this);
        if (flow.admit(startMs + i * (1000.0 / OFFERED)) != null) {
          flow.record(latency);
        }
      }
      rate = flow.observe(1000);
    }
    return rate;
  }
}
