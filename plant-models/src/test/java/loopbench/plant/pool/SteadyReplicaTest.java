// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyReplicaTest {
  private static final Serving QWEN = PoolModel.QWEN3_32B_2XH100.serving();
  private static final SteadyReplica GUIDE = new SteadyReplica(QWEN, 4_000, 4_000, 300, 1_000);

  /** The published equilibrium: 1.43 requests a second per replica at 40 ms a token. */
  @Test
  void agreesWithThePublishedEquilibrium() {
    assertThat(GUIDE.tokenS(1.43)).isCloseTo(0.040, within(0.0005));
    assertThat(GUIDE.decoding(1.43)).isCloseTo(57.2, within(0.5));
  }

  /** A long run of the real pool's one replica at a steady Poisson rate. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.8, 1.2, 1.43})
  void isWhatTheSimulatedReplicaDoes(double perSecond) {
    Serving roomy = QWEN.withKvTokens(10_000_000).withMaxRunning(10_000);
    SteadyReplica law = new SteadyReplica(roomy, 4_000, 4_000, 300, 1_000);
    LoadModel load =
        LoadModel.open(
            Schedule.constant(perSecond),
            Spacing.POISSON,
            Lengths.normal(4_000, 300, 1_000, 8_000),
            Lengths.constant(1_000));
    Attainment attainment = new Attainment(3, 0.1);
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100
            .withServing(roomy)
            .withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF))
            .start(load.start(7), attainment);
    pool.addReplica();
    double inflight = 0;
    int looks = 0;
    for (double tS = 2; tS <= 60_000; tS += 2) {
      pool.advance(tS);
      if (tS > 1_000) {
        inflight += pool.running();
        looks++;
      }
    }
    inflight /= looks;
    assertThat(inflight).isCloseTo(law.inflight(perSecond), within(0.03 * inflight));
    assertThat(attainment.tpot().quantile(0.5))
        .isCloseTo(law.tokenS(perSecond), within(0.03 * 0.04));
    assertThat(attainment.ttft().quantile(0.9))
        .isCloseTo(law.ttftS(perSecond, 0.9), within(0.15 * law.ttftS(perSecond, 0.9)));
  }

  /** KV is full at about 1.65 requests a second of 4000 and 1000 tokens. */
  @Test
  void theKneeIsWhereKvIsFull() {
    assertThat(GUIDE.mostPerSecond(3, 0.1, 0.9)).isCloseTo(1.65, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "3, 0.1, KV",
    "0.4, 0.1, FIRST_TOKEN",
    "60, 0.03, TOKEN_PACE",
    "60, 1, KV",
    "0.2, 1, FIRST_TOKEN"
  })
  void theMostIsWhereSomethingBreaks(double ttftS, double tpotS, SteadyReplica.Limit limit) {
    double most = GUIDE.mostPerSecond(ttftS, tpotS, 0.9);
    assertThat(GUIDE.limit(most, ttftS, tpotS, 0.9))
        .isEqualTo(most == 0 ? limit : SteadyReplica.Limit.NONE);
    assertThat(GUIDE.limit(most * 1.001 + 1e-9, ttftS, tpotS, 0.9)).isEqualTo(limit);
  }

  @Test
  void whatCannotLastHasNoEnd() {
    assertThat(GUIDE.waitS(4)).isInfinite();
    assertThat(GUIDE.ttftS(4, 0.9)).isInfinite();
    assertThat(GUIDE.decoding(2.9)).isInfinite();
    assertThat(new SteadyReplica(QWEN, 4_000, 0, 0, 10).ttftS(5, 0.99)).isZero();
    assertThatThrownBy(() -> new SteadyReplica(QWEN, 0, 0, 0, 10))
        .hasMessage("promptTokens must be finite and at least 1.0, was 0.0");
  }
}
