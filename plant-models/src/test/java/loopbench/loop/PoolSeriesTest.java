// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loopbench.cluster.Deployment;
import loopbench.cluster.Pods;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.PoolPlant;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import loopbench.signal.Scrapes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which series a pool has, and for how long. */
class PoolSeriesTest {
  private static final PoolModel MODEL = PoolModel.QWEN3_32B_2XH100;

  private static final Pods NO_PODS =
      new Pods() {
        @Override
        public int ready() {
          return 0;
        }

        @Override
        public void remove(int number) {}

        @Override
        public void cut(int number) {}

        @Override
        public boolean isPresent(int number) {
          return false;
        }
      };

  private static LoadModel load(double perSecond, int prompt, int output) {
    return LoadModel.open(
        Schedule.constant(perSecond),
        Spacing.POISSON,
        Lengths.constant(prompt),
        Lengths.constant(output));
  }

  /**
   * A day in which a pod comes and another goes every five minutes: what is stored is that of the
   * pods that are there and of those that went of late, not of all 288 that were.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDayOfPodsThatComeAndGoKeepsTheSeriesFew(boolean frozenInflight) {
    PoolPlant plant = MODEL.start(load(1, 1_000, 100).start(1));
    Deployment deployment = new Deployment(Deployment.Spec.of("d", 100), NO_PODS);
    Scrapes scrapes = new Scrapes();
    PoolSeries series =
        new PoolSeries(
            PoolIdentity.of("pool"),
            Exposure.DEFAULTS.withFrozenInflight(frozenInflight),
            PoolSeries.Part.WHOLE,
            plant,
            deployment,
            scrapes,
            name -> true);
    plant.addReplica();
    int mostScraped = 0;
    int mostHeld = 0;
    int early = 0;
    for (int tS = 15; tS <= 86_400; tS += 15) {
      plant.advance(tS);
      if (tS % 300 == 0) {
        plant.remove(plant.addReplica() - 1);
      }
      series.scrape(tS * 1_000L);
      mostScraped = Math.max(mostScraped, scrapes.size());
      mostHeld = Math.max(mostHeld, series.held());
      early = tS == 7_200 ? mostScraped : early;
    }
    assertThat(plant.counters().served()).isGreaterThan(80_000);
    if (frozenInflight) { // who freezes pays: two more for each pod that ever was
      assertThat(mostScraped).isBetween(early + 500, early + 700);
    } else {
      assertThat(mostScraped).as("after two hours and after a day").isEqualTo(early);
      assertThat(mostHeld).isLessThan(250);
    }
  }

  /**
   * Of a split pool the gate takes the fuller part: {@code effective} is the greater of the two.
   */
  @Test
  void stagesOfASplitPoolAreThoseOfItsParts() {
    String metric = "llm_d_epp_flow_control_pool_saturation";
    ScaledObject scaler =
        ScaledObject.of(
            "s",
            "d",
            1,
            1,
            List.of(
                trigger("p", "sum(" + metric + "{stage=\"prefill\"})"),
                trigger("d", "sum(" + metric + "{stage=\"decode\"})"),
                trigger("e", "sum(" + metric + "{stage=\"effective\"})")));
    Pool front =
        Pool.of(
            "p",
            PoolModel.QWEN3_32B_H100_PREFILL.withGateway(Gateway.DEFAULTS),
            load(0.3, 1_000, 4_000),
            Scaling.Scaled.of(scaler));
    Pool back = Pool.behind("p", "d", PoolModel.QWEN3_32B_2XH100_DECODE, new Scaling.Fixed(1));
    PoolRun run = PoolLoop.run(PoolScenario.of(300, 1, front, back)).pool("p").orElseThrow();
    int apart = 0;
    for (int i = 2; i < run.size(); i++) {
      double prefill = run.value(0, i);
      double decode = run.value(1, i);
      assertThat(run.value(2, i)).isEqualTo(Math.max(prefill, decode));
      apart += prefill < decode ? 1 : 0;
    }
    assertThat(apart).as("decode is the fuller one").isGreaterThan(10);
  }

  private static Trigger trigger(String name, String query) {
    return Trigger.prometheus(name, "http://p", query, "1000000");
  }
}
