// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.plant.Problem;
import loopbench.plant.Schedule;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestTrace;
import loopbench.plant.load.Spacing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a restart of the gateway takes, and what it leaves. */
class GatewayRestartTest {
  private static final PoolModel MODEL = PoolModel.QWEN3_32B_2XH100;

  private static PoolModel restartedAt(double restartS, Gateway.Detector detector) {
    return MODEL.withGateway(
        MODEL.gateway().withDetector(detector).withRestartS(restartS).withTtlS(0));
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 60);
  }

  private static LoadModel twelveAt(double tS) {
    double[] arrivals = new double[12];
    int[] prompts = new int[12];
    int[] outputs = new int[12];
    Arrays.fill(arrivals, tS);
    Arrays.fill(prompts, 8_000);
    Arrays.fill(outputs, 101);
    return LoadModel.of(RequestTrace.of(arrivals, prompts, outputs));
  }

  /** Twelve long prompts at once on one replica: one is computed, five wait in it, six before. */
  @Test
  void whoWaitsIsLostAndWhoWasLetThroughGoesOnUncounted() {
    List<Answer> answers = new ArrayList<>();
    PoolPlant pool =
        restartedAt(0.25, Gateway.Detector.UTILIZATION).start(twelveAt(0).start(1), answers::add);
    pool.addReplica();
    pool.advance(0.2);
    assertThat(pool.queueSize()).isEqualTo(6);
    assertThat(pool.running()).isEqualTo(6);
    assertThat(pool.knownRunning()).isEqualTo(6);
    assertThat(pool.inflightTokens()).isEqualTo(48_000);

    pool.advance(0.25);
    assertThat(answers).extracting(Answer::fate).hasSize(6).containsOnly(Fate.LOST_AT_RESTART);
    assertThat(answers).extracting(Answer::endS).containsOnly(0.25);
    assertThat(pool.counters().ended(Fate.LOST_AT_RESTART)).isEqualTo(6);
    assertThat(pool.queueSize()).isZero();
    assertThat(pool.running()).isEqualTo(6);
    assertThat(pool.waiting(0)).as("the model server notices nothing").isEqualTo(5);
    assertThat(pool.saturation()).as("nor does who reads its metrics").isEqualTo(1);
    assertThat(pool.knownRunning()).isZero();
    assertThat(pool.inflightTokens()).isZero();
    assertThat(pool.inflightRequests(0)).isZero();
    assertThat(pool.gateway().arrived()).isZero();
    assertThat(pool.gateway().lost()).as("nobody is left to count them").isZero();
    assertThat(pool.gateway().dispatchedWait().count()).isZero();

    pool.advance(60);
    PoolCounters counters = pool.counters();
    assertThat(counters.served()).isEqualTo(6);
    assertThat(counters.arrived()).isEqualTo(counters.served() + counters.lost());
    assertThat(pool.gateway().duration().count()).as("no end is seen").isZero();
    assertThat(pool.gateway().streamingTtft().count()).isZero();
    assertThat(pool.inflightTokens()).isZero();
  }

  /** Of its instant a restart is first: who comes just then is the new process's. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3})
  void whoComesJustThenIsCounted(double restartS) {
    PoolPlant pool =
        restartedAt(restartS, Gateway.Detector.UTILIZATION).start(twelveAt(2).start(1));
    pool.addReplica();
    pool.advance(60);
    boolean old = restartS > 2;
    assertThat(pool.gateway().arrived()).isEqualTo(old ? 0 : 12);
    assertThat(pool.gateway().ended(Fate.SERVED)).isEqualTo(old ? 0 : 12);
    assertThat(pool.counters().arrived()).isEqualTo(12);
  }

  @Test
  void clientsThatLoseTheirRequestAskTheNewProcess() {
    LoadModel load = LoadModel.closed(20, 0, Lengths.constant(8_000), Lengths.constant(11));
    PoolPlant pool = restartedAt(10.1, Gateway.Detector.UTILIZATION).start(load.start(1));
    pool.addReplica();
    pool.advance(Math.nextDown(10.1));
    int queue = pool.queueSize();
    assertThat(queue).isPositive();
    pool.advance(10.1);
    assertThat(pool.counters().ended(Fate.LOST_AT_RESTART)).isEqualTo(queue);
    assertThat(pool.requestsInPool()).isEqualTo(20 - queue);
    assertThat(pool.gateway().arrived()).isZero();
    pool.advance(10.1 + Arrivals.Closed.RETRY_S);
    assertThat(pool.requestsInPool()).isEqualTo(20);
    assertThat(pool.gateway().arrived()).isGreaterThanOrEqualTo(queue);
  }

  /** Whose detector counts what it let through lets as many through again. */
  @Test
  void theConcurrencyDetectorForgetsWhatRuns() {
    PoolModel model = restartedAt(50, Gateway.Detector.CONCURRENCY);
    model = model.withGateway(model.gateway().withThresholds(5, 0.8, 10));
    LoadModel load = LoadModel.closed(40, 0, Lengths.constant(100), Lengths.constant(100_000));
    PoolPlant pool = model.start(load.start(1));
    pool.addReplica();
    pool.advance(49);
    assertThat(pool.running()).isEqualTo(10);
    assertThat(pool.queueSize()).isEqualTo(30);
    pool.advance(51);
    assertThat(pool.running()).isEqualTo(20);
    assertThat(pool.knownRunning()).isEqualTo(10);
    assertThat(pool.saturation()).isEqualTo(1);
  }

  /** Where nothing waits and nothing is gated by what is in flight, clients notice nothing. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aRestartThatFindsNobodyWaitingChangesNoAnswer(long seed) {
    Random random = new Random(seed);
    double restartS = 100 * random.nextDouble();
    LoadModel load =
        LoadModel.open(
                Schedule.constant(1 + random.nextDouble()),
                Spacing.POISSON,
                Lengths.normal(2_000, 900, 100, 6_000),
                Lengths.normal(300, 200, 1, 900))
            .withStreaming(0.5);
    List<Answer> with = new ArrayList<>();
    List<Answer> without = new ArrayList<>();
    PoolPlant restarted =
        restartedAt(restartS, Gateway.Detector.OFF).start(load.start(seed), with::add);
    PoolPlant plain =
        restartedAt(Double.POSITIVE_INFINITY, Gateway.Detector.OFF)
            .start(load.start(seed), without::add);
    for (PoolPlant pool : List.of(restarted, plain)) {
      pool.addReplica();
      pool.addReplica();
      pool.advance(200);
    }
    assertThat(with).isEqualTo(without).isNotEmpty();
    long since = with.stream().filter(a -> a.admittedS() >= restartS).count();
    assertThat(restarted.gateway().ended(Fate.SERVED)).isEqualTo(since);
    assertThat(restarted.gateway().duration().count()).isEqualTo(since);
    double inFlight = restarted.gateway().arrived() - since;
    assertThat((double) restarted.knownRunning()).isCloseTo(inFlight, within(0.0));
    assertThat(plain.gateway().duration().count()).isEqualTo(with.size());
  }

  /** With neither restart nor end in sight, both accounts are one. */
  @ParameterizedTest
  @EnumSource(Gateway.Detector.class)
  void withoutARestartTheProcessKnowsAll(Gateway.Detector detector) {
    LoadModel load =
        LoadModel.open(
            Schedule.constant(4),
            Spacing.POISSON,
            Lengths.normal(4_000, 300, 3_500, 4_500),
            Lengths.normal(300, 80, 100, 500));
    PoolPlant pool = restartedAt(Double.POSITIVE_INFINITY, detector).start(load.start(3));
    pool.addReplica();
    pool.advance(600);
    assertThat(pool.gateway().arrived()).isEqualTo(pool.counters().arrived());
    assertThat(pool.gateway().dispatched()).isEqualTo(pool.counters().dispatched());
    assertThat(pool.gateway().lost()).isEqualTo(pool.counters().lost());
    assertThat(pool.knownRunning()).isEqualTo(pool.running());
  }

  /** Results are kept by this text: those of pools that are never restarted stay valid. */
  @Test
  void itsTextNamesARestartOnlyWhereThereIsOne() {
    String plain =
        "Gateway[ttlS=60.0, noEndpointTtlS=60.0, capacityRequests=5000, detector=UTILIZATION,"
            + " queueThreshold=5, kvThreshold=0.8, concurrency=100";
    assertThat(Gateway.DEFAULTS).hasToString(plain + "]");
    assertThat(Gateway.DEFAULTS.withRestartS(30)).hasToString(plain + ", restartS=30.0]");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY, 2e9})
  void whatIsNoTimeOfARestartIsRefused(double restartS) {
    assertThat(restartedAt(restartS, Gateway.Detector.OFF).problems())
        .extracting(Problem::field)
        .containsExactly("gateway.restart");
  }
}
