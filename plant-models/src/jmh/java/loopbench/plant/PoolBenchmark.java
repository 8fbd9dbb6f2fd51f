// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.concurrent.TimeUnit;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestStream;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.PoolPlant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Requests simulated per second: a pool in its steady state with about 50 decodes a replica, and
 * the load alone.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PoolBenchmark {
  private static final int REQUESTS = 10_000;

  /** At this rate 50 decodes of 1000 tokens at 37.5 ms each stand against one another. */
  private static final double PER_REPLICA = 4.0 / 3;

  @Param({"8", "64"})
  int replicas;

  private PoolPlant pool;
  private RequestStream stream;
  private long heard;

  private LoadModel load() {
    return LoadModel.open(
        Schedule.constant(PER_REPLICA * replicas),
        Spacing.POISSON,
        Lengths.normal(4000, 300, 3500, 4500),
        Lengths.normal(1000, 80, 900, 1100));
  }

  @Setup
  public void fill() {
    pool = PoolModel.QWEN3_32B_2XH100.start(load().start(1), answer -> heard += answer.id());
    for (int i = 0; i < replicas; i++) {
      pool.addReplica();
    }
    pool.advance(500);
    stream = load().start(1);
  }

  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public long pool() {
    pool.advance(pool.timeS() + REQUESTS / (PER_REPLICA * replicas));
    return heard;
  }

  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public long loadAlone() {
    long tokens = 0;
    for (int i = 0; i < REQUESTS; i++) {
      stream.take();
      tokens += stream.outputTokens();
    }
    return tokens;
  }
}
