// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.flow.FlowSettings;
import loopbench.knob.Knob;
import loopbench.plant.Schedule;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Demand;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestStream;
import loopbench.plant.load.RequestTrace;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.keda.Preset;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SpecProblem;
import loopbench.score.PoolScores;
import loopbench.score.Score;
import loopbench.score.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An admission controller before a pool, and a scaler behind it. */
class AdmissionLoopTest {
  private static final Preset.Place PLACE = new Preset.Place("ns", "epp", "m", "pool", "d");
  private static final PoolModel MODEL = PoolModel.QWEN3_32B_2XH100;

  /** Nothing to wait for, and room for all. */
  private static final FlowSettings UNLIMITED =
      FlowSettings.of(1e6, 1e6)
          .withMaxRate(1e6)
          .withBurst(10_000)
          .withQueueCapacity(1_000_000)
          .withDtMs(1000);

  static LongStream seeds() {
    return new Random(20260902).longs(24);
  }

  private static ScaledObject fromZero(ScaledObject scaler) {
    return scaler.withReplicas(
        new ReplicaCounts(OptionalInt.of(0), scaler.replicas().max(), OptionalInt.empty()));
  }

  // Laws.

  /** Any load there is, on one pool or two halves of one, with replicas that come and go. */
  private static PoolScenario any(Random random, long seed) {
    Lengths prompt = Lengths.normal(2000, 800, 50, 6_000);
    Lengths output = Lengths.normal(200, 80, 1, 500);
    LoadModel load;
    switch (random.nextInt(3)) {
      case 0 ->
          load =
              LoadModel.open(
                  Schedule.step(1 + 3 * random.nextDouble(), 60, 12 * random.nextDouble()),
                  random.nextBoolean() ? Spacing.POISSON : Spacing.REGULAR,
                  prompt,
                  output);
      case 1 ->
          load = LoadModel.closed(1 + random.nextInt(80), random.nextInt(2) * 3, prompt, output);
      default -> {
        double[] times = new double[600];
        int[] tokens = new int[times.length];
        for (int i = 0; i < times.length; i++) {
          times[i] = (i == 0 ? 0 : times[i - 1]) + random.nextInt(3) * random.nextDouble() / 4;
          tokens[i] = 50 + random.nextInt(900);
        }
        load = LoadModel.of(RequestTrace.of(times, tokens, tokens));
      }
    }
    load = load.withStreaming(random.nextInt(3) / 2.0);
    Gateway gateway =
        random.nextInt(3) == 0
            ? Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF)
            : Gateway.DEFAULTS
                .withTtlS(5 + random.nextInt(60))
                .withNoEndpointTtlS(5 + random.nextInt(60));
    PoolModel model = MODEL.withGateway(gateway).withWarmUpS(20);
    Scaling scaling =
        switch (random.nextInt(3)) {
          case 0 -> new Scaling.Fixed(random.nextInt(3));
          case 1 ->
              new Scaling.Scaled(
                  fromZero(Preset.QUEUE_DEPTH.at(PLACE)),
                  Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)).hpa(),
                  0);
          default -> Scaling.Scaled.of(Preset.QUEUE_DEPTH_GUARD.at(PLACE));
        };
    if (random.nextInt(4) == 0) {
      return PoolScenario.of(
          240,
          seed,
          Pool.of("p", PoolModel.QWEN3_32B_H100_PREFILL.withGateway(gateway), load, scaling),
          Pool.behind("p", "d", PoolModel.QWEN3_32B_2XH100_DECODE, new Scaling.Fixed(1)));
    }
    return PoolScenario.of(240, seed, Pool.of("", model, load, scaling));
  }

  private static PoolScenario gated(PoolScenario scenario, PoolAdmission admission) {
    return scenario.withPool(0, scenario.pools().get(0).withAdmission(admission));
  }

  private static PoolAdmission anyAdmission(Random random) {
    double minRate = 0.1 + random.nextDouble();
    return new PoolAdmission(
        FlowSettings.of(minRate + 5 * random.nextDouble(), minRate)
            .withMaxRate(random.nextBoolean() ? 20 : Double.POSITIVE_INFINITY)
            .withBurst(random.nextInt(3))
            .withTargetP99Ms(200 + random.nextInt(2000))
            .withKp(0.003 * random.nextDouble())
            .withKi(1e-6 * random.nextDouble())
            .withQueueCapacity(1 + random.nextInt(40))
            .withDtMs(100 + random.nextInt(5000) / 3.0)
            .withPreload(random.nextBoolean()),
        Measure.values()[random.nextInt(2)]);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noRequestIsLostWithoutACountedCause(long seed) {
    Random random = new Random(seed);
    PoolScenario scenario = gated(any(random, seed), anyAdmission(random));
    PoolTrace trace = PoolLoop.run(scenario);
    PoolRun front = trace.first();
    AdmissionTrace gate = front.admission().orElseThrow();
    assertThat(gate.asked()).isPositive();
    assertThat(gate.asked()).isEqualTo(gate.admitted() + gate.rejected() + gate.waiting());
    assertThat(gate.admitted()).isEqualTo(front.counters().arrived());

    PoolRun last = trace.pools().get(trace.pools().size() - 1);
    long lost = trace.pools().stream().mapToLong(PoolRun::lostInAll).sum();
    long inside = trace.pools().stream().mapToLong(PoolRun::leftInPool).sum() + gate.waiting();
    long handed = trace.pools().size() == 1 ? 0 : front.counters().served();
    long between = handed == 0 ? 0 : handed - last.counters().arrived();
    assertThat(between).isNotNegative();
    assertThat(gate.asked()).isEqualTo(last.counters().served() + lost + inside + between);
    assertThat(last.attainment().ended()).isEqualTo(last.counters().served() + lost);
    assertThat(front.lost().getOrDefault(Fate.REJECTED_AT_ADMISSION, 0L))
        .isEqualTo(gate.rejected());

    LoadModel load = scenario.pools().get(0).load().orElseThrow();
    if (!(load.arrivals() instanceof Arrivals.Closed)) {
      RequestStream asked = load.start(seed);
      long count = 0;
      while (asked.nextS() <= 240) {
        asked.take();
        count++;
      }
      assertThat(gate.asked()).as("all who came").isEqualTo(count);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void neverLetsThroughMoreThanTheRatesAllow(long seed) {
    Random random = new Random(seed);
    PoolScenario scenario = gated(any(random, seed), anyAdmission(random));
    AdmissionTrace trace = PoolLoop.run(scenario).first().admission().orElseThrow();
    double allowed = trace.settings().burst() + 1;
    for (int i = 0; i < trace.ticks(); i++) {
      allowed += trace.rateInForce(i) * trace.dtMs() / 1000;
    }
    assertThat(trace.ticks()).isEqualTo((int) Math.floor((240_000 + 0.5) / trace.dtMs() + 1e-9));
    assertThat(trace.admitted() - trace.finalRate() * trace.dtMs() / 1000)
        .isLessThanOrEqualTo(allowed + 1e-6);
  }

  /** All that can be seen of a run, as text. */
  private static List<String> seen(PoolTrace trace) {
    List<String> seen = new ArrayList<>();
    for (PoolRun run : trace.pools()) {
      for (PoolRun.Column column : PoolRun.Column.values()) {
        seen.add(column + Arrays.toString(run.column(column)));
      }
      for (int t = 0; t < run.triggers().size(); t++) {
        for (int i = 0; i < run.size(); i++) {
          seen.add(run.value(t, i) + " " + run.kind(t, i));
        }
      }
      for (int i = 0; i < run.size(); i++) {
        seen.add(run.reason(i));
      }
      seen.add(run.moves().toString());
      seen.add(run.lost().toString());
      seen.add(run.counters().served() + " " + run.counters().requestSeconds());
      seen.add(run.gateway().duration().sum() + " " + run.gateway().predictedTtft().sum());
      seen.add(run.gateway().streamingTtft().sum() + " " + run.gateway().wholeTtft().sum());
      seen.add(run.attainment().met() + " " + run.attainment().ttft().quantile(0.9));
      seen.add(run.paidSeconds() + " " + run.leftInPool());
    }
    return seen;
  }

  private static List<Object> moved(PoolTrace trace) {
    AdmissionTrace gate = trace.first().admission().orElseThrow();
    return List.of(
        Arrays.toString(gate.rates()),
        Arrays.toString(gate.p99sMs()),
        Arrays.toString(gate.depths()),
        gate.rejected());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void repeatsItselfToTheBit(long seed) {
    Random random = new Random(seed);
    PoolScenario scenario = gated(any(random, seed), anyAdmission(random));
    PoolTrace once = PoolLoop.run(scenario);
    PoolTrace again = PoolLoop.run(scenario);
    assertThat(seen(again)).isEqualTo(seen(once));
    assertThat(moved(again)).isEqualTo(moved(once));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void oneThatLimitsNothingLeavesTheRunAsItWasToTheBit(long seed) {
    Random random = new Random(seed);
    PoolScenario alone = any(random, seed);
    while (alone.pools().size() > 1) { // an observation cuts the steps in which halves are run
      alone = any(random, seed);
    }
    PoolAdmission admission = new PoolAdmission(UNLIMITED, Measure.values()[random.nextInt(2)]);
    PoolTrace trace = PoolLoop.run(gated(alone, admission));
    AdmissionTrace gate = trace.first().admission().orElseThrow();
    assertThat(gate.rejected() + gate.waiting()).isZero();
    assertThat(seen(trace)).isEqualTo(seen(PoolLoop.run(alone)));
  }

  // Examples of one loop.

  private static LoadModel steady(double perSecond) {
    return LoadModel.open(
        Schedule.constant(perSecond),
        Spacing.REGULAR,
        Lengths.constant(4000),
        Lengths.constant(100));
  }

  private static PoolRun run(double durationS, Pool pool) {
    return PoolLoop.run(PoolScenario.of(durationS, 1, pool)).first();
  }

  private static FlowSettings holding(double perSecond, int capacity) {
    return FlowSettings.of(perSecond, perSecond)
        .withMaxRate(perSecond)
        .withQueueCapacity(capacity)
        .withDtMs(1000);
  }

  @Test
  void theClientsTimeHoldsTheAdmissionQueueAndTheControllersAndTheEppsDoNot() {
    // 2/s asked, 1/s let through, 5 may wait: who is let through has waited 5 s.
    PoolRun run =
        run(
            120,
            Pool.of("", MODEL, steady(2), new Scaling.Fixed(1))
                .withAdmission(PoolAdmission.of(holding(1, 5))));
    AdmissionTrace gate = run.admission().orElseThrow();
    double prefillS = 4000 / MODEL.serving().prefillPerSecond();
    assertThat(run.attainment().ttft().quantile(0.5)).isCloseTo(5 + prefillS, within(0.6));
    assertThat(gate.p99Ms(60)).isCloseTo(1000 * prefillS, within(1e-6));
    assertThat(run.gateway().streamingTtft().sum() / run.gateway().streamingTtft().count())
        .isCloseTo(prefillS, within(1e-6));
    assertThat(gate.depth(60)).isEqualTo(5);
    assertThat(gate.samples(60)).isEqualTo(1);
    assertThat(run.lost()).containsOnlyKeys(Fate.REJECTED_AT_ADMISSION);
    Scores scores = PoolScores.of(run, 120);
    assertThat(scores.get(Score.ADMITTED_RATE)).isCloseTo(1, within(0.02));
    assertThat(scores.get(Score.REJECTED)).isCloseTo(0.48, within(0.02));
    assertThat(scores.get(Score.LOST)).isEqualTo(gate.rejected());
    assertThat(scores.get(Score.AT_FLOOR)).isEqualTo(1);
    assertThat(scores.get(Score.AT_CEILING)).isEqualTo(1);
    assertThat(scores.get(Score.P99_MEAN)).isCloseTo(1000 * prefillS, within(1e-6));
    assertThat(scores.loopClass()).isEmpty();
  }

  @Test
  void aPoolWithoutAControllerHasNoScoresOfOne() {
    PoolRun run = run(60, Pool.of("", MODEL, steady(1), new Scaling.Fixed(1)));
    assertThat(run.admission()).isEmpty();
    for (Score score :
        List.of(Score.ADMITTED_RATE, Score.REJECTED, Score.AT_FLOOR, Score.SLO_DEBT)) {
      assertThat(PoolScores.of(run, 60).has(score)).isFalse();
    }
  }

  /** A first token that is made in the very instant of an observation belongs to its window. */
  @Test
  void requestsComeBeforeTheObservationOfTheirInstant() {
    PoolModel exact = MODEL.withServing(MODEL.serving().withPrefillPerSecond(4000));
    LoadModel one =
        LoadModel.of(RequestTrace.of(new double[] {1}, new int[] {4000}, new int[] {10}));
    PoolRun run =
        run(
            5,
            Pool.of("", exact, one, new Scaling.Fixed(1))
                .withAdmission(PoolAdmission.of(holding(1, 5))));
    AdmissionTrace gate = run.admission().orElseThrow();
    assertThat(gate.ticks()).isEqualTo(5);
    assertThat(List.of(gate.samples(0), gate.samples(1), gate.samples(2))).containsExactly(0, 1, 0);
  }

  @Test
  void aClientThatIsRefusedThinksAndAsksAgain() {
    // Ten clients, one place to wait, one request in ten seconds: all others try each second.
    LoadModel load = LoadModel.closed(10, 0, Lengths.constant(100), Lengths.constant(10));
    PoolRun run =
        run(
            100,
            Pool.of("", MODEL, load, new Scaling.Fixed(1))
                .withAdmission(PoolAdmission.of(holding(0.1, 1))));
    AdmissionTrace gate = run.admission().orElseThrow();
    assertThat(gate.admitted()).isEqualTo(11); // at 0 s, 10 s, ... 100 s
    assertThat(gate.rejected()).isBetween(800L, 910L);
    assertThat(gate.waiting() + run.leftInPool()).isBetween(1L, 2L);
  }

  @Test
  void aSleepingPoolIsWokenThroughTheController() {
    LoadModel one =
        LoadModel.of(RequestTrace.of(new double[] {0.5}, new int[] {2000}, new int[] {200}));
    PoolModel model =
        MODEL.withWarmUpS(135).withGateway(Gateway.DEFAULTS.withTtlS(600).withNoEndpointTtlS(600));
    Scaling sleeping =
        new Scaling.Scaled(
            fromZero(Preset.QUEUE_DEPTH.at(PLACE)),
            Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)).hpa(),
            0);
    PoolRun run =
        run(
            400,
            Pool.of("", model, one, sleeping)
                .withAdmission(PoolAdmission.of(holding(1, 5).withMinRate(0.1))));
    AdmissionTrace gate = run.admission().orElseThrow();
    assertThat(run.counters().served()).isEqualTo(1);
    assertThat(run.attainment().ttft().max()).isBetween(149.0, 151.0);
    assertThat(gate.emptyWindows()).isEqualTo(gate.ticks() - 1);
    assertThat(gate.rateInForce(100)).as("nothing measured, nothing moved").isEqualTo(1);
    assertThat(gate.finalRate()).as("150 s are late").isEqualTo(0.1);
  }

  @Test
  void aSplitPoolIsGatedBeforeItsPrefill() {
    LoadModel load = steady(2).withPrompt(Lengths.constant(1000));
    Pool front =
        Pool.of("p", PoolModel.QWEN3_32B_H100_PREFILL, load, new Scaling.Fixed(1))
            .withAdmission(PoolAdmission.of(holding(1, 5)).withMeasure(Measure.E2E));
    Pool back = Pool.behind("p", "d", PoolModel.QWEN3_32B_2XH100_DECODE, new Scaling.Fixed(1));
    PoolTrace trace = PoolLoop.run(PoolScenario.of(120, 1, front, back));
    AdmissionTrace gate = trace.first().admission().orElseThrow();
    PoolRun decode = trace.pool("d").orElseThrow();
    assertThat(decode.admission()).isEmpty();
    double servedS = decode.attainment().duration().quantile(0.5);
    assertThat(gate.p99Ms(60) / 1000).as("both halves, not the queue").isBetween(1.0, servedS - 4);
    assertThat(gate.samples(60)).isEqualTo(1);
    assertThat(decode.attainment().ended()).isEqualTo(decode.counters().served() + gate.rejected());
    assertThat(
            PoolScenario.of(120, 1, front, back.withAdmission(PoolAdmission.of(holding(1, 5))))
                .problems())
        .containsExactly(
            new SpecProblem(
                "pools.d.flow",
                "d is handed the requests of p, so an admission controller stands before p."));
  }

  @Test
  void whatCannotBeIsSaid() {
    Pool pool = Pool.of("", MODEL, steady(1), new Scaling.Fixed(1));
    assertThat(
            PoolScenario.of(
                    60, 1, pool.withAdmission(PoolAdmission.of(holding(1, 5).withDtMs(0.5))))
                .problems())
        .containsExactly(
            new SpecProblem("flow.dt", "In front of a pool dt must be at least 1 ms, was 0.5 ms."));
    assertThat(
            PoolScenario.of(
                    86_400, 1, pool.withAdmission(PoolAdmission.of(holding(1, 5).withDtMs(10))))
                .problems())
        .extracting(SpecProblem::message)
        .containsExactly(
            "An observation every 10.0 ms makes more than 1000000 observations; take a longer dt or"
                + " a shorter run.");
  }

  @Test
  void itsKnobsAreAmongTheScenarios() {
    PoolScenario scenario = fighting(16_000);
    for (String path :
        List.of("flow.kp", "flow.ki", "flow.targetP99", "flow.queueCapacity", "flow.dt")) {
      Knob<PoolScenario> knob = scenario.knob(path).orElseThrow();
      double value = path.equals("flow.queueCapacity") ? 9 : 0.5;
      PoolScenario turned = knob.with(scenario, value);
      assertThat(knob.get(turned)).as(path).isEqualTo(value);
      assertThat(knob.with(turned, knob.get(scenario))).isEqualTo(scenario);
    }
    assertThat(scenario.knob("scaler.triggers.epp-running-requests.threshold")).isPresent();
    PoolScenario named =
        scenario.withPools(
            List.of(
                Pool.of("a", MODEL, steady(1), new Scaling.Fixed(1))
                    .withAdmission(PoolAdmission.of(holding(1, 5)))));
    assertThat(named.knob("pools.a.flow.kp")).isPresent();
    assertThat(
            scenario
                .withPools(List.of(Pool.of("", MODEL, steady(1), new Scaling.Fixed(1))))
                .knob("flow.kp"))
        .isEmpty();
  }

  // Both loops.

  private static final LoadModel STEP =
      LoadModel.open(
          Schedule.step(2, 300, 8),
          Spacing.POISSON,
          Lengths.normal(4000, 300, 3500, 4500),
          Lengths.normal(500, 80, 300, 700));

  /**
   * The load steps from 2/s to 8/s, and pods take 100 s to come. Alone, the scaler lets a line grow
   * at the gateway whose last are served a minute late. With a controller before it the few who
   * wait are served in time, and the others are told so at once.
   */
  @Test
  void untilPodsComeTheControllerKeepsTheFirstTokenEarly() {
    Pool alone =
        Pool.of("", MODEL.withWarmUpS(100), STEP, Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)));
    FlowSettings settings =
        FlowSettings.of(5, 0.5)
            .withMaxRate(20)
            .withTargetP99Ms(800)
            .withQuantile(0.9)
            .withKp(0.0005)
            .withKi(5e-8)
            .withQueueCapacity(8)
            .withDtMs(5000)
            .withPreload(true);
    PoolRun open = run(1800, alone);
    PoolRun both = run(1800, alone.withAdmission(PoolAdmission.of(settings)));
    Scores before = PoolScores.of(open, 1800);
    Scores after = PoolScores.of(both, 1800);
    assertThat(before.get(Score.ATTAINMENT)).isCloseTo(0.731, within(0.02));
    assertThat(after.get(Score.ATTAINMENT)).isCloseTo(0.875, within(0.02));
    assertThat(before.get(Score.TTFT_P90)).isGreaterThan(50);
    assertThat(after.get(Score.TTFT_P90)).isLessThan(2);
    assertThat(after.get(Score.REJECTED)).isCloseTo(0.10, within(0.02));
    assertThat(open.lost()).containsOnlyKeys(Fate.EVICTED_TTL);
    assertThat(both.lost()).containsOnlyKeys(Fate.REJECTED_AT_ADMISSION);
    assertThat(Arrays.stream(open.column(PoolRun.Column.QUEUE)).max().orElseThrow())
        .isGreaterThan(400);
    assertThat(Arrays.stream(both.column(PoolRun.Column.QUEUE)).max().orElseThrow()).isLessThan(80);
    assertThat(after.get(Score.AVERAGE_REPLICAS)).isLessThan(before.get(Score.AVERAGE_REPLICAS));
  }

  /** The load rises from 1/s to 6/s; one replica can do about 3/s. */
  private static PoolScenario fighting(double targetMs) {
    LoadModel rise =
        new LoadModel(
            new Arrivals.Open(new Demand.Ramp(1, 6, 1200), Spacing.POISSON),
            Lengths.normal(4000, 300, 3500, 4500),
            Lengths.normal(500, 80, 300, 700),
            0,
            1);
    FlowSettings settings =
        FlowSettings.of(5, 0.5)
            .withMaxRate(20)
            .withTargetP99Ms(targetMs)
            .withQuantile(0.9)
            .withKp(0.0002)
            .withKi(5e-9)
            .withQueueCapacity(8)
            .withDtMs(5000)
            .withPreload(true);
    return PoolScenario.of(
        1800,
        1,
        Pool.of("", MODEL.withWarmUpS(100), rise, Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)))
            .withAdmission(new PoolAdmission(settings, Measure.E2E)));
  }

  private static int most(PoolRun run) {
    return (int) Arrays.stream(run.column(PoolRun.Column.DESIRED)).max().orElseThrow();
  }

  /**
   * A controller that holds whole requests at 16 s keeps 16 to 18 of them running, which is what
   * the scaler takes for one replica's worth: it sees no queue, no more running than it should, and
   * never scales, while two of three are refused.
   */
  @Test
  void aControllerThatThrottlesFirstHidesTheLoadFromTheScaler() {
    PoolRun run = PoolLoop.run(fighting(16_000)).first();
    Scores scores = PoolScores.of(run, 1800);
    assertThat(most(run)).isEqualTo(1);
    assertThat(run.column(PoolRun.Column.QUEUE)).containsOnly(0);
    assertThat(scores.get(Score.REJECTED)).isCloseTo(0.65, within(0.02));
    assertThat(scores.get(Score.ATTAINMENT)).isLessThan(0.15);
    assertThat(scores.get(Score.ADMITTED_RATE)).isCloseTo(1.5, within(0.1));
  }

  /**
   * The same at 20 s: the scaler acts first, and the controller bridges the time until pods come.
   */
  @Test
  void aControllerThatThrottlesLastLeavesTheScalerToItsWork() {
    PoolScenario both = fighting(20_000);
    PoolRun run = PoolLoop.run(both).first();
    Scores scores = PoolScores.of(run, 1800);
    Pool pool = both.pools().get(0);
    PoolRun alone = run(1800, Pool.of("", pool.model(), pool.load().orElseThrow(), pool.scaling()));
    assertThat(most(run)).isEqualTo(most(alone)).isEqualTo(5);
    assertThat(scores.get(Score.ATTAINMENT)).isCloseTo(0.943, within(0.01));
    assertThat(PoolScores.of(alone, 1800).get(Score.ATTAINMENT)).isCloseTo(0.939, within(0.01));
    assertThat(scores.get(Score.REJECTED)).isCloseTo(0.018, within(0.01));
  }
}
