// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.flow.FlowSettings;
import loopbench.flow.RateBounds;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.Role;
import loopbench.scaling.keda.Preset;
import loopbench.scaling.keda.SpecProblem;
import loopbench.score.PoolScores;
import loopbench.score.Score;
import loopbench.score.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An admission controller before a pool, alone and with an autoscaler behind it. */
class GatedPoolTest {
  private static final Preset.Place PLACE = new Preset.Place("ns", "epp", "m", "pool", "d");
  private static final PoolModel MODEL = PoolModel.QWEN3_32B_2XH100;

  private static LoadModel load(double... perSecondByTenMinutes) {
    Schedule schedule = Schedule.constant(perSecondByTenMinutes[0]);
    if (perSecondByTenMinutes.length > 1) {
      schedule = Schedule.step(perSecondByTenMinutes[0], 600, perSecondByTenMinutes[1]);
    }
    return LoadModel.open(
        schedule,
        Spacing.POISSON,
        Lengths.normal(4_000, 300, 3_500, 4_500),
        Lengths.normal(500, 80, 300, 700));
  }

  /** TTFT at 3 s, from 0.2 to 50 a second, observed every 10 s; gains for some 300 ms per (1/s). */
  private static FlowSettings flow() {
    return FlowSettings.of(2, 0.2)
        .withRate(new RateBounds(2, 0.2, 50))
        .withTargetP99Ms(3_000)
        .withQuantile(0.9)
        .withDtMs(10_000)
        .withQueueCapacity(200)
        .withKp(0.0003)
        .withKi(0.00000003)
        .withPreload(true);
  }

  private static GateSettings gate(FlowSettings flow) {
    return new GateSettings(flow, GateSettings.Measure.TTFT);
  }

  private static PoolTrace run(double durationS, long seed, Pool pool) {
    return PoolLoop.run(PoolScenario.of(durationS, seed, pool));
  }

  static LongStream seeds() {
    return new Random(77).longs(25, 1, 1_000_000);
  }

  private static Pool random(Random random) {
    LoadModel load =
        random.nextBoolean()
            ? load(1 + 4 * random.nextDouble())
            : LoadModel.closed(
                1 + random.nextInt(60),
                random.nextInt(3),
                Lengths.constant(2_000),
                Lengths.constant(100));
    FlowSettings flow =
        flow()
            .withQueueCapacity(1 + random.nextInt(40))
            .withDtMs(500 + random.nextInt(9_500))
            .withBurst(random.nextInt(4));
    GateSettings gate =
        new GateSettings(
            flow, random.nextBoolean() ? GateSettings.Measure.TTFT : GateSettings.Measure.E2E);
    Scaling scaling =
        random.nextBoolean()
            ? new Scaling.Fixed(random.nextInt(3))
            : Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE));
    return Pool.of("", MODEL, load, scaling).withGate(gate);
  }

  /** What came is what was answered, lost by a counted cause, or still there at the end. */
  @ParameterizedTest
  @MethodSource("seeds")
  void noRequestIsLostWithoutACountedCause(long seed) {
    PoolRun run = run(1_200, seed, random(new Random(seed))).first();
    AdmissionTrace admission = run.admission().orElseThrow();
    long ended = run.attainment().ended();
    assertThat(ended).isEqualTo(run.counters().served() + run.lostInAll());
    assertThat(run.lost().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(run.lostInAll());
    assertThat(run.counters().ended(Fate.NOT_ADMITTED)).isZero();
    assertThat(run.refused()).isEqualTo(run.lost().getOrDefault(Fate.NOT_ADMITTED, 0L));
    for (int i = 1; i < admission.size(); i++) {
      assertThat(admission.admitted(i)).isGreaterThanOrEqualTo(admission.admitted(i - 1));
      assertThat(admission.refused(i)).isGreaterThanOrEqualTo(admission.refused(i - 1));
      assertThat(admission.depth(i)).isLessThanOrEqualTo(admission.settings().queueCapacity());
    }
    assertThat(admission.admitted(admission.size() - 1))
        .isLessThanOrEqualTo(run.counters().arrived());
  }

  /**
   * The limiter's law: never more than the rate in force times the window, and the burst and one.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void noWindowLetsMoreThroughThanItsRate(long seed) {
    AdmissionTrace admission =
        run(1_200, seed, random(new Random(seed))).first().admission().orElseThrow();
    double dtS = admission.settings().dtMs() / 1000;
    for (int i = 1; i < admission.size(); i++) {
      assertThat((double) admission.admitted(i) - admission.admitted(i - 1))
          .isLessThanOrEqualTo(
              admission.ratePerSecond(i - 1) * dtS + admission.settings().burst() + 1 + 1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theSameSeedGivesTheSameBits(long seed) {
    PoolRun one = run(1_200, seed, random(new Random(seed))).first();
    PoolRun other = run(1_200, seed, random(new Random(seed))).first();
    for (PoolRun.Column column : PoolRun.Column.values()) {
      assertThat(one.column(column)).isEqualTo(other.column(column));
    }
    AdmissionTrace a = one.admission().orElseThrow();
    AdmissionTrace b = other.admission().orElseThrow();
    for (int i = 0; i < a.size(); i++) {
      assertThat(a.ratePerSecond(i)).isEqualTo(b.ratePerSecond(i));
      assertThat(Double.compare(a.measuredMs(i), b.measuredMs(i))).isZero(); // NaN is NaN
    }
  }

  /** A controller that lets all through changes nothing, to the bit. */
  @ParameterizedTest
  @MethodSource("seeds")
  void anOpenGateIsNoGate(long seed) {
    FlowSettings open =
        flow()
            .withRate(new RateBounds(1e12, 1e12, 1e12))
            .withDtMs(1_000 + new Random(seed).nextInt(9_000));
    Pool pool = Pool.of("", MODEL, load(2, 5), Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)));
    PoolRun without = run(1_200, seed, pool).first();
    PoolRun with = run(1_200, seed, pool.withGate(gate(open))).first();
    for (PoolRun.Column column : PoolRun.Column.values()) {
      assertThat(with.column(column)).as(column.token()).isEqualTo(without.column(column));
    }
    assertThat(with.attainment().share()).isEqualTo(without.attainment().share());
    assertThat(with.refused()).isZero();
  }

  /** A closed load's clients that are refused think and ask again: none of them is gone. */
  @Test
  void refusedClientsAskAgain() {
    LoadModel clients = LoadModel.closed(20, 5, Lengths.constant(2_000), Lengths.constant(100));
    FlowSettings narrow = flow().withRate(new RateBounds(0.5, 0.5, 0.5)).withQueueCapacity(2);
    PoolRun run =
        run(1_000, 3, Pool.of("", MODEL, clients, new Scaling.Fixed(1)).withGate(gate(narrow)))
            .first();
    assertThat(run.counters().served()).isBetween(495L, 501L); // half a request a second
    // Of 20 clients 2 wait and some 2.5 think after an answer; the others ask every 5 s.
    assertThat(run.refused()).isBetween(2_700L, 3_100L);
  }

  /** Within one instant a latency is recorded, then observed: the first window holds it. */
  @Test
  void whatHappensAtTheObservationIsInItsWindow() {
    LoadModel one =
        LoadModel.of(
            loopbench.plant.load.RequestTrace.of(
                new double[] {0}, new int[] {15_928}, new int[] {10}));
    PoolModel open = MODEL.withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF));
    FlowSettings flow = flow().withDtMs(1_000);
    AdmissionTrace admission =
        run(10, 1, Pool.of("", open, one, new Scaling.Fixed(1)).withGate(gate(flow)))
            .first()
            .admission()
            .orElseThrow();
    assertThat(admission.measuredMs(0)).isCloseTo(1_000, within(10.0)); // the prompt takes 1 s
    assertThat(admission.measuredMs(1)).isNaN();
    assertThat(admission.ratePerSecond(1)).isEqualTo(admission.ratePerSecond(0)); // and is held
  }

  // ---- both loops --------------------------------------------------------------------------

  private static PoolRun stepped(Optional<FlowSettings> flow, Preset preset) {
    PoolModel open = MODEL.withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF));
    Pool pool = Pool.of("", open, load(1.5, 6), Scaling.Scaled.of(preset.at(PLACE)));
    return run(2_400, 42, flow.map(f -> pool.withGate(gate(f))).orElse(pool)).first();
  }

  private static Scores scores(PoolRun run) {
    return PoolScores.of(run, 2_400);
  }

  /**
   * What comes rises from 1.5 to 6 a second; one replica carries some 2.4. Without a gate the first
   * to wait wait for a minute and more; with it some are refused, and those let in are soon served.
   */
  @Test
  void theGateKeepsTheFirstTokenEarlyUntilReplicasCome() {
    PoolRun without = stepped(Optional.empty(), Preset.TOKEN_BACKLOG);
    FlowSettings quick =
        flow()
            .withRate(new RateBounds(2, 0.5, 6))
            .withQueueCapacity(5)
            .withKp(0.001)
            .withKi(0.0000001);
    PoolRun with = stepped(Optional.of(quick), Preset.TOKEN_BACKLOG);
    assertThat(scores(without).get(Score.TTFT_P99)).isGreaterThan(60);
    assertThat(scores(with).get(Score.TTFT_P99)).isLessThan(6);
    assertThat(scores(with).get(Score.ATTAINMENT))
        .isGreaterThan(scores(without).get(Score.ATTAINMENT));
    assertThat(with.refused()).isBetween(1_000L, 1_500L);
    assertThat(with.desired(with.size() - 1)).isEqualTo(2);
  }

  /**
   * A ceiling that one replica can carry: its backlog stays below the threshold, so the scaler sees
   * nothing of those who are refused, and never asks for a second replica.
   */
  @Test
  void aGateThatHoldsTheLoadBackHidesItFromTheScaler() {
    FlowSettings low = flow().withRate(new RateBounds(2, 0.5, 3)).withQueueCapacity(5);
    PoolRun run = stepped(Optional.of(low), Preset.TOKEN_BACKLOG);
    for (int i = 0; i < run.size(); i++) {
      assertThat(run.desired(i)).isEqualTo(1);
    }
    assertThat(run.refused()).isBetween(5_000L, 6_000L);
    assertThat(scores(run).get(Score.ATTAINMENT)).isLessThan(0.6);
    assertThat(scores(run).get(Score.AT_CEILING)).isGreaterThan(0.5);
    assertThat(scores(run).get(Score.SLO_DEBT)).isZero();
  }

  // ---- what cannot be ----------------------------------------------------------------------

  @Test
  void whatCannotBe() {
    Pool pool = Pool.of("", MODEL, load(1), new Scaling.Fixed(1));
    assertThat(problems(pool.withGate(gate(flow().withDtMs(0.1)))))
        .containsExactly(
            new SpecProblem(
                "flow.dt",
                "dt must be at least 1 ms and give at most 1000000 observations, was 0.1 ms."));
    Pool front =
        Pool.of("p", MODEL.withRole(Role.PREFILL), load(1), new Scaling.Fixed(1))
            .withGate(new GateSettings(flow(), GateSettings.Measure.E2E));
    Pool back =
        Pool.behind("p", "d", MODEL.withRole(Role.DECODE), new Scaling.Fixed(1))
            .withGate(gate(flow()));
    assertThat(problems(front, back))
        .extracting(SpecProblem::path)
        .containsExactly("pools.p.measures", "pools.d.flow");
  }

  private static List<SpecProblem> problems(Pool... pools) {
    return PoolScenario.of(600, 1, pools).problems();
  }

  /** Gains and bounds are knobs of the run, beside those of plant, load and scaler. */
  @Test
  void theControllersNumbersAreKnobs() {
    PoolScenario scenario =
        PoolScenario.of(
            600,
            1,
            Pool.of("", MODEL, load(1), Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)))
                .withGate(gate(flow())));
    PoolScenario turned = scenario.knob("flow.kp").orElseThrow().with(scenario, 0.5);
    assertThat(turned.pools().get(0).gate().orElseThrow().flow().gains().kp()).isEqualTo(0.5);
    assertThat(scenario.knob("scaler.triggers.epp-queue-size.threshold")).isPresent();
  }
}
