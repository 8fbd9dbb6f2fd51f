// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What llm-d's guides publish or their arithmetic gives, on the pool. */
class PublishedPoolTest {
  private static final Lengths PROMPT = Lengths.normal(4000, 300, 3500, 4500);
  private static final Lengths OUTPUT = Lengths.normal(1000, 80, 900, 1100);
  private static final Schedule LADDER =
      new Schedule(
          List.of(
              new Schedule.Step(0, 2),
              new Schedule.Step(330, 4),
              new Schedule.Step(690, 6),
              new Schedule.Step(1050, 8),
              new Schedule.Step(1410, 10),
              new Schedule.Step(1770, 4),
              new Schedule.Step(2130, 1),
              new Schedule.Step(2430, 0)));

  private static PoolPlant ready(PoolPlant pool, int replicas) {
    for (int i = 0; i < replicas; i++) {
      pool.addReplica();
    }
    return pool;
  }

  @ParameterizedTest
  @ValueSource(strings = {"REGULAR", "POISSON"})
  void eightReplicasServeTheLadderWithinBothObjectives(String law) {
    Spacing spacing = law.equals("REGULAR") ? Spacing.REGULAR : Spacing.POISSON;
    for (long seed = 1; seed <= 5; seed++) {
      Attainment attainment = new Attainment(3, 0.1);
      PoolPlant pool =
          PoolModel.QWEN3_32B_2XH100.start(
              LoadModel.open(LADDER, spacing, PROMPT, OUTPUT).start(seed), attainment);
      ready(pool, 8).advance(2_700);
      assertThat(pool.requestsInPool()).isZero();
      assertThat(attainment.ended()).isBetween(12_000L, 12_800L);
      assertThat(attainment.share()).isGreaterThanOrEqualTo(0.999);
    }
  }

  /** The published equilibrium is 1.4 to 1.5 requests a second per replica at 40 ms a token. */
  @ParameterizedTest
  @ValueSource(doubles = {1.4, 1.43, 1.45})
  void aReplicaAtTheEquilibriumMakesATokenEveryFortyMilliseconds(double perReplica) {
    Attainment attainment = new Attainment(3, 0.1);
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100.start(
            LoadModel.open(Schedule.constant(8 * perReplica), Spacing.REGULAR, PROMPT, OUTPUT)
                .start(7),
            attainment);
    ready(pool, 8).advance(4_000);
    assertThat(attainment.tpot().quantile(0.5)).isBetween(0.038, 0.042);
  }

  @ParameterizedTest
  @CsvSource({"8192,2696,3.04", "2048,2696,0.76", "256,2696,0.09", "8192,15928,0.51"})
  void aLoneRequestReadsItsOwnLengthAsBacklog(int prompt, double prefill, double seconds) {
    PoolModel model = PoolModel.QWEN3_32B_2XH100;
    PoolPlant pool =
        model
            .withServing(model.serving().withPrefillPerSecond(prefill))
            .start(
                LoadModel.closed(1, 1000, Lengths.constant(prompt), Lengths.constant(10)).start(1));
    ready(pool, 1).advance(0);
    assertThat(pool.inflightTokens() / prefill).isCloseTo(seconds, within(0.005));
    pool.advance(prompt / prefill - 1e-6);
    assertThat(pool.inflightTokens()).isEqualTo(prompt);
    pool.advance(prompt / prefill + 1e-6);
    assertThat(pool.inflightTokens()).isZero();
    assertThat(pool.running()).isEqualTo(1);
    assertThat(pool.gateway().predictedTtft().sum()).isCloseTo(seconds, within(0.005));
  }

  @Test
  void whoDoesNotStreamHoldsItsTokensToTheEndAndReadsAsSlow() {
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100.start(
            LoadModel.closed(1, 1000, Lengths.constant(8192), Lengths.constant(1001))
                .withStreaming(0)
                .start(1));
    ready(pool, 1).advance(20);
    assertThat(pool.inflightTokens()).isEqualTo(8192);
    pool.advance(30);
    assertThat(pool.inflightTokens()).isZero();
    double tookS = 8192 / 15_928.0 + 1000 * 0.02035;
    assertThat(pool.gateway().wholeTtft().sum()).isCloseTo(tookS, within(1e-9));
    assertThat(pool.gateway().streamingTtft().count()).isZero();
    assertThat(pool.gateway().tpot().count()).isZero();
  }

  @Test
  void closedClientsReadTheSameBacklogWhateverTheReplicas() {
    for (int replicas : new int[] {1, 2, 4}) {
      PoolPlant pool =
          PoolModel.QWEN3_32B_2XH100.start(
              LoadModel.closed(8, 0, Lengths.constant(8192), Lengths.constant(1)).start(1));
      ready(pool, replicas).advance(1_000);
      assertThat(pool.queueSize() * 8192L + pool.inflightTokens()).isEqualTo(8 * 8192);
    }
  }

  @Test
  void anEmptyPoolAndAStaleEndpointReadOne() {
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100.start(
            LoadModel.open(Schedule.constant(0), Spacing.REGULAR, PROMPT, OUTPUT).start(1));
    assertThat(pool.saturation()).isEqualTo(1);
    ready(pool, 4);
    assertThat(pool.saturation()).isZero();
    pool.setStale(2, true);
    assertThat(pool.saturation()).isEqualTo(0.25);
  }

  /**
   * The gateway begins to hold requests when five wait inside each server: 1.3 s at 4000 tokens.
   */
  @Test
  void theGatewayHoldsRequestsOnlyOnceFiveWaitInside() {
    PoolModel model = PoolModel.QWEN3_32B_2XH100;
    PoolPlant pool =
        model.start(
            LoadModel.closed(20, 0, Lengths.constant(4000), Lengths.constant(1000)).start(1));
    ready(pool, 2).advance(0);
    assertThat(pool.waiting(0)).isEqualTo(5);
    assertThat(pool.waiting(1)).isEqualTo(5);
    assertThat(pool.running()).isEqualTo(12);
    assertThat(pool.queueSize()).isEqualTo(8);
    assertThat(pool.saturation()).isEqualTo(1);
    assertThat(5 * 4000 / model.serving().prefillPerSecond()).isCloseTo(1.3, within(0.05));
  }

  /** T42: a request that wakes an empty pool dies of its TTL before the pod is ready. */
  @ParameterizedTest
  @CsvSource({"60,60,EVICTED_NO_ENDPOINTS,60", "60,600,SERVED,150.1", "60,0,SERVED,150.1"})
  void aWakingRequestOutlivesTheWarmUpOnlyWithItsOwnTtl(
      double ttlS, double noEndpointTtlS, Fate fate, double endS) {
    List<Answer> answers = new ArrayList<>();
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100
            .withGateway(Gateway.DEFAULTS.withTtlS(ttlS).withNoEndpointTtlS(noEndpointTtlS))
            .start(
                LoadModel.closed(1, 1_000, Lengths.constant(1), Lengths.constant(6)).start(1),
                answers::add);
    pool.advance(150);
    pool.addReplica();
    pool.advance(151);
    Answer first = answers.get(0);
    assertThat(first.fate()).isEqualTo(fate);
    assertThat(first.endS()).isCloseTo(endS, within(0.01));
  }

  /** What waited out a cold start has a whole TTL from then on. */
  @Test
  void theTtlCountsFromWhenThePoolStoppedBeingEmpty() {
    List<Answer> answers = new ArrayList<>();
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100
            .withGateway(Gateway.DEFAULTS.withNoEndpointTtlS(600))
            .start(
                LoadModel.closed(8, 1_000, Lengths.constant(300_000), Lengths.constant(6)).start(1),
                answers::add);
    pool.advance(100);
    pool.setOtherStage(1); // ready, but the gate stays shut
    pool.addReplica();
    pool.advance(159.9);
    assertThat(answers).isEmpty();
    pool.advance(160);
    assertThat(answers).hasSize(8).allMatch(a -> a.fate() == Fate.EVICTED_TTL && a.endS() == 160);
  }

  @Test
  void aFullLineRefusesByWhetherThereIsAnEndpoint() {
    for (boolean endpoint : new boolean[] {false, true}) {
      List<Answer> answers = new ArrayList<>();
      PoolPlant pool =
          PoolModel.QWEN3_32B_2XH100
              .withGateway(Gateway.DEFAULTS.withCapacityRequests(3))
              .start(
                  LoadModel.closed(5, 1_000, Lengths.constant(10), Lengths.constant(6)).start(1),
                  answers::add);
      if (endpoint) {
        pool.setStale(pool.addReplica(), true);
      }
      pool.advance(0);
      assertThat(pool.queueSize()).isEqualTo(3);
      assertThat(answers)
          .hasSize(2)
          .allMatch(
              a -> a.fate() == (endpoint ? Fate.REJECTED_CAPACITY : Fate.REJECTED_NO_ENDPOINTS));
    }
  }

  @Test
  void removalDrainsOrCuts() {
    for (Removal removal : Removal.values()) {
      List<Answer> answers = new ArrayList<>();
      PoolPlant pool =
          PoolModel.QWEN3_32B_2XH100
              .withRemoval(removal)
              .start(
                  LoadModel.closed(4, 1_000, Lengths.constant(1000), Lengths.constant(1001))
                      .start(1),
                  answers::add);
      ready(pool, 2).advance(1);
      assertThat(pool.removeYoungest()).isEqualTo(1);
      assertThat(pool.endpoints()).containsExactly(0);
      assertThat(pool.isPresent(1)).isEqualTo(removal == Removal.DRAIN);
      assertThat(pool.drainingCount()).isEqualTo(removal == Removal.DRAIN ? 1 : 0);
      assertThat(pool.counters().ended(Fate.CUT)).isEqualTo(removal == Removal.DRAIN ? 0 : 2);
      pool.advance(60);
      assertThat(pool.isPresent(1)).isFalse();
      assertThat(pool.counters().served()).isEqualTo(removal == Removal.DRAIN ? 4 : 2);
    }
  }

  /** One replica computes 15500 / 8192 = 1.9 prompts a second; the static run achieved 1.99. */
  @Test
  void onePrefillHeavyReplicaSaturatesAtItsPrefillRate() {
    PoolModel model = PoolModel.QWEN3_32B_2XH100;
    PoolPlant pool =
        model
            .withServing(model.serving().withPrefillPerSecond(15_500))
            .withGateway(Gateway.DEFAULTS.withTtlS(0))
            .start(
                LoadModel.open(
                        Schedule.constant(2.2),
                        Spacing.REGULAR,
                        Lengths.constant(8192),
                        Lengths.constant(256))
                    .start(1));
    ready(pool, 1).advance(1_000);
    assertThat(pool.counters().served() / 1_000.0).isBetween(1.8, 2.0);
  }

  /**
   * The knee of a replica at 4000 / 1000 tokens: about 1.65 requests a second, bound by KV. Flow
   * control does not let it come to that: its gate shuts at 80 % of KV, at about 1.5.
   */
  @ParameterizedTest
  @CsvSource({"OFF,1.60,1.70", "UTILIZATION,1.45,1.55"})
  void aReplicaIsBoundByItsKvCache(Gateway.Detector detector, double least, double most) {
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100
            .withGateway(Gateway.DEFAULTS.withTtlS(0).withDetector(detector))
            .start(LoadModel.open(Schedule.constant(3), Spacing.REGULAR, PROMPT, OUTPUT).start(1));
    ready(pool, 1).advance(600);
    long before = pool.counters().served();
    pool.advance(1_600);
    assertThat((pool.counters().served() - before) / 1_000.0).isBetween(least, most);
  }
}
