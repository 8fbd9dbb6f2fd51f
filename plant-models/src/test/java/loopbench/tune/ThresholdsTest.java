// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Attainment;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.PoolPlant;
import loopbench.plant.pool.SteadyReplica;
import loopbench.tune.Thresholds.Derived;
import loopbench.tune.Thresholds.Signal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ThresholdsTest {
  private static final PoolModel POOL = PoolModel.QWEN3_32B_2XH100;

  private static Thresholds thresholds(double ttftS, double tpotS) {
    return new Thresholds(
        new SteadyReplica(POOL.serving(), 4_000, 4_000, 300, 1_000),
        POOL.gateway(),
        new Thresholds.Objectives(ttftS, tpotS, 0.9),
        0.8,
        10);
  }

  /** At KV's edge of 1.64/s a replica; 0.8 of it is 1.31/s, and 10/s need eight. */
  @Test
  void comeFromWhatAReplicaCarriesWithinItsObjectives() {
    Thresholds thresholds = thresholds(3, 0.1);
    assertThat(thresholds.mostPerSecond()).isCloseTo(1.637, within(1e-3));
    assertThat(thresholds.limit()).isEqualTo(SteadyReplica.Limit.KV);
    assertThat(thresholds.replicasAtPeak()).isEqualTo(8);
    Map<Signal, Derived> all = bySignal(thresholds);
    assertThat(all.keySet()).containsExactly(Signal.values());
    assertThat(value(all, Signal.RUNNING)).isCloseTo(48.75, within(0.01));
    assertThat(value(all, Signal.QUEUE)).isCloseTo(1.955, within(1e-3));
    assertThat(value(all, Signal.SATURATION)).isCloseTo(0.782, within(1e-3));
    assertThat(value(all, Signal.KV)).isCloseTo(0.625, within(1e-3));
    assertThat(value(all, Signal.BACKLOG)).isCloseTo(0.65 * (3 - 4_000 / 15_928.0), within(1e-9));
    // 36.9 ms a token are in the bucket up to 40 ms, which reads 38; the next one reads 58.
    assertThat(value(all, Signal.LATENCY_UP)).isCloseTo((0.38 + 0.58) / 2, within(1e-9));
    assertThat(value(all, Signal.LATENCY_DOWN)).isCloseTo(0.38 * 8 / 7, within(1e-9));
    assertThat(all.get(Signal.RUNNING).derivation())
        .isEqualTo(
            "Little's law: 1.31/s times the 37.2 s a request stays (48.3 in decode, 0.41 in its"
                + " prompt).");
    assertThat(all.get(Signal.RUNNING).sensitivity())
        .contains(
            new Thresholds.Sensitivity(
                new Thresholds.AtPeak(9, false),
                new Thresholds.AtPeak(8, false),
                new Thresholds.AtPeak(7, false)));
    // Tokens alone would let a replica carry more than its KV cache holds.
    assertThat(all.get(Signal.BACKLOG).sensitivity().orElseThrow().at())
        .isEqualTo(new Thresholds.AtPeak(3, true));
  }

  private static Map<Signal, Derived> bySignal(Thresholds thresholds) {
    Map<Signal, Derived> all = new LinkedHashMap<>();
    thresholds.all().forEach(d -> all.put(d.signal(), d));
    return all;
  }

  private static double value(Map<Signal, Derived> all, Signal signal) {
    return all.get(signal).value().orElseThrow();
  }

  /** A queue that begins after the objective has passed is no signal for it. */
  @Test
  void aQueueThatComesTooLateHasNoThreshold() {
    Thresholds thresholds = thresholds(0.4, 0.1);
    assertThat(thresholds.limit()).isEqualTo(SteadyReplica.Limit.FIRST_TOKEN);
    Derived queue = bySignal(thresholds).get(Signal.QUEUE);
    assertThat(queue.value()).isEmpty();
    assertThat(queue.derivation())
        .isEqualTo(
            "a queue begins when prompts wait 1.51 s inside the model server, more than the 0.4 s"
                + " promised: it comes too late for any threshold.");
  }

  /** A prompt takes 0.25 s alone: no replica count makes it faster. */
  @Test
  void anObjectiveBelowTheFloorHasNoThresholds() {
    Thresholds thresholds = thresholds(0.2, 0.1);
    assertThat(thresholds.mostPerSecond()).isZero();
    assertThat(thresholds.all()).isEmpty();
    assertThat(thresholds.limit()).isEqualTo(SteadyReplica.Limit.FIRST_TOKEN);
  }

  /** More is promised, less is carried: every threshold of a load falls with the objectives. */
  @ParameterizedTest
  @MethodSource("seeds")
  void tighterObjectivesNeverRaiseAThreshold(long seed) {
    Random random = new Random(seed);
    double ttftS = 0.3 + 5 * random.nextDouble();
    double tpotS = 0.025 + 0.1 * random.nextDouble();
    Map<Signal, Derived> loose = bySignal(thresholds(ttftS, tpotS));
    Map<Signal, Derived> tight =
        bySignal(thresholds(ttftS, tpotS * (0.5 + 0.5 * random.nextDouble())));
    for (Signal signal : tight.keySet()) {
      if (signal == Signal.LATENCY_UP || signal == Signal.LATENCY_DOWN) {
        continue; // a share of the objective itself
      }
      loose
          .get(signal)
          .value()
          .ifPresent(
              most ->
                  assertThat(tight.get(signal).value().orElseThrow())
                      .as("seed " + seed + ", " + signal)
                      .isLessThanOrEqualTo(most + 1e-9));
    }
  }

  static LongStream seeds() {
    return new Random(3).longs(40);
  }

  /** The replicas that the peak is said to need serve it; at the most a replica carries it tips. */
  @Test
  void theReplicasAtThePeakServeIt() {
    Thresholds thresholds = thresholds(3, 0.1);
    assertThat(attainment(10, thresholds.replicasAtPeak())).isGreaterThan(0.99);
    assertThat(attainment(1.1 * thresholds.mostPerSecond() * 4, 4)).isLessThan(0.6);
  }

  private static double attainment(double perSecond, int replicas) {
    LoadModel load =
        LoadModel.open(
            Schedule.constant(perSecond),
            Spacing.POISSON,
            Lengths.normal(4_000, 300, 1_000, 8_000),
            Lengths.constant(1_000));
    Attainment attainment = new Attainment(3, 0.1);
    PoolPlant pool = POOL.start(load.start(11), attainment);
    for (int i = 0; i < replicas; i++) {
      pool.addReplica();
    }
    pool.advance(7_200);
    return attainment.share();
  }

  /** The guide's latency loop: 2.5 + 30 + 22.5 + 7.5 + 30 + 100 s, half of it warm-up. */
  @Test
  void theDelayBudgetIsTheSumOfItsParts() {
    DelayBudget budget = new DelayBudget(5, 60, 45, 15, 30, 100);
    assertThat(budget.parts())
        .extracting(DelayBudget.Part::seconds)
        .containsExactly(2.5, 30.0, 22.5, 7.5, 30.0, 100.0);
    assertThat(budget.totalS()).isEqualTo(192.5);
    // 13 syncs late: 2 sin(pi / (2 (2 x 13 + 3)))
    assertThat(budget.gainCeiling()).isCloseTo(2 * Math.sin(Math.PI / 58), within(1e-12));
    assertThat(new DelayBudget(0, 0, 0, 15, 0, 0).parts())
        .containsExactly(new DelayBudget.Part("HPA sync", 7.5));
  }
}
