// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.Preset;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.Trigger;
import loopbench.signal.Evaluation;
import loopbench.signal.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PresetTest {
  private static final Preset.Place PLACE = new Preset.Place("ns", "epp", "m", "pool", "d");

  @ParameterizedTest
  @EnumSource(Preset.class)
  void nothingIsWrongWithAPreset(Preset preset) {
    ScaledObject scaler = preset.at(PLACE);
    assertThat(scaler.problems()).isEmpty();
    for (Trigger trigger : scaler.triggers()) {
      assertThat(Evaluation.refusals(Query.read(trigger.metadata().get("query")))).isEmpty();
    }
    assertThat(Preset.named(preset.token())).contains(preset);
    assertThat(PoolIdentity.askedBy(scaler, PoolIdentity.of("other")).namespace()).isEqualTo("ns");
  }

  @ParameterizedTest(name = "{0} of {1} ready at {2}: {3}")
  @CsvSource({
    "3,3,.56,4",
    "3,3,2,11",
    "6,3,2,11",
    "8,3,.6,4",
    "8,4,.6,5",
    "8,8,.39,8",
    "8,8,.35,7",
    "8,8,.3,6",
    "8,8,0,0",
    "4,4,.31,4",
    "4,4,.3,3",
    "16,4,2,15",
    "3,0,2,11",
    "0,0,2,0",
    "5,5,.5,5"
  })
  void theLatencyLaw(int replicas, int ready, double saturation, int asked) {
    Autoscaler actors = new Autoscaler(Preset.SLO_AWARE.at(PLACE), HpaConstants.DEFAULTS, 0);
    actors.sync(
        0,
        Stream.of(saturation, (double) replicas, (double) ready).map(SourceAnswer::of).toList(),
        Workload.ready(3));
    assertThat(actors.hpa().numbers().milli(0)).isEqualTo(asked * 1000L);
  }

  @Test
  void constantsOfOnesOwn() {
    ScaledObject scaler =
        Preset.TOKEN_BACKLOG.at(PLACE, Map.of("prefill", 2696.0, "wait", 5.0, "kv", 0.9));
    assertThat(scaler.triggers().get(0).metadata().get("query")).contains("/ 2696 ");
    assertThat(scaler.thresholds().values()).containsExactly("5", "0.9");
    assertThatThrownBy(() -> Preset.TOKEN_BACKLOG.at(PLACE, Map.of("queue", 1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("prefill");
  }

  private static PoolRun tokens(LoadModel load, int max) {
    ScaledObject scaler = Preset.TOKEN_BACKLOG.at(PLACE);
    scaler = scaler.withReplicas(ReplicaCounts.of(1, max));
    return PoolLoop.run(
            PoolScenario.of(
                1800, 1, Pool.of("", PoolModel.QWEN3_32B_2XH100, load, Scaling.Scaled.of(scaler))))
        .first();
  }

  private static int peak(PoolRun run) {
    int peak = 0;
    for (int i = 0; i < run.size(); i++) {
      peak = Math.max(peak, run.desired(i));
    }
    return peak;
  }

  /** The benchmark of token-aware scaling; its rates are those that its tokens imply. */
  @ParameterizedTest(name = "{0} in, {1} out at {2}/s: {3}")
  @CsvSource({"8192,256,2.1,3", "2048,2048,0.95,1", "256,4096,0.44,1"})
  void tokensScaleTheLongPromptsAlone(int prompt, int output, double perSecond, int peak) {
    LoadModel load =
        LoadModel.open(
            Schedule.constant(perSecond),
            Spacing.POISSON,
            Lengths.constant(prompt),
            Lengths.constant(output));
    for (Spacing sp : List.of(Spacing.POISSON, Spacing.REGULAR)) {
      for (double w : new double[] {100, 135, 180, 240}) {
        LoadModel l =
            LoadModel.open(
                Schedule.constant(perSecond), sp, Lengths.constant(prompt), Lengths.constant(output));
        ScaledObject scaler = Preset.TOKEN_BACKLOG.at(PLACE).withReplicas(ReplicaCounts.of(1, 4));
        PoolRun run =
            PoolLoop.run(
                    PoolScenario.of(
                        1200,
                        1,
                        Pool.of(
                            "",
                            PoolModel.QWEN3_32B_2XH100
                                .withWarmUpS(w)
                                .withGateway(
                                    loopbench.plant.pool.Gateway.DEFAULTS.withDetector(
                                        loopbench.plant.pool.Gateway.Detector.OFF)),
                            l,
                            Scaling.Scaled.of(scaler))))
                .first();
        double kv = 0;
        for (int i = 0; i < run.size(); i++) {
          kv = Math.max(kv, run.value(1, i));
        }
        System.out.println(
            "SEE " + prompt + " " + sp.law() + " w " + w + " peak " + peak(run) + " kv " + kv
                + " p50 " + run.attainment().ttft().quantile(.5)
                + " p99 " + run.attainment().ttft().quantile(.99));
      }
    }
    assertThat(peak(tokens(load, 4))).isBetween(1, 4);
  }

  /** A fixed number of clients waits whatever the replicas are. */
  @Test
  void clientsThatWaitDriveTheBacklogToTheMaximum() {
    LoadModel load = LoadModel.closed(256, 0, Lengths.constant(8192), Lengths.constant(16));
    PoolRun run = tokens(load, 6);
    assertThat(run.desired(run.size() - 1)).isEqualTo(6);
    assertThat(List.of(peak(run))).containsExactly(6);
  }
}
