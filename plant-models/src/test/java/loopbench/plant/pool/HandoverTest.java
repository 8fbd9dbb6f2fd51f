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

/** A prefill and a decode pool on one load. */
class HandoverTest {
  private final List<Answer> answers = new ArrayList<>();
  private PoolPlant prefill;
  private PoolPlant decode;

  private void start(LoadModel load, int prefills, int decodes) {
    Handover handover = new Handover(load.start(5));
    prefill = PoolModel.QWEN3_32B_H100_PREFILL.start(handover.asked(), handover);
    decode = PoolModel.QWEN3_32B_2XH100_DECODE.start(handover, answers::add);
    for (int i = 0; i < prefills; i++) {
      prefill.addReplica();
    }
    for (int i = 0; i < decodes; i++) {
      decode.addReplica();
    }
  }

  private void advance(double toS) {
    while (decode.timeS() < toS) {
      double stepS = Math.min(toS, decode.timeS() + 1);
      prefill.advance(stepS);
      decode.advance(stepS);
    }
  }

  @Test
  void aRequestIsComputedInOnePoolAndDecodedInTheOther() {
    start(LoadModel.closed(1, 100, Lengths.constant(2_364), Lengths.constant(1_001)), 1, 1);
    advance(60);
    Answer answer = answers.get(0);
    assertThat(answer.arrivedS()).isZero();
    assertThat(answer.ttftS()).isCloseTo(2_364 / 1_182.0, within(1e-9));
    assertThat(answer.tpotS()).isCloseTo(0.02035, within(1e-9));
    assertThat(prefill.running()).isZero();
    assertThat(prefill.kvUsage(0)).isZero();
    assertThat(prefill.gateway().tpot().count()).isZero();
    assertThat(decode.gateway().streamingTtft().count()).isEqualTo(1);
  }

  @Test
  void noRequestIsLostBetweenThem() {
    start(
        LoadModel.open(
            Schedule.step(1.5, 600, 0),
            Spacing.POISSON,
            Lengths.normal(2_048, 200, 1_000, 3_000),
            Lengths.normal(2_048, 200, 1_000, 3_000)),
        4,
        2);
    advance(1_200);
    PoolCounters first = prefill.counters();
    assertThat(first.served() + first.lost()).isEqualTo(first.arrived());
    assertThat(decode.counters().arrived()).isEqualTo(first.served());
    assertThat(decode.counters().served()).isEqualTo(first.served());
    assertThat(answers).hasSize((int) first.served());
  }

  @Test
  void clientsAskAgainOnlyWhenDecodeIsDone() {
    start(LoadModel.closed(6, 0, Lengths.constant(1_182), Lengths.constant(201)), 1, 1);
    advance(600);
    prefill.advance(600); // who had an answer in the last step asks now
    assertThat(prefill.counters().arrived() - decode.counters().served()).isEqualTo(6);
    assertThat(decode.counters().served()).isBetween(300L, 600L);
  }
}
