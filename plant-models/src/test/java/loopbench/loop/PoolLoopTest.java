// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import loopbench.cluster.Quota;
import loopbench.knob.Knob;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestTrace;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.keda.Preset;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.SpecProblem;
import loopbench.scaling.keda.Trigger;
import loopbench.score.PoolScores;
import loopbench.score.Score;
import loopbench.signal.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PoolLoopTest {
  private static final Preset.Place PLACE = new Preset.Place("ns", "epp", "m", "pool", "d");
  private static final PoolModel MODEL = PoolModel.QWEN3_32B_2XH100;
  private static final LoadModel NOTHING =
      LoadModel.open(
          Schedule.constant(0), Spacing.REGULAR, Lengths.constant(100), Lengths.constant(10));

  private static LoadModel requestAt(double tS) {
    return LoadModel.of(RequestTrace.of(new double[] {tS}, new int[] {2000}, new int[] {200}));
  }

  private static LoadModel steady(double perSecond) {
    return LoadModel.open(
        Schedule.constant(perSecond),
        Spacing.POISSON,
        Lengths.normal(4000, 300, 3500, 4500),
        Lengths.normal(500, 80, 300, 700));
  }

  private static ScaledObject fromZero(ScaledObject scaler) {
    return scaler.withReplicas(
        new ReplicaCounts(OptionalInt.of(0), scaler.replicas().max(), OptionalInt.empty()));
  }

  private static PoolRun run(double durationS, Pool pool) {
    return PoolLoop.run(PoolScenario.of(durationS, 1, pool)).first();
  }

  private static ScaledObject only(String query, String threshold) {
    return ScaledObject.of(
        "s", "d", 1, 10, List.of(Trigger.prometheus("t", "http://p", query, threshold)));
  }

  // Scale to zero.

  @ParameterizedTest
  @CsvSource({"60, EVICTED_NO_ENDPOINTS", "600, SERVED"})
  void aWakingRequestLivesAsLongAsItsTtl(double ttlS, Fate fate) {
    PoolModel model =
        MODEL
            .withWarmUpS(135)
            .withGateway(Gateway.DEFAULTS.withTtlS(ttlS).withNoEndpointTtlS(ttlS));
    PoolRun run =
        run(
            900,
            Pool.of(
                "",
                model,
                requestAt(0.5),
                new Scaling.Scaled(
                    fromZero(Preset.QUEUE_DEPTH.at(PLACE)),
                    Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)).hpa(),
                    0)));
    assertThat(run.moves()).isNotEmpty();
    KedaMove woken = run.moves().get(0);
    assertThat(woken.timeS()).isLessThanOrEqualTo(15);
    assertThat(List.of(woken.from(), woken.to())).containsExactly(0, 1);
    assertThat(run.counters().ended(fate)).isEqualTo(1);
    assertThat(run.timeToReadyS()).isEqualTo(135);
    KedaMove asleep = run.moves().get(run.moves().size() - 1);
    assertThat(asleep.to()).as("after the cooldown").isZero();
    if (fate == Fate.SERVED) {
      assertThat(run.attainment().ttft().max()).isBetween(149.0, 151.0);
      assertThat(run.lost()).isEmpty();
    } else {
      assertThat(run.lost()).isEqualTo(Map.of(Fate.EVICTED_NO_ENDPOINTS, 1L));
    }
  }

  @Test
  void anEmptyPoolReadsOneAndIsWokenByNobody() {
    ScaledObject both = fromZero(Preset.POOL_SATURATION.at(PLACE));
    ScaledObject alone =
        fromZero(
            ScaledObject.of("s", "d", 0, 10, List.of(both.triggers().get(0)))
                .withIntervals(both.intervals()));
    PoolRun run = run(600, Pool.of("", MODEL, NOTHING, Scaling.Scaled.of(alone)));
    assertThat(run.moves()).isNotEmpty();
    assertThat(run.moves().get(0).to()).isEqualTo(1);
    assertThat(run.counters().arrived()).isZero();
    assertThat(run.value(0, 0)).isEqualTo(1);
  }

  @Test
  void aboveOneItIsWokenByNothing() {
    ScaledObject both = Preset.POOL_SATURATION.at(PLACE);
    ScaledObject alone =
        ScaledObject.of(
                "s",
                "d",
                0,
                10,
                List.of(both.triggers().get(0).withMetadata("activationThreshold", "1")))
            .withIntervals(both.intervals());
    PoolRun run = run(600, Pool.of("", MODEL, requestAt(1), Scaling.Scaled.of(alone)));
    assertThat(run.moves()).isEmpty();
    assertThat(run.counters().ended(Fate.EVICTED_NO_ENDPOINTS)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"TOKEN_BACKLOG", "SLO_AWARE"})
  void signalsOfServedRequestsWakeNobody(Preset preset) {
    PoolScenario scenario =
        PoolScenario.of(
                300,
                1,
                Pool.of("", MODEL, steady(1), Scaling.Scaled.of(fromZero(preset.at(PLACE)))))
            .withRules(Rules.sloAware(Rules.Slo.DEFAULTS));
    PoolRun run = PoolLoop.run(scenario).first();
    assertThat(run.moves()).isEmpty();
    assertThat(run.counters().served()).isZero();
    assertThat(run.counters().ended(Fate.EVICTED_NO_ENDPOINTS)).isPositive();
  }

  // Several pools.

  /** Forty and eight at work on the same model: who does not tell the pools apart sees 48. */
  @ParameterizedTest(name = "{0} clients, {1}: {2} and {3}")
  @CsvSource({"40, false, 3, 3", "80, false, 6, 6", "40, true, 3, 1"})
  void aQueryMustTellPoolsApart(int clients, boolean pinned, int first, int second) {
    PoolModel model = MODEL.withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF));
    Pool[] pools = new Pool[2];
    for (int i = 0; i < 2; i++) {
      String name = i == 0 ? "a" : "b";
      String query =
          "sum(llm_d_epp_request_running{model_name=\"m\""
              + (pinned ? ",service=\"" + name + "-epp\"" : "")
              + "})";
      pools[i] =
          Pool.of(
                  name,
                  model,
                  LoadModel.closed(
                      i == 0 ? clients : 8, 0, Lengths.constant(100), Lengths.constant(2000)),
                  Scaling.Scaled.of(only(query, "16")).withStartReplicas(3))
              .withIdentity(new PoolIdentity("ns", name + "-epp", "m", name, name));
    }
    PoolTrace trace = PoolLoop.run(PoolScenario.of(60, 1, pools));
    PoolRun a = trace.pool("a").orElseThrow();
    PoolRun b = trace.pool("b").orElseThrow();
    assertThat(a.value(0, 1)).isEqualTo(pinned ? clients : clients + 8);
    assertThat(a.proposal(0, 1)).isEqualTo(first);
    assertThat(b.proposal(0, 1)).isEqualTo(second);
  }

  @Test
  void aFloorIsTakenBackFromAPoolThatServes() {
    PoolModel model = MODEL.withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF));
    Pool a =
        Pool.of(
                "a",
                model,
                LoadModel.closed(64, 0, Lengths.constant(1000), Lengths.constant(4000)),
                new Scaling.Fixed(8))
            .withQuota(Quota.of(5), 1);
    Pool b =
        Pool.of(
                "b",
                model,
                LoadModel.closed(80, 0, Lengths.constant(100), Lengths.constant(2000)),
                Scaling.Scaled.of(only("sum(llm_d_epp_request_running{service=\"b-epp\"})", "16"))
                    .withStartReplicas(2))
            .withQuota(Quota.of(5), 1);
    PoolTrace trace = PoolLoop.run(PoolScenario.of(400, 1, a, b));
    PoolRun loser = trace.pool("a").orElseThrow();
    PoolRun winner = trace.pool("b").orElseThrow();
    int last = loser.size() - 1;
    assertThat(loser.preempted()).isEqualTo(3);
    assertThat(loser.desired(last)).isEqualTo(8);
    assertThat(loser.ready(last)).isEqualTo(5);
    assertThat(loser.get(PoolRun.Column.GATED, last)).isEqualTo(3);
    assertThat(winner.ready(last)).isEqualTo(5);
    assertThat(winner.timeToReadyS()).as("grace of the preempted, then warm-up").isEqualTo(130);
    assertThat(loser.counters().ended(Fate.CUT)).isPositive();
    assertThat(PoolScores.of(loser, 400).get(Score.PREEMPTED)).isEqualTo(3);
  }

  // Prefill and decode apart.

  private static PoolTrace split(ScaledObject prefill) {
    LoadModel load =
        LoadModel.open(
            Schedule.constant(1), Spacing.POISSON, Lengths.constant(4096), Lengths.constant(256));
    Preset.Place decode = new Preset.Place("ns", "epp", "m", "pool", "m-decode");
    return PoolLoop.run(
        PoolScenario.of(
            1200,
            1,
            Pool.of("p", PoolModel.QWEN3_32B_H100_PREFILL, load, Scaling.Scaled.of(prefill)),
            Pool.behind(
                "p",
                "d",
                PoolModel.QWEN3_32B_2XH100_DECODE,
                Scaling.Scaled.of(Preset.TOKEN_BACKLOG_DECODE.at(decode)))));
  }

  private static Preset.Place prefill(String deployment) {
    return new Preset.Place("ns", "epp", "m", "pool", deployment);
  }

  @Test
  void prefillIsNeverScaledByThePoolsAverageOfKv() {
    PoolTrace trace =
        split(
            ScaledObject.of(
                "s",
                "m-prefill",
                1,
                10,
                List.of(
                    Trigger.prometheus(
                        "kv",
                        "http://p",
                        "avg(vllm:kv_cache_usage_perc{namespace=\"ns\"}) or vector(0)",
                        "0.8"))));
    PoolRun front = trace.pool("p").orElseThrow();
    assertThat(front.desired(front.size() - 1)).isEqualTo(1);
    assertThat(front.counters().ended(Fate.EVICTED_TTL)).isPositive();
  }

  @Test
  void prefillIsScaledByItsOwnBacklog() {
    PoolTrace trace =
        split(Preset.TOKEN_BACKLOG_PREFILL.at(prefill("m-prefill"), Map.of("prefill", 1182.0)));
    PoolRun front = trace.pool("p").orElseThrow();
    PoolRun back = trace.pool("d").orElseThrow();
    assertThat(front.desired(front.size() - 1)).isGreaterThanOrEqualTo(4);
    assertThat(back.desired(back.size() - 1)).isEqualTo(1);
    assertThat(back.attainment().ended())
        .isEqualTo(back.counters().served() + back.counters().lost() + front.counters().lost());
    assertThat(front.counters().served()).isEqualTo(back.counters().arrived());
  }

  @Test
  void aRoleThatMatchesNoEndpointReadsZero() {
    PoolTrace trace = split(Preset.TOKEN_BACKLOG_PREFILL.at(prefill("m-first"), Map.of()));
    PoolRun front = trace.pool("p").orElseThrow();
    for (int i = 0; i < front.size(); i++) {
      assertThat(front.value(0, i)).isZero();
      assertThat(front.desired(i)).isEqualTo(1);
    }
  }

  // What the four guides' set-ups do.

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {"QUEUE_DEPTH", "QUEUE_DEPTH_GUARD", "POOL_SATURATION", "TOKEN_BACKLOG", "SLO_AWARE"})
  void everyPathScalesUnderLoadAndBackAgain(Preset preset) {
    LoadModel load =
        LoadModel.open(
            new Schedule(
                List.of(
                    new Schedule.Step(0, 1),
                    new Schedule.Step(300, 7),
                    new Schedule.Step(1500, 0.5),
                    new Schedule.Step(3600, 0))),
            Spacing.POISSON,
            Lengths.normal(4000, 300, 3500, 4500),
            Lengths.normal(1000, 80, 900, 1100));
    PoolScenario scenario =
        PoolScenario.of(5400, 3, Pool.of("", MODEL, load, Scaling.Scaled.of(preset.at(PLACE))))
            .withRules(Rules.sloAware(Rules.Slo.DEFAULTS));
    PoolRun run = PoolLoop.run(scenario).first();
    int most = 0;
    for (int i = 0; i < run.size(); i++) {
      most = Math.max(most, run.desired(i));
      assertThat(run.decision(i)).isPresent();
      assertThat(run.ready(i) + run.get(PoolRun.Column.WARMING, i))
          .isEqualTo(run.get(PoolRun.Column.ADMITTED, i));
    }
    assertThat(most).isGreaterThanOrEqualTo(4);
    int trickle = (int) (3500 / run.periodS());
    if (preset == Preset.SLO_AWARE) {
      // 20 to 40 ms a token are one bucket, whose P90 reads 38 ms: 0.38 of the objective, and 8
      // shed only at 0.35.
      assertThat(run.value(0, trickle)).isCloseTo(0.38, within(1e-9));
      assertThat(run.desired(trickle)).isEqualTo(8);
    } else {
      assertThat(run.desired(trickle)).isLessThanOrEqualTo(2);
    }
    assertThat(run.desired(run.size() - 1)).isEqualTo(preset == Preset.SLO_AWARE ? 3 : 1);
    assertThat(run.counters().arrived())
        .isEqualTo(run.counters().served() + run.counters().lost() + run.leftInPool());
    PoolRun again = PoolLoop.run(scenario).first();
    for (PoolRun.Column column : PoolRun.Column.values()) {
      assertThat(again.column(column)).as(column.token()).isEqualTo(run.column(column));
    }
    assertThat(PoolScores.of(again, 5400)).isEqualTo(PoolScores.of(run, 5400));
  }

  // Pitfalls.

  @Test
  void aSumOverStagesCountsSaturationThreeTimes() {
    Pool pool =
        Pool.of(
                "",
                MODEL,
                steady(3),
                Scaling.Scaled.of(
                    only("sum(llm_d_epp_flow_control_pool_saturation{namespace=\"ns\"})", "100")))
            .withIdentity(new PoolIdentity("ns", "epp", "m", "pool", "d"));
    PoolRun staged = run(300, pool);
    PoolRun plain = run(300, pool.withExposure(Exposure.DEFAULTS.withStageLabel(false)));
    assertThat(plain.value(0, 10)).isPositive();
    assertThat(staged.value(0, 10)).isEqualTo(3 * plain.value(0, 10));
  }

  @Test
  void stalePodsReadFull() {
    Pool pool =
        Pool.of("", MODEL, steady(1), Scaling.Scaled.of(Preset.POOL_SATURATION.at(PLACE)))
            .withExposure(Exposure.DEFAULTS.withStale(true));
    assertThat(run(60, pool).value(0, 2)).isEqualTo(1);
  }

  @Test
  void beforeTheFirstRequestThereIsNoQueue() {
    Pool pool = Pool.of("", MODEL, requestAt(40), Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE)));
    PoolRun run = run(100, pool);
    assertThat(run.kind(0, 1)).isEqualTo(SourceAnswer.Kind.EMPTY);
    assertThat(run.kind(0, 4)).isEqualTo(SourceAnswer.Kind.ONE);
    assertThat(run.value(0, 4)).isZero();
  }

  @Test
  void withoutPrometheusEveryQueryFails() {
    PoolScenario scenario =
        PoolScenario.of(
            300, 1, Pool.of("", MODEL, steady(1), Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE))));
    PoolRun run =
        PoolLoop.run(scenario.withPrometheus(PoolScenario.Prometheus.DEFAULTS.withOutage(100, 200)))
            .first();
    assertThat(run.kind(0, 5)).isEqualTo(SourceAnswer.Kind.ONE);
    assertThat(run.kind(0, 8)).isEqualTo(SourceAnswer.Kind.FAILURE);
    assertThat(run.proposal(0, 8)).isNaN();
    assertThat(run.kind(0, 15)).isEqualTo(SourceAnswer.Kind.ONE);
  }

  @Test
  void oldNamesAnswerBesideTheNewOnes() {
    String query =
        "sum(inference_extension_flow_control_queue_size)"
            + " + sum(llm_d_epp_flow_control_queue_size)";
    Pool pool = Pool.of("", MODEL, steady(1), Scaling.Scaled.of(only(query, "1")));
    assertThat(run(60, pool).kind(0, 3)).isEqualTo(SourceAnswer.Kind.ONE);
    assertThat(run(60, pool.withExposure(Exposure.DEFAULTS.withOldNames(false))).kind(0, 3))
        .isEqualTo(SourceAnswer.Kind.EMPTY);
  }

  // Knobs and problems.

  @Test
  void knobsTurnWhatTheyName() {
    PoolScenario scenario =
        PoolScenario.of(
            300, 1, Pool.of("", MODEL, steady(1), Scaling.Scaled.of(Preset.QUEUE_DEPTH.at(PLACE))));
    for (Knob<PoolScenario> knob : scenario.knobs()) {
      double other = knob.range().clamp(knob.get(scenario) + 1);
      assertThat(knob.get(knob.with(scenario, other))).as(knob.name()).isEqualTo(other);
    }
    assertThat(scenario.knobs().stream().map(Knob::name))
        .doesNotHaveDuplicates()
        .contains(
            "scaler.triggers.epp-queue-size.threshold",
            "scaler.behavior.scaleDown.stabilizationWindowSeconds",
            "scaler.hpa.tolerance",
            "plant.warm-up",
            "load.requests");
  }

  @Test
  void whatCannotBeRunIsSaidByPath() {
    Pool bad =
        Pool.of(
            "a",
            MODEL.withWarmUpS(-1),
            steady(1),
            Scaling.Scaled.of(only("topk(1, llm_d_epp_request_running)", "1")));
    PoolScenario scenario = PoolScenario.of(0, 1, bad);
    assertThat(scenario.problems().stream().map(SpecProblem::path))
        .contains("for", "pools.a.plant.warm-up", "pools.a.scaler.triggers.t.query");
    assertThat(
            scenario.problems().stream()
                .filter(p -> p.path().endsWith("query"))
                .findFirst()
                .orElseThrow()
                .message())
        .contains("topk")
        .contains("Prometheus");
    assertThatThrownBy(() -> PoolLoop.run(scenario)).isInstanceOf(IllegalArgumentException.class);
  }
}
