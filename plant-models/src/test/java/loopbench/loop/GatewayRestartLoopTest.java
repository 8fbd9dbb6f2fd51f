// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.Removal;
import loopbench.scaling.keda.Preset;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;

/** What a Prometheus, and with it a scaler, sees of a gateway that is restarted. */
class GatewayRestartLoopTest {
  private static final Preset.Place PLACE = new Preset.Place("ns", "epp", "m", "pool", "d");
  private static final PoolModel OPEN = PoolModel.QWEN3_32B_2XH100.withGateway(Gateway.DEFAULTS);

  private static PoolModel restartedAt(double restartS) {
    return OPEN.withGateway(OPEN.gateway().withRestartS(restartS));
  }

  private static LoadModel load(Schedule perSecond, int prompt, int output) {
    return LoadModel.open(
        perSecond, Spacing.REGULAR, Lengths.constant(prompt), Lengths.constant(output));
  }

  private static ScaledObject asking(String... queries) {
    Trigger[] triggers = new Trigger[queries.length];
    for (int i = 0; i < triggers.length; i++) {
      triggers[i] = Trigger.prometheus("q" + i, "http://p", queries[i], "1000000");
    }
    return ScaledObject.of("s", "d", 1, 1, List.of(triggers));
  }

  private static PoolRun run(
      double durationS, PoolModel model, LoadModel load, ScaledObject scaler) {
    return PoolLoop.run(
            PoolScenario.of(durationS, 1, Pool.of("", model, load, Scaling.Scaled.of(scaler))))
        .first();
  }

  private static int at(PoolRun run, double timeS) {
    int i = 0;
    while (i + 1 < run.size() && run.timeS(i + 1) <= timeS) {
      i++;
    }
    return i;
  }

  /**
   * One request a second up to 100 s and again from 300 s; restarted at 200 s, when all is quiet.
   */
  @Test
  void whatNobodyUsesIsAbsentUntilItIsUsedAgain() {
    Schedule pause =
        new Schedule(
            List.of(new Schedule.Step(0, 1), new Schedule.Step(100, 0), new Schedule.Step(300, 1)));
    PoolRun run =
        run(
            400,
            restartedAt(200),
            load(pause, 1_000, 100),
            asking(
                "sum(llm_d_epp_flow_control_queue_size)",
                "sum(llm_d_epp_request_running)",
                "sum(llm_d_epp_request_total)",
                "sum(llm_d_epp_request_duration_seconds_count)",
                "sum(vllm:num_requests_running)",
                "sum(llm_d_epp_ready_endpoints)"));
    for (int trigger = 0; trigger < 4; trigger++) {
      String as = "trigger " + trigger;
      assertThat(run.kind(trigger, at(run, 190))).as(as).isEqualTo(SourceAnswer.Kind.ONE);
      assertThat(run.kind(trigger, at(run, 250))).as(as).isEqualTo(SourceAnswer.Kind.EMPTY);
      assertThat(run.kind(trigger, at(run, 390))).as(as).isEqualTo(SourceAnswer.Kind.ONE);
    }
    assertThat(run.value(2, at(run, 190))).isEqualTo(100);
    int later = at(run, 390);
    assertThat(run.value(2, later)).as("from 0").isCloseTo(run.timeS(later) - 300, within(5.0));
    assertThat(run.kind(4, at(run, 250)))
        .as("model servers go on")
        .isEqualTo(SourceAnswer.Kind.ONE);
    assertThat(run.value(5, at(run, 250))).as("as do endpoints").isEqualTo(1);
  }

  /** A rate takes the fall of a counter for its restart, and goes on. */
  @Test
  void ratesGoOnOverTheRestart() {
    PoolRun run =
        run(
            600,
            restartedAt(302),
            load(Schedule.constant(2), 1_000, 100),
            asking(
                "sum(rate(llm_d_epp_request_total[1m]))",
                "histogram_quantile(0.9, sum(rate(llm_d_epp_request_ttft_seconds_bucket[1m]))"
                    + " by (le))"));
    for (int i = at(run, 120); i < run.size(); i++) {
      boolean over = run.timeS(i) > 302 && run.timeS(i) < 375;
      // What came between the last scrape before and the restart is seen by nobody.
      assertThat(run.value(0, i)).as(run.timeS(i) + " s").isBetween(over ? 1.75 : 1.99, 2.01);
      assertThat(run.value(1, i)).as(run.timeS(i) + " s").isBetween(0.05, 0.1);
    }
  }

  /** Twenty long answers run; after the restart the EPP shows those that came since alone. */
  @Test
  void whatRunsIsNoLongerCounted() {
    Schedule twice =
        new Schedule(
            List.of(
                new Schedule.Step(0, 2),
                new Schedule.Step(10, 0),
                new Schedule.Step(60, 1),
                new Schedule.Step(65, 0)));
    PoolRun run =
        run(
            120,
            restartedAt(40),
            load(twice, 100, 10_000),
            asking("sum(llm_d_epp_request_running)", "sum(vllm:num_requests_running)"));
    assertThat(run.value(0, at(run, 35))).isEqualTo(20);
    assertThat(run.kind(0, at(run, 55))).isEqualTo(SourceAnswer.Kind.EMPTY);
    assertThat(run.value(0, at(run, 90))).isEqualTo(5);
    assertThat(run.value(1, at(run, 90))).isEqualTo(25);
    assertThat(run.get(PoolRun.Column.RUNNING, at(run, 90))).isEqualTo(25);
  }

  /** The waking requests of a pool at zero are in memory alone. */
  @Test
  void requestsThatWaitForAColdStartAreLost() {
    ScaledObject scaler =
        Preset.QUEUE_DEPTH
            .at(PLACE)
            .withReplicas(
                new ReplicaCounts(OptionalInt.of(0), OptionalInt.of(8), OptionalInt.empty()));
    PoolModel model = restartedAt(60);
    model = model.withGateway(model.gateway().withTtlS(600).withNoEndpointTtlS(600));
    Schedule burst = new Schedule(List.of(new Schedule.Step(0, 1), new Schedule.Step(5, 0)));
    PoolRun run =
        PoolLoop.run(
                PoolScenario.of(
                    600,
                    1,
                    Pool.of(
                        "",
                        model,
                        load(burst, 1_000, 100),
                        new Scaling.Scaled(scaler, Scaling.Scaled.of(scaler).hpa(), 0))))
            .first();
    assertThat(run.moves().get(0).to()).isEqualTo(1);
    assertThat(run.lost()).isEqualTo(Map.of(Fate.LOST_AT_RESTART, 5L));
    assertThat(run.counters().served()).isZero();
    assertThat(run.ready(at(run, 150))).as("comes for nobody").isEqualTo(1);
  }

  /** What an EPP up to v0.10.0 keeps of pods that are gone goes with its process. */
  @Test
  void aRestartFreesWhatWasFrozen() {
    LoadModel load =
        load(
                new Schedule(
                    List.of(
                        new Schedule.Step(0, 4),
                        new Schedule.Step(900, 0.5),
                        new Schedule.Step(3_000, 0))),
                8_000,
                500)
            .withStreaming(0);
    PoolModel model =
        OPEN.withRemoval(Removal.CUT)
            .withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF).withRestartS(3_500));
    PoolRun run =
        PoolLoop.run(
                PoolScenario.of(
                    4_000,
                    1,
                    Pool.of("", model, load, Scaling.Scaled.of(Preset.TOKEN_BACKLOG.at(PLACE)))
                        .withExposure(Exposure.DEFAULTS.withFrozenInflight(true))))
            .first();
    assertThat(run.value(0, at(run, 3_480))).isPositive();
    assertThat(run.value(0, at(run, 3_520))).isZero();
  }

  /** One EPP stands before both parts: neither knows afterwards what it had let through. */
  @Test
  void bothPartsOfASplitPoolAreForgotten() {
    Pool front =
        Pool.of(
            "p",
            PoolModel.QWEN3_32B_H100_PREFILL.withGateway(Gateway.DEFAULTS.withRestartS(120)),
            load(Schedule.constant(0.5), 1_000, 2_000),
            new Scaling.Fixed(1));
    Pool back =
        Pool.behind(
            "p",
            "d",
            PoolModel.QWEN3_32B_2XH100_DECODE,
            Scaling.Scaled.of(
                asking(
                    "sum(llm_d_epp_request_streaming_tpot_seconds_count) or vector(-1)",
                    "sum(vllm:num_requests_running{pod=~\"d.*\"})")));
    PoolTrace trace = PoolLoop.run(PoolScenario.of(240, 1, front, back));
    PoolRun run = trace.pool("d").orElseThrow();
    assertThat(run.value(0, at(run, 110))).isBetween(20.0, 60.0);
    // An answer takes some 47 s: what came since 120 s ends from 167 s on.
    assertThat(run.value(0, at(run, 150))).isEqualTo(-1);
    assertThat(run.value(1, at(run, 150))).isGreaterThan(10);
    assertThat(run.value(0, at(run, 235))).isBetween(20.0, 40.0);
    assertThat(trace.pool("p").orElseThrow().lost()).isEmpty();
    assertThat(run.lost()).isEmpty();
  }
}
