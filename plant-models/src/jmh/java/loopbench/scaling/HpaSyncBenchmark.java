// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.DecisionLog;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.HpaController;
import loopbench.scaling.hpa.HpaSpec;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.MetricSpec;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.hpa.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A day of syncs (15.01 s apart) of one HPA with two metrics, windows of 300 s and two policies
 * each way: time per sync. A day against a thousand threshold pairs is 5.76 million syncs, so 170
 * ns are a second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HpaSyncBenchmark {
  private static final int SYNCS = 5760;
  private static final int PERIOD_MS = 15_010;
  private static final boolean[] NONE_FAILED = new boolean[2];

  private final long[][] milli = new long[SYNCS][2];
  private final long[] now = new long[2];
  private HpaSpec spec;
  private DecisionLog log;
  private HpaController logged;

  /** A working day's swell with noise, so that windows and policies have something to do. */
  @Setup
  public void record() {
    Random random = new Random(7);
    for (int i = 0; i < SYNCS; i++) {
      double load = 10 + 8 * Math.sin(i * 2 * Math.PI / SYNCS) + 4 * random.nextGaussian();
      milli[i][0] = (long) (1000 * Math.max(0, load + 3 * random.nextGaussian()));
      milli[i][1] = (long) (16_000 * Math.max(0, load));
    }
    List<ScalingPolicy> policies =
        List.of(
            new ScalingPolicy(ScalingPolicy.Type.PODS, 2, 60),
            new ScalingPolicy(ScalingPolicy.Type.PERCENT, 50, 120));
    ScalingRules rules = ScalingRules.UNSET.withStabilizationWindowS(300).withPolicies(policies);
    spec =
        new HpaSpec(
            1,
            30,
            Optional.of(Behavior.EMPTY.withUp(rules).withDown(rules)),
            List.of(
                new MetricSpec("queue", TargetType.AVERAGE_VALUE, 1000),
                new MetricSpec("running", TargetType.AVERAGE_VALUE, 16_000)));
    logged = new HpaController(spec, HpaConstants.DEFAULTS);
    log = new DecisionLog(logged, SYNCS);
  }

  @Benchmark
  @OperationsPerInvocation(SYNCS)
  public int decided() {
    HpaController hpa = new HpaController(spec, HpaConstants.DEFAULTS);
    int replicas = 3;
    int sum = 0;
    for (int i = 0; i < SYNCS; i++) {
      replicas = next(hpa, i, replicas);
      sum += replicas;
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(SYNCS)
  public int decidedAndLogged() {
    logged.forget();
    log.clear();
    int replicas = 3;
    int sum = 0;
    for (int i = 0; i < SYNCS; i++) {
      replicas = next(logged, i, replicas);
      log.add();
      sum += replicas;
    }
    return sum;
  }

  private int next(HpaController hpa, int i, int replicas) {
    long nowMs = (long) i * PERIOD_MS;
    long[] values = milli[i];
    now[0] = values[0];
    now[1] = values[1];
    int desired = hpa.decide(nowMs, replicas, replicas, replicas, replicas, now, NONE_FAILED);
    if (desired != replicas) {
      hpa.scaled(nowMs, replicas, desired);
    }
    return desired;
  }

  @Benchmark
  @OperationsPerInvocation(SYNCS)
  public int explained() {
    HpaController hpa = new HpaController(spec, HpaConstants.DEFAULTS);
    int replicas = 3;
    int sum = 0;
    MetricReading[] readings = new MetricReading[2];
    for (int i = 0; i < SYNCS; i++) {
      long nowMs = (long) i * PERIOD_MS;
      readings[0] = MetricReading.of(milli[i][0]);
      readings[1] = MetricReading.of(milli[i][1]);
      var decision = hpa.sync(nowMs, Workload.ready(replicas), Arrays.asList(readings));
      if (decision.rescale()) {
        hpa.scaled(nowMs, replicas, decision.desired());
      }
      replicas = decision.desired();
      sum += decision.steps().size();
    }
    return sum;
  }
}
